"""The classic players of all games that have some."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import few_and_many, last_of, positions_of, random_game
from tabuleiro.core.game import Choose, Game
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES
from variants import extremes

LONGEST = 1000  # moves that no game of classic players takes
SLOW = ("alphabeta-2", "alphabeta-3")


def case(game: Game[Any], *names: str) -> Any:
    """A game and some of its players as a case of a test; `make test` leaves out slow players."""
    marks = [pytest.mark.extended] if set(names) & set(SLOW) else []
    return pytest.param(game, *names, marks=marks, id=" ".join([game.id, *names]))


PLAYERS = [case(game, name) for game in GAMES for name in game.classic]
PAIRS = [
    case(game, *names) for game in GAMES for names in itertools.product(game.classic, repeat=2)
]


def smallest(game: Game[Any]) -> Position:
    """The start with each numeric option at its minimum."""
    least = {option.name: extremes(option)[0] for option in game.options if option.kind == "spin"}
    position: Position = game.start(**least)
    return position


def middle(start: Position, seed: int) -> Position:
    """Half-way through a random game."""
    walk = list(random_game(start, seed))
    return last_of(walk[: len(walk) // 2], start)


def play_out(position: Position, seats: list[Choose], random: Random) -> Position:
    """The end of a game between these players, one for each seat."""
    for _ in range(LONGEST):
        if position.over:
            break
        position = position.play(seats[position.player](position, random))
    return position


@few_and_many(4, 12)
@pytest.mark.parametrize(("game", "name"), PLAYERS)
def test_a_choice_is_legal_and_the_same_for_a_seed(
    game: Game[Any], name: str, examples: int
) -> None:
    """In any position, under any options; and the position does not change."""
    choose = game.classic[name]

    @settings(max_examples=examples)
    @given(positions_of(game), st.integers(0, 2**32))
    def check(position: Position, seed: int) -> None:
        if not position.over:
            before = position.full_text
            move = choose(position, Random(seed))
            assert move in position.legal_moves()
            assert choose(position, Random(seed)) == move
            assert position.full_text == before

    check()


@pytest.mark.parametrize(("game", "name"), PLAYERS)
def test_whole_games_end(game: Game[Any], name: str) -> None:
    """Each player against the first of the table."""
    position = smallest(game)
    seats = [game.classic[name], next(iter(game.classic.values()))] * 2
    assert play_out(position, seats, Random(7)).outcome() is not None


@pytest.mark.parametrize(("game", "first", "second"), PAIRS)
def test_games_of_every_pair_end(game: Game[Any], first: str, second: str) -> None:
    """From the middle of a random game, because some players are slow."""
    seats = [game.classic[first], game.classic[second]] * 2
    assert play_out(middle(smallest(game), seed=5), seats, Random(7)).outcome() is not None


def test_names_are_words_of_the_notation() -> None:
    """Lower-case letters and digits with hyphens between them, so that they can be typed."""
    for name in {name for game in GAMES for name in game.classic}:
        assert name == name.lower()
        assert all(part.isalnum() for part in name.split("-"))


def test_a_game_needs_no_classic_players(game: Game[Any]) -> None:
    """Every game has the table, even if it is empty."""
    assert all(callable(choose) for choose in game.classic.values())
