"""The plain interface for screen readers and pipes: sentences only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import start
from terminal.keyboard import PLAY, play, quick_words

DRAWN = re.compile(r"[─│┌└├●○█╔║]|[|+=-]{3}")


def small(game: Game[Any]) -> Position:
    """The start on a small board."""
    return start(" ".join([game.id, *quick_words(game)]))


def test_nothing_is_drawn_boxed_wiped_or_waited_for(tmp_path: Path, game: Game[Any]) -> None:
    seats = ("",) + ("level:1",) * (small(game).players - 1)
    said = play(tmp_path, small(game), PLAY, seats=seats, plain=True, waits=False, clears=True)
    assert not DRAWN.search(said)
    assert "\x1b" not in said
    assert "enter" not in said
    assert said.endswith("\n")


@pytest.mark.parametrize("language", ["en", "pt"])
def test_after_each_move_a_sentence_says_what_moved_and_what_it_did(
    tmp_path: Path, game: Game[Any], language: str
) -> None:
    position = small(game)
    move = position.move_text(position.legal_moves()[0])
    layout = ["yes"] if game.refusable_start else []
    said = play(tmp_path, position, *layout, move, "exit", plain=True, language=language)
    prompt = "Player" if language == "en" else "Jogador"
    _, _, told = said.partition(f"{prompt} 1: \n")
    assert len(told.splitlines()) >= 2
    assert told.startswith(f"{prompt} 1 ")


def test_every_question_is_answered_at_the_prompt(tmp_path: Path) -> None:
    said = play(
        tmp_path, start("squex rows=3 columns=3"),
        "b2", "board", "b2", "mine", "last", "moves c3", "score", "clock", "turn", "at a1", "exit",
        plain=True,
    )  # fmt: skip
    assert "b2: octagon of Player 1" in said
    assert "Player 2 has nothing on the board" in said
    assert "Move 1: b2" in said
    assert "1 legal move with c3" in said
    assert "Neither side is connected" in said
    assert "This game is played without clocks" in said
    assert "Player 2 to move" in said
    assert "a1: empty" in said


def test_a_stack_is_read_from_the_top_and_pegs_as_a_list(tmp_path: Path) -> None:
    said = play(tmp_path, start("lyngk"), "4-2:5-3", "d4", "exit", plain=True)
    assert "d4: a stack of 2, from the top black, blue" in said
    said = play(tmp_path, start("eigenstate"), "a1", "exit", plain=True)
    assert "a1: piece of Player 1 with 1 of 24 pegs, in c4" in said


def test_a_layout_is_read_out_before_it_is_asked_about(tmp_path: Path) -> None:
    said = play(tmp_path, start("fuse rows=2 columns=2"), "no", "exit", plain=True)
    assert said.count("b1 to c1 empty") == 2


def test_the_plain_interface_ends_with_its_game(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "resign", "yes", plain=True)
    assert said.endswith("Player 2 has won\nby resignation\n")


def test_places_are_told_where_more_than_two_play(tmp_path: Path) -> None:
    position = start("control_v players=3 size=5 castles=0")
    said = play(tmp_path, position, "resign", "yes", PLAY, plain=True)
    assert re.search(r"1\. Player [23]\n[12]\. Player [23]\n3\. Player 1\n$", said)
    assert "could not be saved" not in said
