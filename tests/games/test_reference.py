"""Each game against its naive reference model: random games under all options, and rare
positions."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import few_and_many, options_as_texts, options_of, random_game
from tabuleiro.core.game import Game
from tabuleiro.core.notation import format_player
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, read

CORNERS = Path(__file__).parent / "corners"
CORNER_DEPTH = 2


def reference_of(game: Game[Any]) -> Any:
    """The module that models the game."""
    return importlib.import_module(f"games.reference.{game.id}")


def moves_of(position: Position) -> list[str]:
    return [position.move_text(move) for move in position.legal_moves()]


def model_of(position: Position) -> Any:
    """The model at the same position."""
    game = position.game
    texts = options_as_texts(game, {**game.resolve_options({}), **position.options()})
    return reference_of(game).Reference.read(position.text, texts)


def check_same(position: Position, model: Any) -> None:
    """Text, player, legal moves, result and scores are those of the model."""
    outcome = position.outcome()
    assert position.text == model.text()
    assert format_player(position.player) == model.player()
    assert moves_of(position) == model.legal()
    assert (outcome.result if outcome else "none") == model.result()
    assert list(position.scores()) == model.scores()


def test_every_game_of_ours_has_a_reference_model() -> None:
    """A game without a model cannot be checked."""
    models = {path.stem for path in (Path(__file__).parent / "reference").glob("*.py")}
    assert {game.id for game in GAMES} <= models


@few_and_many(15, 200)
@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
def test_random_games_agree_with_the_reference_model(ours: Game[Any], examples: int) -> None:
    """At every ply of random games, under any options, game and model agree."""

    @settings(max_examples=examples)
    @given(values=options_of(ours), seed=st.integers(0, 2**32))
    def compare(values: Any, seed: int) -> None:
        position = ours.start(**values)
        model = model_of(position)
        check_same(position, model)
        for move, following in random_game(position, seed):
            model = model.play(position.move_text(move))
            position = following
            check_same(position, model)

    compare()


@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
def test_starts_agree_with_the_reference_model(ours: Game[Any]) -> None:
    """A fixed start is that of the model; a random one is allowed by the model."""
    reference = reference_of(ours)

    @given(values=options_of(ours))
    def compare(values: Any) -> None:
        text = ours.start(**values).text
        texts = options_as_texts(ours, values)
        if hasattr(reference, "is_start"):
            assert reference.is_start(text, texts)
        else:
            assert text == reference.Reference.start(texts).text()

    compare()


def corners_of(game: Game[Any]) -> list[str]:
    """The full texts in the game's file of rare positions; lines with # are comments."""
    lines = (CORNERS / f"{game.id}.txt").read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def check_walks(position: Position, model: Any, depth: int) -> None:
    """Game and model agree here and after all legal moves up to the depth."""
    check_same(position, model)
    if depth > 0:
        for move in position.legal_moves():
            check_walks(position.play(move), model.play(position.move_text(move)), depth - 1)


@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
def test_corners_agree_with_the_reference_model(ours: Game[Any]) -> None:
    """Around rare positions, game and model agree; a missing file fails."""
    texts = corners_of(ours)
    assert texts
    for text in texts:
        position = read(text)
        assert position.game is ours
        check_walks(position, model_of(position), CORNER_DEPTH)
