"""Eigenstate: the rules, their examples and variants, texts and picture."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from tabuleiro.core.message import MoveError, OptionError, PositionError
from tabuleiro.core.playouts import perft, random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import find_game

EIGENSTATE = find_game("eigenstate")
VARIANTS = ("standard", "last-two", "capture-only")
START = (
    "xxxxxx/6/6/6/6/oooooo 000080,000080,000080,000080,000080,000080,"
    "010000,010000,010000,010000,010000,010000 x m"
)
HOLES = [f"{c}{r}" for r in range(1, 6) for c in "abcde" if (c, r) != ("c", 3)]


def mask(holes: str) -> str:
    """The mask of a piece with pegs in these holes: `c4+e5`, `full`, `-e5` (all others) or `.`."""
    named = holes.strip("-").split("+")
    pegs = [
        holes == "full" or (hole not in named if holes[0] == "-" else hole in named)
        for hole in HOLES
    ]
    return f"{int(''.join('01'[peg] for peg in pegs), 2):06x}"


def text_of(cells: str, pieces: str, turn: str) -> str:
    """A position text; `pieces` are the pegs of each piece as `mask` takes them."""
    return f"{cells} {','.join(mask(holes) for holes in pieces.split())} {turn}"


def read(text: str, variant: str = "standard") -> Position:
    """The position written as `text`."""
    position: Position = EIGENSTATE.read(text, {"variant": variant})
    return position


def board(cells: str, pieces: str, turn: str, variant: str = "standard") -> Position:
    """The position that `text_of` writes."""
    return read(text_of(cells, pieces, turn), variant)


def legal(position: Position) -> list[str]:
    """The legal moves as texts."""
    return [position.move_text(move) for move in position.legal_moves()]


def result(position: Position) -> str:
    """How the game ended, or `none`."""
    outcome = position.outcome()
    return outcome.result if outcome else "none"


def turn(position: Position) -> str:
    """The fields about the turn."""
    return position.text.partition(" ")[2].partition(" ")[2]


# --- the start and the turn --------------------------------------------------------------------


def test_start() -> None:
    """Six pieces of each player on the outer rows, a forward peg in each, player 1 to move."""
    position = EIGENSTATE.start()
    assert position.text == START
    assert (mask("c4"), mask("c2")) == ("000080", "010000")
    assert legal(position) == ["a1a2", "b1b2", "c1c2", "d1d2", "e1e2", "f1f2"]
    assert position.scores() == (6, 6)


def test_first_turn_counts() -> None:
    """6 moves, then 138 empty holes: 56,718 turns, each with its pegs in two orders."""
    position = EIGENSTATE.start()
    assert [perft(position, depth) for depth in range(4)] == [1, 6, 6 * 138, 2 * 56_718]
    assert 6 * comb(138, 2) == 56_718


def test_a_turn_is_a_move_and_two_pegs() -> None:
    """A player moves and places two pegs; then it is the opponent's turn."""
    moved = EIGENSTATE.start().play("a1a2")
    assert turn(moved) == "x 2"
    assert turn(moved.play("a2:e5")) == "x 1"
    assert moved.play("a2:e5").play("f1:a1") == board(
        "1xxxxx/x5/6/6/6/oooooo", "c4 c4 c4 c4 a1+c4 c4+e5 c2 c2 c2 c2 c2 c2", "o m"
    )


def test_pegs_may_go_into_any_own_piece() -> None:
    """Both into one piece or not, moved or not, even if they lead off the board."""
    moved = EIGENSTATE.start().play("a1a2")
    assert {"a2:a3", "b1:c1", "f1:e3"} <= set(legal(moved))
    assert {"a2:a2", "b1:c1"} <= set(legal(moved.play("a2:a3")))


# --- moving a piece ----------------------------------------------------------------------------


def test_corner_peg_leads_two_up_and_two_left() -> None:
    """A peg in hole a1 leads from c4 to a2."""
    assert legal(board("x5/6/6/2x3/6/oo4", ". a1 . .", "x m")) == ["c4a2"]


def test_six_pegs_give_six_displacements() -> None:
    """A peg leads in the direction of its hole from the centre, for both players."""
    pieces = ". . d1+b2+c2+d3+a4+c4 ."
    targets = ["c3a4", "c3b2", "c3c2", "c3c4", "c3d1", "c3d3"]
    assert legal(board("o4x/6/2x3/6/6/5o", pieces, "x m")) == targets
    assert legal(board("o4x/6/2o3/6/6/5x", pieces, "o m")) == targets


