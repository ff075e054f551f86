"""Evaluations of all games: what a search may rely on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

from strategies import LONGEST, few_and_many, positions_of, random_game
from tabuleiro.core.game import Game
from tabuleiro.core.position import LARGEST_EVALUATION, Position
from tabuleiro.games import GAMES, read


def evaluations(position: Position) -> list[int]:
    """The evaluation of each player."""
    return [position.evaluate(player) for player in range(position.players)]


def promise(position: Position, player: int) -> int:
    """The evaluation for a player; a won or lost game is beyond all evaluations."""
    if position.over:
        return (2 * (position.winners >> player & 1) - 1) * 2 * LARGEST_EVALUATION
    return position.evaluate(player)


def greedy_game(position: Position, seat: int, seed: int) -> Position:
    """The end of a game in which one player chooses the highest evaluation and the others play at
    random."""
    choose = random.Random(seed)
    for _ in range(LONGEST):
        if position.over:
            break
        following = [position.play(move) for move in position.legal_moves()]
        if position.player == seat:
            position = max(following, key=lambda after: promise(after, seat))
        else:
            position = choose.choice(following)
    return position


def share(position: Position, player: int) -> float:
    """The player's share of first place; a game that is not over is shared by all."""
    outcome = position.outcome()
    winners = outcome.winners if outcome else range(position.players)
    return (player in winners) / len(winners)


@few_and_many(15, 60)
def test_evaluations_are_within_their_bounds(game: Game[Any], examples: int) -> None:
    """Under any options, until the game is over."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        if not position.over:
            assert all(abs(value) <= LARGEST_EVALUATION for value in evaluations(position))

    check()


@few_and_many(15, 60)
def test_the_chances_of_one_of_two_players_are_the_odds_against_the_other(
    game: Game[Any], examples: int
) -> None:
    """There is no such rule for more players."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        if not position.over:
            values = evaluations(position)
            assert sum(values) == 0 if position.players == 2 else min(values) <= 0

    check()


@few_and_many(15, 60)
def test_an_evaluation_belongs_to_the_position_not_to_the_way_there(
    game: Game[Any], examples: int
) -> None:
    """The same position, parsed from its text, has the same evaluation, and evaluating does not
    change it."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        if not position.over:
            text = position.full_text
            assert evaluations(read(text)) == evaluations(position) == evaluations(position)
            assert position.full_text == text

    check()


@pytest.mark.parametrize("native", GAMES, ids=lambda game: game.id)
def test_a_game_at_native_speed_knows_something_of_the_chances(native: Game[Any]) -> None:
    """Positions of a random game have different evaluations."""
    played = [position for _, position in random_game(native.start(), 1) if not position.over]
    assert len({position.evaluate(0) for position in played}) > 1


@pytest.mark.parametrize("native", GAMES, ids=lambda game: game.id)
def test_the_highest_evaluation_wins_against_chance(native: Game[Any]) -> None:
    """A player who chooses the best position one move ahead wins at least three of four games
    against random moves."""
    shares = [
        share(greedy_game(native.start(), seat=seed % 2, seed=seed), seed % 2) for seed in range(60)
    ]
    assert sum(shares) >= 45
