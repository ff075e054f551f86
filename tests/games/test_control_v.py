"""Control+V: the examples of its rules, its text forms, its refusals and its picture."""

from __future__ import annotations

import itertools
import pickle
import string

import pytest

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.message import MoveError, OptionError, PositionError
from tabuleiro.core.playouts import perft, random_games, random_walk
from tabuleiro.games import read, start
from tabuleiro.games.control_v.rules import ControlV
from tabuleiro.games.control_v.view import preview_sites

MIDDLE = "2x1ox1o1#/10/10/2xxo#4/2xx6/6oo2/3#3#2/2xxxx4/6oo2/6oo2"
FINAL = (
    "1xx1oxxoo#/1xx1oxxoo1/2oooxxxx1/xxxxo#1oo1/xxxx3oo1/2oooooo2/oo1#3#1x/"
    "ooxxxxxxxx/oooo2oooo/oooo2oooo"
)


def position(text: str, options: str = "") -> ControlV:
    """The position of that text under options such as `size=5 castles=0`."""
    found = read(f"control_v {options}".rstrip() + f" | {text}")
    assert isinstance(found, ControlV)
    return found


def five(text: str, options: str = "") -> ControlV:
    """A position on a board of 5 x 5 without castles."""
    return position(text, f"size=5 castles=0 {options}".rstrip())


def after(found: ControlV, *moves: str) -> ControlV:
    """The position after these moves."""
    for move in moves:
        following = found.play(move)
        assert isinstance(following, ControlV)
        found = following
    return found


def new(options: str = "") -> ControlV:
    """The start under these options."""
    found = start(f"control_v {options}".rstrip())
    assert isinstance(found, ControlV)
    return found


def texts(found: ControlV) -> list[str]:
    """The legal moves as texts."""
    return [found.move_text(move) for move in found.legal_moves()]


def boards(found: ControlV) -> set[str]:
    """The different boards that one legal move can lead to."""
    return {found.play(move).text.split(" ")[0] for move in found.legal_moves()}


def block_sizes(found: ControlV, letter: str) -> list[int]:
    """The sizes of a player's blocks."""
    side = range(found.size)
    blocks = {
        tuple(found.block_at(r, c)) for r in side for c in side if found.rows()[r][c] == letter
    }
    return sorted(map(len, blocks))


# --- the set-up ----------------------------------------------------------------------------


def test_start() -> None:
    """The board is empty, and player 1 may put the first castle on any of the 100 cells."""
    found = new()
    assert found.text == "10/10/10/10/10/10/10/10/10/10 x"
    assert len(found.legal_moves()) == 100
    assert found.scores() == (0, 0)


@pytest.mark.parametrize(("players", "size"), [(2, 10), (3, 12), (4, 12)])
def test_automatic_size(players: int, size: int) -> None:
    """The board has 10 cells a side for two players and 12 for more."""
    found = new(f"players={players}")
    assert found.size == size
    assert found.options()["size"] == "auto"


def test_a_given_size_stays_given() -> None:
    """A size that equals the automatic one is still written; the automatic one never is."""
    assert new("size=10").full_text == f"control_v size=10 | {new().text}"
    assert new().full_text == f"control_v | {new().text}"
    assert read(new("size=10").full_text) == new("size=10") != new()


@pytest.mark.parametrize(
    "words", ["size=4", "size=15", "size=010", "players=1", "players=5", "castles=5", "rows=8"]
)
def test_options_out_of_range(words: str) -> None:
    """Options outside their range are refused."""
    with pytest.raises(OptionError):
        new(words)


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ("", "xxooxo"),
        ("players=3", "xxoovvxov"),
        ("players=4 castles=1", "xovwxovw"),
        ("castles=0", "xo"),
        ("alternate-castles=on", "xoxoxo"),
        ("players=3 castles=3 alternate-castles=on", "xovxovxovxov"),
    ],
)
def test_set_up_order(options: str, order: str) -> None:
    """Castles come first, each player's in a row or one each in turn, then one piece each."""
    found = new(options)
    movers = ""
    while found.setting_up():
        movers += "xovw"[found.player]
        found = after(found, texts(found)[0])
    assert movers == order
    assert found.player == 0


