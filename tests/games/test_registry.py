"""The list of games: ours and those of other packages, even broken ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tabuleiro.games
from tabuleiro.core.message import GameError
from tabuleiro.games import GAMES, find_game, games


class Entry:
    """An entry point that loads what it is given, or raises it."""

    value = "package:GAME"

    def __init__(self, held: Any) -> None:
        self.held = held

    def load(self) -> Any:
        if isinstance(self.held, Exception):
            raise self.held
        return self.held


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Register these games of other packages."""

    def put(*held: Any) -> None:
        entries = [Entry(one) for one in held]
        monkeypatch.setattr(tabuleiro.games, "entry_points", lambda group: entries)
        games.cache_clear()

    yield put
    games.cache_clear()


def test_a_game_that_cannot_be_loaded_takes_no_other_away(register: Any) -> None:
    """It is left out with a warning that names it."""
    register(ImportError("no module named moon"), "not a game")
    with pytest.warns(UserWarning, match="package:GAME is left out") as warnings:
        assert tuple(games().values()) == GAMES
    assert len(warnings) == 2


def test_a_second_game_of_an_id_is_left_out(register: Any) -> None:
    """Ours stays."""
    other = type("Other", (), {"id": "squex"})()
    register(other)
    with pytest.warns(UserWarning, match="there is a game 'squex' already"):
        assert games()["squex"] is GAMES[0]


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    """The error lists them."""
    with pytest.raises(GameError, match="'go': the games are squex, control_v, fuse"):
        find_game("go")
