"""Azul Duel for people: notation, JSON positions, views, events and text on top of its compiled rules."""