def test_set_up_moves() -> None:
    """Castles are put on the board before territory, and player 1 makes the first copy."""
    found = after(new("size=5 castles=1"), "a1", "E5", "c3", "b2")
    assert found.text == "#4/1o3/2x2/5/4# x"


# --- copies --------------------------------------------------------------------------------


def test_axis_letters() -> None:
    """Horizontal axes have letters from the top; vertical ones follow, from the right."""
    found = position("x9/10/2o7/10/10/10/10/10/10/10 x", "castles=0")
    mirrors = [text[3:] for text in texts(found) if len(text) == 4]
    assert mirrors == ["a", "b", "c", "d", "e", "n", "o", "p", "q", "r"]
    assert found.play("a1=r").text.startswith("xx8/")
    assert found.play("a1=n").text.startswith("x8x/")
    assert found.play("a1=e").text.split("/")[9] == "x9 o"


def test_axis_letters_of_twelve() -> None:
    """On 12 x 12 the axes are a to k and l to v."""
    found = position("x11/12/2o9/12/12/12/12/12/12/12/12/12 x", "size=12 castles=0")
    assert found.play("a1=v").text.startswith("xx10/")
    assert found.play("a1=q").text.startswith("x10x/")
    assert found.explain("a1=w") is not None


@pytest.mark.parametrize(
    ("axes", "board"),
    [
        ("b", "xx3/1x3/1x3/xx3/o4"),
        ("g", "xxxx1/1xx2/5/5/o4"),
        ("bg", "xx3/1x3/2x2/2xx1/o4"),
        ("bg+", "xx1x1/1xxx1/5/5/o4"),
        ("bg-", "xx3/1x3/xx3/x4/o4"),
    ],
)
def test_symmetries(axes: str, board: str) -> None:
    """A block is mirrored in an axis, or turned about a crossing by a half or a quarter."""
    assert five("xx3/1x3/5/5/o4 x", "quarter-turns=on").play(f"a1={axes}").text == f"{board} o"


def test_quarter_turns_are_an_option() -> None:
    """Without it, a block can only be mirrored or turned by 180 degrees."""
    assert texts(five("xx3/1x3/5/5/o4 x")) == ["a1=ag", "a1=b", "a1=bg", "a1=bh", "a1=g"]


def test_quarter_turns_need_a_crossing_of_the_board() -> None:
    """A turn about a point outside the board is not a move, even if the copy lies on it."""
    found = five("x4/5/5/5/4o x", "quarter-turns=on")
    assert " ".join(text[3:] for text in texts(found) if text[-1] in "+-") == (
        "ae- af- ag- ah+ ah- bf- bg+ bg- bh+ cg+ ch+ dh+"
    )
    assert found.play("a1=bg+").text == "x2x1/5/5/5/4o o"
    assert found.play("a1=bg-").text == "x4/5/5/x4/4o o"


def test_any_cell_of_the_block_names_it() -> None:
    """A copy can be written with any cell of its block; the standard text has the first."""
    found = position(f"{MIDDLE} x")
    assert found.move("c4=C") == found.move("D5=c")
    assert found.move_text(found.move("D5=c")) == "c4=c"


def test_copies_join_blocks() -> None:
    """New cells join their neighbours, and from then on the whole block is copied."""
    found = after(new("size=5 castles=0"), "a1", "e5", "a1=h", "e5=e")
    assert found.text == "xx3/5/5/5/3oo x"
    assert found.block_at(0, 1) == [(0, 0), (0, 1)]
    assert found.play("b1=a").text == "xx3/xx3/5/5/3oo o"


def test_castles_block_both_players() -> None:
    """No copy covers a castle, whoever has placed it."""
    for board, own in (("1x2#/5/5/5/1o2# x", "b1"), ("1x2#/5/5/5/1o2# o", "b5")):
        found = position(board, "size=5 castles=1")
        assert f"{own}=g" in texts(found)
        assert f"{own}=f" not in texts(found)
        assert "castle" in str(found.explain(f"{own}=f"))


def test_diagonal_contact_joins_nothing() -> None:
    """Territory that touches only at a corner is two blocks."""
    assert block_sizes(five("x4/1x3/5/5/4o x"), "x") == [1, 1]


