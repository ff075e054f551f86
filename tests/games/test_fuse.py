"""Fuse: its rules, options, texts and picture."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tabuleiro.core.message import MoveError, OptionError, PositionError
from tabuleiro.core.playouts import perft, random_games, random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import Random
from tabuleiro.core.scene import Scene
from tabuleiro.games import read, start
from tabuleiro.games.fuse import GAME
from tabuleiro.games.fuse.random_start import (
    COLOURS,
    count_rings,
    crown,
    draw_ring,
    spots,
    start_rows,
    three_alike,
)
from tabuleiro.games.fuse.rules import Fuse

UNBALANCED = "1xoxoox1/x6x/o6o/x6x/x6o/o6o/x6x/1oxxoxx1 x"
MIDDLE = "5x2/1o1oo3/2x1xxo1/1ooooox1/2o1xox1/1ox1xxx1/4ox2/8 x"
FINAL = "5x2/3ooo2/2x1xxo1/1ooooox1/4xox1/1ox1xxx1/4ox2/8 -"
SMALL = {"rows": 3, "columns": 3}


def fuse(text: str, **options: Any) -> Fuse:
    """The position written as `text`."""
    return GAME.read(text, options)


def small(text: str, **options: Any) -> Fuse:
    """The position on a 3 × 3 area."""
    return fuse(text, **SMALL, **options)


def texts(position: Position) -> list[str]:
    """The legal moves as texts."""
    return [position.move_text(move) for move in position.legal_moves()]


def moves_from(position: Position, spot: str) -> list[str]:
    """The ends of the legal moves from a spot."""
    return [text[2:] for text in texts(position) if text.startswith(spot)]


def captions(position: Position, previous: Position | None = None, move: str = "") -> list[str]:
    """The captions of a picture, in English."""
    return [str(caption) for caption in picture(position, previous, move).captions]


def picture(position: Position, previous: Position | None, move: str) -> Scene:
    """The scene after a move given as text."""
    return position.scene(previous, previous.move(move) if previous else None)


def marked(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The sites of each mark by its kind."""
    return {mark.kind: mark.sites for mark in scene.marks}


def ring_of(position: Fuse) -> str:
    """The discs on the ring, clockwise."""
    grid = position.grid_rows()
    return "".join(grid[row][column] for row, column in spots(position.rows, position.columns))


# --- the start -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("discs", "count"), [(12, 40158), (10, 6396), (8, 1038), (6, 174), (5, 72), (4, 30)]
)
def test_the_number_of_rings(discs: int, count: int) -> None:
    """The number of balanced rings without three neighbours of one colour is that of the rules."""
    assert count_rings(discs) == count


def test_a_start_is_balanced() -> None:
    """Half of the discs are white, no three neighbours have one colour, and all kings are there."""
    for rows, columns, kings, seed in product(range(2, 7), range(2, 7), range(4), range(5)):
        position = GAME.start(rows=rows, columns=columns, kings=kings, seed=seed)
        ring = ring_of(position)
        assert ring.lower().count("x") == ring.lower().count("o") == rows + columns
        assert not three_alike((ring + ring[:2]).lower())
        assert ring.count("X") == ring.count("O") == kings
        assert position.player == 0
        assert not position.groups(0) and not position.groups(1)


def test_spots_run_round_the_ring() -> None:
    """Neighbours in the list of spots are neighbours on the ring, without the corners."""
    assert spots(2, 3) == [
        *((0, 1), (0, 2), (0, 3)),
        *((1, 4), (2, 4)),
        *((3, 3), (3, 2), (3, 1)),
        *((2, 0), (1, 0)),
    ]


def test_a_seed_gives_the_same_start_everywhere() -> None:
    """These starts are part of the contract between programs."""
    assert start("fuse").text == "1oxoxxo1/x6o/o6x/o6x/x6o/o6o/o6x/1xoxxox1 x"
    crowned = start("fuse seed=2 kings=3 rows=4 columns=5")
    assert crowned.text == "1oxxOx1/o5x/X5o/O5o/X5X/1xOoxo1 x"
    last = start("fuse seed=9223372036854775807")
    assert last.text == "1oxxoox1/x6o/x6o/o6x/x6x/o6o/x6o/1xoxoox1 x"