def test_position_with_seven_moves() -> None:
    """Three pieces of player 1 among three others: seven moves, two of which capture on c2."""
    pegs = (
        "00000 00100 0000 00010 11000",
        "00000 00100 0000 10000 00000",
        "00000 00100 0000 00100 00010",
        "01010 00010 0010 01010 10001",
        "01010 01110 0100 01010 01010",
        "01010 00110 0110 01010 01010",
    )
    masks = ",".join(f"{int(bits.replace(' ', ''), 2):06x}" for bits in pegs)
    moves = legal(read(f"oxx3/1xo3/1o4/6/6/6 {masks} x m"))
    assert len(moves) == 7
    assert {"b2c2", "c1c2"} <= set(moves)


def test_a_piece_keeps_its_pegs_and_does_not_turn() -> None:
    """It takes its pegs along, on the side where they were; those of other pieces stay."""
    position = EIGENSTATE.start().play("a1a2").play("a2:c1").play("b1:e5")
    position = position.play("a6a5").play("a5:a1").play("a5:a2").play("a2a3")
    masks = position.text.split()[1].split(",")
    assert masks[0] == "000081"  # b1: forward, and e5
    assert masks[5] == "200080"  # a3: c1 is at the top, where the peg was put
    assert masks[6] == "850000"  # a5: a1, a2 and forward


def test_anything_may_be_jumped() -> None:
    """A piece jumps over all pieces between its start and its target."""
    assert legal(board("xxo3/6/6/6/6/o5", "e3 . . .", "x m")) == ["a1c1"]


def test_capture() -> None:
    """A captured piece leaves the game with its pegs; the other piece keeps its own."""
    before = board("x1o1xx/6/6/6/6/oo4", "e3 full . . c2 c1", "x m")
    assert before.play("a1c1") == board("2x1xx/6/6/6/6/oo4", "e3 . . c2 c1", "x 2")


def test_own_capture() -> None:
    """An own piece on the target is captured too, and its empty holes are gone."""
    after = board("x1x1xx/6/6/6/6/oo4", "e3 . -a1 full c2 c2", "x m").play("a1c1")
    assert after == board("2x1xx/6/6/6/6/oo4", "e3 -a1 full c2 c2", "x 2")
    assert len(after.legal_moves()) == 23 + 1
    assert after.scores() == (3, 2)


def test_player_without_a_move_starts_at_the_pegs() -> None:
    """If every peg leads off the board, the turn is two pegs."""
    before = board("xxx3/6/6/6/6/ooo3", "c4 c4 c4 c4 c4 c4", "x 1")
    after = before.play("a1:e5")
    assert turn(after) == "o 2"
    assert turn(after.play("a6:c2").play("a6:c1")) == "x m"


def test_single_empty_hole_takes_one_peg() -> None:
    """With one empty hole the turn has one peg."""
    after = board("xxx3/6/6/6/6/ooo3", "full full -e5 c2 c2 c2", "x m").play("a1a2")
    assert turn(after) == "x 1"
    assert legal(after) == ["c1:e5"]
    assert turn(after.play("c1:e5")) == "o m"


def test_turn_ends_after_the_move_without_an_empty_hole() -> None:
    """With no empty hole the turn is the move alone."""
    before = board("xxx3/6/6/6/6/ooo3", "full full full c2 c2 c2", "x m")
    assert turn(before.play("a1a2")) == "o m"


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_piece_loses(variant: str) -> None:
    """The capture that leaves one piece ends the game before any peg."""
    after = board("xx4/oo4/6/6/6/6", "c4 . . .", "x m", variant).play("a1a2")
    assert after == board("1x4/xo4/6/6/6/6", ". c4 .", "- -", variant)
    assert result(after) == "p1win"
    assert after.scores() == (2, 1)
    assert after.legal_moves() == []


def test_capturing_oneself_down_to_one_piece_loses() -> None:
    """A player who is left with one piece by their own move has lost."""
    assert result(board("xx4/oo4/6/6/6/6", "d3 . . .", "x m").play("a1b1")) == "p2win"


