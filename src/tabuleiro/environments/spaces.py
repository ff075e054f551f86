"""The space of a game's planes."""

import numpy as np
from gymnasium.spaces import Box

from tabuleiro.core.position import Position

LARGEST = 255  # a number of a position is a byte


def planes_space(position: Position) -> Box:
    """The space of `position.tensor()`."""
    return Box(0, LARGEST, position.tensor().shape, np.float32)
