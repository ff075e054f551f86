"""`tabuleiro check` and `tabuleiro.testing` find what is wrong with a game of another package."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import noughts
import pytest

from builds import ROOT
from tabuleiro.cli import run
from tabuleiro.core.game import Game
from tabuleiro.core.message import GameError, say
from tabuleiro.core.options import Options
from tabuleiro.core.scene import Steps
from tabuleiro.games import GAMES
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.testing import check_game


class Variant(noughts.Noughts):
    """Noughts whose positions stay in their class."""

    def after(self, move: int) -> Variant:
        after = super().after(move)
        return type(self)(after.rows, after.player)


class Reversed(Variant):
    def legal_moves(self) -> list[int]:
        return super().legal_moves()[::-1]


class Stuck(Variant):
    def legal_moves(self) -> list[int]:
        return [] if "x" in self.rows[0] else super().legal_moves()


class Mutable(Variant):
    def after(self, move: int) -> Variant:
        after = super().after(move)
        self.rows = after.rows
        return after


class Greedy(Variant):
    def scores(self) -> tuple[int, ...]:
        return (1,)


class Blind(Variant):
    def policy_indices(self, move: int) -> list[int]:
        return [0]


def variant(position: type[Variant], **changes: Any) -> Game[Any]:
    """The game of a class of positions."""

    def new(options: Options) -> Variant:
        start = noughts.new(options)
        return position(start.rows, start.player)

    def parse_position(text: str, options: Options) -> Variant:
        read = noughts.parse_position(text, options)
        return position(read.rows, read.player)

    text = SimpleNamespace(**{**vars(noughts), "parse_position": parse_position, **changes})
    return replace(
        noughts.GAME, id=position.__name__, position=position, new=new, text=text, view=text
    )


def steps(position: Variant, move: int) -> Steps:
    return (("a1",),)


@pytest.mark.in_base("noughts")
@pytest.mark.parametrize("game", [noughts.GAME, *GAMES[:1]], ids=lambda game: game.id)
def test_a_good_game_has_no_problems(game: Game[Any]) -> None:
    assert check_game(game, games=1) == []


@pytest.mark.parametrize(
    ("position", "changes", "problem"),
    [
        (Reversed, {}, "moves: the moves are not in ascending order"),
        (Stuck, {}, "moves: the player to move has no legal moves"),
        (Mutable, {}, "round trips: `after` changes the position"),
        (Greedy, {}, "end: scores() must return a number for each player"),
        (Blind, {}, "encoding: two moves have the same policy_indices"),
        (Variant, {"format_move": lambda p, m: "A1"}, "moves: two moves have the same text"),
        (Variant, {"steps": steps}, "steps: touching the steps of "),
        (
            Variant,
            {"steps": lambda position, move: (("z9",),)},
            "scene: the scene has no sites ['z9']",
        ),
        (
            Variant,
            {"scene": lambda *given: say("no scene")},
            "scene: AttributeError",
        ),
    ],
)
def test_what_is_wrong_is_found(
    position: type[Variant], changes: dict[str, Any], problem: str
) -> None:
    found = [str(one) for one in check_game(variant(position, **changes), games=3)]
    assert any(one.startswith(problem) for one in found), found


def test_the_command_says_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", "noughts", "--games", "1"]) == 0
    assert capsys.readouterr().out == "noughts keeps the contract.\n"
    monkeypatch.setattr(noughts, "steps", steps)
    assert run(["check", "noughts", "--games", "1"]) == 1
    assert "steps: touching the steps of " in capsys.readouterr().out


def test_a_search_refuses_a_player_without_moves() -> None:
    with pytest.raises(GameError, match="the player to move has no moves in "):
        list(Mcts(seed=1).search(variant(Stuck).start(), Limit(nodes=100)))


def test_searches_of_other_packages_are_the_same_in_every_process() -> None:
    code = """if True:
        from tabuleiro.games import start
        from tabuleiro.search.limit import Limit
        from tabuleiro.search.mcts import Mcts
        *_, progress = Mcts(seed=1, megabytes=1).search(start("noughts size=4"), Limit(nodes=300))
        print(hash(start("noughts")), progress.value, progress.line)
    """
    path = str(ROOT / "tests" / "sixth_game")
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
