"""Saved games in words, for lists."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tabuleiro.games import start
from tabuleiro.language import translator
from tabuleiro.play import Seat, Setup, new_record
from tabuleiro.play.saved_game_wording import game_name, players_in_words, state_in_words
from tabuleiro.records import write_record
from tabuleiro.records.saved_games import SavedGame
from tabuleiro.records.text import read_summary

SEATS = (Seat("person"), Seat("Player 2"), Seat("Ana"), Seat("Robot", "level:3"))


def entry_of(*seats: Seat) -> SavedGame:
    record = new_record(start("control_v", players=len(seats)), Setup(seats))
    return SavedGame("mine", read_summary(write_record(record)), datetime(2026, 11, 15, tzinfo=UTC))


def test_players_are_called_as_people_know_them() -> None:
    titles = players_in_words(entry_of(*SEATS))
    assert [title.text(translator("pt")) for title in titles] == [
        "uma pessoa", "Jogador 2", "Ana", "Nível 3 (Fácil)",
    ]  # fmt: skip


def test_a_player_that_nobody_here_knows_keeps_its_name() -> None:
    robots = (Seat("X", "theirs:a=1,a=2"), Seat("Y", "level:11"))
    assert list(map(str, players_in_words(entry_of(*robots)))) == ["theirs:a=1,a=2", "level:11"]


def test_a_game_that_is_not_here_is_listed_by_its_id() -> None:
    entry = entry_of(*SEATS[:2])
    assert game_name(entry) == "Control+V"
    lost = replace(entry, summary=replace(entry.summary, game="gone rows=3"))
    assert game_name(lost) == "gone"
    assert list(map(str, players_in_words(lost))) == ["person", "Player 2"]


@pytest.mark.parametrize(
    ("result", "moves", "state"),
    [
        ("none", 1, "unfinished, 1 move"),
        ("draw", 12, "a draw, 12 moves"),
        ("p2win", 7, "won by Player 2, 7 moves"),
    ],
)
def test_the_state_of_a_game_is_told(result: str, moves: int, state: str) -> None:
    entry = entry_of(*SEATS[:2])
    known = replace(entry, summary=replace(entry.summary, result=result, moves=moves))
    assert str(state_in_words(known)) == state