def test_every_ring_is_as_likely() -> None:
    """Over many seeds, the 30 rings of 8 discs come up equally often."""
    drawn = Counter(draw_ring(4, Random(seed)) for seed in range(6000))
    assert len(drawn) == 30
    assert sum((count - 200) ** 2 / 200 for count in drawn.values()) < 58.3  # 1 in 1000


def test_every_choice_of_kings_is_as_likely() -> None:
    """Over many seeds, the pairs of kings among four discs come up equally often."""
    ring = "xxooxxoo"
    drawn = Counter(crown(ring, "x", 2, Random(seed)) for seed in range(3000))
    assert len(drawn) == 6
    assert sum((count - 500) ** 2 / 500 for count in drawn.values()) < 20.5  # 1 in 1000
    assert all(ring.lower() == "xxooxxoo" for ring in drawn)


def test_kings_do_not_change_the_ring() -> None:
    """A seed gives the same colours with and without kings."""
    plain = start_rows(6, 6, 0, 5)
    assert [row.lower() for row in start_rows(6, 6, 3, 5)] == plain
    assert COLOURS == "xo"


def test_the_printed_initial_board_is_no_start_of_ours() -> None:
    """It has 14 white discs and three in a row around a corner, but it can be played."""
    position = fuse(UNBALANCED)
    ring = ring_of(position)
    assert (ring.count("x"), ring.count("o")) == (14, 10)
    assert not three_alike(ring[:8]) and three_alike(ring[8:])
    assert len(position.legal_moves()) == 84
    assert len(fuse(UNBALANCED[:-1] + "o").legal_moves()) == 60


# --- moves ---------------------------------------------------------------------------------


def test_a_disc_goes_as_deep_as_its_line_has_empty_cells() -> None:
    """From every side, whatever is on the line."""
    position = fuse("8/x6x/xo5x/xoxox3/xoxoxox1/8/8/8 x")
    assert moves_from(position, "a1") == ["b1", "c1", "d1", "e1", "f1", "g1"]
    assert moves_from(position, "h1") == ["b1", "c1", "d1", "e1", "f1", "g1"]
    assert moves_from(position, "a2") == ["b2", "c2", "d2", "e2", "f2"]
    assert moves_from(position, "h2") == ["c2", "d2", "e2", "f2", "g2"]
    assert moves_from(position, "a3") == ["b3", "c3"]
    assert moves_from(position, "a4") == []


def test_moves_are_listed_in_the_order_of_their_texts() -> None:
    """From all sides, deep and shallow."""
    position = fuse(UNBALANCED)
    assert texts(position) == sorted(texts(position))


def test_discs_are_pushed_only_as_far_as_needed() -> None:
    """A disc is pushed to the cell after its pusher, and pushes the next disc."""
    position = fuse("8/x1o1xo2/8/8/8/8/8/6x1 x")
    pushed = {end: position.play(f"a1{end}1").text.split("/")[1] for end in "bcd"}
    assert pushed == {"b": "1xo1xo2", "c": "2xoxo2", "d": "3xoxo1"}


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("a1c1", "1xxx1/2xox/x1x1x/x3x/1xxx1 x"),
        ("e1c1", "1xxx1/xox2/x1x1x/x3x/1xxx1 x"),
        ("c0c1", "1x1x1/x1x1x/x1o1x/x1x1x/1xxx1 x"),
        ("c4c3", "1xxx1/x1o1x/x1x1x/x1x1x/1x1x1 x"),
        ("b0b2", "2xx1/x1o1x/xxx1x/x3x/1xxx1 x"),
    ],
)
def test_pushes_from_every_side(move: str, after: str) -> None:
    """From the left, the right, the top and the bottom; and a slide without a push."""
    assert small("1xxx1/x1o1x/x1x1x/x3x/1xxx1 x").play(move).text == after