@pytest.mark.parametrize(("size", "count"), [(10, 35), (12, 48)])
def test_lone_piece(size: int, count: int) -> None:
    """A lone piece has 5 + 5 + 25 copies on 10 x 10 and 6 + 6 + 36 on 12 x 12, all different."""
    rows = [f"x{size - 1}", str(size), f"2o{size - 3}"] + [str(size)] * (size - 3)
    found = position("/".join(rows) + " x", f"size={size} castles=0")
    assert len(found.legal_moves()) == len(boards(found)) == count


@pytest.mark.parametrize(
    ("letter", "count", "different", "entries"), [("x", 77, 65, 161), ("o", 115, 97, 192)]
)
def test_middle_game(letter: str, count: int, different: int, entries: int) -> None:
    """The copies of both players, the resulting boards, and how many cells name each copy."""
    found = position(f"{MIDDLE} {letter}")
    assert len(found.legal_moves()) == count
    assert len(boards(found)) == different
    assert sum(len(found.steps(move)[0]) for move in found.legal_moves()) == entries


def test_blocks_of_the_middle_game() -> None:
    """Player 1 has 10 cells in four blocks, player 2 has 9 in five, and four castles stand."""
    found = position(f"{MIDDLE} x")
    castles = [
        (r, c) for r, row in enumerate(found.rows(), 1) for c in range(1, 11) if row[c - 1] == "#"
    ]
    assert castles == [(1, 10), (4, 6), (7, 4), (7, 8)]
    assert found.scores() == (10, 9)
    assert block_sizes(found, "x") == [1, 1, 4, 4]
    assert block_sizes(found, "o") == [1, 1, 1, 2, 4]


def test_many_moves() -> None:
    """A checkerboard of 14 x 14 with quarter turns has 16,324 copies, in the order of texts."""
    rows = ["o1" + "x1" * 6, "1x" * 7] + ["x1" * 7, "1x" * 7] * 6
    found = position("/".join(rows) + " x", "size=14 castles=0 quarter-turns=on")
    moves = texts(found)
    assert len(moves) == 16_324
    assert moves == sorted(moves)


def test_order_of_texts() -> None:
    """Moves come in the order of their texts: c1 before c10 in the set-up, c10= before c1=."""
    found = new("size=14 castles=0 quarter-turns=on")
    assert texts(found)[:7] == ["a1", "a10", "a11", "a12", "a13", "a14", "a2"]
    assert texts(found) == sorted(texts(found))
    found = after(found, "b1", "n14", "b1=e", "n14=m")
    assert {text.partition("=")[0] for text in texts(found)} == {"b1", "b10"}
    assert texts(found)[0].startswith("b10=")
    assert texts(found) == sorted(texts(found))


@pytest.mark.parametrize(
    ("options", "counts"),
    [("size=5 castles=0", [25, 600, 6072]), ("players=3 size=5 castles=1", [25, 600, 13_800])],
)
def test_perft_of_the_set_up(options: str, counts: list[int]) -> None:
    """The numbers of sequences of one, two and three moves from the start."""
    assert [perft(new(options), depth) for depth in (1, 2, 3)] == counts


@pytest.mark.parametrize(
    ("options", "letter", "counts"),
    [
        ("", "x", [77, 8549]),
        ("", "o", [115, 8549]),
        ("quarter-turns=on", "x", [231, 81_447]),
        ("quarter-turns=on", "o", [366, 81_447]),
    ],
)
def test_perft_of_the_middle_game(options: str, letter: str, counts: list[int]) -> None:
    """The numbers of sequences of one and two moves from the middle of a game."""
    assert [perft(position(f"{MIDDLE} {letter}", options), depth) for depth in (1, 2)] == counts


# --- passes and the end --------------------------------------------------------------------


def test_a_player_who_cannot_copy_is_passed_over() -> None:
    """The turn skips a player without copies, and the picture says so."""
    found = position("1xxxx/1o1xx/1#1xx/1xx#o/#oo#o o", "size=5")
    following = after(found, "b2=bg")
    assert following.text == "1xxxx/1o1xx/1#oxx/1xx#o/#oo#o o"
    scene = following.scene(found, found.move("b2=bg"))
    assert "Player 1 has no moves left" in map(str, scene.captions)
    assert ("passed", ("stock-1",)) in [(mark.kind, mark.sites) for mark in scene.marks]