def test_one_piece_loses_even_when_a_piece_is_full() -> None:
    """The number of pieces counts before full pieces."""
    assert result(board("x5/oo4/6/6/6/6", "full . .", "- -", "last-two")) == "p2win"


def test_full_piece_wins_at_two_each() -> None:
    """The peg that fills a piece wins; the second one is not placed."""
    after = board("xx4/6/6/6/6/oo4", "-e5 c4 -a1 c2", "x 2").play("a1:e5")
    assert after == board("xx4/6/6/6/6/oo4", "full c4 -a1 c2", "- -")
    assert result(after) == "p1win"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("full", "full", "draw"),
        ("full", "c2", "p1win"),
        ("c4", "full", "p2win"),
        ("c4", "c2", "none"),
    ],
)
def test_capture_to_two_each_counts_pieces_filled_before(
    first: str, second: str, expected: str
) -> None:
    """A piece that is already full decides at once; one full piece of each player is a draw."""
    before = board("xx4/ooo3/6/6/6/6", f"{first} c4 . . {second}", "x m")
    assert result(before.play("b1b2")) == expected


@pytest.mark.parametrize(
    ("cells", "variant", "expected"),
    [
        ("xxx3/6/6/6/6/ooo3", "standard", "none"),
        ("xxx3/6/6/6/6/1oo3", "standard", "none"),
        ("xx4/6/6/6/6/ooo3", "standard", "none"),
        ("xx4/6/6/6/6/oo4", "standard", "p1win"),
        ("xxx3/6/6/6/6/ooo3", "last-two", "none"),
        ("xxx3/6/6/6/6/oo4", "last-two", "p1win"),
        ("xx4/6/6/6/6/ooo3", "last-two", "p1win"),
        ("xx4/6/6/6/6/oo4", "last-two", "p1win"),
        ("xx4/6/6/6/6/ooo3", "capture-only", "none"),
        ("xx4/6/6/6/6/oo4", "capture-only", "none"),
    ],
)
def test_when_a_full_piece_counts(cells: str, variant: str, expected: str) -> None:
    """With two pieces each; in `last-two` if either player has two; in `capture-only` never."""
    pieces = " ".join(["-e5"] + ["c3"] * (cells.count("x") + cells.count("o") - 1))
    assert result(board(cells, pieces, "x 2", variant).play("a1:e5")) == expected


def test_last_two_draw() -> None:
    """In `last-two`, full pieces of both players are a draw as soon as one of them has two
    pieces."""
    before = board("xxx3/ooo3/6/6/6/6", "full c4 . c2 c2 full", "x m", "last-two")
    assert result(before.play("b1b2")) == "draw"


def test_unknown_variant() -> None:
    """The error lists the valid variants."""
    with pytest.raises(OptionError, match="standard, last-two, capture-only"):
        EIGENSTATE.start(variant="last-one")


# --- texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_texts_are_read_back(variant: str) -> None:
    """Positions and moves of random games are read back; moves are in the order of their texts."""
    for seed in range(60):
        position = random_walk(EIGENSTATE.start(variant=variant), 3 * seed, seed)
        again = read(position.text, variant)
        assert (again, hash(again), again.text) == (position, hash(position), position.text)
        moves = legal(position)
        assert moves == sorted(moves)
        assert [position.move(text.upper()) for text in moves] == position.legal_moves()


