"""Lyngk: its rules, its texts and its picture."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.message import MoveError, OptionError, PositionError
from tabuleiro.core.playouts import perft, random_games, random_walk
from tabuleiro.core.position import LARGEST_EVALUATION
from tabuleiro.games import find_game, start
from tabuleiro.games.lyngk.rules import CELL_AT, NAMES, PLACES, WAYS_AHEAD, Lyngk
from tabuleiro.games.lyngk.text import CELLS_OF_ROW, cells_between
from tabuleiro.records import Ply
from tabuleiro.records.ply import scene_at

GAME = find_game("lyngk")
PRINTED = (
    "r,d,b/r,i/g,i,d/g,w,b,b/d,i,g/b,g,r,w/i,d,b,r,i/d,i,d,g/r,i,b/b,w,r,g/i,r,d/d,g/r,g,b"
    " -:- 0:0 x -"
)
EMPTY_BOARD = (
    "-,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-/-,-/-,-,-"
)


def board(stacks: dict[str, str]) -> str:
    """The board text with these stacks (top first) on the cells named."""
    return "/".join(
        ",".join(stacks.get(NAMES[cell], "-") for cell in cells) for cells in CELLS_OF_ROW
    )


def place(stacks: dict[str, str], rest: str = "-:- 0:0 x -", **options: str) -> Lyngk:
    """The position with these stacks; `rest` are the fields after them."""
    position = GAME.read(f"{board(stacks)} {rest}", dict(options))
    assert isinstance(position, Lyngk)
    return position


def legal(position: Lyngk) -> list[str]:
    """The texts of the legal moves."""
    return [position.move_text(move) for move in position.legal_moves()]


def play(position: Lyngk, *moves: str) -> Lyngk:
    """The position after these moves."""
    for move in moves:
        after = position.play(move)
        assert isinstance(after, Lyngk)
        position = after
    return position


def result(position: Lyngk) -> str:
    """`p1win`, `p2win` or `draw`."""
    outcome = position.outcome()
    assert outcome is not None
    return outcome.result


# --- the board -----------------------------------------------------------------------------


def test_columns_have_1_4_7_6_7_6_7_4_1_cells() -> None:
    """The board has 43 cells in nine columns."""
    assert Counter(name[0] for name in NAMES.values()) == dict(
        zip("abcdefghi", (1, 4, 7, 6, 7, 6, 7, 4, 1), strict=True)
    )


@pytest.mark.parametrize(
    ("name", "row", "column"),
    [("a1", 6, 0), ("c7", 0, 2), ("c1", 12, 2), ("e4", 6, 4), ("i1", 6, 8)],
)
def test_cells_are_counted_from_the_bottom(name: str, row: int, column: int) -> None:
    """Names of cells and their places in the matrix."""
    assert NAMES[CELL_AT[row, column]] == name


@pytest.mark.parametrize(
    ("lines", "pairs", "count"), [("standard", 102, 21), ("horizontal", 98, 27)]
)
def test_lines(lines: str, pairs: int, count: int) -> None:
    """The numbers of neighbours on lines and of lines."""
    neighbours = [
        (cell, way)
        for cell, (row, column) in PLACES.items()
        for way, (down, right) in enumerate(WAYS_AHEAD[lines])
        if (row + down, column + right) in CELL_AT
    ]
    assert len(neighbours) == pairs
    begins = [
        (cell, way)
        for cell, way in neighbours
        for down, right in [WAYS_AHEAD[lines][way]]
        if (PLACES[cell][0] - down, PLACES[cell][1] - right) not in CELL_AT
    ]
    assert len(begins) == count


def test_rows_of_the_matrix() -> None:
    """The columns with a cell in each of the 13 rows."""
    middle = ["246", "1357", "02468", "1357", "246"]
    tips = ["246", "35", "246", "1357"]
    columns = ["".join(str(PLACES[cell][1]) for cell in cells) for cells in CELLS_OF_ROW]
    assert columns == tips + middle + tips[::-1]


@pytest.mark.parametrize(
    ("first", "last", "length"),
    [
        ("c7", "c1", 7), ("d6", "d1", 6), ("e7", "e1", 7), ("f6", "f1", 6), ("g7", "g1", 7),
        ("b4", "b1", 4), ("h4", "h1", 4),
        ("c7", "i1", 7), ("e7", "h4", 4), ("c6", "h2", 6), ("b4", "h1", 7), ("b3", "g2", 6),
        ("a1", "g1", 7), ("b1", "e1", 4),
        ("e7", "b4", 4), ("g7", "a1", 7), ("g6", "b2", 6), ("h4", "b1", 7), ("h3", "c2", 6),
        ("i1", "c1", 7), ("h1", "e1", 4),
    ],
)  # fmt: skip
def test_the_21_lines(first: str, last: str, length: int) -> None:
    """Seven vertical ones, seven that fall to the right and seven that fall to the left."""
    number = {name: cell for cell, name in NAMES.items()}
    between = cells_between("standard", number[first], number[last])
    assert between is not None
    assert len(between) + 2 == length


def test_degrees_of_the_standard_board() -> None:
    """19 cells have six neighbours, 12 five, 6 three, and the six tips two."""
    full = GAME.read(PRINTED)
    assert isinstance(full, Lyngk)
    degrees = Counter(len(full.sees(cell)) for cell in NAMES)
    assert degrees == {6: 19, 5: 12, 3: 6, 2: 6}


def test_pairs_on_a_common_line() -> None:
    """315 pairs of cells lie on a common line."""
    pairs = combinations(NAMES, 2)
    assert sum(cells_between("standard", a, b) is not None for a, b in pairs) == 315


# --- the start -----------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_start() -> None:
    """The start of the default seed, on every machine."""
    assert start("lyngk").text == (
        "g,w,d/i,g/w,r,d/b,i,i,r/d,i,i/d,b,w,g/r,r,g,d,r/b,b,d,r/b,r,g/g,i,g,r/b,g,b/i,i/d,d,b"
        " -:- 0:0 x -"
    )


def test_every_start_has_all_the_pieces() -> None:
    """Eight of each colour and three jokers."""
    texts = {start("lyngk", seed=seed).text for seed in (*range(60), 2**63 - 1)}
    assert len(texts) == 61
    for text in texts:
        pieces = Counter(text.split(" ")[0].replace("/", ",").split(","))
        assert pieces == {**dict.fromkeys("drigb", 8), "w": 3}
    assert {text[0] for text in texts} == set("drigbw")


def test_a_seed_is_no_part_of_the_game_text() -> None:
    """Positions have the variant and the lines, but not the seed."""
    position = start("lyngk", seed=5, variant="stack6", lines="horizontal")
    assert position.full_text.startswith("lyngk variant=stack6 lines=horizontal | ")


@pytest.mark.parametrize("seed", ["-1", str(2**63), "one", "01"])
def test_a_seed_is_a_whole_number_below_two_to_the_63(seed: str) -> None:
    """Other seeds are refused."""
    with pytest.raises(OptionError):
        start("lyngk", seed=seed)


# --- the printed start ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "without", "in_all"), [("standard", 165, 1051), ("horizontal", 162, 1011)]
)
def test_first_turns_of_the_printed_start(lines: str, without: int, in_all: int) -> None:
    """The numbers of first turns without and with a claim."""
    position = GAME.read(PRINTED, {"lines": lines})
    assert isinstance(position, Lyngk)
    claims = [move for move in legal(position) if move.startswith("claim-")]
    assert len(claims) == 5
    assert len(legal(position)) - 5 == without
    assert without + sum(len(legal(play(position, claim))) for claim in claims) == in_all


@pytest.mark.parametrize(
    ("colour", "count"),
    [("black", 179), ("red", 180), ("ivory", 185), ("green", 177), ("blue", 165)],
)
def test_first_moves_after_each_claim(colour: str, count: int) -> None:
    """The numbers of moves that follow each claim at the printed start."""
    position = GAME.read(PRINTED)
    assert isinstance(position, Lyngk)
    assert len(legal(play(position, f"claim-{colour}"))) == count


@pytest.mark.parametrize(("lines", "count"), [("standard", 27379), ("horizontal", 26416)])
def test_perft(lines: str, count: int) -> None:
    """Sequences of two moves from the printed start."""
    assert perft(GAME.read(PRINTED, {"lines": lines}), 2) == count


def test_random_games() -> None:
    """Random games have about 27 to 33 turns and are seldom drawn."""
    tally = random_games(GAME.read(PRINTED), 200, 1)
    assert 30 < tally.moves / tally.games < 38
    assert tally.shared / tally.games < 0.05


# --- moves of stacks -----------------------------------------------------------------------


def test_a_stack_goes_over_empty_cells_to_the_first_stack() -> None:
    """A stack reaches the first stack along each line, but not the one behind it."""
    position = place({"e1": "r", "e4": "d", "e7": "g", "b4": "i"})
    assert "e1e4" in legal(position)
    assert "e1e7" not in legal(position)
    assert "e4b4" in legal(position)  # along a diagonal, over d4 and c5


def test_there_are_no_horizontal_lines() -> None:
    """c4, e4 and g4 are on a horizontal line, which exists only with the option `lines`."""
    assert "c4e4" not in legal(place({"c4": "r", "e4": "d", "e5": "g"}))
    position = place({"c4": "r", "e4": "d", "d4": "g"}, lines="horizontal")
    assert "c4e4" in legal(position)
    assert "e5e4" not in legal(place({"e5": "r", "e4": "d", "d4": "g"}, lines="horizontal"))


def test_the_whole_stack_goes_on_top() -> None:
    """Letters are written from the top down."""
    position = play(place({"e4": "rd", "e5": "gi", "e6": "b", "e7": "b"}), "e4e5")
    assert position.stack(CELL_AT[4, 4]) == "rdgi"
    assert position.stack(CELL_AT[6, 4]) == ""


def test_a_neutral_stack_never_goes_onto_a_higher_one() -> None:
    """A single neutral piece goes onto single pieces only."""
    position = place({"e4": "r", "e5": "dg"})
    assert [move for move in legal(position) if "claim" not in move] == ["e5e4"]


def test_an_own_stack_goes_onto_a_higher_one() -> None:
    """For a claimed colour, the height does not matter."""
    assert "e4e5" in legal(place({"e4": "r", "e5": "dg"}, "r:- 0:0 x -"))


def test_no_stack_is_higher_than_five() -> None:
    """Three and three make six."""
    assert "e4e5" not in legal(place({"e4": "rdi", "e5": "gbw", "e6": "r"}, "r:- 0:0 x -"))
    assert "e4e5" in legal(place({"e4": "rdi", "e5": "gb"}))


def test_no_colour_comes_twice() -> None:
    """Stacks with a common colour cannot be combined, wherever it is."""
    assert "e4e5" not in legal(place({"e4": "rd", "e5": "gd", "e3": "i"}))


def test_jokers_may_meet() -> None:
    """A stack may have up to three jokers, and a single joker never moves."""
    position = place({"e4": "rww", "e5": "w"})
    assert [move for move in legal(position) if "claim" not in move] == ["e4e5"]
    assert play(position, "e4e5").stack(CELL_AT[4, 4]) == "rwww"


def test_the_opponents_stacks_stand_still() -> None:
    """Only the player who claimed a colour moves its stacks."""
    position = place({"e4": "r", "e5": "d", "e6": "g"}, "-:d 0:0 x -")
    assert not [move for move in legal(position) if move.startswith("e5")]
    assert "e4e5" in legal(position)


# --- the LYNGK rule ------------------------------------------------------------------------


def test_an_own_stack_goes_on_from_a_link() -> None:
    """e1 reaches e4, which has its own colour, and continues from there along another line."""
    position = place({"e1": "r", "e4": "r", "c3": "d"}, "r:- 0:0 x -")
    assert "e1c3" in legal(position)
    assert "e1e4" not in legal(position)


def test_links_follow_links() -> None:
    """A chain of two links; each part is a straight line over empty cells."""
    stacks = {"i1": "r", "e6": "r", "c5": "r", "c2": "d"}
    assert "i1c2" in legal(place(stacks, "r:- 0:0 x -"))
    assert "i1c2" not in legal(place({**stacks, "c4": "g"}, "r:- 0:0 x -"))


def test_neutral_stacks_have_no_links() -> None:
    """The LYNGK rule is only for claimed colours."""
    assert "e1c3" not in legal(place({"e1": "r", "e4": "r", "c3": "d"}))


def test_only_the_top_of_a_link_matters() -> None:
    """A stack with the colour below its top is not a link; one with the colour on top is."""
    assert "e1c3" in legal(place({"e1": "r", "e4": "rgb", "c3": "d"}, "r:- 0:0 x -"))
    assert "e1c3" not in legal(place({"e1": "r", "e4": "gr", "c3": "d"}, "r:- 0:0 x -"))


def test_a_joker_is_no_link() -> None:
    """A joker stands for any colour in a stack, but is not a link."""
    assert "e1c3" not in legal(place({"e1": "r", "e4": "w", "c3": "d"}, "r:- 0:0 x -"))


def test_an_obstacle_claimed_later_is_a_link() -> None:
    """It cannot move and nothing goes onto it, but its colour counts."""
    position = place({"e1": "r", "e4": "rdigb", "c3": "d"}, "r:- 0:0 x -")
    assert "e1c3" in legal(position)
    assert not [move for move in legal(position) if move.startswith("e4") or move.endswith("e4")]


def test_a_fresh_claim_gives_links_at_once() -> None:
    """The claim comes first, the move over links in the same turn."""
    position = place({"e1": "r", "e4": "r", "c3": "dg"})
    assert "e1c3" not in legal(position)
    assert "e1c3" in legal(play(position, "claim-red"))


# --- claims --------------------------------------------------------------------------------


def test_a_claim_is_followed_by_a_move_of_the_same_player() -> None:
    """After a claim the turn goes on, without a second claim."""
    position = play(place({"e4": "r", "e5": "d", "e6": "g"}), "claim-red")
    assert position.text.endswith(" r:- 0:0 x c")
    assert not [move for move in legal(position) if "claim" in move]
    assert play(position, "e4e5").text.endswith(" r:- 0:0 o -")


def test_claims_are_written_in_alphabetical_order() -> None:
    """In whatever order they were made."""
    position = play(place({"e4": "r", "e5": "d", "e6": "g"}, "r:- 0:0 x -"), "claim-green")
    assert position.text.endswith(" gr:- 0:0 x c")


def test_a_player_claims_two_colours_at_most() -> None:
    """With two colours there are no more claims, and the fifth colour stays neutral."""
    stacks = {"e4": "r", "e5": "d", "e6": "g"}
    assert not [m for m in legal(place(stacks, "br:- 0:0 x -")) if "claim" in m]
    assert [m for m in legal(place(stacks, "br:- 0:0 o -")) if "claim" in m] == [
        "claim-black",
        "claim-green",
        "claim-ivory",
    ]


def test_the_fifth_colour_stays_neutral() -> None:
    """When both players have two colours, nobody can claim the last one, and both may move it."""
    stacks = {"e4": "g", "e5": "d"}
    for player in "xo":
        assert legal(place(stacks, f"br:di 0:0 {player} -"))[0] == "e4e5"
        assert "claim-green" not in legal(place(stacks, f"br:di 0:0 {player} -"))


def test_a_claim_needs_a_move_to_follow() -> None:
    """Only red gives player 1 a move here, so they must claim it."""
    assert legal(place({"e4": "r", "e5": "dg"}, "-:d 0:0 x -")) == ["claim-red"]


# --- complete stacks -----------------------------------------------------------------------


def test_five_with_an_own_top_are_removed() -> None:
    """One point, and both cells are empty."""
    position = play(place({"e4": "rdig", "e5": "b"}, "r:- 0:0 x -"), "e4e5")
    assert position.text == f"{EMPTY_BOARD} r:- 1:0 - -"
    assert result(position) == "p1win"


def test_as_many_points_as_are_read_can_still_be_added_to() -> None:
    """With any points, the position after a move can be read back."""
    stacks = {"e4": "rdig", "e5": "b"}
    position = play(place(stacks, "r:- 999999997:0 x -"), "e4e5")
    assert GAME.read(position.text) == position
    with pytest.raises(PositionError, match="points: 999999998 are too many"):
        place(stacks, "r:- 999999998:0 x -")


def test_five_with_a_neutral_top_stay() -> None:
    """An obstacle blocks lines, does not move, takes no stack, and is nobody's point."""
    position = play(place({"e4": "rdig", "e5": "b", "e7": "d", "d6": "i"}), "e4e5")
    assert position.stack(CELL_AT[4, 4]) == "rdigb"
    assert position.scores() == (0, 0)
    assert [move for move in legal(position) if "claim" not in move] == ["d6e7", "e7d6"]


