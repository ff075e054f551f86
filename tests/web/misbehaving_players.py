"""Players that misbehave, or whose behaviour can be observed from outside."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena import troublesome
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players import MoveChoice, Player
from tabuleiro.search.limit import NO_LIMIT, Limit


class Counting(Player):
    """Makes the first move in the first position that it thinks about, the second in the second,
    and so on, so that its moves show what it remembers."""

    def __init__(self) -> None:
        self._seen = 0

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        self._seen += 1
        yield MoveChoice(position.legal_moves()[self._seen - 1])


class Greedy(Player):
    """Allocates memory until none is left."""

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        taken: list[bytes] = []
        while len(taken) < 64:
            taken.append(bytes(2**27))  # zeros are only reserved, so little memory is used
        yield MoveChoice(position.legal_moves()[0])


class Dying(Player):
    """Creates a file and ends its process; if the file exists already, makes the first move."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        if not self._file.exists():
            self._file.touch()
            os._exit(7)
        yield MoveChoice(position.legal_moves()[0])


def begun(gate: Path) -> Path:
    """The file that shows that a player is waiting for the gate."""
    return gate.with_name(f"{gate.name} awaited")


class Waiting(Player):
    """Waits until a file exists, then makes the first move."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        begun(self._file).touch()
        while not self._file.exists() and not (stop and stop.is_set):
            time.sleep(0.005)
        yield MoveChoice(position.legal_moves()[0])


def make(name: str, game: Game[Any], seed: int) -> Player:
    """Create one of these players, or any other by its name."""
    kind, _, file = name.partition(" ")
    match kind:
        case "counting":
            return Counting()
        case "greedy":
            return Greedy()
        case "dying":
            return Dying(Path(file))
        case "waiting":
            return Waiting(Path(file))
    return troublesome.make(name, game, seed)
