"""Small nets that say what the boards promise between two rounds: how they are described, and their arithmetic."""
