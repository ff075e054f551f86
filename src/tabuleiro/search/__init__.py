"""Searches, which use the contract of `core` and no game; `progress.py` has their interface."""
