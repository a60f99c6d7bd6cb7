"""Tournaments: who plays whom, how they stand, and what goes on by itself until one is over."""
