"""Clubs: who belongs to one, and the table of its season."""
