"""Searches: they know the contract of `core`, and no game; `search.py` has their interface."""
