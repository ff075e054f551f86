"""Scenes in words: what is on a site, what a player has, the whole board."""

from __future__ import annotations

import pytest

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.message import Message, SiteError
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene
from tabuleiro.core.scene_description import board_in_words, owned_in_words, site_in_words
from tabuleiro.games import read, start

CUT = "squex rows=4 columns=4 | xo2/ox2/4/3x o2/3/3 x 2"
TERRITORY = "control_v size=5 castles=1 | xx3/#4/5/3#1/3oo x"
SET_UP = "control_v size=5 castles=2 | #4/5/5/5/5 x"
TURNS = "control_v size=5 castles=0 quarter-turns=on | x4/5/5/5/4o x"
DISCS = "fuse rows=3 columns=3 kings=1 | 2x2/x1O1o/1xx2/5/5 x"
PEGS = "eigenstate | xxx3/6/6/6/6/oo4 000080,fffff0,000080,ffffff,000000 x m"
STACKS = (
    "lyngk | -,rgw,-/-,-/-,-,-/-,-,-,-/-,b,-/-,-,-,-/-,-,gi,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-"
    "/-,-/-,w,r r:d 1:0 x -"
)


def scene(text: str) -> Scene:
    """The picture of a position without a last move."""
    return read(text).scene()


def after(position: Position, move: str) -> Scene:
    """The picture after a move."""
    return position.play(move).scene(position, position.move(move))


def texts(messages: tuple[Message, ...]) -> list[str]:
    """Sentences in English."""
    return [str(message) for message in messages]


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (CUT, "a1", "a1: octagon of Player 1"),
        (CUT, "c3", "c3: empty"),
        (CUT, "a1-b2", "square a1-b2: square of Player 2"),
        (TERRITORY, "A1", "a1: territory of Player 1"),
        (TERRITORY, "a2", "a2: castle"),
        (TERRITORY, "axis-a", "axis a"),
        (TERRITORY, "crossing-ae", "crossing of the axes a and e"),
        (SET_UP, "stock-1-castle-1", "castle of Player 1"),
        (TURNS, "clockwise", "a quarter turn clockwise"),
        (DISCS, "c1", "c1: black king of Player 2"),
        (DISCS, "a1", "ring spot a1: white disc of Player 1"),
        (PEGS, "a1", "a1: piece of Player 1 with 1 of 24 pegs, in c4"),
        (PEGS, "b1", "b1: piece of Player 1 with 20 of 24 pegs, in all holes but b5, c5, d5, e5"),
        (PEGS, "a6", "a6: piece of Player 2 with 24 of 24 pegs"),
        (PEGS, "b6", "b6: piece of Player 2 with 0 of 24 pegs"),
        (PEGS, "a1:c4", "hole c4 of the piece on a1: a peg"),
        (PEGS, "a1:c2", "hole c2 of the piece on a1: empty"),
        (STACKS, "e7", "e7: a stack of 3 of Player 1, from the top red, green, joker"),
        (STACKS, "e4", "e4: a stack of 2, from the top green, ivory"),
        (STACKS, "g1", "g1: red of Player 1"),
        (STACKS, "e1", "e1: joker"),
        (STACKS, "claim-black", "black, claimed by Player 2"),
    ],
)  # fmt: skip
def test_what_stands_on_a_site(text: str, name: str, said: str) -> None:
    """Empty, a piece, the pegs or the empty holes of a piece, a stack from the top; and the
    owner."""
    assert str(site_in_words(scene(text), name)) == said


def test_a_place_that_is_not_there_is_refused() -> None:
    """By its name."""
    with pytest.raises(SiteError, match="there is no place 'z9' on this board"):
        site_in_words(scene(CUT), "z9")


def test_marks_are_read() -> None:
    """The start and end of the last move, and what it took."""
    moved = after(start("eigenstate"), "a1a2")
    assert str(site_in_words(moved, "a1")) == "a1: empty; the last move came from here"
    cut = after(start("squex").play("a1").play("a2").play("b2"), "b1")
    assert str(site_in_words(cut, "b1")) == "b1: octagon of Player 2; the last move ended here"
    assert str(site_in_words(cut, "a1-b2")) == (
        "square a1-b2: square of Player 2; taken by the last move"
    )


def test_what_may_be_touched_is_read() -> None:
    """And what has been touched."""
    position = start("eigenstate")
    chosen = Chooser.of(position).touch("a1")
    assert chosen is not None
    shown = position.scene().with_marks(*chosen.marks())
    assert str(site_in_words(shown, "a1")).endswith("; selected")
    assert str(site_in_words(shown, "a2")) == "a2: empty; can be selected"


