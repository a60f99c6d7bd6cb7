"""What a good player knows about each game: which takes look right, and what a board is worth between two rounds."""