def test_a_first_piece_may_be_walled_in() -> None:
    """A player whose first piece has no copy on an empty cell is out from the start."""
    found = position("5/1###1/1#x#1/1###1/5 o", "size=5 castles=4")
    assert after(found, "a1").text == "o4/1###1/1#x#1/1###1/5 o"


def test_a_game_may_end_with_the_set_up() -> None:
    """When nobody can copy, the game is over, even right after the set-up."""
    found = position("3#1/#####/1#1#v/#####/o#x## w", "players=4 size=5 castles=4")
    over = after(found, "c3")
    assert over.text == "3#1/#####/1#w#v/#####/o#x## -"
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 2, 3)


def test_final_position() -> None:
    """In the final example nobody can copy, and player 2 wins 40 to 29."""
    found = position(f"{FINAL} -")
    outcome = found.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.scores) == ("p2win", (29, 40))
    assert block_sizes(found, "x") == [4, 8, 8, 9]
    assert block_sizes(found, "o") == [4, 6, 8, 10, 12]
    assert [sum(row.count(sign) for row in found.rows()) for sign in "#."] == [4, 27]
    assert found.legal_moves() == []
    assert not found.can_copy(0)
    assert not found.can_copy(1)


@pytest.mark.parametrize(
    ("text", "options", "winners"),
    [
        ("oooo1/xxoox/##xxx/ooxxx/oo##x -", "size=5", (0, 1)),
        ("xvvvv/xxv1o/x#xxo/xvvxo/1v##o -", "players=3 size=5 castles=1", (0, 2)),
        ("oo1xx/oowvx/vwwvw/vvwvw/wvvww -", "players=4 size=5 castles=0", (3,)),
    ],
)
def test_most_cells_win(text: str, options: str, winners: tuple[int, ...]) -> None:
    """The players with the most cells win, or share first place."""
    outcome = position(text, options).outcome()
    assert outcome is not None
    assert outcome.winners == winners


# --- internal methods ----------------------------------------------------------------------


def test_random_games() -> None:
    """Random games are the same for a seed, compiled or not."""
    tally = random_games(new("size=6 players=3 castles=1 quarter-turns=on"), 20, 1)
    assert (tally.moves, tally.wins, tally.shared) == (615, (13, 6, 5), 2)


def test_random_walk_stops_at_a_position() -> None:
    """After an interrupted random game, the player to move has a move."""
    for moves in range(3, 40):
        found = random_walk(new("size=5 castles=1"), moves, moves)
        assert isinstance(found, ControlV)
        assert read(found.full_text) == found
        assert found.over == (not found.legal_moves())


def test_random_moves_are_uniform() -> None:
    """The probability of every board after one random move is proportional to its number of
    moves."""
    found = five("xx3/1x3/5/5/o4 x", "quarter-turns=on")
    games = 200 * len(found.legal_moves())
    seen = [random_walk(found, 1, seed).text for seed in range(games)]
    for move in found.legal_moves():
        assert 140 < seen.count(found.play(move).text) < 260


def test_positions_are_values() -> None:
    """Positions can be pickled, compared and hashed; options count."""
    found = position(f"{MIDDLE} x", "quarter-turns=on")
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again) == hash(found)
    assert found != position(f"{MIDDLE} x")
    assert found != position(f"{MIDDLE} o", "quarter-turns=on")


