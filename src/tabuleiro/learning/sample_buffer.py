"""Training samples of games in progress and of finished games, in rows of arrays.

Rows form linked lists, called chains: one for each game in progress, which starts at its last row;
one for all finished games; one for free rows. The arrays grow when no row is free.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cython

from tabuleiro.learning.errors import check_all_uncompiled
from tabuleiro.search.memory import new_arrays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

if not cython.compiled:
    check_all_uncompiled()
    from tabuleiro.search.tree import score_of

FIRST_ROWS = 256

# For compiled code: typed in sample_buffer.pxd, and not visible from Python when compiled.
_NONE = -1  # the end of a chain

FORMATS = {  # the arrays, and the format of their numbers
    "questions": "Q",
    "entries": "h",
    "visits": "B",
    "values": "f",
    "results": "f",
    "players": "b",  # the player to move
    "following": "i",  # the next row of the chain
}


@dataclass(frozen=True)
class Samples:
    """Positions to learn from, one per row; seats are counted from the player to move.

    `questions` are the encoded positions. `entries` are the indices of each move in the policy of
    a network, -1 where there are fewer indices or fewer moves. `visits` says how good the search
    found each move, 255 for the best. `results` are the scores of the seats at the end of the game,
    `values` those that the search expected.
    """

    questions: NDArray[np.uint64]
    entries: NDArray[np.int16]
    visits: NDArray[np.uint8]
    results: NDArray[np.float32]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.questions)


class SampleBuffer:
    """Rows of samples: a question of `words` words, at most `moves` moves with `parts` policy
    indices each, and values for `seats` seats."""

    arrays: dict[str, Any]  # by name; the attributes that follow are the same arrays
    questions: memoryview[int]
    entries: memoryview[int]
    visits: memoryview[int]
    values: memoryview[float]
    results: memoryview[float]
    players: memoryview[int]
    following: memoryview[int]

    def __init__(self, words: int, moves: int, parts: int, seats: int) -> None:
        self.words = words
        self.moves = moves
        self.parts = parts
        self.seats = seats
        self.widths = dict.fromkeys(FORMATS, 1) | {  # numbers of a row in each array
            "questions": words,
            "entries": moves * parts,
            "visits": moves,
            "values": seats,
            "results": seats,
        }
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        self.rows = 0
        self.free = _NONE  # the first row of the chain, like `finished`
        self.finished = _NONE
        self._enlarge(FIRST_ROWS)

    def _enlarge(self, rows: int) -> None:
        """Enlarges the arrays to this many rows; the new ones are free."""
        before = self.arrays if self.rows else {}
        self.arrays = {
            name: new_arrays({name: kind}, rows * self.widths[name])[name]
            for name, kind in FORMATS.items()
        }
        for name, old in before.items():
            self.arrays[name][: len(old)] = old
        for name, array in self.arrays.items():
            setattr(self, name, array)
        for row in range(rows - 1, self.rows - 1, -1):
            self.following[row] = self.free
            self.free = row
        self.rows = rows

    # --- rows ------------------------------------------------------------------------------

    def new_row(self, chain: int) -> int:
        """Takes a free row and puts it at the head of a chain. It has no moves, and its question is
        0, because `_encode` only sets bits."""
        if self.free == _NONE:
            with cython.gil:
                self._enlarge(2 * self.rows)
        row = self.free
        self.free = self.following[row]
        self.following[row] = chain
        for i in range(row * self.words, (row + 1) * self.words):
            self.questions[i] = 0
        for i in range(row * self.moves * self.parts, (row + 1) * self.moves * self.parts):
            self.entries[i] = _NONE
        for i in range(row * self.moves, (row + 1) * self.moves):
            self.visits[i] = 0
        return row

    def finish_chain(self, chain: int, winners: int, players: int) -> int:
        """Sets the results of the rows of a finished game, so that they can be drained; returns how
        many there are."""
        count = 0
        while chain != _NONE:
            for seat in range(players):
                score = score_of(winners, (self.players[chain] + seat) % players)
                self.results[chain * self.seats + seat] = score
            for seat in range(players, self.seats):
                self.results[chain * self.seats + seat] = 0.0
            after = self.following[chain]
            self.following[chain] = self.finished
            self.finished = chain
            chain = after
            count += 1
        return count

    # --- samples ---------------------------------------------------------------------------

    def drain(self) -> Samples:
        """Returns the samples of finished games, and frees their rows."""
        rows = self.chain(self.finished)
        for row in rows:
            self.following[row] = self.free
            self.free = row
        self.finished = _NONE
        return self._samples(rows)

    def chain(self, row: int) -> list[int]:
        """The rows from one to the end of its chain."""
        rows = []
        while row != _NONE:
            rows.append(row)
            row = self.following[row]
        return rows

    def _samples(self, rows: list[int]) -> Samples:
        picked = {name: self._picked(name, rows) for name in FORMATS}
        return Samples(
            picked["questions"],
            picked["entries"].reshape(len(rows), self.moves, self.parts),
            picked["visits"],
            picked["results"],
            picked["values"],
        )

    def _picked(self, name: str, rows: list[int]) -> Any:
        """Some rows of an array."""
        import numpy as np  # part of the extra `learn`: playing a game does not need it

        whole = np.asarray(self.arrays[name]).reshape(self.rows, self.widths[name])
        return whole[np.array(rows, dtype=np.intp)]

    # --- saving ----------------------------------------------------------------------------

    def kept(self, chains: list[int]) -> dict[str, Any]:
        """The rows of chains as bytes, those of finished games last."""
        rows = [self.chain(chain) for chain in [*chains, self.finished]]
        flat = [row for chain in rows for row in chain]
        arrays = {}
        for name, width in self.widths.items():
            array = self.arrays[name]
            arrays[name] = b"".join([array[row * width : (row + 1) * width] for row in flat])
        return {"lengths": [len(chain) for chain in rows], "arrays": arrays}

    def restore(self, kept: dict[str, Any]) -> list[int]:
        """Restores rows; returns the chains."""
        lengths = kept["lengths"]
        self.clear()
        self._enlarge(max(FIRST_ROWS, sum(lengths)))
        for name, held in kept["arrays"].items():
            array = self.arrays[name].cast("B")
            array[: len(held)] = held
        chains = []
        row = 0
        for length in [*lengths, self.rows - sum(lengths)]:  # the last chain has the free rows
            chains.append(row if length else _NONE)
            row += length
            for at in range(row - length, row):
                self.following[at] = at + 1 if at + 1 < row else _NONE
        self.free = chains.pop()
        self.finished = chains.pop()
        return chains
