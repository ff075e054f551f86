"""The classic players of Eigenstate: how they score and draw moves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tabuleiro.core.playouts import random_walk
from tabuleiro.games import find_game
from tabuleiro.games.eigenstate.classic import (
    CLASSIC,
    balanced,
    choose_ai,
    choose_random,
    move_scores,
    peg_scores,
    weights,
)
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, STRIDE, Eigenstate, hole_at

GAME = find_game("eigenstate")
VARIANTS = ("standard", "last-two", "capture-only")
DRAWS = 3000

# The pieces of the printed example, in reading order of their cells a1, b1, c1, b2, c2, b3.
PRINTED = (
    "00000 00100 00@00 00010 11000",
    "00000 00100 00@00 10000 00000",
    "00000 00100 00@00 00100 00010",
    "01010 00010 00@10 01010 10001",
    "01010 01110 01@00 01010 01010",
    "01010 00110 01@10 01010 01010",
)


def board(cells: str, pieces: tuple[str, ...], turn: str, variant: str = "standard") -> Eigenstate:
    """The position with these pieces, each as the rows of its holes, `1` for a peg."""
    masks = [int("".join(c for c in piece if c in "01"), 2) for piece in pieces]
    text = f"{cells} {','.join(f'{mask:06x}' for mask in masks)} {turn}"
    position = GAME.read(text, {"variant": variant})
    assert isinstance(position, Eigenstate)
    return position


def printed(step: str) -> Eigenstate:
    return board("oxx3/1xo3/1o4/6/6/6", PRINTED, f"x {step}")


def piece(*holes: str) -> str:
    """The holes of a piece with pegs in those named."""
    names = [f"{c}{r}" for r in range(1, 6) for c in "abcde" if (c, r) != ("c", 3)]
    return "".join("01"[name in holes] for name in names)


def almost_full(*empty: str) -> str:
    """The holes of a piece with pegs in all but those named."""
    return piece(*empty).translate(str.maketrans("01", "10"))


def rows(values: list[int]) -> list[list[int]]:
    """Values of cells as rows of the board."""
    return [values[row::SIZE] for row in range(SIZE)]


def named(position: Eigenstate, scores: dict[int, int]) -> dict[str, int]:
    return {position.move_text(move): score for move, score in scores.items()}


def best(position: Eigenstate, scores: dict[int, int]) -> set[str]:
    """The texts of the moves of highest score."""
    top = max(scores.values())
    return {text for text, score in named(position, scores).items() if score == top}


def drawn(position: Eigenstate, name: str) -> Counter[str]:
    """How often each move is chosen."""
    random = Random(7)
    return Counter(position.move_text(CLASSIC[name](position, random)) for _ in range(DRAWS))


# --- the printed example -------------------------------------------------------------------


def test_the_opponents_cells_weigh_72_empty_ones_48_and_own_ones_nothing() -> None:
    assert rows(weights(printed("m"))) == [
        [72, 0, 0, 48, 48, 48],
        [48, 0, 72, 48, 48, 48],
        [48, 72, 48, 48, 48, 48],
        *[[48] * 6] * 3,
    ]


def test_threats_add_to_own_cells_and_take_from_all_others() -> None:
    assert rows(balanced(printed("m"))) == [
        [71, 1, 2, 47, 48, 48],
        [48, 3, 71, 48, 48, 48],
        [47, 71, 47, 47, 48, 48],
        [47, 47, 47, 47, 48, 48],
        [47, 48, 47, 48, 48, 48],
        [48] * 6,
    ]


def test_player_2_weighs_the_same_board_the_other_way_round() -> None:
    position = board("oxx3/1xo3/1o4/6/6/6", PRINTED, "o m")
    assert rows(weights(position))[:3] == [
        [0, 72, 72, 48, 48, 48], [48, 72, 0, 48, 48, 48], [48, 0, 48, 48, 48, 48]
    ]  # fmt: skip


def test_the_best_of_seven_moves_leaves_a_threatened_cell_and_captures() -> None:
    position = printed("m")
    scores = named(position, move_scores(position))
    assert len(scores) == 7
    assert sorted(scores.items(), key=lambda item: -item[1])[:2] == [("b2c2", 74), ("c1c2", 73)]
    assert drawn(position, "ai") == {"b2c2": DRAWS}


def test_three_pegs_share_the_best_score_and_are_drawn_alike() -> None:
    position = printed("2")
    scores = peg_scores(position)
    assert max(scores.values()) == 72
    assert best(position, scores) == {"b1:c5", "c1:b5", "c1:a3"}
    counts = drawn(position, "ai")
    assert set(counts) == {"b1:c5", "c1:b5", "c1:a3"}
    assert all(abs(count - DRAWS / 3) < 100 for count in counts.values())


def test_pegs_are_weighed_on_the_board_after_the_move() -> None:
    position = printed("m").play("b2c2")
    assert isinstance(position, Eigenstate)
    assert best(position, peg_scores(position)) == {"b1:c5", "c1:b5"}


# --- the draw of the random player ---------------------------------------------------------


def test_random_draws_a_piece_and_then_its_move() -> None:
    """One piece has one move, the other six: each piece moves half of the time."""
    pieces = (piece("c4"), piece(*"a4 b2 c2 c4 d1 d3".split()), piece("c2"), piece("c2"))
    counts = drawn(board("x5/6/2x3/6/6/oo4", pieces, "x m"), "random")
    assert abs(counts["a1a2"] - DRAWS / 2) < 120
    assert len(counts) == 7
    assert all(abs(n - DRAWS / 12) < 75 for text, n in counts.items() if text != "a1a2")


def test_random_passes_over_pieces_that_cannot_move() -> None:
    pieces = (piece("c2"), piece("c4"), piece("c2"), piece("c2"))
    assert set(drawn(board("xx4/6/6/6/6/oo4", pieces, "x m"), "random")) == {"b1b2"}


def test_random_draws_a_piece_with_room_and_then_its_hole() -> None:
    pieces = (almost_full("e5"), almost_full("a1", "b1", "c1"), almost_full(), piece(), piece())
    counts = drawn(board("xxx3/6/6/6/6/oo4", pieces, "x 2"), "random")
    assert set(counts) == {"a1:e5", "b1:a1", "b1:b1", "b1:c1"}
    assert abs(counts["a1:e5"] - DRAWS / 2) < 120


# --- pegs of the ai ------------------------------------------------------------------------


def test_a_peg_that_leads_two_cells_away_is_worth_one_more() -> None:
    pieces = (piece(), piece(), piece(), piece(), piece())
    position = board("6/6/6/2x3/5x/ooo3", pieces, "x 1")
    scores = named(position, peg_scores(position))
    assert (scores["c4:c2"], scores["c4:c1"], scores["c4:a2"]) == (48, 49, 49)
    assert (scores["c4:c5"], scores["c4:c4"]) == (73, 48)


def test_a_piece_that_has_room_only_for_pegs_off_the_board_offers_the_first() -> None:
    """Reading order goes by rows: b1 comes before a2."""
    pieces = (almost_full("a2", "b1", "c1"), almost_full("c2"), almost_full(), piece(), piece())
    position = board("xxx3/6/6/6/6/oo4", pieces, "x 1")
    assert named(position, peg_scores(position)) == {"a1:b1": 0, "b1:c2": 0}


def test_with_two_pieces_each_the_fuller_one_is_filled() -> None:
    pieces = (piece("c4"), piece("c4", "c5"), piece("c2"), piece("c2"))
    position = board("x5/6/2x3/6/6/oo4", pieces, "x 2")
    assert {text[:2] for text in named(position, peg_scores(position))} == {"c3"}


def test_of_two_pieces_with_as_many_pegs_both_are_filled() -> None:
    pieces = (piece("c4"), piece("c5"), piece("c2"), piece("c2"))
    position = board("x5/6/2x3/6/6/oo4", pieces, "x 2")
    assert {text[:2] for text in named(position, peg_scores(position))} == {"a1", "c3"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_pieces_against_three_are_filled_like_any(variant: str) -> None:
    pieces = (piece("c4"), piece("c4", "c5"), piece("c2"), piece("c2"), piece("c2"))
    position = board("x5/6/2x3/6/6/ooo3", pieces, "x 2", variant)
    assert {text[:2] for text in named(position, peg_scores(position))} == {"a1", "c3"}


def test_beside_a_full_piece_without_effect_the_other_is_filled() -> None:
    pieces = (piece("c4"), almost_full(), piece("c2"), piece("c2"))
    position = board("x5/6/2x3/6/6/oo4", pieces, "x 2", "capture-only")
    assert {text[:2] for text in named(position, peg_scores(position))} == {"a1"}


# --- any position --------------------------------------------------------------------------


def naive_score(position: Eigenstate, move: int) -> int | None:
    """The score of a move by the rows and masks of the notation; None for a peg off the board."""
    letters = position.rows()
    mine = "xo"[position.player]

    def pegs(row: int, column: int) -> set[tuple[int, int]]:
        mask = position.mask(row, column)
        holes = [(r - 2, c - 2) for r in range(5) for c in range(5) if (r, c) != (2, 2)]
        return {hole for i, hole in enumerate(holes) if mask >> (HOLES - 1 - i) & 1}

    def worth(row: int, column: int) -> int:
        threats = sum(
            (row - r, column - c) in pegs(r, c)
            for r in range(SIZE) for c in range(SIZE) if letters[r][c] not in (mine, ".")
        )  # fmt: skip
        letter = letters[row][column]
        return threats if letter == mine else (48 if letter == "." else 72) - threats

    cell, choice = divmod(move, STRIDE)
    column, row = divmod(cell, SIZE)
    if choice >= HOLES:
        return worth(row, column) + worth((choice - HOLES) % SIZE, (choice - HOLES) // SIZE)
    down, right = (place - 2 for place in hole_at(choice))
    if not (0 <= row + down < SIZE and 0 <= column + right < SIZE):
        return None
    return worth(row + down, column + right) + (2 in (abs(down), abs(right)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_scores_are_those_of_the_definition(variant: str) -> None:
    for seed in range(60):
        position = random_walk(GAME.start(variant=variant), 3 * seed, seed)
        if position.over:
            continue
        assert isinstance(position, Eigenstate)
        scores = peg_scores(position) if position.step else move_scores(position)
        assert scores.keys() <= set(position.legal_moves())
        for move, score in scores.items():
            assert score == (naive_score(position, move) or 0)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", CLASSIC)
def test_choices_are_legal_and_the_same_for_the_same_seed(name: str, variant: str) -> None:
    for seed in range(80):
        position = random_walk(GAME.start(variant=variant), 4 * seed, seed)
        if not position.over:
            move = CLASSIC[name](position, Random(seed))
            assert move in position.legal_moves()
            assert move == CLASSIC[name](position, Random(seed))


def test_ai_beats_random() -> None:
    wins = 0
    for seed in range(10):
        position, random = GAME.start(), Random(seed)
        players = (choose_ai, choose_random) if seed % 2 else (choose_random, choose_ai)
        while not position.over:
            position = position.play(players[position.player](position, random))
        outcome = position.outcome()
        assert outcome is not None
        wins += outcome.winners == (0 if seed % 2 else 1,)
    assert wins >= 8
