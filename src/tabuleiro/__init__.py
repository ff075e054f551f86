"""Tabuleiro: five abstract board games to play, study and research."""

from tabuleiro.core.uncompiled import prefer_sources

prefer_sources()  # before anything compiled is loaded
