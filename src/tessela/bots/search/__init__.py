"""Tree search for both games, compiled."""
