"""What results say about strength: pure functions on numbers, without bots or games."""