def test_kings_keep_their_crowns() -> None:
    """A king that slides in or is pushed is still a king."""
    position = fuse("4X3/8/4o3/4x3/8/4O3/8/4x3 x", kings=1)
    assert position.play("e0e3").text == "8/8/8/4X3/4o3/4x3/4O3/4x3 x"
    assert position.play("e7e5").text == "4X3/8/4o3/4x3/4O3/4x3/8/8 x"


def test_who_cannot_move_passes_and_may_move_later() -> None:
    """Black is blocked; then a push along a column opens Black's row again."""
    position = small("1xxo1/ooox1/2ox1/3xx/3o1 x")
    passed = position.play("c0c1")
    assert passed.text == "1x1o1/ooxx1/2ox1/2oxx/3o1 x"
    assert passed.play("b0b2").text == "3o1/o1xx1/1xox1/1ooxx/3o1 o"


def test_the_game_is_over_when_nobody_can_move() -> None:
    """The last move of a 2 × 2 area fills it, even if discs are left on the ring."""
    position = fuse("4/xxo1/1o1o/4 o", rows=2, columns=2).play("d2c2")
    assert position.text == "4/xxo1/1oo1/4 -"
    assert position.over and position.legal_moves() == []
    assert position.explain("a1b1") is not None


@pytest.mark.parametrize(
    ("game_text", "counts"),
    [
        ("fuse rows=2 columns=2", [8, 52, 168, 320, 0]),
        ("fuse rows=2 columns=3", [13, 122, 891, 4253]),
        ("fuse", [72, 5050]),
    ],
)
def test_perft(game_text: str, counts: list[int]) -> None:
    """The numbers of move sequences, as a naive model of the rules counts them too."""
    assert [perft(start(game_text), depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("moves_before", [0, 7])
def test_random_games_are_uniform(moves_before: int) -> None:
    """Random games choose all legal moves equally often."""
    position = random_walk(start("fuse rows=4 columns=5"), moves_before, 3)
    after = {position.play(move).text for move in position.legal_moves()}
    drawn = Counter(random_walk(position, 1, seed).text for seed in range(100 * len(after)))
    assert len(after) == len(position.legal_moves()) and drawn.keys() == after
    chi_squared = sum((drawn[text] - 100) ** 2 / 100 for text in after)
    assert chi_squared < len(after) + 4 * math.sqrt(2 * len(after))


def test_random_games_end() -> None:
    """Every disc enters once at most, so a game has at most as many moves as discs."""
    tally = random_games(start("fuse rows=4 columns=4"), 50, 1)
    assert tally.games == 50 and tally.moves <= 50 * 16
    assert sum(tally.wins) == 50 + tally.shared


def test_a_random_game_can_be_broken_off() -> None:
    """A random walk of three moves takes three discs from the ring."""
    ring = ring_of(GAME.read(random_walk(start("fuse"), 3, 1).text, {}))
    assert ring.count(".") == 3


# --- scores --------------------------------------------------------------------------------


def sizes(position: Fuse, player: int) -> list[int]:
    """The sizes of a player's groups, largest first."""
    return sorted((size for size, _ in position.groups(player)), reverse=True)


def test_the_printed_middle_board() -> None:
    """One disc is left on the ring, with one move; Black has a disc too many."""
    position = fuse(MIDDLE)
    assert (MIDDLE.count("x") - 1, MIDDLE.count("o")) == (12, 13)
    assert texts(position) == ["f0f1"]
    assert sizes(position, 0) == [7, 2, 1, 1]
    assert sizes(position, 1) == [7, 2, 1, 1, 1, 1]


def test_the_printed_second_middle_board() -> None:
    """14 white and 11 black discs can be read and played."""
    position = fuse("1xo1oo2/x2o3x/o3o1x1/x6x/x2x3o/4o2o/x6x/1oxxoxx1 x")
    assert position.scores() == (1, 1)


@pytest.mark.parametrize(
    ("options", "scores", "result"),
    [
        ({}, (7, 6), "p1win"),
        ({"scoring": "product"}, (14, 18), "p2win"),
        ({"ring-counts": True}, (7, 6), "p1win"),
        ({"scoring": "product", "ring-counts": True}, (14, 18), "p2win"),
    ],
)
def test_the_printed_final_board(
    options: dict[str, Any], scores: tuple[int, int], result: str
) -> None:
    """White has the larger group, Black the larger product; the stranded disc adds a factor 1."""
    position = fuse(FINAL, **options)
    assert sizes(fuse(FINAL), 0) == [7, 2, 1, 1]
    assert sizes(fuse(FINAL), 1) == [6, 3, 1, 1, 1]
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.result) == (scores, result)


def test_equal_scores_draw() -> None:
    """Two pairs face each other."""
    outcome = fuse("4/1xx1/1oo1/4 -", rows=2, columns=2).outcome()
    assert outcome is not None and outcome.result == "draw" and outcome.winners == (0, 1)


def test_a_king_counts_two() -> None:
    """In the largest group, and in every factor of the product."""
    text = "5/1Xxo1/1o1O1/1x1o1/2x2 x"
    assert small(text, kings=1).scores() == (3, 4)
    assert small(text, kings=1, scoring="product").scores() == (3, 4)
    assert small(text.lower(), scoring="product").scores() == (2, 3)


def test_without_a_counting_disc_the_score_is_nought() -> None:
    """Also with the product, which then has no factor."""
    for scoring in ("largest", "product"):
        assert start(f"fuse scoring={scoring}").scores() == (0, 0)
        alone = small("2x2/2o2/5/5/5 x", scoring=scoring)
        assert alone.scores() == (0, 1)
        assert small("2x2/2o2/5/5/5 x", scoring=scoring, ring_counts=True).scores() == (1, 1)


def test_discs_on_the_ring_count_by_option_only() -> None:
    """They belong to groups with their orthogonal neighbours on ring and area."""
    text = "1xxo1/2x1o/4o/5/3x1 x"
    assert small(text).scores() == (1, 0)
    assert small(text, ring_counts=True).scores() == (3, 2)
    assert start("fuse ring-counts=on").scores() == (2, 2)


def test_corners_part_the_ring() -> None:
    """Neighbours around a corner are not orthogonal neighbours, and neither are opposite sides."""
    position = fuse("1xoooox1/x6x/8/8/8/8/x6x/1xoooox1 x", ring_counts=True)
    assert sizes(position, 0) == [1] * 8
    assert sizes(position, 1) == [4, 4]


# --- texts ---------------------------------------------------------------------------------


def test_positions_are_read_back() -> None:
    """A position text is read back exactly, with every option."""
    for seed in range(20):
        game = f"fuse rows=4 columns=5 kings=2 scoring=product ring-counts=on seed={seed}"
        position = random_walk(start(game), seed, seed)
        again = read(position.full_text)
        assert again == position and hash(again) == hash(position)
        assert again.text == position.text and again.legal_moves() == position.legal_moves()
    assert start("fuse kings=1 seed=7").full_text.startswith("fuse kings=1 | ")


@pytest.mark.parametrize(
    "options", [{"kings": 1}, {"scoring": "product"}, {"ring-counts": "on"}, {"kings": 3}]
)
def test_options_are_part_of_a_position(options: dict[str, Any]) -> None:
    """The same discs with other options are a different position."""
    other = fuse(MIDDLE, **options)
    assert other != fuse(MIDDLE) and hash(other) != hash(fuse(MIDDLE))


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("", "position", "it must have 2 fields"),
        ("5/5/5/5/5  x", "position", "it must have 2 fields"),
        ("5/5/5/5 x", "cells", "it has 5 rows, not 4"),
        ("5/5/5/5/6 x", "cells", "row 5 has 5 cells, not 6"),
        ("2x2/14/5/5/5 x", "cells", "row 2 has 5 cells, not 14"),
        ("2x2/1v3/5/5/5 x", "cells", "row 2 has 'v' at place 2"),
        ("2x2/05/5/5/5 x", "cells", "row 2 has '0' at place 1"),
        ("2x2/5/5/5/x4 x", "cells", "a4 is a corner, which is not part of the board"),
        ("4o/5/5/5/5 o", "cells", "e0 is a corner"),
        ("2X2/5/5/5/5 x", "cells", "Player 1 has 1 kings (X) where the option kings allows 0"),
        ("2x2/5/2O2/5/5 x", "cells", "Player 2 has 1 kings (O) where the option kings allows 0"),
        ("2x2/5/5/5/5 v", "player", "'v' is not one of x, o, -"),
        ("2x2/5/5/5/5 X", "player", "'X' is not one of x, o, -"),
        ("2x2/5/5/5/5 -", "player", "the game is not over: write a player who can move (x)"),
        ("2x2/5/5/5/5 o", "player", "Player 2 has no disc that can slide in and passes: write x"),
        ("5/5/5/5/5 x", "player", "nobody can move: the game is over, write -"),
        ("2x2/2o2/2o2/2o2/5 x", "player", "nobody can move: the game is over, write -"),
    ],
)
def test_bad_positions_are_refused(text: str, field: str, reason: str) -> None:
    """The error names the field and the reason."""
    with pytest.raises(PositionError) as error:
        small(text)
    assert error.value.field == field
    assert str(error.value.reason).startswith(reason)


