"""Matches between bots: paired deals, results that can be continued, ratings and tests (docs/arena.md)."""
