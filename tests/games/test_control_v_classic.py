"""The classic players of Control+V, compared with their list of moves on a naive model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.reference.control_v import (
    Reference,
    anticlockwise_turn,
    cell_name,
    clockwise_turn,
    fits,
    half_turn,
    horizontal_axes,
    horizontal_mirror,
    vertical_axes,
    vertical_mirror,
)
from strategies import random_game
from tabuleiro.games import read, start
from tabuleiro.games.control_v.classic import (
    CLASSIC,
    choose_greedy,
    choose_random,
    copied_block,
)
from tabuleiro.games.control_v.rules import ControlV

MIDDLE = "2x1ox1o1#/10/10/2xxo#4/2xx6/6oo2/3#3#2/2xxxx4/6oo2/6oo2"
VARIANTS = (
    "size=6 castles=1",
    "size=7 castles=0 quarter-turns=on",
    "size=7 castles=1 players=3 alternate-castles=on",
    "size=8 castles=1 players=4 quarter-turns=on",
)
Entry = tuple[int, str]
"""How many cells a move places, and its text."""


def control_v(text: str, options: str = "") -> ControlV:
    found = read(f"control_v {options}".rstrip() + f" | {text}")
    assert isinstance(found, ControlV)
    return found


def entries(model: Reference) -> list[Entry]:
    """The list of moves: by each cell of a block, then by symmetry and axes."""
    return [entry for cell in model.territory(model.turn) for entry in entries_at(model, cell)]


def entries_at(model: Reference, cell: tuple[int, int]) -> Iterator[Entry]:
    block = model.block_at(cell)
    empty = set(model.empty_cells())
    rows = {axis: letter for letter, axis in horizontal_axes(model.rules.size).items()}
    columns = {axis: letter for letter, axis in vertical_axes(model.rules.size).items()}
    crossings = [(a, b) for a in sorted(rows) for b in sorted(columns)]
    symmetries = [(rows[a], horizontal_mirror(a)) for a in sorted(rows)]
    symmetries += [(columns[b], vertical_mirror(b)) for b in sorted(columns)]
    symmetries += [(rows[a] + columns[b], half_turn(a, b)) for a, b in crossings]
    if model.rules.quarter_turns:
        symmetries += [(f"{rows[a]}{columns[b]}+", clockwise_turn(a, b)) for a, b in crossings]
        symmetries += [(f"{rows[a]}{columns[b]}-", anticlockwise_turn(a, b)) for a, b in crossings]
    for axes, symmetry in symmetries:
        if fits(block, symmetry, empty):
            yield len(block), f"{cell_name(min(block))}={axes}"


def last_of_the_largest(moves: list[Entry]) -> str:
    best = moves[0]
    for move in moves:
        if move[0] >= best[0]:
            best = move
    return best[1]


def random_copying(options: str) -> Iterator[ControlV]:
    """Positions of random games after the set-up."""
    for seed in range(4):
        for _, position in random_game(start(f"control_v {options}"), seed):
            assert isinstance(position, ControlV)
            if not position.over and not position.setting_up():
                yield position


@pytest.mark.parametrize("options", VARIANTS)
def test_both_players_go_by_the_list(options: str) -> None:
    """Greedy takes the last of the largest entries; random draws an entry, and moves may have
    several."""
    given = dict(option.split("=") for option in options.split())
    for position in random_copying(options):
        moves = entries(Reference.read(position.text, given))
        greedy = choose_greedy(position, Random(0))
        assert position.move_text(greedy) == last_of_the_largest(moves)
        weights = {
            position.move_text(move): len(copied_block(position, move))
            for move in position.legal_moves()
        }
        assert weights == Counter(text for _, text in moves)


@pytest.mark.parametrize(
    ("player", "moves", "listed", "choice"),
    [("x", 77, 161, "f8=ho"), ("o", 115, 192, "h10=ik")],
)
def test_the_printed_middle_position(player: str, moves: int, listed: int, choice: str) -> None:
    """Of the block at f8 the last copy is the half turn in h and o; of that at h10, in i and k."""
    position = control_v(f"{MIDDLE} {player}")
    assert len(position.legal_moves()) == moves
    assert sum(len(copied_block(position, move)) for move in position.legal_moves()) == listed
    assert choose_greedy(position, Random(0)) == position.move(choice)


def test_greedy_needs_no_luck() -> None:
    position = control_v(f"{MIDDLE} x")
    assert len({choose_greedy(position, Random(seed)) for seed in range(20)}) == 1


def test_random_draws_a_move_as_often_as_cells_name_its_block() -> None:
    position = control_v(f"{MIDDLE} x")
    random = Random(1)
    drawn = Counter(choose_random(position, random) for _ in range(16_100))
    assert sorted(drawn) == position.legal_moves()
    for move, count in drawn.items():
        expected = 100 * len(copied_block(position, move))
        assert abs(count - expected) < 5 * expected**0.5


def test_a_block_that_cannot_be_copied_is_left() -> None:
    """The larger block cannot be copied: greedy copies the single cell."""
    position = control_v("xxo2/xxo2/xxo2/oo1o1/4x x", "size=5 castles=0")
    chosen = choose_greedy(position, Random(0))
    assert len(copied_block(position, chosen)) == 1


def test_quarter_turns_come_after_half_turns() -> None:
    """On an empty board, the last move of a single cell turns it anticlockwise."""
    position = control_v("5/5/2x2/5/o4 x", "size=5 castles=0 quarter-turns=on")
    assert position.move_text(choose_greedy(position, Random(0))).endswith("-")


@pytest.mark.parametrize("name", list(CLASSIC))
@pytest.mark.parametrize("options", ["", "players=4", "alternate-castles=on castles=1"])
def test_the_set_up_is_random(name: str, options: str) -> None:
    """Castles and first pieces go to random empty cells, all equally likely."""
    position = start(f"control_v {options}".rstrip())
    assert isinstance(position, ControlV)
    random = Random(2)
    while position.setting_up():
        cells = len(position.legal_moves())
        drawn = Counter(CLASSIC[name](position, random) for _ in range(30 * cells))
        assert len(drawn) == cells
        assert max(drawn.values()) < 70
        following = position.play(CLASSIC[name](position, random))
        assert isinstance(following, ControlV)
        position = following
