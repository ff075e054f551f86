"""Learning from self-play: networks are trained by games that they play against themselves.

`forest` needs nothing but Python; everything else needs PyTorch and NumPy, the extra `learn`.
Nothing in here asks which game it is: `core/sight.py` says what a network sees of any.
"""
