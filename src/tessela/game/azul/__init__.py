"""Azul for people: notation, JSON positions, events and text on top of its compiled rules."""
