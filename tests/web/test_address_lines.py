"""Positions and lines in URLs: they are read back unchanged, and people can read them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from starlette.datastructures import QueryParams

from strategies import few_and_many, positions_of, random_game
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.web.content.line_urls import (
    query_of,
    query_of_record,
    read_at,
    read_line,
    read_start,
)
from tabuleiro.web.fields import MOST_MOVES


@few_and_many(6, 15)
def test_every_position_is_read_back_from_its_address(game: Game[Any], examples: int) -> None:
    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        query = query_of(position)
        assert query.isascii() and not set(query) & set(" <>\"'#|")
        assert read_start(game.id, QueryParams(query)) == position

    check()


def test_every_line_is_read_back_from_its_address(game: Game[Any]) -> None:
    position = game.start()
    moves: list[str] = []
    for move, after in random_game(position, 4):
        moves.append(position.move_text(move))
        position = after
    query = QueryParams(query_of(game.start(), moves, 3))
    record = read_line(game.id, query)
    assert [ply.move for ply in record.plies] == moves
    assert record.final == position
    assert read_at(query, record) == 3
    assert QueryParams(query_of_record(record))["moves"] == " ".join(moves)


def test_an_address_can_be_read_by_people() -> None:
    position = start("squex rows=3 columns=4")
    assert query_of(position, ["b1", "a1"]) == "rows=3&columns=4&moves=b1+a1"
    assert query_of(position.play("b1")) == "rows=3&columns=4&position=1x2/4/4+3/3+o+1"
    copy = start("control_v size=5 castles=0 quarter-turns=on").play("a1").play("e5")
    assert query_of(copy, ["a1=dh+"]).endswith("position=x4/5/5/5/4o+x&moves=a1=dh%2B")


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("position=nonsense", "fields"),
        ("rows=99", "rows"),
        ("moves=b1+b1", "move 2: b1 already"),
        ("moves=b1&at=-1", "not a number of moves"),
        ("moves=b1&at=1000000", "not a number of moves"),
        ("moves=" + "b1+" * (MOST_MOVES + 1), "at most"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused_with_the_reason(query: str, reason: str) -> None:
    with pytest.raises(TabuleiroError, match=reason):
        read_at(QueryParams(query), read_line("squex", QueryParams(query)))