def test_variants_differ() -> None:
    """The variant is part of a position and of its full text."""
    positions = {EIGENSTATE.start(variant=variant) for variant in VARIANTS}
    assert len(positions) == 3
    assert read(START, "last-two").full_text == f"eigenstate variant=last-two | {START}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "position: it must have 4 fields"),
        (START + " ", "position: it must have 4 fields"),
        (START.replace(" x m", "  x m"), "position: it must have 4 fields"),
        (START.replace("/6/", "/", 1), "cells: it has 6 rows, not 5"),
        (START.replace("/6/", "/06/", 1), "cells: row 2 has '0' at place 1"),
        (START.replace("/6/", "/33/", 1), "cells: row 2 has 6 cells, not 33"),
        (START.replace("/6/", "/7/", 1), "cells: row 2 has 6 cells, not 7"),
        (START.replace("oooooo", "OOOOOO"), "cells: row 6 has 'O' at place 1"),
        (text_of("xxxxxx/x5/6/6/6/oo4", "c4 " * 9, "x m"), "cells: Player 1 has 7 pieces"),
        (text_of("xx4/6/6/6/6o/oooooo", "c4 " * 9, "x m"), "cells: row 5 has 6 cells, not 7"),
        (text_of("xx4/6/6/6/5o/oooooo", "c4 " * 9, "x m"), "cells: Player 2 has 7 pieces"),
        (text_of("x5/6/6/6/6/o5", "c4 c2", "x m"), "cells: both players have at most one piece"),
        (text_of("6/6/6/6/6/6", "", "- -"), "cells: both players have at most one piece"),
        (START.replace(",010000 x", " x"), "pegs: there are 11 masks for 12 pieces"),
        (START.replace(" x m", ",010000 x m"), "pegs: there are 13 masks for 12 pieces"),
        (START.replace("010000 x", "10000 x"), "pegs: mask 12 is '10000'"),
        (START.replace("010000 x", "0010000 x"), "pegs: mask 12 is '0010000'"),
        (START.replace("010000 x", "01000A x"), "pegs: mask 12 is '01000A'"),
        (START.replace("010000 x", "01000٣ x"), "pegs: mask 12 is '01000٣'"),
        (START.replace("x m", "v m"), "player: 'v' is not one of x, o, -"),
        (START.replace("x m", "x M"), "step: 'M' is not m, 2, 1 or -"),
        (START.replace("x m", "x 3"), "step: '3' is not m, 2, 1 or -"),
        (START.replace("x m", "x 0"), "step: '0' is not m, 2, 1 or -"),
        (START.replace("x m", "- -"), "player: the game is not over: write x or o"),
        (START.replace("x m", "- m"), "player: the game is not over: write x or o"),
        (START.replace("x m", "x -"), "step: the game is not over: write m, 2 or 1"),
        (text_of("xx4/o5/6/6/6/6", "c4 c4 c2", "x m"), "player: the game is over: write -"),
        (text_of("xx4/o5/6/6/6/6", "c4 c4 c2", "- m"), "step: the game is over: write -"),
        (text_of("xx4/oo4/6/6/6/6", "full c4 c2 c2", "o 1"), "player: the game is over: write -"),
        (text_of("xx4/oo4/6/6/6/6", "c2 . c2 c2", "x m"), "step: Player 1 has no piece that can"),
        (
            text_of("xxx3/ooo3/6/6/6/6", "full full -e5 . . .", "x 2"),
            "step: 2 is more than the empty holes of Player 1, which are 1",
        ),
        (
            text_of("xxx3/ooo3/6/6/6/6", ". . . full full full", "o 1"),
            "step: 1 is more than the empty holes of Player 2, which are 0",
        ),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """A refusal names the field and the reason."""
    with pytest.raises(PositionError) as refusal:
        read(text)
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize(
    "text",
    [
        START.replace("x m", "x 2"),
        START.replace("x m", "o 1"),
        text_of("xx4/oo4/6/6/6/6", "c2 . c2 c2", "x 1"),
        text_of("xxx3/ooo3/6/6/6/6", "full full -e5 . . .", "x 1"),
        text_of("xxx3/ooo3/6/6/6/6", "full full full . . .", "x m"),
        text_of("xx4/6/6/6/6/6", ". .", "- -"),
    ],
)
def test_nothing_else_is_refused(text: str) -> None:
    """The history of a position does not matter."""
    assert read(text).text == text


