"""The two games, compiled: one record of state each, and the functions that read and change it."""
