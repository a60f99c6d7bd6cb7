"""Azul Duel for 2 players, with any legal set of 3 or 4 scoring tablets."""
