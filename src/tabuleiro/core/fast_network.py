"""Fast networks: small networks of integers, evaluated inside a search.

A position has some features of a game's list (`core/encoding.py`). Each has a row of weights; the
sum of the rows and a bias, limited to 0 to 127, is the hidden layer. The position chooses one of a
few output layers, called heads. The value goes through one more layer. For the moves, the hidden
layer becomes a short vector; the logit of a move is its product with the vector of the move's
entry, plus a weight for the entry and one for every feature of the move. All numbers are integers
of 16 bits and sums are exact, so compiled and uncompiled results are equal on every machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cython

from tabuleiro.core.encoding import Features
from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList

if TYPE_CHECKING:
    from tabuleiro.core.bits import Row

LOGIT_UNIT = 1024  # of logits and values: at this value the odds of winning are e to 1

# For compiled code: typed in fast_network.pxd, and not visible from Python when compiled.
_ACTIVE = 127  # a neuron that is fully active
_LARGEST = 32767

if not cython.compiled:

    def sum_rows(weights: Row, bias: int, table: int, rows: Row, count: int, out: Row) -> int:
        """Sets `out` to the bias plus rows of a table, in 16 bits."""
        width = len(out)
        starts = [bias, *(table + width * rows[i] for i in range(count))]
        for k in range(width):
            total = sum([weights[start + k] for start in starts])
            out[k] = (total + 0x8000 & 0xFFFF) - 0x8000
        return 0

    def clamp(values: Row, most: int) -> int:
        """Limits values to 0 to `most`."""
        for k, value in enumerate(values):
            values[k] = max(0, min(value, most))
        return 0

    def dot(weights: Row, at: int, values: Row) -> int:
        """The sum of the products of values and the weights at `at`."""
        return sum([weights[at + k] * value for k, value in enumerate(values)])


@dataclass(frozen=True)
class FastNetwork:
    """The weights of a network, part by part, and the sizes of its layers: the hidden one, the
    vector for the moves, the second one of the value. `options` are the values that it was trained
    for, of each option of the game."""

    features: Features
    options: Mapping[str, Sequence[Value]]
    width: int
    policy_width: int
    value_width: int
    weights: memoryview[int]

    @property
    def head_size(self) -> int:
        """The weights of an output layer."""
        value = self.value_width * (self.width + 2) + 1
        return value + self.policy_width * (self.width + 1)

    @property
    def size(self) -> int:
        """The number of weights."""
        features = self.features
        return (
            (1 + features.rows) * self.width
            + features.heads * self.head_size
            + features.entries * (self.policy_width + 1)
            + features.move_rows
        )

    def serves(self, options: Options) -> bool:
        """Whether it was trained for these options."""
        return options.keys() == self.options.keys() and all(
            value in self.options[name] for name, value in options.items()
        )


class FastEvaluator:
    """Evaluates one position after another."""

    def __init__(self, network: FastNetwork) -> None:
        features = network.features
        self.weights = network.weights
        self.width = network.width
        self.policy_width = network.policy_width
        self.value_width = network.value_width
        self.head_size = network.head_size
        self.rows = network.width
        self.heads = self.rows + features.rows * network.width
        self.entries = self.heads + features.heads * network.head_size
        self.entry_bias = self.entries + features.entries * network.policy_width
        self.move_rows = self.entry_bias + features.entries
        self.head = self.heads
        self.stride = 1 + features.features_per_move
        room = max(features.most_rows, self.stride * features.most_moves)
        self.active = memoryview(array("i", bytes(4 * room)))
        self.notes = memoryview(array("Q", bytes(8 * (1 + features.notes))))
        self.logits = memoryview(array("i", bytes(4 * features.most_moves)))
        self.hidden = memoryview(array("h", bytes(2 * network.width)))
        self.inner = memoryview(array("h", bytes(2 * network.value_width)))
        self.sensed = memoryview(array("h", bytes(2 * network.policy_width)))

    def set_position(self, position: Position) -> int:
        """Sets the hidden layer and the head for a position."""
        count = position._features(self.active, self.notes)
        sum_rows(self.weights, 0, self.rows, self.active, count, self.hidden)
        clamp(self.hidden, _ACTIVE)
        self.head = self.heads + self.head_size * position._head()
        return 0

    def value(self) -> int:
        """The log odds of the player to move, in parts of LOGIT_UNIT."""
        at = self.head
        for i in range(self.value_width):
            inner = (dot(self.weights, at, self.hidden) >> 8) + self.weights[at + self.width]
            self.inner[i] = max(0, min(inner, _ACTIVE))
            at += self.width + 1
        return (dot(self.weights, at, self.inner) >> 5) + self.weights[at + self.value_width]

    def prepare_moves(self) -> int:
        """Sets the vector with which logits are computed."""
        at = self.head + self.value_width * (self.width + 2) + 1
        for i in range(self.policy_width):
            sensed = (dot(self.weights, at, self.hidden) >> 7) + self.weights[at + self.width]
            self.sensed[i] = max(-_LARGEST, min(sensed, _LARGEST))
            at += self.width + 1
        return 0

    def set_logits(self, position: Position, moves: MoveList) -> int:
        """Sets the logits of the legal moves of the position, in parts of LOGIT_UNIT."""
        self.prepare_moves()
        position._move_features(moves, self.active, self.notes)
        for i in range(moves.count):
            at = i * self.stride
            entry = self.active[at]
            logit = dot(self.weights, self.entries + self.policy_width * entry, self.sensed) >> 6
            logit += self.weights[self.entry_bias + entry]
            for k in range(at + 1, at + self.stride):
                logit += self.weights[self.move_rows + self.active[k]]
            self.logits[i] = logit
        return 0
