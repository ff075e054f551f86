"""Rotated, mirrored and recoloured positions have the same key, others a different one."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.core.playouts import perft, random_walk
from tabuleiro.core.symmetry import symmetry_key
from tabuleiro.games import GAMES, fresh_start, read

HOLES = 24


def turned(board: str) -> str:
    """A board after a half turn: all cells in reverse order."""
    return "".join(reversed(re.findall(r"\d+|\D", board)))


def turned_stacks(board: str) -> str:
    """The same if cells hold several letters."""
    return "/".join(",".join(column.split(",")[::-1]) for column in board.split("/")[::-1])


def turned_pegs(masks: str) -> str:
    """The pegs of all pieces after a half turn."""
    bits = [f"{int(mask, 16):0{HOLES}b}"[::-1] for mask in masks.split(",")]
    return ",".join(f"{int(one, 2):06x}" for one in reversed(bits))


FIELDS: dict[str, tuple[Callable[[str], str], ...]] = {
    "squex": (turned, turned),
    "control_v": (turned,),
    "fuse": (turned,),
    "eigenstate": (turned, turned_pegs),
    "lyngk": (turned_stacks,),
}
"""How the first fields of a position text are turned by half; the others stay."""


def half_turn(text: str, game: str) -> str:
    """The text of the position after a half turn."""
    fields = text.split()
    for number, turn in enumerate(FIELDS[game]):
        fields[number] = turn(fields[number])
    return " ".join(fields)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_position_and_its_image_by_a_half_turn_have_one_key(game: Game[Any]) -> None:
    for seed in range(10):
        position = random_walk(fresh_start(game, {}, Random(seed)), 5 + 3 * seed, seed)
        if position.over:
            continue
        options = game.text_with(position.options())
        image = read(f"{options} | {half_turn(position.text, game.id)}")
        assert image != position
        assert symmetry_key(image) == symmetry_key(position)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_positions_with_one_key_have_as_many_ways_to_go_on(game: Game[Any]) -> None:
    start = fresh_start(game, {}, Random(1))
    seen: dict[Any, int] = {}
    for move in start.legal_moves()[:60]:
        after = start.play(move)
        assert seen.setdefault(symmetry_key(after), perft(after, 1)) == perft(after, 1)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("squex rows=3 columns=3 | xo1/3/3 2/2 x 1",
         "squex rows=3 columns=3 | o2/x2/3 2/2 o 1", True),
        ("squex rows=3 columns=3 | xo1/3/3 2/2 x 1",
         "squex rows=3 columns=3 | x2/o2/3 2/2 x 1", False),
        ("squex rows=3 columns=3 | xo1/3/3 2/2 x 1",
         "squex rows=3 columns=3 | xo1/3/3 2/2 o 1", False),
        ("eigenstate | xx4/6/6/6/6/oo4 000080,000080,010000,010000 x m",
         "eigenstate | oo4/6/6/6/6/xx4 000080,000080,010000,010000 o m", True),
        ("eigenstate | xx4/6/6/6/6/oo4 000080,000080,010000,010000 x m",
         "eigenstate | xx4/6/6/6/6/oo4 010000,000080,010000,010000 x m", False),
    ],
)  # fmt: skip
def test_colours_are_exchanged_together_with_sides_and_turn(
    first: str, second: str, same: bool
) -> None:
    assert (symmetry_key(read(first)) == symmetry_key(read(second))) is same
