"""Searches: they know the contract of `core`, and no game."""