def test_any_number_of_discs_can_be_read() -> None:
    """Only our own starts are balanced; fewer kings than the option allows are fine too."""
    assert small("1xxx1/xxxxx/xxxxx/xxxxx/1xx2 -").scores() == (9, 0)
    assert small("2X2/5/5/5/5 x", kings=3).scores() == (0, 0)
    assert small("5/5/5/5/5 -").scores() == (0, 0)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("a1", "'a1' is not a move: write a ring spot and a cell of the area, such as a1b1"),
        ("", "'' is not a move"),
        ("a1c1x", "'a1c1x' is not a move"),
        ("a1-c1", "'a1-c1' is not a move"),
        ("a١c1", "'a١c1' is not a move"),
        ("a1\u212a1", "'a1\u212a1' is not a move"),
        ("a111111111c1", "'a111111111c1' is not a move"),
        ("f0c1", "f0 is not on the grid: columns a to e, rows 0 to 4"),
        ("a1a5", "a5 is not on the grid"),
        ("a01c1", "a01 is not on the grid"),
        ("a99c1", "a99 is not on the grid"),
        ("a1a1", "a move cannot start and end on the same cell, a1"),
        ("a0b1", "a0 is a corner: a move starts from a ring spot"),
        ("e4d3", "e4 is a corner: a move starts from a ring spot"),
        ("c1c2", "c1 is inside, where discs move only when pushed: choose a disc on the ring"),
        ("d1d2", "d1 is inside, where discs move only when pushed: choose a disc on the ring"),
        ("b4b3", "there is no disc on b4"),
        ("e1d1", "e1 holds a disc of Player 2: you can move only your own"),
        ("a1a0", "a0 is a corner: a move ends in the area"),
        ("a1e1", "e1 is on the ring: a move ends in the area"),
        ("a1a2", "a2 is on the ring: a move ends in the area"),
        ("a1c2", "c2 is not straight ahead of a1: a disc slides along its row or column"),
        ("a1d1", "a disc that slides from a1 to d1 would push one out of the area: it can go 2"),
        ("a2b2", "the line ahead of a2 is full: a disc would be pushed out of the area"),
        ("A1D1", "a disc that slides from a1 to d1 would push one out of the area: it can go 2"),
    ],
)
def test_an_illegal_move_is_answered_by_its_rule(move: str, reason: str) -> None:
    """Every rule has its own sentence."""
    position = small("2X2/x1O1O/xoxo1/5/5 x", kings=2)
    assert str(position.explain(move)).startswith(reason)
    with pytest.raises(MoveError):
        position.play(move)


