"""Computer players at a table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.games import GAMES, start
from tabuleiro.play import STAND_IN, ComputerPlayers, Seat, Setup, Table, new_record, read_control
from tabuleiro.play.computer_players import agrees_to_draw, answer_proposals, limit_of
from tabuleiro.players import opponents, player_title

ANA, ROBOT = Seat("Ana"), Seat("Robot", "level:1")


def table_of(game: str, *seats: Seat, clock: str = "") -> Table:
    control = read_control(clock) if clock else None
    return Table.open(new_record(start(game), Setup(seats, control)), 0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_computer_players_play_a_whole_game(game: Game[Any]) -> None:
    table, computers = table_of(game.id, ROBOT, ROBOT), ComputerPlayers(Random(1))
    while table.player is not None:
        *_, choice = computers.think(table, 0)
        table.move(table.player, table.position.move_text(choice.move), 0)
    assert table.position.over


def test_a_stand_in_moves_for_whoever_has_left() -> None:
    table, computers = (
        table_of("control_v players=3 size=5", ANA, ANA, ANA),
        ComputerPlayers(Random(1)),
    )
    table.resign(0, 0)
    assert table.computer_at(0) == STAND_IN
    *_, choice = computers.think(table, 0)
    table.move(0, table.position.move_text(choice.move), 0)
    assert table.plies[0].by == STAND_IN


def test_a_clock_limits_a_computer_player() -> None:
    table = table_of("squex", ROBOT, ANA, clock="1+2")
    first, second = limit_of(table, 20).clocks
    assert first
    assert second
    assert (first.left, first.increment, second.left) == (40_000, 2000, 60_000)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_who_seems_to_be_losing_agrees_to_a_draw(game: Game[Any]) -> None:
    position, chance = start(game.id), Random(1)
    while abs(position.evaluate(0)) < 200:
        position = position.play(chance.choice(position.legal_moves()))
    losing = 0 if position.evaluate(0) < 0 else 1
    assert agrees_to_draw(position, losing)
    assert not agrees_to_draw(position, 1 - losing)


def test_a_proposal_is_answered_by_every_computer_player() -> None:
    table = table_of("squex", ANA, ROBOT)
    table.propose(0, "draw", 0)
    answer_proposals(table, 0)
    assert table.open_proposal is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_advice_is_a_legal_move(game: Game[Any]) -> None:
    position = start(game.id)
    assert ComputerPlayers(Random(1)).hint(position).move in position.legal_moves()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_opponent_has_a_title_of_its_own(game: Game[Any]) -> None:
    titles = [str(player_title(name, game)) for name in opponents(game)]
    assert len(set(titles)) == len(titles) > 10
    assert titles[2] == "Level 3 (Easy)"