# --- positions that are refused ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options", "field", "reason"),
    [
        ("5/5/5/5/5", "size=5", "position", "it must have 2 fields"),
        ("5/5/5/5/5  x", "size=5", "position", "it must have 2 fields"),
        ("5/5/5/5 x", "size=5", "cells", "it has 5 rows, not 4"),
        ("5/5/5/5/6 x", "size=5", "cells", "row 5 has 5 cells, not 6"),
        ("5/5/5/5/v4 x", "size=5", "cells", "row 5 has 'v' at place 1"),
        ("5/5/5/5/X4 x", "size=5", "cells", "row 5 has 'X' at place 1"),
        ("5/5/5/5/23 x", "size=5", "cells", "row 5 has 5 cells, not 23"),
        ("5/5/5/5/5 v", "size=5", "player", "'v' is not one of x, o, -"),
        ("5/5/5/5/##### x", "size=5", "cells", "5 castles, but all players together have 4"),
        ("5/5/5/5/##x2 x", "size=5", "cells", "castles are still to be placed: 2"),
        ("5/5/5/5/####o x", "size=5", "cells", "Player 1 has no territory"),
        ("5/5/5/5/xx3 o", "size=5 castles=0", "cells", "Player 2 has no territory"),
        ("5/5/5/5/xo2w v", "players=4 size=5 castles=0", "cells", "Player 3 has no territory"),
        ("5/5/5/5/#4 o", "size=5", "player", "the set-up has come to Player 1: write x"),
        ("5/5/5/5/##3 x", "size=5", "player", "the set-up has come to Player 2: write o"),
        ("5/5/5/5/x4 x", "size=5 castles=0", "player", "the set-up has come to Player 2: write o"),
        ("5/5/5/5/5 -", "size=5", "player", "the game is not over"),
        ("x4/5/5/5/4o -", "size=5 castles=0", "player", "the game is not over"),
        ("oooo1/xxoox/##xxx/ooxxx/oo##x o", "size=5", "player", "nobody can copy a block"),
        ("1xxxx/1o1xx/1#1xx/1xx#o/#oo#o x", "size=5", "player", "Player 1 cannot copy any block"),
    ],
)
def test_refused_positions(text: str, options: str, field: str, reason: str) -> None:
    """A text that the formatter would not write is refused with field and reason."""
    with pytest.raises(PositionError) as refusal:
        position(text, options)
    assert refusal.value.field == field
    assert reason in str(refusal.value.reason)


def test_nothing_is_inferred_from_history() -> None:
    """Any amounts of territory are accepted once every player has some."""
    assert five("xxxxx/5/5/5/4o o").scores() == (5, 1)


# --- moves that are refused ----------------------------------------------------------------


def why(found: ControlV, text: str) -> str:
    """Why a move is refused."""
    with pytest.raises(MoveError) as refusal:
        found.play(text)
    return str(refusal.value)


@pytest.mark.parametrize(
    "text",
    ["", "c", "4", "c4=", "=d", "c4=abc", "c4=d=e", "c4=+", "c4=\u212a", "c٤=d", "c04=d", "c4 =d",
     "swap"],
)  # fmt: skip
def test_unreadable_moves(text: str) -> None:
    """For a text without the form of a move, the error lists the forms."""
    assert "is not a move: write a cell such as c4" in why(position(f"{MIDDLE} x"), text)


@pytest.mark.parametrize("text", ["\u212a1", "c4=\u212a", "c4=b\u212a"])
def test_the_kelvin_sign_is_no_k(text: str) -> None:
    """Its lower case is the letter k, but it does not name a column or an axis."""
    assert "is not a move: write a cell such as c4" in why(new("size=14 castles=0"), text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("k1", "k1 is not on the board: columns a to j, rows 1 to 10"),
        ("a0=d", "a0 is not on the board"),
        ("a11=d", "a11 is not on the board"),
        ("c4=s", "there is no axis s: horizontal axes are a to i, vertical ones j to r from the"),
        ("c4=md", "md is not a crossing: write its horizontal axis, then its vertical one"),
        ("c4=de", "de is not a crossing"),
        ("c4=mn", "mn is not a crossing"),
        ("c4=d+", "+ turns a block by a quarter about a crossing: write both axes"),
        ("c4=dm+", "this game is played without quarter turns"),
        ("c4", "the set-up is over: copy a block of yours"),
        ("a1=d", "a1 is empty: choose a block of yours"),
        ("j1=d", "j1 holds a castle, and castles are never copied"),
        ("e4=d", "e4 holds territory of Player 2: choose a block of yours"),
        ("d5=i", "the copy of c4 would lie off the board"),
        ("c4=dp", "the copy of c4 would fall on the block itself"),
        ("c4=o", "the copy of c4 would fall on f4, which holds a castle: it needs empty cells"),
        ("f1=n", "the copy of f1 would fall on e1, which holds territory of Player 2"),
        ("c4=f", "the copy of c5 would fall on c8, which holds territory of Player 1"),
    ],
)
def test_explained_moves(text: str, reason: str) -> None:
    """For an illegal move, the error is the rule that forbids it."""
    assert reason in why(position(f"{MIDDLE} x"), text)


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        ("5/5/5/5/5 x", "c4=a", "Player 1 has to place a castle first: write an empty cell"),
        ("5/5/5/5/####1 x", "c4=a", "Player 1 has to place their first territory first"),
        ("5/5/5/5/#4 x", "a5", "a5 already holds a castle: only empty cells can be chosen"),
        ("5/5/5/5/####x o", "e5", "e5 already holds territory of Player 1: only empty cells"),
    ],
)
def test_explained_set_up_moves(board: str, text: str, reason: str) -> None:
    """In the set-up, pieces are placed only on empty cells."""
    assert reason in why(position(board, "size=5"), text)