def test_moves_are_read_in_either_case() -> None:
    """They are written in lower case."""
    position = small("2x2/x1o1o/5/5/5 x")
    assert position.move("A1B1") == position.move("a1b1")
    assert position.move_text(position.move("A1b1")) == "a1b1"
    assert position.explain("a1b1") is None


def test_nothing_can_be_played_after_the_end() -> None:
    """Whatever the move."""
    assert str(fuse(FINAL).explain("f0f1")) == "the game is over"


@pytest.mark.parametrize(
    "given",
    [{"rows": 1}, {"rows": 7}, {"columns": 7}, {"kings": 4}, {"scoring": "sum"}, {"seed": 2**63}],
)
def test_options_have_their_range(given: dict[str, Any]) -> None:
    """Sizes from 2 to 6, at most three kings, and a seed below 2**63."""
    with pytest.raises(OptionError):
        GAME.start(**given)


# --- the evaluation --------------------------------------------------------------------------


def test_at_the_start_only_the_turn_tells_the_players_apart() -> None:
    """Swapping the turn swaps their chances, which are about equal."""
    white = GAME.start()
    black = fuse(white.text[:-1] + "o")
    assert white.evaluate(0) == black.evaluate(1)
    assert abs(white.evaluate(0)) < 60


def test_a_larger_group_is_better() -> None:
    """Connected discs are better than separate ones, for both players."""
    together = small("2x2/1xx1o/1o3/3o1/2o2 x")
    apart = small("2x2/1x1xo/1o3/2o2/2o2 x")
    assert together.evaluate(0) > apart.evaluate(0)
    assert together.evaluate(1) < apart.evaluate(1)


