"""Azul for 2 to 4 players, with the grey wall and the joker tiles."""
