"""Hypothesis strategies for a game: its options and positions of random games."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

from tabuleiro.core.game import Game
from tabuleiro.core.options import Number, Option, Value
from tabuleiro.core.position import Position
from variants import agree

LONGEST = 400  # moves after which a random game is left unfinished


def few_and_many(few: int, many: int) -> pytest.MarkDecorator:
    """Run a test with a few `examples`, and with many in `make test-all`."""
    numbers = [few, pytest.param(many, marks=pytest.mark.extended)]
    return pytest.mark.parametrize("examples", numbers)


def option_values(option: Option) -> st.SearchStrategy[Value]:
    """All values of an option."""
    if isinstance(option, Number):
        return st.integers(option.low, option.high)
    return st.sampled_from([option.parse(text) for text in option.domain()["values"]])


@st.composite
def options_of(draw: st.DrawFn, game: Game[Any]) -> dict[str, Value]:
    """Valid combinations of options of the game, often with defaults."""
    values = {
        option.name: draw(st.just(option.default) | option_values(option))
        for option in game.options
    }
    if not agree(game, values):
        values = {
            option.name: option.default if option.kind == "check" else values[option.name]
            for option in game.options
        }
    return values


@st.composite
def starts_of(draw: st.DrawFn, game: Game[Any]) -> Position:
    """The starting position with any options."""
    position: Position = game.start(**draw(options_of(game)))
    return position


@st.composite
def positions_of(draw: st.DrawFn, game: Game[Any]) -> Position:
    """A position of a random game with any options."""
    start = draw(starts_of(game))
    walk = random_game(start, draw(st.integers(0, 2**32)), draw(st.integers(0, 80)))
    return last_of(walk, start)


def last_of(walk: Iterable[tuple[int, Position]], start: Position) -> Position:
    """The last position of a random game that began at `start`."""
    return [start, *(position for _, position in walk)][-1]


def random_game(
    position: Position, seed: int, longest: int = LONGEST
) -> Iterator[tuple[int, Position]]:
    """The moves of one random game, each with the position after it."""
    choose = random.Random(seed)
    for _ in range(longest):
        if position.over:
            return
        move = choose.choice(position.legal_moves())
        position = position.play(move)
        yield move, position


def options_as_texts(game: Game[Any], values: dict[str, Value]) -> dict[str, str]:
    """Options as texts in the notation."""
    return {option.name: option.format(values[option.name]) for option in game.options}
