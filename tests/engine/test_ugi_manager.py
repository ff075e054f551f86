"""A whole game with the lines that a tournament manager sends, in order."""

from __future__ import annotations

import re

import pytest

from engine.session import answers

INTRODUCTION = ("ugi", "setoption name rows value 3", "setoption name columns value 3", "isready")
QUERIES = ("query gameover", "query p1turn", "query result")
MOVES = ("a1", "b1", "a2", "b2", "a3")
CLOCKS = "go p1time 60000 p2time 60000 p1inc 100 p2inc 100"
SAID_OF_A_GAME = {
    0: ["response false", "response true", "response none"],
    1: ["response false", "response false", "response none"],
    4: ["response false", "response true", "response none"],
    5: ["response true", "response false", "response p1win"],
}
"""After so many moves: whether it is over, whether player 1 is to move, how it ended."""


def told(*lines: str) -> list[str]:
    """The answers after the introduction."""
    said = answers(*INTRODUCTION, *lines)
    return said[said.index("readyok") + 1 :]


def test_the_introduction_ends_with_ugiok_and_readyok() -> None:
    said = answers(*INTRODUCTION, "quit")
    assert said[0].startswith("id name ")
    assert said[1].startswith("id author ")
    assert all(line.startswith("option name ") for line in said[2:-2])
    assert said[-2:] == ["ugiok", "readyok"]


@pytest.mark.parametrize("played", SAID_OF_A_GAME)
def test_a_manager_asks_whether_the_game_is_over_before_every_move(played: int) -> None:
    position = " ".join(["position startpos", *(["moves", *MOVES[:played]] if played else [])])
    said = told("uginewgame", "isready", position, *QUERIES, "quit")
    assert said == ["readyok", *SAID_OF_A_GAME[played]]


def test_a_move_is_asked_for_with_the_clocks_of_both_and_answered_once() -> None:
    position = "position startpos moves a1 b1 a2 b2"
    said = told("uginewgame", position, *QUERIES[:2], CLOCKS, "isready", "quit")
    assert said[:2] == ["response false", "response true"]
    best = [line for line in said if line.startswith("bestmove")]
    assert best == ["bestmove a3"]
    assert all(re.match(r"info |bestmove |readyok|response ", line) for line in said)


def test_a_second_game_begins_as_the_first_did() -> None:
    after = f"position startpos moves {' '.join(MOVES)}"
    said = told("uginewgame", after, *QUERIES, "uginewgame", "position startpos", *QUERIES, "quit")
    assert said == SAID_OF_A_GAME[5] + SAID_OF_A_GAME[0]
