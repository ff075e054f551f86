"""Positions as rows of numbers for learning: masks of legal actions, planes, policies.

Rows are flat arrays, for example of NumPy; what is written starts at a given place. NumPy itself is
loaded only by `mask_of` and `tensor_of`.
"""

from __future__ import annotations

from array import array
from math import inf
from typing import TYPE_CHECKING, Any

import cython

from tabuleiro.core.actions import action_space, missing_action
from tabuleiro.core.extras import import_extra
from tabuleiro.core.message import GameError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

if not cython.compiled:
    from math import exp

    from tabuleiro.core.bits import lowest_bit

Numbers = Any
"""A flat array of numbers that can be written to."""

_INFINITE = inf
_WORD_BITS = 64


class TensorWriter:
    """Writes positions of one game with the same options. Threads need a writer each.

    `actions` is the number of actions, `shape` that of the planes: a plane for each of those in the
    game's encoding, then one for each of its numbers, divided by their divisors. `size` is the
    number of entries of all planes; it is 0 for a game without an encoding.
    """

    def __init__(self, position: Position) -> None:
        self.example = position
        self.moves = MoveList()
        space = action_space(position)
        self.actions = space.size
        self.span = space.span
        self.several_rows = space.rows > 1
        self.moves_of_actions = space.moves
        self.actions_of_moves = space.actions
        self._measure_planes(position)

    def _measure_planes(self, position: Position) -> None:
        encoding = position.game.encoding
        options = position.options()
        rows, columns = encoding.shape(options) if encoding else (0, 0)
        self.cells = rows * columns
        self.planes = len(encoding.planes) if encoding else 0
        self.plane_words = encoding.plane_words(options) if encoding else 0
        divisors = [*encoding.numbers.values()] if encoding else []
        self.divisors = array("f", [*divisors, 1])  # never empty, for Cython
        self.numbers = len(divisors)
        self.shape = (self.planes + self.numbers, rows, columns)
        self.size = (self.planes + self.numbers) * self.cells
        self.words = encoding.question_words(options) if encoding else 0
        self.question = array("Q", [0] * (self.words + 1))
        self.entries = array("i", [0] * (encoding.policy_parts if encoding else 1))

    def action_of(self, player: int, move: int) -> int:
        """The action of a legal move of a player."""
        action = -1
        if move < self.span:
            action = self.actions_of_moves[(player * self.span if self.several_rows else 0) + move]
        if action < 0:
            with cython.gil:
                raise missing_action(self.example, move)
        return action

    def move_of(self, player: int, action: int) -> int:
        """The move of a legal action of a player."""
        return self.moves_of_actions[(player * self.actions if self.several_rows else 0) + action]

    def write_mask(self, position: Position, out: Numbers, at: int) -> int:
        """Write 1 for each legal action and 0 for the others."""
        count = self.actions  # the loop is faster with a local number
        for i in range(count):
            out[at + i] = 0
        position._list_moves(self.moves)
        for i in range(self.moves.count):
            out[at + self.action_of(position.player, self.moves.items[i])] = 1
        return 0

    def write_planes(self, position: Position, out: Numbers, at: int) -> int:
        """Write the planes; all are 0 if the game is over."""
        for i in range(self.size):
            out[at + i] = 0
        if position.player < 0:
            return 0
        for i in range(self.words):
            self.question[i] = 0
        position._encode(self.question, 0)
        for plane in range(self.planes):
            for i in range(self.plane_words):
                left = self.question[plane * self.plane_words + i]
                first = at + plane * self.cells + _WORD_BITS * i
                while left:
                    out[first + lowest_bit(left)] = 1
                    left &= left - 1
        for number in range(self.numbers):
            self._write_number(number, out, at + (self.planes + number) * self.cells)
        return 0

    def _write_number(self, number: int, out: Numbers, at: int) -> int:
        word = self.question[self.planes * self.plane_words + (number >> 3)]
        value = word >> 8 * (number & 7) & 255
        if value:
            for cell in range(self.cells):
                out[at + cell] = value / self.divisors[number]
        return 0

    def write_policy(
        self, position: Position, answers: Numbers, start: int, out: Numbers, at: int
    ) -> bool:
        """Write the probability of each action by a network's answer, which starts at `start`.
        Return whether the answer is valid."""
        for i in range(self.actions):
            out[at + i] = 0
        position._list_moves(self.moves)
        best = -_INFINITE
        for i in range(self.moves.count):
            parts = position._policy_indices(self.moves.items[i], self.entries, 0)
            logit = 0.0
            for part in range(parts):
                logit += answers[start + self.entries[part]]
            best = max(best, logit)
            out[at + self.action_of(position.player, self.moves.items[i])] = logit
        total = 0.0
        for i in range(self.moves.count):
            place = at + self.action_of(position.player, self.moves.items[i])
            out[place] = exp(out[place] - best)
            total += out[place]
        for i in range(self.moves.count):
            out[at + self.action_of(position.player, self.moves.items[i])] /= total
        return total - total == 0 and best - best == 0


def write_tensors(writer: TensorWriter, positions: list[Position], out: Numbers) -> int:
    """Write the planes of positions one after the other."""
    at = 0
    for position in positions:
        writer.write_planes(position, out, at)
        at += writer.size
    return 0


def write_policies(
    writer: TensorWriter, positions: list[Position], answers: Numbers, length: int, out: Numbers
) -> bool:
    """Write the probabilities of all actions, one position after the other; no game is over.
    `length` is that of an answer. Return whether all answers are valid."""
    start = at = 0
    valid = True
    for position in positions:
        valid = writer.write_policy(working_copy(position), answers, start, out, at) and valid
        start += length
        at += writer.actions
    return valid


def write_mask(writer: TensorWriter, position: Position, out: Numbers) -> int:
    """Write which actions are legal."""
    return writer.write_mask(working_copy(position), out, 0)


def working_copy(position: Position) -> Position:
    """A copy of a position for compiled code: games in plain Python list their moves there."""
    return position._copy()


def mask_of(position: Position) -> NDArray[np.bool_]:
    """Which actions are legal, as `Position.action_mask`."""
    numpy = import_extra("numpy")
    writer = TensorWriter(position)
    mask: NDArray[np.bool_] = numpy.zeros(writer.actions, numpy.bool_)
    write_mask(writer, position, mask.view(numpy.uint8).data)
    return mask


def tensor_of(position: Position) -> NDArray[np.float32]:
    """The planes, as `Position.tensor`."""
    numpy = import_extra("numpy")
    writer = TensorWriter(position)
    require_planes(writer)
    tensor: NDArray[np.float32] = numpy.zeros(writer.size, numpy.float32)
    write_tensors(writer, [position], tensor.data)
    return tensor.reshape(writer.shape)


def require_planes(writer: TensorWriter) -> None:
    """GameError for a game without an encoding."""
    if not writer.size:
        game = writer.example.game.name
        raise GameError(say("{game} does not say how networks see it", game=game))