@pytest.mark.parametrize(
    ("text", "player", "said"),
    [
        (CUT, 0, ["octagon of Player 1: a1, b2, d4"]),
        (CUT, 1, ["octagon of Player 2: b1, a2", "square of Player 2: a1-b2"]),
        (TERRITORY, 0, ["territory of Player 1: a1 to b1"]),
        (SET_UP, 0, ["Player 1 has nothing on the board"]),
        (DISCS, 0, ["white disc of Player 1: c0, a1, b2 to c2"]),
        (PEGS, 1, ["piece of Player 2 with 24 of 24 pegs: a6",
                   "piece of Player 2 with 0 of 24 pegs: b6"]),
        (STACKS, 0, ["a stack of 3, from the top red, green, joker: e7", "red: g1"]),
        (STACKS, 1, ["Player 2 has nothing on the board"]),
    ],
)  # fmt: skip
def test_what_a_player_has(text: str, player: int, said: list[str]) -> None:
    """Each kind once, with its sites; neighbours in a row as a run."""
    assert texts(owned_in_words(scene(text), player)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CUT, ["a1 octagon of Player 1; b1 octagon of Player 2; c1 to d1 empty",
               "a1-b2 square of Player 2",
               "a2 octagon of Player 2; b2 octagon of Player 1; c2 to d2 empty",
               "a3 to d3 empty",
               "a4 to c4 empty; d4 octagon of Player 1"]),
        (TERRITORY, ["a1 to b1 territory of Player 1; c1 to e1 empty",
                     "a2 castle; b2 to e2 empty",
                     "a3 to e3 empty",
                     "a4 to c4 empty; d4 castle; e4 empty",
                     "a5 to c5 empty; d5 to e5 territory of Player 2",
                     "Player 1: 2 cells; territory of Player 1",
                     "Player 2: 2 cells; territory of Player 2"]),
        (SET_UP, ["a1 castle; b1 to e1 empty",
                  "a2 to e5 empty",
                  "Player 1: 0 cells; territory of Player 1, castle",
                  "Player 2: 0 cells; territory of Player 2, castle, castle"]),
        (DISCS, ["b0 empty; c0 white disc of Player 1; d0 empty",
                 ("a1 white disc of Player 1; b1 empty; c1 black king of Player 2; d1 empty; "
                  "e1 black disc of Player 2"),
                 "a2 empty; b2 to c2 white disc of Player 1; d2 to e2 empty",
                 "a3 to d4 empty"]),
        (PEGS, [("a1 piece of Player 1 with 1 of 24 pegs; "
                 "b1 piece of Player 1 with 20 of 24 pegs; "
                 "c1 piece of Player 1 with 1 of 24 pegs; d1 to f1 empty"),
                "a2 to f5 empty",
                ("a6 piece of Player 2 with 24 of 24 pegs; "
                 "b6 piece of Player 2 with 0 of 24 pegs; c6 to f6 empty")]),
        (STACKS, ["Stacks are read from the top",
                  "a1 to d6 empty",
                  ("e1 joker; e2 to e3 empty; e4 green, ivory; e5 blue; e6 empty; "
                   "e7 red, green, joker"),
                  "f1 to f6 empty",
                  "g1 red; g2 to g7 empty",
                  "h1 to i1 empty",
                  "Player 1: stacks won: 1; red",
                  "Unclaimed: one may be claimed; blue, green, ivory",
                  "Player 2: stacks won: 0; black"]),
    ],
)  # fmt: skip
def test_the_board_is_read_line_by_line(text: str, said: list[str]) -> None:
    """Equal neighbours and empty lines are grouped; holes, axes and empty squares are left out."""
    assert texts(board_in_words(scene(text))) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CUT, "Neither side is connected"),
        (TERRITORY, "Cells: Player 1 has 2, Player 2 has 2"),
        (DISCS, "Largest group: white 2, black 2"),
        (PEGS, "Pieces left: 3 to 2"),
        (STACKS, "Stacks won: 1 to 0"),
        ("noughts | 3/3/3 x", "Score: Player 1 has 0, Player 2 has 0"),
    ],
)
def test_the_score_is_told(text: str, said: str) -> None:
    """In each game's own terms."""
    assert str(read(text).describe_score()) == said
