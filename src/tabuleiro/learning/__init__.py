"""AlphaZero-style learning: networks are trained by self-play.

`game_batch` needs only Python; everything else needs PyTorch and NumPy (the extra `learn`). Nothing
here depends on a particular game: `core/encoding.py` defines what a network gets of any game.
"""