PEGS = START.replace("x m", "x 2")


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (
            START,
            "",
            "'' is not a move: write a move of a piece such as a1a2, or a peg such as a2:c4",
        ),
        (START, "a1", "'a1' is not a move"),
        (START, "a1-a2", "'a1-a2' is not a move"),
        (START, "a01a2", "'a01a2' is not a move"),
        (START, "a1a2 ", "'a1a2 ' is not a move"),
        (START, "a1a²", "'a1a²' is not a move"),
        (START, "a1a" + "9" * 5000, "'a1a" + "9" * 36 + "…' is not a move"),
        (START, "a1a7", "a7 is not on the board: columns a to f, rows 1 to 6"),
        (START, "a1a0", "a0 is not on the board"),
        (START, "G1a1", "g1 is not on the board"),
        (START, "a12a1", "a12 is not on the board"),
        (PEGS, "a1:c3", "c3 is the centre of a piece, which takes no peg"),
        (PEGS, "a1:f1", "a piece has no hole f1: columns a to e, rows 1 to 5"),
        (PEGS, "a1:a6", "a piece has no hole a6"),
        (PEGS, "a1:a0", "a piece has no hole a0"),
        (START, "a1:c5", "move a piece first: pegs are placed after the move"),
        (PEGS, "a1a2", "place your pegs now, no piece moves: two pegs left in this turn"),
        (PEGS[:-1] + "1", "a1a2", "place your pegs now, no piece moves: one peg left in this turn"),
        (START, "a2a3", "a2 holds no piece of yours"),
        (START, "a6a5", "a6 holds no piece of yours"),
        (PEGS, "b3:c4", "b3 holds no piece of yours"),
        (PEGS, "b6:c4", "b6 holds no piece of yours"),
        (PEGS, "b1:c4", "hole c4 of the piece on b1 already holds a peg"),
        (START, "a1b1", "no peg of the piece on a1 leads to b1"),
        (START, "a1a1", "no peg of the piece on a1 leads to a1"),
        (START, "a1f6", "no peg of the piece on a1 leads to f6"),
        (text_of("xx4/o5/6/6/6/6", ". . .", "- -"), "a1a2", "the game is over"),
    ],
)
def test_explanations(position: str, move: str, reason: str) -> None:
    """For an illegal move, the error is the rule that forbids it."""
    with pytest.raises(MoveError) as refusal:
        read(position).play(move)
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize("text", [START, PEGS])
def test_only_listed_numbers_are_moves(text: str) -> None:
    """A number is accepted as a move if and only if it is listed."""
    position = read(text)
    listed = set(position.legal_moves())
    for move in range(-1, 64 * 40):
        if move in listed:
            position.play(move)
        else:
            with pytest.raises(MoveError):
                position.play(move)


# --- internal methods --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        board("x1o3/3x2/2x3/6/4o1/o5", "c4+d4+e5 . full c1+a2 . .", "x m"),
        board("x1o3/3x2/2x3/6/4o1/o5", "-a1+b2+c5 . full -c1+e4 . .", "x 2"),
    ],
)
def test_random_games_draw_all_moves_alike(position: Position) -> None:
    """Every legal move is drawn equally often, within five standard deviations."""
    moves = position.legal_moves()
    drawn = Counter(random_walk(position, 1, seed).text for seed in range(300 * len(moves)))
    assert set(drawn) == {position.play(move).text for move in moves}
    assert all(abs(count - 300) < 5 * 300**0.5 for count in drawn.values())


def test_random_games_depend_on_the_position_alone() -> None:
    """A position that was played and the same position parsed give the same random game."""
    for seed in range(20):
        played = random_walk(EIGENSTATE.start(), 90, seed)
        assert random_walk(read(played.text), 50, seed) == random_walk(played, 50, seed)


# --- the evaluation ------------------------------------------------------------------------------

BARE = "xx4/6/6/6/6/4oo"  # two pieces each, out of each other's reach


def test_the_start_is_a_matter_of_the_turn() -> None:
    """At the start only the turn is an advantage, equally for both players."""
    first = EIGENSTATE.start()
    second = read(START.replace(" x m", " o m"))
    assert first.evaluate(0) == second.evaluate(1) > 0


def test_a_piece_more_is_better() -> None:
    """With one more piece and all else equal, a player has better chances."""
    even = board(BARE, "c4 c4 c2 c2", "x m")
    ahead = board("xxx3/6/6/6/6/4oo", "c4 c4 . c2 c2", "x m")
    assert ahead.evaluate(0) > even.evaluate(0)


def test_cells_that_pegs_lead_to_are_better_than_none() -> None:
    """A peg that leads to a cell of the board counts; one that leads off it does not."""
    leading, idle = board(BARE, "c4 e5 . .", "x m"), board(BARE, "c4 a1 . .", "x m")
    assert leading.evaluate(0) > idle.evaluate(0)


def test_a_loose_piece_is_better_game() -> None:
    """A capture is better if the opponent cannot recapture, and if the piece has more pegs."""
    cells = "x5/o5/o5/6/xx4/3ooo"
    guarded = board(cells, "c4 . c2 . . . . .", "x m")
    loose = board(cells, "c4 . c4 . . . . .", "x m")
    richer = board(cells, "c4 e1 c4 . . . . .", "x m")
    safe = board(cells, "e4 . c4 . . . . .", "x m").evaluate(0)
    assert safe < guarded.evaluate(0) < loose.evaluate(0) < richer.evaluate(0)


