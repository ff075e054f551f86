"""AlphaZero-style learning: networks are trained by self-play.

`forest` needs nothing but Python; everything else needs PyTorch and NumPy, the extra `learn`.
Nothing in here asks which game it is: `core/encoding.py` says what a network sees of any.
"""
