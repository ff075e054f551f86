"""A tiny game for tests of searches, for any number of players."""

from __future__ import annotations

from tabuleiro.core.options import Value
from tabuleiro.core.position import NOBODY, PythonPosition


class Raise(PythonPosition):
    """Players in turn name 1, 2 or 3, once each; those who named the highest number win."""

    def __init__(self, named: tuple[int, ...], players: int = 3) -> None:
        over = len(named) == players
        winners = tuple(p for p in range(players) if over and named[p] == max(named))
        super().__init__(NOBODY if over else len(named), players, winners)
        self.named = named

    @property
    def full_text(self) -> str:
        return f"raise {self.players} {self.named}"

    def legal_moves(self) -> list[int]:
        return [] if self.over else [1, 2, 3]

    def after(self, move: int) -> Raise:
        return type(self)((*self.named, move), self.players)

    def options(self) -> dict[str, Value]:
        return {}

    def scores(self) -> tuple[int, ...]:
        return (*self.named, 0, 0, 0, 0)[: self.players]

    def encode(self) -> list[int]:
        return [sum(number << 4 * i for i, number in enumerate(self.named))]

    def policy_indices(self, move: int) -> list[int]:
        return [move - 1]