def test_a_claim_does_not_score_an_obstacle() -> None:
    """In the standard game it stays on the board."""
    position = play(place({"e5": "rdigb", "a1": "r", "b2": "d"}), "claim-red")
    assert position.scores() == (0, 0)
    assert position.stack(CELL_AT[4, 4]) == "rdigb"


# --- passes and the end --------------------------------------------------------------------


def test_a_player_without_a_turn_passes() -> None:
    """Player 2 has no stack to move and no colour to claim: player 1 moves again."""
    position = play(place({"e1": "r", "e2": "i", "e4": "g"}, "ir:bd 0:0 x -"), "e1e2")
    assert position.player == 0
    assert legal(position) == ["e2e4"]
    over = play(position, "e2e4")
    assert over.text.endswith(" ir:bd 0:0 - -")
    assert result(over) == "p1win"


def test_a_player_who_passed_moves_again_when_he_can() -> None:
    """Player 1 moves twice; the second move opens the way from g5 to c3."""
    stacks = {"g5": "rd", "f4": "dgi", "f3": "br", "c3": "big", "a1": "d", "b3": "b"}
    passed = play(place(stacks, "bd:gr 0:0 x -"), "a1b3")
    assert passed.player == 0
    again = play(passed, "f3f4")
    assert again.player == 1
    assert legal(again) == ["g5c3"]


