"""Table events in words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tabuleiro.core.scene import player_name
from tabuleiro.games import start
from tabuleiro.play import Seat, Setup, Table, events, new_record, read_control
from tabuleiro.play.event_wording import describe_latest_events, sentence_about


def table_of(*seats: Seat, game: str = "squex rows=3 columns=3", clock: str = "") -> Table:
    setup = Setup(seats or (Seat("Ana"), Seat("Rui")), read_control(clock) if clock else None)
    return Table.open(new_record(start(game), setup), 0)


def said(table: Table, most: int = 1) -> list[str]:
    return [str(message) for _, news in describe_latest_events(table, most) for message in news]


def test_every_kind_of_event_has_its_words() -> None:
    silent = {events.Opened, events.Drawn, events.Moved}  # moves are told by the game
    samples = (
        events.Joined(0, 1, "Ana"),
        events.LayoutAnswered(0, 1, True),
        events.Redrawn(0, "start"),
        events.Proposed(0, 1, "draw"),
        events.Answered(0, 1, False),
        events.TakenBack(0, 2),
        events.Redone(0),
        events.Resigned(0, 1),
        events.TimedOut(0, 1),
        events.Paused(0),
        events.Continued(0),
        events.Followed(0, "next"),
    )
    assert {type(sample) for sample in samples} | silent == set(events.KINDS.values())
    assert all(sentence_about(sample, player_name(1)) for sample in samples)


def test_the_latest_comes_first_with_the_version_it_made() -> None:
    table = table_of()
    table.move(0, "a1", 0)
    table.move(1, "b2", 0)
    assert [version for version, _ in describe_latest_events(table, 2)] == [3, 2]
    assert "Player 2" in said(table, 1)[0]
    assert any("Player 1" in line for line in said(table, 2))


def test_news_end_where_positions_are_gone() -> None:
    table = table_of(Seat("Ana"), Seat("Robot", "level:1"))
    table.move(0, "a1", 0)
    table.propose(0, "takeback", 0)
    table.move(0, "b2", 0)
    assert [version for version, _ in describe_latest_events(table, 9)] == [4, 3]


def ask_back(table: Table) -> None:
    table.move(0, "a1", 0)
    table.propose(0, "takeback", 0)


WORDS: dict[str, Callable[[Table], object]] = {
    "Player 1 offers a draw": lambda table: table.propose(0, "draw", 0),
    "Player 1 asks to take back a move": ask_back,
    "Player 2 has won": lambda table: table.resign(0, 0),
    "Player 1 ran out of time": lambda table: table.tick(60),
    "Clocks paused": lambda table: table.pause_clocks(0),
}


@pytest.mark.parametrize("words", WORDS)
def test_what_happens_is_said(words: str) -> None:
    table = table_of(clock="1+0")
    WORDS[words](table)
    assert words in said(table)


def test_wanting_to_play_again_is_said_without_the_end() -> None:
    table = table_of()
    table.resign(0, 0)
    table.propose(1, "rematch", 0)
    assert said(table) == ["Player 2 wants to play again"]


def test_who_joins_is_named() -> None:
    table = table_of(Seat("Ana"), Seat("", free=True))
    table.join(1, "Rui", 0)
    assert said(table) == ["Rui has joined"]


def test_a_start_that_nobody_likes_is_said_to_be_drawn_anew() -> None:
    table = table_of(game="fuse")
    table.answer_layout(0, False, 0, Random(1))
    assert said(table) == ["Player 1 would like another starting layout"]
    table.answer_layout(1, False, 0, Random(1))
    assert "another one was drawn" in said(table)[0]
