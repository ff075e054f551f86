"""Questions and answers of networks, decoded by the names of the encoding: bits become cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.core.game import Game
from tabuleiro.core.options import Options
from tabuleiro.core.position import Position

Cell = tuple[int, int]  # row and column of the grid, from 0
Entry = tuple[str, Cell]  # the name of a plane of the answer, and a cell


@dataclass(frozen=True)
class Question:
    """The planes of a question, a bit for each cell of each, and its numbers."""

    encoding: Encoding
    shape: Shape
    bits: tuple[int, ...]
    numbers: dict[str, int]

    def plane(self, name: str) -> set[Cell]:
        """The cells of a plane."""
        rows, columns = self.shape
        first = self.encoding.planes.index(name) * rows * columns
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        return {cell for place, cell in enumerate(cells) if self.bits[first + place]}

    def rearranged(self, table: tuple[int, ...]) -> Question:
        """The question with its bits in another order."""
        return replace(self, bits=tuple(self.bits[place] for place in table))

    def without(self, names: set[str]) -> Question:
        """The question with some planes empty."""
        cells = self.shape[0] * self.shape[1]
        kept = [name not in names for name in self.encoding.planes for _ in range(cells)]
        return replace(self, bits=tuple(b * k for b, k in zip(self.bits, kept, strict=True)))


def encoding_of(game: Game[Any]) -> Encoding:
    """The encoding of the game; the test fails if there is none."""
    assert game.encoding is not None
    return game.encoding


def question_of(position: Position) -> Question:
    """The question to a network about a position."""
    encoding = encoding_of(position.game)
    options = position.options()
    words = position.encode()
    assert len(words) == encoding.question_words(options)
    planes = [bits_of(plane) for plane in planes_of(words, encoding, options)]
    rows, columns = encoding.shape(options)
    assert not any(bit for plane in planes for bit in plane[rows * columns :])
    bits = tuple(bit for plane in planes for bit in plane[: rows * columns])
    return Question(encoding, (rows, columns), bits, numbers_of(words, encoding, options))


def planes_of(words: list[int], encoding: Encoding, options: Options) -> list[list[int]]:
    """The words of each plane."""
    size = encoding.plane_words(options)
    return [words[size * n : size * (n + 1)] for n in range(len(encoding.planes))]


def bits_of(words: list[int]) -> list[int]:
    """The bits of words, the lowest first."""
    return [word >> place & 1 for word in words for place in range(64)]


def numbers_of(words: list[int], encoding: Encoding, options: Options) -> dict[str, int]:
    """The numbers after the planes, a byte each; the rest of the last word is 0."""
    behind = words[len(encoding.planes) * encoding.plane_words(options) :]
    values = [word >> 8 * place & 255 for word in behind for place in range(8)]
    assert not any(values[len(encoding.numbers) :])
    return dict(zip(encoding.numbers, values, strict=False))


def entry_of(number: int, encoding: Encoding, shape: Shape) -> Entry:
    """The plane and the cell of an entry."""
    plane, place = divmod(number, shape[0] * shape[1])
    return encoding.policy_planes[plane], divmod(place, shape[1])