def test_who_places_pegs_is_not_the_next_to_capture() -> None:
    """While one player places pegs, the other player is the next who can capture."""
    cells, pieces = "xxx3/ooo3/6/6/6/6", "c4 . . c2 . ."
    moving, placing = board(cells, pieces, "x m"), board(cells, pieces, "x 1")
    assert moving.evaluate(0) > 0 > placing.evaluate(0)


@pytest.mark.parametrize("cell", [f"{c}{r}" for c in "abcdef" for r in range(1, 7)])
def test_a_piece_threatens_the_cells_its_pegs_lead_to(cell: str) -> None:
    """Capturing the second-last piece wins, but only the right peg allows it."""
    column, row = "abcdef".index(cell[0]), int(cell[1])
    for hole in HOLES:
        target = (column + "abcde".index(hole[0]) - 2, row + int(hole[1]) - 3)
        if 0 <= target[0] < 6 and 1 <= target[1] <= 6:
            assert duel((column, row), target, hole).evaluate(0) > 2000
            assert duel((column, row), target, f"-{hole}").evaluate(0) < 2000


def duel(attacker: tuple[int, int], victim: tuple[int, int], pegs: str) -> Position:
    """Two pieces each; only player 1's piece on the cell `attacker` has pegs."""
    cells = [(column, row) for row in range(1, 7) for column in range(6)]
    taken = {attacker: "x", victim: "o"}
    far = [cell for cell in cells if abs(cell[0] - attacker[0]) > 2 and cell not in taken]
    taken |= {far[0]: "x", far[1]: "o"}
    letters = "".join(taken.get(cell, "1") for cell in cells)
    rows = "/".join(letters[start : start + 6] for start in range(0, 36, 6))
    order = [pegs if cell == attacker else "." for cell in cells if cell in taken]
    return board(joined(rows), " ".join(order), "x m")


def joined(rows: str) -> str:
    """The rows with runs of `1` counted."""
    for length in range(6, 1, -1):
        rows = rows.replace("1" * length, str(length))
    return rows


@pytest.mark.parametrize("variant", VARIANTS)
def test_pegs_that_fill_a_piece_count_where_a_full_one_wins(variant: str) -> None:
    """With two pieces each, a fuller piece is better, unless a full piece has no effect."""
    one = board(BARE, "a1 c4 . .", "x m", variant)
    more = board(BARE, "a1+b1+a2 c4 . .", "x m", variant)
    assert (more.evaluate(0) > one.evaluate(0)) == (variant != "capture-only")


# --- the picture -------------------------------------------------------------------------------


def captions(before: Position, move: str) -> list[str]:
    """The captions after a move."""
    after = before.play(move)
    return [str(caption) for caption in after.scene(before, before.move(move)).captions]


def test_steps() -> None:
    """A piece and its target are touched, or a piece and one of its holes."""
    start = EIGENSTATE.start()
    assert start.steps(start.move("a1a2")) == (("a1",), ("a2",))
    moved = start.play("a1a2")
    assert moved.steps(moved.move("a2:c5")) == (("a2",), ("a2:c5",))


def test_sites() -> None:
    """The picture has every site that steps name, the holes inside their pieces."""
    position = EIGENSTATE.start().play("a1a2")
    sites = {site.name: site for site in position.scene().all_sites()}
    assert len(sites) == 36 + 12 * 24
    assert {name for move in position.legal_moves() for (name,) in position.steps(move)} < set(
        sites
    )
    hole = sites["b1:e5"]
    assert (hole.shape, hole.inside, str(hole.label)) == (
        "dot",
        "b1",
        "hole e5 of the piece on b1",
    )
    assert (round(hole.x, 2), round(hole.y, 2)) == (1.3, 0.3)


def test_sites_have_characters_of_their_own() -> None:
    """In the text picture, no two sites share a character."""
    scene = EIGENSTATE.start().scene()
    across, down = scene.grain
    places = {(round(site.x * across), round(site.y * down)) for site in scene.sites}
    assert len(places) == len(scene.sites)


