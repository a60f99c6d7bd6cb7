"""Benchmark scripts."""