@pytest.mark.parametrize(
    ("first", "second", "points", "variant", "expected"),
    [
        ("r", "d", "0:0", "standard", "draw"),
        ("r", "d", "0:1", "standard", "p2win"),
        ("rg", "d", "0:0", "standard", "p1win"),
        ("rdig", "dr", "0:0", "standard", "p1win"),
        ("rdig", "dr", "1:2", "standard", "p2win"),
        ("rdigb", "d", "0:0", "standard", "p2win"),
        ("rdigb", "drig", "0:0", "stack6", "p1win"),
        ("gdr", "d", "0:0", "standard", "p2win"),
    ],
)
def test_the_end(first: str, second: str, points: str, variant: str, expected: str) -> None:
    """Points decide, then own stacks by decreasing height; obstacles and neutral stacks do not
    count."""
    stacks = {"a1": first, "i1": second}
    assert result(place(stacks, f"r:d {points} - -", variant=variant)) == expected


# --- variants ------------------------------------------------------------------------------


def test_stack6_a_six_with_an_own_top_wins_at_once() -> None:
    """It stays on the board and counts as a point."""
    stacks = {"e4": "rdigb", "e5": "w", "a1": "g", "b2": "d"}
    position = play(place(stacks, "r:- 0:0 x -", variant="stack6"), "e4e5")
    assert position.text.endswith(" r:- 1:0 - -")
    assert position.stack(CELL_AT[4, 4]) == "rdigbw"
    assert result(position) == "p1win"


