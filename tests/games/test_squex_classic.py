"""The classic players of Squex, compared with their definition on a naive model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.reference.squex import DIAGONAL, ORTHOGONAL, Cell, Reference, square_between
from strategies import random_game
from tabuleiro.core.game import choose_random
from tabuleiro.games import read, start
from tabuleiro.games.squex.classic import (
    CLASSIC,
    best_next,
    choose_greedy,
    crossed,
    longest,
    move_value,
    strips,
)
from tabuleiro.games.squex.rules import SWAP, Squex

MIDDLE = "squex rows=5 columns=6 | x5/x5/x5/1xoox1/1ox1oo 5/5/x4/1x1o1 o 2"
FINAL = "squex rows=5 columns=6 | x1x1o1/xxo3/xox3/oxoox1/1oxxoo xx3/xx3/ox3/ox1o1 - -"
VARIANTS: list[dict[str, Any]] = [
    {"rows": 4, "columns": 4},
    {"rows": 4, "columns": 4, "swap": True},
    {"rows": 3, "columns": 6},
    {"rows": 6, "columns": 3},
]


def squex(text: str) -> Squex:
    found = read(text)
    assert isinstance(found, Squex)
    return found


def random_positions(variant: dict[str, Any], count: int) -> Iterator[Squex]:
    """Positions of random games that are not over: any, the last one, or one after a cut."""
    for seed in range(count):
        begin = start("squex", **variant)
        walk = [begin, *(position for _, position in random_game(begin, seed))][:-1]
        cut = [position for position in walk if isinstance(position, Squex) and position.left == 2]
        found = Random(seed).choice((walk, walk[-1:], cut or walk)[seed % 3])
        assert isinstance(found, Squex)
        yield found


# --- the definition ------------------------------------------------------------------------


def linked(model: Reference, cell: Cell, cuttable: bool) -> list[Cell]:
    """The octagons linked to the one on a cell: beside it, or across an own square."""
    owner = model.octagons[cell]
    beside = [
        other for other in model.neighbours(cell, ORTHOGONAL) if model.octagons.get(other) == owner
    ]
    diagonal = [
        other
        for other in model.neighbours(cell, DIAGONAL)
        if model.octagons.get(other) == owner
        and model.squares.get(square_between(cell, other)) == owner
        and (cuttable or not model.cuttable(square_between(cell, other)))
    ]
    return beside + diagonal


def reach(model: Reference, player: str, cuttable: bool) -> int:
    """The most lines that linked octagons of the player cover."""
    most = 0
    for cell in (cell for cell, owner in model.octagons.items() if owner == player):
        group = [cell]
        for member in group:
            group += [one for one in linked(model, member, cuttable) if one not in group]
        lines = [member["xo".index(player)] for member in group]
        most = max(most, max(lines) - min(lines) + 1)
    return most


def worth(model: Reference, player: str) -> int:
    return reach(model, player, True) + reach(model, player, False)


def moves_of(model: Reference) -> list[str]:
    """The legal moves, even if a player has connected their sides."""
    moves = [
        "abcdefghijklmno"[c] + str(r + 1) for r, c in model.cells() if (r, c) not in model.octagons
    ]
    return [*moves, "swap"] if model.may_swap() else moves


def value(model: Reference, move: str) -> int:
    """The value of a move by the definition of the player."""
    after = model.play(move)
    replies = [worth(after.play(reply), after.to_move) for reply in moves_of(after)]
    sign = 1 if after.to_move == model.to_move else -1
    return worth(after, model.to_move) + sign * max(replies, default=0)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_values_are_those_of_the_definition(variant: dict[str, Any]) -> None:
    won = doubled = 0
    for position in random_positions(variant, 40):
        texts = {name: "on" if v is True else str(v) for name, v in variant.items()}
        model = Reference.read(position.text, texts)
        for move in position.legal_moves():
            assert move_value(position, move) == value(model, position.move_text(move))
            won += position.play(move).over
            doubled += position.left == 2
    assert won > 10
    assert doubled > 10


# --- examples ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "player", "with_cuttable", "without"),
    [(MIDDLE, 0, 5, 3), (MIDDLE, 1, 4, 2), (FINAL, 0, 5, 5)],
)
def test_strips_of_the_printed_positions(
    text: str, player: int, with_cuttable: int, without: int
) -> None:
    position = squex(text)
    assert longest(strips(position, player, True)) == with_cuttable
    assert longest(strips(position, player, False)) == without
    assert crossed(position, player) == with_cuttable + without


def test_a_strip_is_of_the_lines_across_the_way_of_its_player() -> None:
    """Three in a column are three rows for player 1, and one column for player 2."""
    assert crossed(squex("squex rows=4 columns=4 | 4/xo2/xo2/xo2 3/3/3 x 1"), 0) == 6
    assert crossed(squex("squex rows=4 columns=4 | 4/xo2/xo2/xo2 3/3/3 x 1"), 1) == 2


def test_nobody_crosses_anything_on_an_empty_board() -> None:
    assert crossed(squex("squex | 8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1"), 0) == 0


def test_the_first_move_is_worth_nothing_wherever_it_is() -> None:
    """A single octagon covers one line, and so does the answer: all 64 moves are equal."""
    position = squex("squex | 8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1")
    assert {move_value(position, move) for move in position.legal_moves()} == {0}


def test_a_second_move_of_ones_own_is_added() -> None:
    """With two moves left, player 2 adds the best second move, without a cut."""
    position = squex(MIDDLE)
    move = position.move("a5")
    after = position.play(move)
    assert after.player == 1
    assert isinstance(after, Squex)
    assert move_value(position, move) == crossed(after, 1) + best_next(after)


def test_a_cut_gives_the_next_move_away() -> None:
    """Two moves were left, but a cut ends the turn: the best answer of the opponent is
    subtracted."""
    cut = squex("squex rows=4 columns=4 | ox2/xo2/4/4 o2/3/3 x 2")
    before = squex("squex rows=4 columns=4 | ox2/x3/4/4 x2/3/3 o 2")
    assert before.played_on(before.move("b2")) == cut
    assert move_value(before, before.move("b2")) == crossed(cut, 1) - best_next(cut)


def test_a_win_counts_like_any_other_move() -> None:
    """It is worth twice the length of the board minus the best answer, as if the game continued."""
    position = squex("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")
    win = position.move("a3")
    assert position.play(win).over
    assert move_value(position, win) == 2 * 3 - 4
    after = position.played_on(win)
    assert (after.over, after.player, after.left) == (False, 1, 1)
    assert len(after.legal_moves()) == 4


def test_a_win_with_the_first_of_two_moves_adds_the_second() -> None:
    position = squex("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 2")
    assert move_value(position, position.move("a3")) == 2 * 3 + 2 * 3


def test_the_last_cell_has_no_answer() -> None:
    """On a full board the next player has no move."""
    for position in random_positions({"rows": 3, "columns": 3}, 300):
        if len(position.legal_moves()) == 1:
            (move,) = position.legal_moves()
            after = position.play(move)
            assert isinstance(after, Squex)
            assert move_value(position, move) == crossed(after, position.player) == 6
            break
    else:
        pytest.fail("no position with one empty cell")


# --- choices -------------------------------------------------------------------------------


def test_greedy_plays_moves_of_the_highest_value_and_all_of_them() -> None:
    position = squex(MIDDLE)
    values = {move: move_value(position, move) for move in position.legal_moves()}
    best = {move for move, found in values.items() if found == max(values.values())}
    random = Random(1)
    assert {choose_greedy(position, random) for _ in range(20 * len(best))} == best


def test_greedy_draws_evenly_among_equals() -> None:
    position = squex("squex rows=3 columns=3 | 3/3/3 2/2 x 1")
    random = Random(2)
    drawn = Counter(choose_greedy(position, random) for _ in range(1800))
    assert len(drawn) == 9
    assert all(150 < count < 250 for count in drawn.values())


def test_random_draws_evenly_among_the_empty_cells() -> None:
    position = squex(MIDDLE)
    random = Random(3)
    drawn = Counter(choose_random(position, random) for _ in range(3800))
    assert sorted(drawn) == position.legal_moves()
    assert len(drawn) == 19
    assert all(140 < count < 260 for count in drawn.values())


def test_swap_is_a_move_like_any_other() -> None:
    """Greedy swaps, because only then the opponent has no octagon to extend."""
    position = squex("squex rows=4 columns=4 swap=on | 4/1x2/4/4 3/3/3 o 1")
    values = {move: move_value(position, move) for move in position.legal_moves()}
    assert values.pop(SWAP) == 2 - 2
    assert set(values.values()) == {2 - 4}
    assert choose_greedy(position, Random(4)) == SWAP
    random = Random(4)
    assert SWAP in {choose_random(position, random) for _ in range(200)}


def test_greedy_beats_random() -> None:
    won = 0
    random = Random(6)
    for number in range(12):
        position = start("squex rows=5 columns=5")
        while not position.over:
            choose = CLASSIC["greedy" if position.player == number % 2 else "random"]
            position = position.play(choose(position, random))
        won += position.winners == 1 << number % 2
    assert won >= 10