def test_a_product_grows_by_even_groups() -> None:
    """Two times two is more than three times one, although three is the larger group."""
    rings = "1xoxoxo1/{}/8/8/8/8/8/8 x"
    even, uneven = rings.format("1xx1xx2"), rings.format("1xxx1x2")
    assert fuse(even).evaluate(0) < fuse(uneven).evaluate(0)
    product = [fuse(text, scoring="product").evaluate(0) for text in (even, uneven)]
    assert product[0] > product[1]


def test_a_king_in_the_group_is_better() -> None:
    """A king makes its group larger."""
    crowned, plain = "2x2/1xX1o/1o3/3o1/2o2 x", "2X2/1xx1o/1o3/3o1/2o2 x"
    assert small(crowned, kings=1).evaluate(0) > small(plain, kings=1).evaluate(0)


def test_a_disc_that_is_shut_out_is_worth_nothing() -> None:
    """A disc on the ring is better than none if it can slide in, but not at a full line."""
    line = "5/{}/5/5/1o3 o"
    shut, free = small(line.format("xoxo1")), small(line.format("xox2"))
    assert shut.evaluate(0) == small(line.format("1oxo1")).evaluate(0)
    assert free.evaluate(0) > small(line.format("1ox2")).evaluate(0)


def test_a_lead_is_surer_near_the_end() -> None:
    """The same lead counts more if fewer discs can still slide in."""
    early = fuse("1xoxo3/2xxx3/8/8/8/8/8/8 x")
    late = fuse("1xo5/2xxx3/8/8/8/8/8/8 x")
    assert late.evaluate(0) > early.evaluate(0) > 0


# --- the picture ---------------------------------------------------------------------------


def test_a_move_is_two_touches() -> None:
    """The disc, then the cell to which it goes; both are sites of the picture."""
    position = start("fuse rows=2 columns=3")
    sites = {site.name for site in position.scene().all_sites()}
    steps = [position.steps(move) for move in position.legal_moves()]
    assert len(set(steps)) == len(steps) and {len(step) for step in steps} == {2}
    assert {site for step in steps for touch in step for site in touch} <= sites
    assert position.steps(position.move("c0c1")) == (("c0",), ("c1",))