@pytest.mark.parametrize(("moved", "goal"), [("rdigw", "w"), ("rdig", "bw"), ("rw", "dwiw")])
def test_stack6_jokers_stand_for_white_and_for_colours(moved: str, goal: str) -> None:
    """One joker is white itself, the others stand for colours that are missing."""
    stacks = {"e4": moved, "e5": goal, "a1": "g", "b2": "d"}
    position = play(place(stacks, "r:- 0:0 x -", variant="stack6"), "e4e5")
    assert result(position) == "p1win"


def test_stack6_a_neutral_six_does_not_win() -> None:
    """It stays as an obstacle, even if its colour is claimed later."""
    stacks = {"e4": "rdigb", "e5": "w", "a1": "r", "b2": "d"}
    position = play(place(stacks, variant="stack6"), "e4e5")
    assert position.text.endswith(" -:- 0:0 o -")
    assert play(position, "claim-red").text.endswith(" -:r 0:0 o c")


def test_stack6_a_five_with_an_own_top_stays() -> None:
    """Stacks of five are not removed and can move on."""
    stacks = {"e4": "rdig", "e5": "b", "e7": "w", "a1": "d", "b2": "g"}
    position = play(place(stacks, "r:- 0:0 x -", variant="stack6"), "e4e5", "a1b2")
    assert position.scores() == (0, 0)
    assert "e5e7" in legal(position)


def test_obstacle_capture_takes_obstacles_at_the_claim() -> None:
    """The player who claims a colour scores every stack of five with that colour on top."""
    stacks = {"e5": "rdigb", "e7": "rwdig", "c1": "drigb", "a1": "r", "b2": "d"}
    position = play(place(stacks, variant="obstacle-capture"), "claim-red")
    assert position.text == f"{board({'c1': 'drigb', 'a1': 'r', 'b2': 'd'})} r:- 2:0 x c"


def test_obstacle_capture_judges_a_claim_after_the_removal() -> None:
    """Taking the green obstacle opens the line to e6; in the standard game nobody has a turn."""
    stacks = {"e4": "r", "e5": "gdiwb", "e6": "bd"}
    position = place(stacks, "r:b 0:0 x -", variant="obstacle-capture")
    assert legal(position) == ["claim-green"]
    assert legal(play(position, "claim-green")) == ["e4e6"]
    assert place(stacks, "r:b 0:0 - -").over