def test_pieces_show_their_pegs() -> None:
    """Pegs are given hole by hole in reading order."""
    first, *_, last = board("xx4/6/6/6/6/1oo3", "a1+e5 . . c2", "x m").scene().pieces
    assert (first.site, first.form.name, first.colour) == ("a1", "tile", "p1")
    assert [hole for hole, peg in zip(HOLES, first.dots, strict=True) if peg] == ["a1", "e5"]
    assert str(first.name) == "piece of Player 1 with 2 of 24 pegs"
    assert (last.site, last.colour, sum(last.dots)) == ("c6", "p2", 1)


def test_marks() -> None:
    """A move shows where it began and ended, a peg its hole."""
    start = EIGENSTATE.start()
    moved = start.play("a1a2")
    move_marks = moved.scene(start, start.move("a1a2")).marks
    assert [(mark.kind, mark.sites) for mark in move_marks] == [
        ("origin", ("a1",)),
        ("last", ("a2",)),
    ]
    peg_marks = moved.play("a2:c5").scene(moved, moved.move("a2:c5")).marks
    assert [(mark.kind, mark.sites) for mark in peg_marks] == [("last", ("a2:c5",))]
    assert start.scene().marks == ()


def test_title() -> None:
    """The title names an unusual variant."""
    assert str(EIGENSTATE.start().scene().title) == "Eigenstate"
    title = EIGENSTATE.start(variant="last-two").scene().title
    assert str(title) == "Eigenstate, variant last-two"


@pytest.mark.parametrize(
    ("before", "move", "said"),
    [
        (
            START,
            "a1a2",
            [
                "Player 1 to place two pegs",
                "Player 1 moves a piece from a1 to a2",
                "Pieces left: 6 to 6",
            ],
        ),
        (
            PEGS,
            "a1:a1",
            [
                "Player 1 to place one peg",
                "Player 1 puts a peg into hole a1 of the piece on a1",
                "Pieces left: 6 to 6",
            ],
        ),
        (
            PEGS[:-1] + "1",
            "a1:a1",
            [
                "Player 2 to move a piece",
                "Player 1 puts a peg into hole a1 of the piece on a1",
                "Pieces left: 6 to 6",
            ],
        ),
        (
            text_of("xxx3/ooo3/6/6/6/6", "c4 . . . . .", "x m"),
            "a1a2",
            [
                "Player 1 to place two pegs",
                "Player 1 moves a piece from a1 to a2",
                "Player 1 captures a piece",
                "Pieces left: 3 to 2",
            ],
        ),
        (
            text_of("xxx3/ooo3/6/6/6/6", "d3 . . . . .", "x m"),
            "a1b1",
            [
                "Player 1 to place two pegs",
                "Player 1 moves a piece from a1 to b1",
                "Player 1 captures their own piece",
                "Pieces left: 2 to 3",
            ],
        ),
        (
            text_of("xxx3/6/6/6/6/ooo3", "full full -e5 . . .", "x m"),
            "a1a2",
            [
                "Player 1 to place one peg",
                "Player 1 moves a piece from a1 to a2",
                "Player 1 has only one empty hole",
                "Pieces left: 3 to 3",
            ],
        ),
        (
            text_of("xxx3/6/6/6/6/ooo3", "full full full . . .", "x m"),
            "a1a2",
            [
                "Player 2 to place two pegs",
                "Player 1 moves a piece from a1 to a2",
                "Player 1 has no empty hole and places no peg",
                "Player 2 has no piece that can move",
                "Pieces left: 3 to 3",
            ],
        ),
        (
            text_of("xx4/oo4/6/6/6/6", "c4 . . .", "x m"),
            "a1a2",
            [
                "Player 1 has won",
                "Player 2 has fewer than two pieces",
                "Player 1 moves a piece from a1 to a2",
                "Player 1 captures a piece",
                "Pieces left: 2 to 1",
            ],
        ),
        (
            text_of("xx4/ooo3/6/6/6/6", "full c4 . . full", "x m"),
            "b1b2",
            [
                "A draw between Player 1 and Player 2",
                "Both players have two pieces, so a piece full of pegs decides",
                "Player 1 has a piece full of pegs",
                "Player 2 has a piece full of pegs",
                "Player 1 moves a piece from b1 to b2",
                "Player 1 captures a piece",
                "Pieces left: 2 to 2",
            ],
        ),
    ],
)
def test_captions(before: str, move: str, said: list[str]) -> None:
    """Whose turn it is, what is left to do, what happened, and what each player has."""
    assert captions(read(before), move) == said