def test_over() -> None:
    """Nothing can be played once the game is over."""
    assert why(position(f"{FINAL} -"), "b1=a") == "the game is over"


def test_every_text_has_an_answer() -> None:
    """With any cell and axes, the move is legal or there is a reason."""
    found = five("xx3/1x3/2o2/5/o3x x", "quarter-turns=on")
    legal = set(texts(found))
    cells = [f"{column}{row}" for column in "abcdef" for row in range(7)]
    letters = string.ascii_lowercase[:9]
    axes = [*letters, *map("".join, itertools.product(letters, letters, ("", "+", "-")))]
    for cell, symmetry in itertools.product(cells, axes):
        reason = found.explain(f"{cell}={symmetry}")
        if reason is None:
            assert found.move_text(found.move(f"{cell}={symmetry}")) in legal
        else:
            assert str(reason)


# --- the picture ---------------------------------------------------------------------------


def test_steps() -> None:
    """A cell in the set-up; later any cell of the block, then an axis or a crossing."""
    assert new().steps(new().move("c4")) == (("c4",),)
    found = position(f"{MIDDLE} x")
    block = ("c4", "d4", "c5", "d5")
    assert found.steps(found.move("c4=c")) == (block, ("axis-c",))
    assert found.steps(found.move("d5=eq")) == (block, ("crossing-eq",))


def test_steps_of_quarter_turns() -> None:
    """With quarter turns, the kind of turn is touched last."""
    found = five("xx3/1x3/5/5/o4 x", "quarter-turns=on")
    block = ("a1", "b1", "b2")
    assert [found.steps(found.move(f"a1={axes}")) for axes in ("b", "bg", "bg+", "bg-")] == [
        (block, ("axis-b",)),
        (block, ("crossing-bg",), ("half-turn",)),
        (block, ("crossing-bg",), ("clockwise",)),
        (block, ("crossing-bg",), ("anticlockwise",)),
    ]


@pytest.mark.parametrize("options", ["", "quarter-turns=on"])
def test_every_step_is_in_the_picture(options: str) -> None:
    """Sites have unique names, all steps lead to sites, and no move's steps begin another's."""
    found = position(f"{MIDDLE} o", options)
    names = [site.name for site in found.scene().all_sites()]
    assert len(names) == len(set(names))
    moves = sorted(found.steps(move) for move in found.legal_moves())
    assert {site for steps in moves for step in steps for site in step} <= set(names)
    assert all(first != second[: len(first)] for first, second in itertools.pairwise(moves))


def test_choosing() -> None:
    """A copy is entered by touching any cell of the block and then an axis."""
    chooser = Chooser.of(position(f"{MIDDLE} x")).touch("d5")
    assert chooser is not None
    assert "axis-c" in chooser.touchable()
    chosen = chooser.touch("axis-c")
    assert chosen is not None
    assert chosen.move == chooser.position.move("c4=c")