def test_obstacle_capture_takes_a_link_away() -> None:
    """A red obstacle is a link after a claim, unless the claim removes it."""
    stacks = {"e1": "r", "e4": "rdigb", "c3": "dg"}
    position = place(stacks, "-:bd 0:0 x -")
    assert legal(position) == ["claim-red"]
    assert legal(play(position, "claim-red")) == ["e1c3"]
    assert place(stacks, "-:bd 0:0 - -", variant="obstacle-capture").over


# --- random moves --------------------------------------------------------------------------


def test_random_moves_are_drawn_uniformly() -> None:
    """Own stacks over links, neutral stacks and claims: all legal moves are equally likely."""
    stacks = {
        "e1": "r", "e4": "r", "c3": "d", "e7": "g", "b4": "iw", "f4": "b", "g6": "gd", "h2": "w",
    }  # fmt: skip
    position = place(stacks, "r:d 0:0 x -")
    after = Counter(random_walk(position, 1, seed).text for seed in range(3000))
    assert len(after) == len(legal(position))
    expected = 3000 / len(after)
    chi_square = sum((count - expected) ** 2 / expected for count in after.values())
    assert chi_square < 2 * len(after)


# --- evaluations ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_at_the_start_nobody_is_ahead(seed: int) -> None:
    """Both can claim any colour, and no stack can be completed."""
    assert start("lyngk", seed=seed).evaluate(0) == 0


NEUTRAL = {"i1": "r", "h3": "i"}  # with a move, out of sight of column e


@pytest.mark.parametrize(
    ("better", "worse", "rest"),
    [
        ("e4=b", "e4=d", "b:g 0:0 x -"),
        ("e4=bdi e5=r", "e4=bd e5=r", "b:g 0:0 x -"),
        ("e4=b e5=r", "e4=b a1=r", "b:g 0:0 x -"),
        ("e4=bdi e5=gr", "e4=bdi e5=g", "b:dr 0:0 x -"),
    ],
)
def test_good_stacks_raise_the_evaluation(better: str, worse: str, rest: str) -> None:
    """Own stacks, higher ones, those that can move, and those that can be completed now."""
    first, second = (
        place(dict(pair.split("=") for pair in text.split()) | NEUTRAL, rest)
        for text in (better, worse)
    )
    assert first.evaluate(0) > second.evaluate(0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("b:g 1:0 x -", "b:g 0:0 x -"),
        ("-:g 0:0 x -", "d:g 0:0 x -"),
        ("b:dg 0:0 x -", "b:g 0:0 x -"),
        ("b:g 0:0 x -", "b:g 0:0 o -"),
    ],
)
def test_points_claims_and_the_turn_raise_the_evaluation(better: str, worse: str) -> None:
    """Points, a claim left, an opponent without one, a stack that can be completed."""
    stacks = {"e4": "bdi", "e5": "rw", **NEUTRAL}
    assert place(stacks, better).evaluate(0) > place(stacks, worse).evaluate(0)


def test_obstacle_capture_values_obstacles_that_can_still_be_claimed() -> None:
    """An obstacle has a value for the only player with a claim left."""
    stacks = {"e5": "rdigb", **NEUTRAL}
    taken = place(stacks, "-:dg 0:0 x -", variant="obstacle-capture")
    assert taken.evaluate(0) > place(stacks, "-:dg 0:0 x -").evaluate(0)


@pytest.mark.parametrize(
    ("rest", "certain"), [("r:- 0:0 x -", True), ("-:- 0:0 x -", True), ("d:- 0:0 x c", False)]
)
def test_stack6_a_six_to_be_completed_is_certain(rest: str, certain: bool) -> None:
    """Also after a claim, but there is only one claim per turn."""
    position = place({"e4": "rdigb", "e5": "w", "e7": "d"}, rest, variant="stack6")
    assert (position.evaluate(0) == LARGEST_EVALUATION) == certain


# --- texts ---------------------------------------------------------------------------------


def test_legal_moves_come_in_the_order_of_their_texts() -> None:
    """Claims are between the moves from column c and those from column d."""
    texts = legal(place({"c3": "r", "c4": "d", "d3": "g"}))
    assert texts == sorted(texts)
    at = texts.index("claim-black")
    assert (texts[at - 1][0], texts[at + 5][0]) == ("c", "d")


@pytest.mark.parametrize("text", ["c3c4", "C3C4", "c3C4"])
def test_moves_are_read_in_either_case(text: str) -> None:
    """Written in lower case."""
    position = place({"c3": "r", "c4": "d"})
    assert position.move_text(position.move(text)) == "c3c4"
    assert position.move_text(position.move("CLAIM-Red")) == "claim-red"


