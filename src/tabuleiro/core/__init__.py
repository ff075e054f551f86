"""Vocabulary and contract: what every game gives and everything else stands on."""
