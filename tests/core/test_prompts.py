"""Moves typed in parts: all legal moves can be typed, and wrong answers get a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import few_and_many, random_game, starts_of
from tabuleiro.core.game import Game
from tabuleiro.core.message import MoveError
from tabuleiro.core.position import Position
from tabuleiro.core.prompts import MoveEntry, MoveEntryError, Prompt, prompt_for_sites
from tabuleiro.games import read, start
from tabuleiro.games.lyngk.rules import COLOURS, PIECES
from tabuleiro.games.lyngk.text import PIECE_NAMES
from tabuleiro.language import LANGUAGES, translator

SOME = 200  # moves of a position that are typed: all, but of the largest boards
SYMMETRY_NUMBERS = {"": "3", "+": "4", "-": "5"}


# --- how a person spells a move in parts ---------------------------------------------------


def squex_parts(position: Any, text: str) -> list[str]:
    return [text] if text == "swap" else [text[0], text[1:]]


def control_v_parts(position: Any, text: str) -> list[str]:
    cell, _, axes = text.partition("=")
    numbers = [f"{int(cell[1:]):02}", f"{ord(cell[0]) - 96:02}"]
    if not axes:
        return numbers
    letters = axes.rstrip("+-")
    if len(letters) == 2:
        return [*numbers, SYMMETRY_NUMBERS[axes[2:]], *letters]
    return [*numbers, "1" if letters < chr(96 + position.size) else "2", letters]


def eigenstate_parts(position: Any, text: str) -> list[str]:
    return [text[:2], text[-2:]]


def lyngk_parts(position: Any, text: str) -> list[str]:
    if text.startswith("claim-"):
        colour = text.removeprefix("claim-")
        return ["claim", "d" if colour == "black" else colour[0]]
    return ["move", f"{matrix_place(text[:2])}:{matrix_place(text[2:])}"]


def matrix_place(cell: str) -> str:
    """Row and column of the board of 13 rows and 9 columns."""
    column = ord(cell[0]) - 97
    height = (1, 4, 7, 6, 7, 6, 7, 4, 1)[column]
    return f"{6 + height - 1 - 2 * (int(cell[1:]) - 1)}-{column}"


def whole(position: Any, text: str) -> list[str]:
    return [text]


PARTS: dict[str, Callable[[Any, str], list[str]]] = {
    "squex": squex_parts,
    "control_v": control_v_parts,
    "eigenstate": eigenstate_parts,
    "lyngk": lyngk_parts,
}


def parts_of(position: Position, move: int) -> list[str]:
    """The answers of a person, in the order of the prompts."""
    return PARTS.get(position.game.id, whole)(position, position.move_text(move))


def enter(position: Position, answers: list[str]) -> MoveEntry | int:
    """What follows the answers; there is none after the move."""
    found: MoveEntry | int = MoveEntry.of(position)
    for text in answers:
        assert isinstance(found, MoveEntry)
        found = found.answer(text)
    return found


@st.composite
def positions_to_move_in(draw: st.DrawFn, game: Game[Any]) -> Position:
    """A position of a random game under any options, in which the game is not over."""
    begun = draw(starts_of(game))
    walk = random_game(begun, draw(st.integers(0, 2**32)), draw(st.integers(0, 80)))
    return [begun, *(position for _, position in walk if not position.over)][-1]


# --- right answers -------------------------------------------------------------------------


@few_and_many(10, 25)
def test_every_legal_move_can_be_typed(game: Game[Any], examples: int) -> None:
    """In parts one after the other, in parts on one line, and in the notation; in upper or lower
    case."""

    @settings(max_examples=examples)
    @given(st.data(), positions_to_move_in(game))
    def check(data: st.DataObject, position: Position) -> None:
        legal = position.legal_moves()
        first = data.draw(st.integers(0, max(0, len(legal) - SOME)))
        for move in legal[first : first + SOME]:
            parts = parts_of(position, move)
            assert enter(position, parts) == move
            assert enter(position, [part.upper() for part in parts]) == move
            assert enter(position, [" ".join(parts)]) == move
            assert enter(position, [position.move_text(move).upper()]) == move

    check()


@few_and_many(10, 25)
def test_a_whole_move_is_taken_at_every_question(game: Game[Any], examples: int) -> None:
    """In the notation, and as the answers to all prompts."""

    @settings(max_examples=examples)
    @given(st.data(), positions_to_move_in(game))
    def check(data: st.DataObject, position: Position) -> None:
        asked, wanted = (data.draw(st.sampled_from(position.legal_moves())) for _ in range(2))
        for count in range(len(parts := parts_of(position, asked))):
            entry = enter(position, parts[:count])
            assert isinstance(entry, MoveEntry)
            assert entry.answer(position.move_text(wanted)) == wanted
            assert entry.answer(" ".join(parts_of(position, wanted))) == wanted

    check()


def test_every_legal_move_can_be_typed_place_by_place(game: Game[Any]) -> None:
    """As in a game without its own prompts."""

    @settings(max_examples=10)
    @given(positions_to_move_in(game))
    def check(position: Position) -> None:
        for move in position.legal_moves()[:SOME]:
            found: Prompt | str = prompt_for_sites(position)
            for place, *_ in position.steps(move):
                assert isinstance(found, Prompt)
                found = found.read(place.upper())
            assert found == position.move_text(move)

    check()


@pytest.mark.parametrize("code", LANGUAGES)
def test_colours_are_known_by_their_names_in_every_language(code: str) -> None:
    position = start("lyngk")
    for colour in COLOURS:
        name = PIECE_NAMES[colour].text(translator(code))
        assert enter(position, ["claim", name]) == position.move(f"claim-{PIECES[colour]}")


@pytest.mark.parametrize(
    ("text", "answers", "move"),
    [
        ("squex", ["c", "04"], "c4"),
        ("squex rows=3 columns=3 swap=on | 3/1x1/3 2/2 o 1", ["swap"], "swap"),
        ("control_v", ["4", "3"], "c4"),
        ("eigenstate", ["A", "1", "a", "2"], "a1a2"),
        (f"control_v castles=0 | 10/10/3x6{'/10' * 6}/9o x", ["3 4 1 d"], "d3=d"),
        ("lyngk", ["4-2:5-3"], "c5d4"),
        ("lyngk", ["claim", "Red"], "claim-red"),
        ("lyngk", ["reivindicar vermelho"], "claim-red"),
        ("lyngk", ["claim", "move", "claim", "azul"], "claim-blue"),
    ],
)
def test_other_spellings(text: str, answers: list[str], move: str) -> None:
    position = position_of(text)
    assert enter(position, answers) == position.move(move)


@pytest.mark.parametrize(
    ("text", "answers", "questions"),
    [
        ("squex", ["c"], ["Letter of the column, a to h", "Number of the row, 1 to 8"]),
        (
            "squex rows=3 columns=3 swap=on | 3/1x1/3 2/2 o 1",
            [],
            ["Letter of the column, a to c, or swap"],
        ),
        ("control_v", ["04"], ["Row of the castle, 01 to 10", "Column of the castle, 01 to 10"]),
        (
            "control_v castles=0",
            ["04"],
            ["Row of the first territory, 01 to 10", "Column of the first territory, 01 to 10"],
        ),
        (
            "control_v size=5 castles=0 | x4/5/5/5/4o x",
            ["01", "01", "3", "b"],
            [
                "Row of the block to copy, 01 to 05",
                "Column of the block to copy, 01 to 05",
                "Symmetry: 1 horizontal axis, 2 vertical axis, 3 half turn",
                "Letter of the horizontal axis, a to d",
                "Letter of the vertical axis, e to h",
            ],
        ),
        (
            "control_v size=5 castles=0 quarter-turns=on | x4/5/5/5/4o x",
            ["01 01"],
            [
                "Row of the block to copy, 01 to 05",
                (
                    "Symmetry: 1 horizontal axis, 2 vertical axis, 3 half turn, "
                    "4 quarter turn clockwise, 5 quarter turn anticlockwise"
                ),
            ],
        ),
        (
            "eigenstate",
            ["a1"],
            ["Piece to move, a to f and 1 to 6", "Cell to move to, a to f and 1 to 6"],
        ),
        (
            "lyngk",
            ["move"],
            [
                "Move as two cells such as a1b2, or claim",
                "Move as two cells, such as a1b2",
            ],
        ),
        (
            "lyngk",
            ["claim"],
            [
                "Move as two cells such as a1b2, or claim",
                (
                    "Colour to claim, by name or initial: "
                    "black (D), red (R), ivory (I), green (G), blue (B)"
                ),
            ],
        ),
        ("noughts", [], ["First place of the move, such as a1"]),
    ],
)
def test_what_is_asked(text: str, answers: list[str], questions: list[str]) -> None:
    position = position_of(text)
    entries = [enter(position, answers[:count]) for count in range(len(answers) + 1)]
    assert [str(entry.message) for entry in entries if isinstance(entry, MoveEntry)] == questions


def test_the_piece_that_gets_a_peg_is_shown_large() -> None:
    """After the piece has been chosen, until the hole is."""
    position = start("eigenstate").play("a1a2")
    assert MoveEntry.of(position).detail is None
    for answers in (["a2"], ["a", "2"], ["a2", "c"]):
        entry = enter(position, answers)
        assert isinstance(entry, MoveEntry)
        assert entry.detail == "a2"
    assert enter(position, ["a2", "c", "1"]) == position.move("a2:c1")


# --- wrong answers -------------------------------------------------------------------------


@few_and_many(25, 100)
def test_whatever_is_answered_is_understood_or_refused_with_a_reason(
    game: Game[Any], examples: int
) -> None:
    """At every prompt."""
    texts = st.text(max_size=12) | st.text("abcxz0123456789-:=+ \n²١", max_size=8)

    @settings(max_examples=examples)
    @given(st.data(), positions_to_move_in(game))
    def check(data: st.DataObject, position: Position) -> None:
        parts = parts_of(position, data.draw(st.sampled_from(position.legal_moves())))
        entry = enter(position, parts[: data.draw(st.integers(0, len(parts) - 1))])
        assert isinstance(entry, MoveEntry)
        try:
            found = entry.answer(data.draw(texts))
        except MoveEntryError as error:
            assert str(error)
            assert str(error.entry.message)
        else:
            assert isinstance(found, MoveEntry) or found in position.legal_moves()

    check()


def test_nothing_is_asked_once_the_game_is_over() -> None:
    position = read("control_v size=5 castles=0 | xxxxx/xxxxx/xxxxx/xxxxx/xxxxo -")
    with pytest.raises(MoveError, match="the game is over"):
        MoveEntry.of(position)


def position_of(text: str) -> Position:
    return read(text) if "|" in text else start(text)


def refusal(text: str, answers: list[str]) -> MoveEntryError:
    """The reason why the last answer is refused."""
    entry = enter(position_of(text), answers[:-1])
    assert isinstance(entry, MoveEntry)
    with pytest.raises(MoveEntryError) as refused:
        entry.answer(answers[-1])
    return refused.value


SQUEX = "squex rows=3 columns=3 | 3/1x1/3 2/2 o 1"
COPIES = "control_v size=5 castles=0 | xx3/5/5/5/4o x"
FUSE = "fuse rows=3 columns=3 | 1xo2/x3o/o1x2/o4/1x1o1 x"
PEGS = "eigenstate | xxx3/6/6/6/6/oo4 000080,ffffff,000001,000080,000080 x 2"
STUCK = "eigenstate | xxx3/6/6/6/6/oo4 000080,000000,000080,000080,000080 x m"
STACKS = (
    "lyngk | -,rgw,-/-,-/-,-,-/-,-,-,-/-,b,-/-,-,-,-/-,-,gi,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-"
    "/-,-/d,w,r r:d 1:0 x -"
)
CLAIMED = f"{STACKS[:-1]}c"
HIGH = STACKS.replace("rgw", "rgwi").replace(",b,", ",bd,")
TWO_COLOURS = STACKS.replace("r:d", "ir:d")


@pytest.mark.parametrize(
    ("text", "answers", "reason"),
    [
        # Any question
        ("squex", [""], "you wrote nothing: answer, or write a whole move"),
        ("squex", ["c 4 5"], "unexpected word '5'"),
        # Squex: bad input, an occupied cell
        (SQUEX, ["?"], "'?' is not valid: write a letter from a to c and a number from 1 to 3"),
        (SQUEX, ["a", "9"], "'9' is not valid: write a number from 1 to 3"),
        (SQUEX, ["d4"], "d4 is not on the board: columns a to c, rows 1 to 3"),
        (
            SQUEX,
            ["b", "2"],
            "b2 already holds an octagon of Player 1: only empty cells can be played",
        ),
        (SQUEX, ["swap"], "this game is played without swap"),
        # Control+V: rows and columns, occupied cells, invalid blocks, axes, impossible moves
        ("control_v", ["11"], "'11' is not valid: write a number from 1 to 10"),
        ("control_v", ["1", "0"], "'0' is not valid: write a number from 1 to 10"),
        (
            "control_v size=5 castles=1 | #4/5/5/5/5 o",
            ["1", "1"],
            "a1 already holds a castle: only empty cells can be chosen",
        ),
        (COPIES, ["2", "2"], "invalid block: b2 is empty: choose a block of yours"),
        (
            COPIES,
            ["5", "5"],
            "invalid block: e5 holds territory of Player 2: choose a block of yours",
        ),
        (COPIES, ["1", "1", "4"], "'4' is not valid: write a number from 1 to 3"),
        (COPIES, ["1", "1", "1", "e"], "'e' is not valid: write a letter from a to d"),
        (COPIES, ["1", "1", "2", "d"], "'d' is not valid: write a letter from e to h"),
        (COPIES, ["1", "1", "3", "a", "a"], "'a' is not valid: write a letter from e to h"),
        (COPIES, ["1", "1", "1", "c"], "the copy of a1 would lie off the board"),
        (COPIES, ["1", "1", "a1=z"], ("there is no axis z: horizontal axes are a to d, "
         "vertical ones e to h from the right")),
        # Fuse: length, cells on the grid, start and end, then the rules
        (
            FUSE,
            ["a1"],
            "'a1' does not have four characters: write column, row, column, row, such as a1b1",
        ),
        (
            FUSE,
            ["a1c10"],
            "'a1c10' does not have four characters: write column, row, column, row, such as a1b1",
        ),
        (FUSE, ["1a1b"], ("'1a1b' is not a move: "
         "write a ring spot and a cell of the area, such as a1b1")),
        (FUSE, ["z1z1"], "z1 is not on the grid: columns a to e, rows 0 to 4"),
        (FUSE, ["a1z1"], "z1 is not on the grid: columns a to e, rows 0 to 4"),
        (FUSE, ["a1a1"], "a move cannot start and end on the same cell, a1"),
        (FUSE, ["e2d2"], "there is no disc on e2"),
        (FUSE, ["e1d1"], "e1 holds a disc of Player 2: you can move only your own"),
        (FUSE, ["c2c3"], ("c2 is inside, where discs move only when pushed: "
         "choose a disc on the ring")),
        (FUSE, ["a1b2"], "b2 is not straight ahead of a1: a disc slides along its row or column"),
        # Eigenstate: out of range, no piece of yours, cannot go there, no place for a peg
        (STUCK, ["g"], "'g' is not valid: write a letter from a to f and a number from 1 to 6"),
        (STUCK, ["a", "7"], "'7' is not valid: write a number from 1 to 6"),
        (STUCK, ["d1"], "d1 holds no piece of yours"),
        (STUCK, ["a6"], "a6 holds no piece of yours"),
        (STUCK, ["b1"], "the piece on b1 cannot move: no peg of it leads to a cell"),
        (STUCK, ["a1", "a3"], "no peg of the piece on a1 leads to a3"),
        (PEGS, ["d1"], "d1 holds no piece of yours"),
        (PEGS, ["b1"], "the piece on b1 is full of pegs"),
        (PEGS, ["a1", "f1"],
         "'f1' is not valid: write a letter from a to e and a number from 1 to 5"),
        (PEGS, ["a1", "c3"], "c3 is the centre of a piece, which takes no peg"),
        (PEGS, ["a1", "c", "4"], "hole c4 of the piece on a1 already holds a peg"),
        # Lyngk: instructions, cells, stacks, claims
        ("lyngk", ["jump"], ("unknown instruction 'jump': write two cells such as a1b2, "
         "or claim")),
        ("lyngk", ["move", "4-2"], "'4-2' is not a move: write two cells such as a1b2"),
        ("lyngk", ["claim", "pink"], ("'pink' is not a colour: write one of "
         "black (D), red (R), ivory (I), green (G), blue (B)")),
        (STACKS, ["move", "0-0:0-4"], "row 0, column 0 is not a cell of the board"),
        (STACKS, ["c9d1"], ("c9 is not a cell of the board: the columns a to i have "
         "1, 4, 7, 6, 7, 6, 7, 4, 1 cells")),
        (STACKS, ["0-4:2-4"], "e6 is empty: a stack only moves onto another stack"),
        (STACKS, ["12-2:12-4"], "the stack on c1 is black, a colour of Player 2"),
        (STACKS, ["12-4:12-2"], "the stack on e1 is a joker, which nobody can move"),
        (STACKS, ["claim", "d"], "black is not available: Player 2 has claimed it"),
        (CLAIMED, ["claim"],
         "you have already claimed a colour in this turn: now move a stack"),
        (CLAIMED, ["claim-blue"],
         "you have already claimed a colour in this turn: now move a stack"),
        (TWO_COLOURS, ["claim"], "you have two colours already, and no player claims more"),
        (TWO_COLOURS, ["4-4:6-4"], ("a neutral stack cannot go onto a higher one: "
         "e5 is 1 high and e4 2")),
        (HIGH, ["0-4:4-4"], "the stack would be 6 high: the limit is 5"),
        (STACKS, ["0-4:6-4"], "a stack holds no colour twice: both e7 and e4 have green"),
        (STACKS, ["4-4:12-2"], "no line leads from e5 to c1"),
        # A game without questions of its own
        ("noughts", ["d1"], "d1 is not on the board"),
        ("noughts", ["?"], "no legal move continues with '?': write a place such as a1"),
    ],
)  # fmt: skip
def test_each_refusal_has_its_own_words(text: str, answers: list[str], reason: str) -> None:
    assert str(refusal(text, answers)) == reason


@pytest.mark.parametrize(
    ("text", "answers", "question"),
    [
        (SQUEX, ["b", "9"], "Number of the row, 1 to 3"),
        (SQUEX, ["b", "2"], "Letter of the column, a to c"),
        (COPIES, ["1", "1", "9"], "Symmetry: 1 horizontal axis, 2 vertical axis, 3 half turn"),
        (COPIES, ["2", "2"], "Row of the block to copy, 01 to 05"),
        (COPIES, ["1", "1", "1", "c"], "Row of the block to copy, 01 to 05"),
        (PEGS, ["a1", "f1"], "Hole for peg 1 of 2, a to e and 1 to 5"),
        (PEGS, ["a1", "c4"], "Piece for peg 1 of 2, a to f and 1 to 6"),
    ],
)
def test_what_is_asked_again(text: str, answers: list[str], question: str) -> None:
    """The same prompt; all of them if the answers together are not a legal move."""
    assert str(refusal(text, answers).entry.message) == question