def test_every_cell_but_the_corners_is_a_site() -> None:
    """Once each: 24 spots and 36 cells on a 6 × 6 area."""
    names = [site.name for site in start("fuse").scene().sites]
    assert len(names) == len(set(names)) == 60
    assert not {"a0", "h0", "a7", "h7"} & set(names)


def test_spots_are_round_and_cells_square() -> None:
    """Their labels differ too."""
    sites = {site.name: site for site in small("2x2/5/5/5/5 x").scene().sites}
    assert (sites["c0"].shape, sites["c1"].shape) == ("circle", "square")
    assert (str(sites["c0"].label), str(sites["c1"].label)) == ("ring spot c0", "c1")


def test_discs_and_kings_are_named() -> None:
    """White is player 1; a king has a crown."""
    scene = small("2X2/2o2/5/5/5 x", kings=1).scene()
    king, disc = scene.pieces
    assert (king.site, king.colour, king.letter) == ("c0", "white", "X") and king.form.emblem
    assert (disc.site, disc.colour, disc.letter) == ("c1", "black", "o") and not disc.form.emblem
    assert str(king.name) == "white king of Player 1"
    assert str(disc.name) == "black disc of Player 2"


def test_bars_join_the_largest_groups() -> None:
    """Of each colour; if several are the largest, all of them."""
    scene = small("2x2/1xxo1/3o1/1x1x1/1o3 x").scene()
    joined = [(link.first, link.second, link.colour) for link in scene.links]
    assert joined == [("b1", "c1", "white"), ("d1", "d2", "black")]
    both = small("2x2/1xxo1/3o1/1xx2/1o3 x").scene()
    assert [link.first for link in both.links] == ["b1", "b3", "d1"]


def test_bars_do_not_wrap_round_the_board() -> None:
    """The bottom spot of a column and the top spot of the next one are far apart."""
    scene = fuse("2x5/8/8/8/8/8/8/1x6 x", ring_counts=True).scene()
    assert scene.links == ()


def test_the_last_move_is_marked() -> None:
    """Where the disc came from and where it went."""
    before = small("2x2/x1o1o/5/5/5 x")
    assert marked(picture(before.play("a1c1"), before, "a1c1")) == {
        "last": ("c1",),
        "origin": ("a1",),
    }
    assert before.scene().marks == ()


def test_captions_tell_turn_and_scores() -> None:
    """Whose turn it is, then the scores."""
    assert captions(small("2x2/x1o1o/5/5/5 x")) == [
        "Player 1 to move",
        "Largest group: white 0, black 1",
    ]
    assert captions(small("2x2/x1o1o/5/5/5 o", scoring="product"))[1] == (
        "Product of groups: white 0, black 1"
    )


def test_a_pass_is_shown() -> None:
    """In a caption, and on the discs that are blocked."""
    before = small("1xxo1/ooox1/2ox1/3xx/3o1 x")
    after = before.play("c0c1")
    assert captions(after, before, "c0c1")[:-1] == [
        "Player 1 to move",
        "Player 1 slides a white disc from c0 to c1",
        "It pushes a black disc from c1 to c2, a black disc from c2 to c3",
        "Player 2 cannot move and has to pass",
    ]
    assert marked(picture(after, before, "c0c1"))["passed"] == ("d0", "d4", "a1")


def test_the_end_is_told() -> None:
    """Who has won, why the game is over, and the scores."""
    assert captions(fuse(FINAL)) == [
        "Player 1 has won",
        "Nobody can move: the game is over",
        "Largest group: white 7, black 6",
    ]
    assert captions(fuse("4/1xx1/1oo1/4 -", rows=2, columns=2))[0] == (
        "A draw between Player 1 and Player 2"
    )
