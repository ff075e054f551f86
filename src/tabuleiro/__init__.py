"""Tabuleiro: five abstract board games to play, study and research."""
