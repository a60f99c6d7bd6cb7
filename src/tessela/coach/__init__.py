"""The coach: reviews that teach, luck and skill, odds, puzzles and hints (docs/coach.md)."""
