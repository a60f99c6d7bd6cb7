"""Clients that try a table server hard: load, chaos and abuse. Each measures one promise; `python -m bench.server` runs them."""