def test_scene_of_a_copy() -> None:
    """The picture marks the copy and its block and says what happened."""
    found = position(f"{MIDDLE} x")
    move = found.move("c4=c")
    scene = found.play(move).scene(found, move)
    assert [str(caption) for caption in scene.captions] == [
        "Player 2 to move",
        "Player 1 mirrors the block of 4 cells at c4 in axis c",
        "The copy fills c2, d2, c3, d3",
        "The copy is now part of a block of 9 cells",
        "Cells: Player 1 has 14, Player 2 has 9",
    ]


def test_scene_of_the_set_up() -> None:
    """The cards show the castles that are left to place."""
    found = new()
    following = after(found, "c4")
    scene = following.scene(found, found.move("c4"))
    assert [str(caption) for caption in scene.captions][:2] == [
        "Player 1 to place a castle",
        "Player 1 places a castle on c4",
    ]
    assert [len(supply.sites) for supply in scene.supplies] == [2, 3]
    assert [piece.site for piece in scene.pieces if piece.form.name == "castle"] == [
        "c4", "stock-1-castle-1", "stock-2-castle-1", "stock-2-castle-2",
    ]  # fmt: skip


def test_scene_of_the_end() -> None:
    """The picture says who has won."""
    assert str(position(f"{FINAL} -").scene().captions[0]) == "Player 2 has won"


# --- the evaluation ------------------------------------------------------------------------


def test_nothing_is_promised_in_the_set_up() -> None:
    """The evaluation is 0 during the set-up."""
    found = new()
    while found.setting_up():
        assert found.evaluate(0) == 0
        found = after(found, found.move_text(found.legal_moves()[7]))
    assert found.evaluate(0) != 0


def test_both_players_are_evaluated_alike() -> None:
    """The evaluation is the same for player 2 in the same situation."""
    exchanged = MIDDLE.translate(str.maketrans("xo", "ox"))
    assert position(f"{MIDDLE} x").evaluate(0) == position(f"{exchanged} o").evaluate(1)
    assert position(f"{MIDDLE} x").evaluate(0) > position(f"{MIDDLE} o").evaluate(0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("xx3/5/5/5/4o x", "x4/5/5/5/4o x"),  # more cells
        ("x1x2/5/5/5/4o x", "xx3/5/5/5/4o x"),  # more copies, of two blocks instead of one
    ],
)
def test_what_is_good_is_worth_more(better: str, worse: str) -> None:
    """For player 1, who is to move."""
    assert five(better).evaluate(0) > five(worse).evaluate(0)


def test_who_is_behind_and_out_has_lost() -> None:
    """Player 2 has no copy left and fewer cells, so they can only lose."""
    found = five("1xxxx/xoxxx/ooxxx/oxxxx/xxxxx x")
    assert not found.can_copy(1)
    assert found.evaluate(0) > 3000


def test_more_opponents_leave_less_of_a_chance() -> None:
    """The blocks of a third player reduce the chances of both others."""
    alone = position("5/x4/5/4o/5 x", "size=5 castles=0")
    crowded = position("5/x4/2v2/4o/5 x", "players=3 size=5 castles=0")
    assert crowded.evaluate(0) < alone.evaluate(0)
    assert crowded.evaluate(0) > crowded.evaluate(1)


def test_no_lead_is_beyond_all_bounds() -> None:
    """The largest board, full except for one cell that player 1 can fill."""
    last = "/".join(["1" + 13 * "x", "xo" + 12 * "x", "oo" + 12 * "x", *[14 * "x"] * 11])
    assert position(f"{last} x", "size=14 castles=0").evaluate(1) == -8000


@pytest.mark.parametrize("options", ["size=6 castles=1", "size=6 castles=1 quarter-turns=on"])
def test_a_copy_is_said_to_fill_what_it_fills(options: str) -> None:
    position = random_walk(start(f"control_v {options}"), 9, 1)
    assert isinstance(position, ControlV) and not position.setting_up()
    for move in position.legal_moves():
        after = position.play(move)
        assert isinstance(after, ControlV)
        filled = [
            f"{string.ascii_lowercase[column]}{row + 1}"
            for row, (old, new) in enumerate(zip(position.rows(), after.rows(), strict=True))
            for column in range(len(old))
            if old[column] != new[column]
        ]
        assert preview_sites(position, move) == filled