@pytest.mark.parametrize(
    "text",
    ["", "c3", "c3c", "c3-c4", "c3c4c5", "claim", "claim-", "claim-white", "claim-w", "c٣c4",
     "c3c4 ", "claim-blac\u212a", "c" * 100_000, "c" + "9" * 5000 + "c4", "\x00", "swap"],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    """All other texts raise MoveError."""
    with pytest.raises(MoveError):
        place({"c3": "r", "c4": "d"}).play(text)


@pytest.mark.parametrize(
    ("stacks", "rest"),
    [
        ({"e4": "dwr", "e5": "g"}, "-:- 0:0 x -"),
        ({"e4": "dww", "e5": "g"}, "bg:d 0:7 o -"),
        ({"e4": "w", "e5": "g"}, "-:- 12:123 x -"),
        ({"e4": "drigb", "e5": "g", "e6": "r"}, "d:- 0:0 x -"),
        ({}, "-:- 0:0 - -"),
    ],
)
def test_positions_are_read_back(stacks: dict[str, str], rest: str) -> None:
    """The formatter writes what the parser has read."""
    assert place(stacks, rest).text == f"{board(stacks)} {rest}"


MOVABLE = {"c3": "r", "c4": "d"}
HIGH = {"c3": "rdigbw", "c5": "g", "c6": "r"}


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("", "position", "fields"),
        (f"{board(MOVABLE)} -:- 0:0 x", "position", "it must have 5 fields"),
        (f"{board(MOVABLE)}  -:- 0:0 x -", "position", "not 6"),
        (f"{board(MOVABLE)}/- -:- 0:0 x -", "stacks", "it has 13 rows, not 14"),
        (f"-,{board(MOVABLE)} -:- 0:0 x -", "stacks", "row 1 has 3 cells, not 4"),
        (f"{board({'c3': 'R'})} -:- 0:0 x -", "stacks", "c3 holds 'R'"),
        (f"{board({'c3': ''})} -:- 0:0 x -", "stacks", "c3 holds ''"),
        (f"{board(HIGH)} -:- 0:0 x -", "stacks", "the stack on c3 is 6 high: the limit is 5"),
        (f"{board({'c3': 'wr'})} -:- 0:0 x -", "stacks", "a joker lies on top of the stack on c3"),
        (f"{board({'c3': 'ww'})} -:- 0:0 x -", "stacks", "a joker lies on top of the stack on c3"),
        (f"{board({'c3': 'rgr'})} -:- 0:0 x -", "stacks", "the stack on c3 holds r twice"),
        (f"{board(dict.fromkeys(list(NAMES.values())[:9], 'r'))} -:- 0:0 x -",
         "stacks", "there are 9 pieces r: the game has 8"),
        (f"{board(dict.fromkeys(list(NAMES.values())[:4], 'w'))} -:- 0:0 x -",
         "stacks", "there are 4 pieces w: the game has 3"),
        (f"{board(MOVABLE)} - 0:0 x -", "claims", "not two lists"),
        (f"{board(MOVABLE)} -:-:- 0:0 x -", "claims", "not two lists"),
        (f"{board(MOVABLE)} w:- 0:0 x -", "claims", "'w' is not a list of the colours"),
        (f"{board(MOVABLE)} :- 0:0 x -", "claims", "'' is not a list of the colours"),
        (f"{board(MOVABLE)} gb:- 0:0 x -", "claims", "gb are not in alphabetical order"),
        (f"{board(MOVABLE)} bgr:- 0:0 x -", "claims", "bgr are 3 colours"),
        (f"{board(MOVABLE)} bb:- 0:0 x -", "claims", "b is claimed twice"),
        (f"{board(MOVABLE)} b:bg 0:0 x -", "claims", "b is claimed twice"),
        (f"{board(MOVABLE)} -:- 0 x -", "points", "'0' is not two numbers"),
        (f"{board(MOVABLE)} -:- 00:0 x -", "points", "'00:0' is not two numbers"),
        (f"{board(MOVABLE)} -:- -1:0 x -", "points", "'-1:0' is not two numbers"),
        (f"{board(MOVABLE)} -:- ٣:0 x -", "points", "is not two numbers"),
        (f"{board(MOVABLE)} -:- {'9' * 50}:0 x -", "points", "is not two numbers"),
        (f"{board(MOVABLE)} -:- 0:0 v -", "player", "'v' is not one of x, o, -"),
        (f"{board(MOVABLE)} -:- 0:0 - -", "player", "the game is not over"),
        (f"{board({})} -:- 0:0 x -", "player", "the game is over: write -"),
        (f"{board({'c3': 'r', 'c4': 'dg'})} bd:gr 0:0 o x", "claimed", "'x' is not c or -"),
        (f"{board(MOVABLE)} -:- 0:0 x c", "claimed", "Player 1 has no colour to have just claimed"),
        (f"{board({'c3': 'r', 'c4': 'dg'})} b:d 0:0 x c", "claimed", "Player 1 has no move"),
        (f"{board({})} b:- 0:0 - c", "claimed", "the game is over: write -"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(text: str, field: str, reason: str) -> None:
    """The error names the field and says why."""
    with pytest.raises(PositionError) as caught:
        GAME.read(text)
    assert caught.value.field == field
    assert reason in str(caught.value)


def test_a_player_who_must_pass_is_not_to_move() -> None:
    """Player 2 can neither move nor claim, player 1 can move."""
    with pytest.raises(PositionError, match="player: Player 2 cannot move and passes"):
        place({"e1": "r", "e2": "i"}, "ir:bd 0:0 o -")


@pytest.mark.parametrize("rest", ["-:- 2:0 - -", "-:- 1:0 x -"])
def test_stack6_a_point_is_the_end(rest: str) -> None:
    """A player has at most one point, and then the game is over."""
    with pytest.raises(PositionError):
        place(MOVABLE, rest, variant="stack6")
    assert place(MOVABLE, "-:- 1:0 - -", variant="stack6").over


def test_stack6_has_stacks_of_six() -> None:
    """The limit is 6."""
    assert place(HIGH, variant="stack6").stack(CELL_AT[8, 2]) == "rdigbw"


@pytest.mark.parametrize(
    ("stacks", "rest", "move", "reason"),
    [
        (MOVABLE, "-:- 0:0 x -", "c3a2", "a2 is not a cell of the board"),
        (MOVABLE, "-:- 0:0 x -", "j1c3", "j1 is not a cell of the board"),
        (MOVABLE, "-:- 0:0 x -", "c5c3", "there is no stack on c5"),
        (MOVABLE, "-:- 0:0 x -", "c3c5", "c5 is empty: a stack only moves onto another stack"),
        (MOVABLE, "-:- 0:0 x -", "c3c3", "the stack on c3 cannot be put on itself"),
        (MOVABLE, "-:d 0:0 x -", "c4c3", "the stack on c4 is black, a colour of Player 2"),
        ({**MOVABLE, "c5": "w"}, "-:- 0:0 x -", "c5c4",
         "the stack on c5 is a joker, which nobody can move"),
        ({**MOVABLE, "c5": "gib", "c6": "irw"}, "-:- 0:0 x -", "c6c5",
         "the stack would be 6 high: the limit is 5"),
        ({**MOVABLE, "c5": "gi"}, "-:- 0:0 x -", "c4c5",
         "a neutral stack cannot go onto a higher one: c4 is 1 high and c5 2"),
        ({**MOVABLE, "c5": "gdi", "c6": "gd"}, "-:- 0:0 x -", "c5c6",
         "a stack holds no colour twice: both c5 and c6 have black, green"),
        ({**MOVABLE, "c5": "g"}, "-:- 0:0 x -", "c3c5", "the stack on c4 stands between c3 and c5"),
        ({**MOVABLE, "e4": "g"}, "-:- 0:0 x -", "c4e4", "no line leads from c4 to e4"),
        ({**MOVABLE, "c5": "g"}, "r:- 0:0 x -", "c3c5",
         "the stack on c4 stands between c3 and c5, and no chain of red links leads round it"),
        ({**MOVABLE, "e4": "g"}, "d:- 0:0 x -", "c4e4",
         "no line leads from c4 to e4, nor does a chain of black links"),
        (MOVABLE, "r:- 0:0 x c", "claim-black",
         "you have already claimed a colour in this turn: now move a stack"),
        (MOVABLE, "br:- 0:0 x -", "claim-black",
         "you have two colours already, and no player claims more"),
        (MOVABLE, "r:- 0:0 x -", "claim-red", "red is not available: Player 1 has claimed it"),
        (MOVABLE, "-:d 0:0 x -", "claim-black", "black is not available: Player 2 has claimed it"),
        ({"e4": "r", "e5": "dg"}, "-:d 0:0 x -", "claim-blue",
         "a claim comes before a move, and with blue you would have no move"),
        (MOVABLE, "-:- 0:0 x -", "claim-white", "white cannot be claimed"),
        ({}, "-:- 0:0 - -", "c3c4", "the game is over"),
    ],
)  # fmt: skip
def test_illegal_moves_are_explained(
    stacks: dict[str, str], rest: str, move: str, reason: str
) -> None:
    """Every rule has its own sentence."""
    said = place(stacks, rest).explain(move)
    assert said is not None
    assert str(said).startswith(reason)


def test_stack6_explains_its_own_limit() -> None:
    """There the limit is six."""
    position = place({"c3": "rdig", "c4": "biw", "c5": "g"}, variant="stack6")
    assert str(position.explain("c3c4")) == "the stack would be 7 high: the limit is 6"


# --- the picture ---------------------------------------------------------------------------


def test_steps_are_sites_of_the_scene() -> None:
    """A stack move touches two cells, a claim one marker beside the board."""
    position = place({"c3": "r", "c4": "d"})
    assert position.steps(position.move("c3c4")) == (("c3",), ("c4",))
    assert position.steps(position.move("claim-red")) == (("claim-red",),)
    names = [site.name for site in position.scene().all_sites()]
    assert len(set(names)) == len(names)
    assert set(Chooser.of(position).touchable()) <= set(names)


def test_stacks_are_drawn_from_the_bottom_to_the_top() -> None:
    """And a claimed marker is on the card of its owner."""
    scene = place({"c3": "rgw", "c4": "d"}, "r:- 0:3 x -").scene()
    assert "".join(piece.colour for piece in scene.pieces if piece.site == "c3") == "wgr"
    first, unclaimed, second = scene.supplies
    assert [site.name for site in first.sites] == ["claim-red", "x-free-2"]
    assert len(unclaimed.sites) == 4
    assert (str(first.note), str(second.note)) == ("stacks won: 0", "stacks won: 3")


@pytest.mark.parametrize(("lines", "count"), [("standard", 102), ("horizontal", 98)])
def test_lines_are_drawn_between_neighbours(lines: str, count: int) -> None:
    """Depending on the option."""
    assert len(start("lyngk", lines=lines).scene().lines) == count


@pytest.mark.parametrize(
    ("stacks", "rest", "options", "move", "captions"),
    [
        (MOVABLE, "-:- 0:0 x -", {}, "claim-red",
         ["Player 1 has claimed and now moves a stack", "Player 1 claims red",
          "Stacks won: 0 to 0"]),
        ({"e5": "rdigb", **MOVABLE}, "-:- 0:0 x -", {"variant": "obstacle-capture"}, "claim-red",
         ["Player 1 has claimed and now moves a stack", "Player 1 claims red",
          "Player 1 takes the obstacle on e5", "Stacks won: 1 to 0"]),
        ({"e4": "rdig", "e5": "b"}, "r:- 0:0 x -", {}, "e4e5",
         ["Player 1 has won", "Nobody has a move left",
          "Player 1 moves the stack red, black, ivory, green from e4 to e5",
          "Player 1 removes the stack from e5: red, black, ivory, green, blue",
          "Stacks won: 1 to 0"]),
        ({"e4": "rdig", "e5": "b", "e7": "d", "d6": "i"}, "-:- 0:0 x -", {}, "e4e5",
         ["Player 2 to move, or to claim a colour first",
          "Player 1 moves the stack red, black, ivory, green from e4 to e5",
          "The neutral stack on e5 stays as an obstacle: red, black, ivory, green, blue",
          "Stacks won: 0 to 0"]),
        ({"e1": "r", "e2": "i", "e4": "g"}, "ir:bd 0:0 x -", {}, "e1e2",
         ["Player 1 to move", "Player 1 moves red from e1 to e2",
          "e2 now has 2 pieces, red on top of ivory",
          "Player 2 cannot move and has to pass", "Stacks won: 0 to 0"]),
        ({"e1": "r", "e4": "r", "c3": "d", "c4": "g", "c5": "i"}, "r:- 0:0 x -", {}, "e1c3",
         ["Player 2 to move, or to claim a colour first", "Player 1 moves red from e1 to c3",
          "It goes over the link e4", "c3 now has 2 pieces, red on top of black",
          "Stacks won: 0 to 0"]),
        ({"e4": "r", "e5": "dg", "e6": "b"}, "br:d 0:0 x -", {}, "e6e5",
         ["Player 1 to move", "Player 1 moves blue from e6 to e5",
          "e5 now has 3 pieces, from the top blue, black, green",
          "Player 2 cannot move and has to pass", "Stacks won: 0 to 0"]),
        ({"e4": "rdigb", "e5": "w"}, "r:- 0:0 x -", {"variant": "stack6"}, "e4e5",
         ["Player 1 has won",
          "Player 1 moves the stack red, black, ivory, green, blue from e4 to e5",
          "Player 1 completes the six on e5: red, black, ivory, green, blue, joker",
          "Player 1 has a stack of six"]),
        ({"e1": "r", "e2": "i", "a1": "ib"}, "ir:bd 1:1 x -", {}, "e1e2",
         ["Player 1 has won", "Nobody has a move left",
          "Points are equal: own stacks of height 2 decide, 2 to 0",
          "Player 1 moves red from e1 to e2",
          "e2 now has 2 pieces, red on top of ivory", "Stacks won: 1 to 1"]),
        ({"e1": "g", "e2": "i"}, "r:bd 0:0 x -", {}, "e1e2",
         ["A draw between Player 1 and Player 2", "Nobody has a move left",
          "Points are equal, and so are own stacks of every height",
          "Player 1 moves green from e1 to e2",
          "e2 now has 2 pieces, green on top of ivory", "Stacks won: 0 to 0"]),
    ],
)  # fmt: skip
def test_captions(
    stacks: dict[str, str], rest: str, options: dict[str, str], move: str, captions: list[str]
) -> None:
    """What the player can do, what happened, and the score."""
    previous = place(stacks, rest, **options)
    scene = play(previous, move).scene(previous, previous.move(move))
    assert [str(caption) for caption in scene.captions] == captions


def test_a_player_who_must_claim_is_told_so() -> None:
    """All legal turns begin with a claim."""
    scene = place({"e4": "r", "e5": "dg"}, "-:d 0:0 x -").scene()
    assert str(scene.captions[0]) == "Player 1 must claim a colour to have a move"


def test_marks_show_the_last_move() -> None:
    """The start and end of the stack, its links, who was passed over, what was claimed."""
    previous = place({"e1": "r", "e4": "r", "c3": "d"}, "ir:bg 0:0 x -")
    marks = play(previous, "e1c3").scene(previous, previous.move("e1c3")).marks
    assert [(mark.kind, mark.sites) for mark in marks] == [
        ("origin", ("e1",)),
        ("last", ("c3",)),
        ("path", ("e1", "e4", "c3")),
    ]
    previous = place({"e1": "r", "e2": "i", "e4": "g"}, "ir:bd 0:0 x -")
    marks = play(previous, "e1e2").scene(previous, previous.move("e1e2")).marks
    assert ("passed", ("claim-black", "claim-blue")) in [(mark.kind, mark.sites) for mark in marks]
    previous = place({"e5": "rdigb", **MOVABLE}, variant="obstacle-capture")
    marks = play(previous, "claim-red").scene(previous, previous.move("claim-red")).marks
    assert [(mark.kind, mark.sites) for mark in marks] == [
        ("origin", ("e5",)),
        ("last", ("claim-red",)),
    ]


def test_removed_stacks_are_on_the_cards_of_their_owners() -> None:
    """Also those of a claim; the position alone only counts them."""
    stacks = {"e1": "r", "e2": "dbgi", "c1": "bdgir", "a1": "g", "b2": "i"}
    positions = [place(stacks, "r:- 0:0 x -", variant="obstacle-capture")]
    moves = ["e1e2", "claim-blue"]
    for move in moves:
        positions.append(play(positions[-1], move))
    scene = scene_at(positions, [Ply(move) for move in moves], len(moves))
    on_cards = {
        supply.player: [
            "".join(piece.letter for piece in reversed(scene.pieces_by_site()[site.name]))
            for site in supply.sites
            if site.shape == "point"
        ]
        for supply in scene.supplies
    }
    assert on_cards == {0: ["rdbgi"], None: [], 1: ["bdgir"]}
