"""Squex: the checked examples of its rules, errors and reasons."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import cast

import pytest

from strategies import random_game
from tabuleiro.core.message import MoveError, OptionError, PositionError
from tabuleiro.core.playouts import random_games
from tabuleiro.core.position import Position
from tabuleiro.games import read, start
from tabuleiro.games.squex import view
from tabuleiro.games.squex.rules import Squex

START = "8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1"
MIDDLE = "squex rows=5 columns=6 | x5/x5/x5/1xoox1/1ox1oo 5/5/x4/1x1o1 o 2"
MIDDLE_MOVES = "a1 c4 a2 d4 a3 b5 b4 e5 e4 f5 c5"
FINAL = "squex rows=5 columns=6 | x1x1o1/xxo3/xox3/oxoox1/1oxxoo xx3/xx3/ox3/ox1o1 - -"
ADDED = "c1x e1o b2x c2o b3o c3x a4o d5x"  # what the final example adds to the middle one
EXCHANGED = str.maketrans("xo", "ox")

FINAL_LINKS = {
    ((0, 2), (1, 1)): False,
    ((1, 1), (2, 2)): True,
    ((2, 2), (3, 1)): True,
    ((3, 1), (4, 2)): True,
    ((3, 0), (4, 1)): False,
}


def play_all(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(move)
    return position


def test_start() -> None:
    """The start is empty, player 1 has one move, and there are 64 of them."""
    position = start("squex")
    assert position.text == START
    assert len(position.legal_moves()) == 64


@pytest.mark.parametrize("text", ["\u212a4", "\uff411", "a\u0661", "a01", "a1 ", ""])
def test_other_texts_are_no_moves(text: str) -> None:
    """Only the letters of the notation are letters: the kelvin sign is not a k."""
    with pytest.raises(MoveError, match="is not a move"):
        start("squex rows=15 columns=15").move(text)


def test_the_middle_example_is_reached_with_one_cut() -> None:
    """The printed middle position follows from its moves; only the last one cuts."""
    position = start("squex rows=5 columns=6")
    cuts = []
    for move in MIDDLE_MOVES.split():
        following = position.play(move)
        if any(mark.kind == "cut" for mark in following.scene(position, position.move(move)).marks):
            cuts.append(move)
        position = following
    assert position == read(MIDDLE)
    assert cuts == ["c5"]


def test_a_path_over_a_link_that_can_be_cut_does_not_win() -> None:
    """Player 1 is connected in the middle example, but not safely: the game is not over."""
    position = read(MIDDLE)
    assert not position.over
    assert position.player == 1
    assert len(position.legal_moves()) == 19


def test_the_final_example_is_won_by_player_1() -> None:
    """The printed final position is over: three safe squares connect the path."""
    outcome = read(FINAL).outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.scores == (1, 0)


def test_the_final_example_with_its_last_cut_is_reached_in_40_orders() -> None:
    """With the square that d5 must cut, it can be reached from the middle example; as printed, it
    cannot."""

    def orders(position: Position, left: tuple[str, ...]) -> Iterator[str]:
        if not left:
            yield position.text
        elif not position.over:
            for added in left:
                if added[-1] == "xo"[position.player]:
                    others = tuple(other for other in left if other != added)
                    yield from orders(position.play(added[:-1]), others)

    ends = Counter(orders(read(MIDDLE), tuple(ADDED.split())))
    assert ends["x1x1o1/xxo3/xox3/oxoox1/1oxxoo xx3/xx3/ox3/ox1x1 - -"] == 40
    assert read(FINAL).text not in ends


def test_links_of_the_final_example() -> None:
    """One diagonal link of each player can be cut; the winner's other three are safe."""
    position = read(FINAL)
    assert isinstance(position, Squex)
    linked = {pair: pair[1] in position.links(*pair[0]) for pair in FINAL_LINKS}
    assert linked == FINAL_LINKS


def test_the_link_of_the_middle_example_can_be_cut() -> None:
    """Player 2 plays a4 and b3 and takes the square between a3 and b4."""
    position = play_all(read(MIDDLE), "a4 b3")
    assert position.text == "x5/x5/xo4/oxoox1/1ox1oo 5/5/oo3/ox1o1 x 2"


def test_a_cut_gives_the_opponent_two_moves() -> None:
    """The same octagon is not a cut if the square between is empty."""
    plain = play_all(start("squex rows=5 columns=5"), "b2 b1 c3 c2")
    assert plain.text.endswith(" x 1")
    cut = play_all(start("squex rows=5 columns=5"), "b2 b3 c3 c2")
    assert cut.text.endswith(" x 2")
    assert cut.play("a5").text.endswith(" x 1")
    assert cut.play("a5").play("a4").text.endswith(" o 1")


@pytest.mark.parametrize("moves", ["c4", "a5 c4"])
def test_a_cut_with_either_of_two_moves_gives_the_opponent_two(moves: str) -> None:
    """A cut with the first move forfeits the second; a cut with the second has no other cost."""
    position = read("squex rows=5 columns=5 | 5/5/1xo2/1o3/5 4/4/1o2/4 x 2")
    assert play_all(position, moves).text.endswith(" 4/4/1x2/4 o 2")


def test_several_squares_cut_by_one_move_give_two_moves() -> None:
    """Four squares are cut at once."""
    position = read("squex rows=4 columns=4 | xox1/o1o1/xox1/4 oo1/oo1/3 x 1")
    assert position.play("b2").text == "xox1/oxo1/xox1/4 xx1/xx1/3 o 2"


def test_a_move_can_take_four_squares() -> None:
    """One octagon among four own diagonal neighbours owns all four squares."""
    position = read("squex rows=3 columns=3 | x1x/3/x1x 2/2 x 1")
    assert position.play("b2").text == "x1x/1x1/x1x xx/xx o 1"


@pytest.mark.parametrize(
    ("text", "move", "after"),
    [
        ("x1o/x2/2o 2/2 x 2", "a3", "x1o/x2/x1o 2/2 - -"),
        ("1xo/1o1/2x 1o/2 x 1", "c2", "1xo/1ox/2x 1x/2 - -"),
        ("1xo/1o1/2x 1o/2 x 2", "c2", "1xo/1ox/2x 1x/2 - -"),
    ],
)
def test_a_win_comes_before_the_cut_and_the_second_move(text: str, move: str, after: str) -> None:
    """Connecting the sides ends the game, whatever else the move does."""
    position = read(f"squex rows=3 columns=3 | {text}").play(move)
    assert position.text == after
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == (0,)


def test_a_path_of_either_player_ends_the_game_on_reading() -> None:
    """Whoever made the last move."""
    outcome = read("squex rows=3 columns=4 | x1x1/oooo/x3 3/3 - -").outcome()
    assert outcome is not None and outcome.winners == (1,)
    with pytest.raises(PositionError, match="the game is over"):
        read("squex rows=3 columns=4 | x1x1/oooo/x3 3/3 o 1")


def test_every_full_board_has_a_winner() -> None:
    """For every way to fill 3 x 3 octagons and to colour the squares between two pairs."""
    seen = 0
    for letters in map("".join, itertools.product("xo", repeat=9)):
        rows = [letters[:3], letters[3:6], letters[6:]]
        for squares in itertools.product(*map(colours_between, blocks_of(rows))):
            text = f"{'/'.join(rows)} {squares[0]}{squares[1]}/{squares[2]}{squares[3]} - -"
            position = read(f"squex rows=3 columns=3 | {text.replace('..', '2').replace('.', '1')}")
            outcome = position.outcome()
            assert outcome is not None and len(outcome.winners) == 1
            seen += 1
    assert seen > 512


def blocks_of(rows: list[str]) -> list[str]:
    """The four octagons around each interior square."""
    return [rows[r][c : c + 2] + rows[r + 1][c : c + 2] for r in range(2) for c in range(2)]


def colours_between(block: str) -> list[str]:
    """The colours that a square can have between these octagons."""
    pairs = (block[0] + block[3], block[1] + block[2])
    return sorted({pair[0] for pair in pairs if pair in ("xx", "oo")}) or ["."]


def test_no_random_game_is_drawn() -> None:
    """A full board always has a winner."""
    for size in ("rows=3 columns=3", "rows=3 columns=5", "rows=5 columns=4", "rows=8"):
        assert random_games(start(f"squex {size}"), 3000, 1).shared == 0


def test_swap_mirrors_the_first_octagon() -> None:
    """Player 2 takes over b1 as a2, and player 1 moves next; nothing else can be swapped."""
    first = start("squex rows=5 columns=5 swap=on").play("b1")
    assert first.explain("swap") is None
    swapped = first.play("swap")
    assert swapped.text == "5/o4/5/5/5 4/4/4/4 x 1"
    assert "only" in str(swapped.explain("swap"))
    assert "without swap" in str(start("squex").play("b1").explain("swap"))
    assert "only" in str(
        read("squex swap=on | 8/8/8/2o5/8/8/8/8 7/7/7/7/7/7/7 o 1").explain("swap")
    )


def test_swap_needs_a_square_board() -> None:
    """Contradicting options are refused, and the error says what to do."""
    with pytest.raises(OptionError, match="square board"):
        start("squex rows=5 swap=on")


def test_moves_of_large_boards_sort_as_texts() -> None:
    """a10 comes between a1 and a2."""
    position = start("squex rows=15 columns=15")
    texts = [position.move_text(move) for move in position.legal_moves()]
    assert texts == sorted(texts)
    assert texts[:3] == ["a1", "a10", "a11"]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("a1", "a1 already holds an octagon of Player 1: only empty cells can be played"),
        ("c4", "c4 already holds an octagon of Player 2: only empty cells can be played"),
        ("g1", "g1 is not on the board: columns a to f, rows 1 to 5"),
        ("a6", "a6 is not on the board: columns a to f, rows 1 to 5"),
        ("a0", "a0 is not on the board: columns a to f, rows 1 to 5"),
        ("", "'' is not a move: write an octagon such as c4"),
        ("a1b2", "'a1b2' is not a move: write an octagon such as c4"),
        ("swap", "this game is played without swap"),
    ],
)
def test_reasons(move: str, reason: str) -> None:
    """Every rule has its own sentence."""
    assert str(read(MIDDLE).explain(move)) == reason


def test_swap_is_offered_where_it_is_a_move() -> None:
    position = start("squex swap=on").play("a1")
    assert "or swap" in str(position.explain("zz"))
    assert "or swap" not in str(position.play("swap").explain("zz"))


def test_the_kelvin_sign_is_no_k() -> None:
    """Its lower case is the letter k, but it does not name a column."""
    assert str(start("squex columns=15").explain("\u212a1")) == (
        "'\u212a1' is not a move: write an octagon such as c4"
    )


def test_a_finished_game_says_so() -> None:
    """After the end, the reason is that the game is over."""
    assert str(read(FINAL).explain("b1")) == "the game is over"


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("8/8 7/7 x 1", "octagons", "not 2"),
        ("9/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1", "octagons", "not 9"),
        ("44/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1", "octagons", "not 44"),
        ("08/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1", "octagons", "'0'"),
        ("X7/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1", "octagons", "'X'"),
        ("8/8/8/8/8/8/8/8 x6/7/7/7/7/7/7 x 1", "squares", "empty"),
        ("x7/1x6/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1", "squares", "make it x"),
        ("x7/1x6/8/8/8/8/8/8 o6/7/7/7/7/7/7 x 1", "squares", "make it x"),
        ("8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 - -", "player", "not over"),
        ("8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x -", "left", "1 or 2"),
        ("8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 3", "left", "not 1, 2"),
        ("8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 v 1", "player", "'v'"),
        ("8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x  1", "position", "not 5"),
        ("x7/x7/x7/x7/x7/x7/x7/x7 7/7/7/7/7/7/7 o 1", "player", "over"),
        ("x7/x7/x7/x7/x7/x7/x7/x7 7/7/7/7/7/7/7 - 1", "left", "should be -"),
    ],
)
def test_impossible_positions_are_refused(text: str, field: str, reason: str) -> None:
    """The error names the field and the reason."""
    with pytest.raises(PositionError, match=reason) as error:
        start("squex").game.read(text)
    assert error.value.field == field


def test_either_colour_on_a_square_with_two_pairs() -> None:
    """If each diagonal has one colour, the square can have either."""
    for colour in "xo":
        text = f"xo6/ox6/8/8/8/8/8/8 {colour}6/7/7/7/7/7/7 x 1"
        assert start("squex").game.read(text).text == text


def test_the_winning_path_joins_the_winner_s_sides() -> None:
    """It leads from side to side over links of the winner's octagons."""
    for seed in range(20):
        *_, (_, last) = random_game(start("squex rows=7 columns=7"), seed)
        outcome = last.outcome()
        assert outcome is not None
        scene = last.scene()
        (path,) = [mark.sites for mark in scene.marks if mark.kind == "path"]
        owners = {piece.site: piece.colour for piece in scene.pieces}
        assert {owners[site] for site in path} == {f"p{outcome.winners[0] + 1}"}
        ends = (path[0][1:], path[-1][1:]) if outcome.winners == (0,) else (path[0][0], path[-1][0])
        assert ends in (("1", "7"), ("a", "g"))


def test_a_cut_is_shown_and_told() -> None:
    """The square is marked, and the captions mention the opponent's two moves."""
    before = start("squex").play("a1").play("a2").play("b2")
    after = before.play("b1")
    scene = after.scene(before, before.move("b1"))
    assert [str(words) for words in scene.captions] == [
        "Player 1 to make move 1 of 2",
        "Player 2 places an octagon on b1",
        "Player 2 cuts a link and takes the square a1-b2 from Player 1",
        "Player 1 now moves twice, because a link was cut",
    ]
    assert {mark.kind: mark.sites for mark in scene.marks} == {"last": ("b1",), "cut": ("a1-b2",)}
    second = after.play("h8")
    assert str(second.scene(after, after.move("h8")).captions[0]) == "Player 1 to make move 2 of 2"
    assert [str(words) for words in second.scene().captions] == ["Player 1 to move"]


def marked(position: Position, kind: str, last: str = "") -> list[tuple[str, ...]]:
    """The sites of each mark of a kind; with the last move, as they are after it."""
    if not last:
        return [mark.sites for mark in position.scene().marks if mark.kind == kind]
    move = position.move(last)
    scene = position.play(move).scene(position, move)
    return [mark.sites for mark in scene.marks if mark.kind == kind]


def threatened(position: Position) -> set[str]:
    """The cells that are marked as cuts for the player to move."""
    colour = f"p{position.player + 1}"
    marks = position.scene().marks
    return {cell for mark in marks if mark.colour == colour for cell in mark.sites}


def test_cells_with_which_a_link_can_be_cut_at_once_are_marked_and_no_others() -> None:
    found = 0
    for seed in range(6):
        for _, position in random_game(start("squex rows=6 columns=6"), seed):
            texts = map(position.move_text, position.legal_moves())
            cutting = {text for text in texts if marked(position, "cut", text)}
            assert position.over or threatened(position) == cutting
            found += len(cutting)
    assert found > 20


def test_a_link_is_dotted_while_it_can_be_cut_and_both_cells_that_cut_a_new_one_are_shown() -> None:
    position = start("squex").play("c3").play("h8")
    assert marked(position, "open", "d4") == [("c3", "c3-d4", "d4")]
    assert marked(position, "threat", "d4") == [("d3", "c4")]
    linked = position.play("d4")
    assert marked(linked, "threat") == [], "later only what cuts at once"
    assert marked(linked, "open", "d3") == [("c3", "c3-d4", "d4")]
    assert marked(linked.play("d3"), "threat", "a1") == [("c4",)]
    assert marked(linked.play("d3"), "open", "c4") == [], "neighbours are linked for good"


def test_a_swap_can_be_touched_and_is_shown() -> None:
    """Beside the board while it is possible; afterwards the octagon on the mirrored cell is
    marked."""
    before = start("squex swap=on").play("b1")
    (supply,) = before.scene().supplies
    assert [site.name for site in supply.sites] == ["swap"]
    assert str(supply.note) == "take over the first octagon, mirrored"
    after = before.play("swap")
    scene = after.scene(before, before.move("swap"))
    assert scene.supplies == ()
    assert {mark.kind: mark.sites for mark in scene.marks} == {"last": ("a2",)}


# --- the evaluation ------------------------------------------------------------------------


def mirrored(position: Squex) -> Position:
    """The same with rows and columns, and the players, exchanged."""
    boards = [
        "/".join("".join(cells).translate(EXCHANGED) for cells in zip(*rows, strict=True))
        for rows in (position.octagon_rows(), position.square_rows())
    ]
    turn = f"{'ox'[position.player]} {position.left}"
    options = f"rows={position.columns} columns={position.rows}"
    return read(f"squex {options} | {spaced(boards[0])} {spaced(boards[1])} {turn}")


def spaced(board: str) -> str:
    """A board with its empty cells counted, as texts have it."""
    return re.sub(r"\.+", lambda dots: str(len(dots[0])), board)


@pytest.mark.parametrize("options", ["", "rows=5 columns=9", "rows=15 columns=15", "rows=3"])
def test_the_sides_are_evaluated_alike(options: str) -> None:
    """The evaluation of the mirrored position is the same for the other player."""
    for seed in range(10):
        for _, position in random_game(start(f"squex {options}".rstrip()), seed):
            if not position.over:
                assert isinstance(position, Squex)
                assert mirrored(position).evaluate(1) == position.evaluate(0)


def test_at_the_start_only_the_turn_counts() -> None:
    """On square boards the player to move is ahead, and less so on larger boards."""
    promises = [start(f"squex rows={n} columns={n}").evaluate(0) for n in range(3, 16)]
    assert promises == sorted(promises, reverse=True)
    assert promises[-1] > 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2x2/5/2x2/5/5 4/4/4/4 o 1", "2x2/x4/5/5/5 4/4/4/4 o 1"),  # down, rather than aside
        ("5/5/2x2/5/5 4/4/4/4 x 2", "5/5/2x2/5/5 4/4/4/4 x 1"),  # two moves, rather than one
        ("5/1x3/2x2/5/5 4/1x2/4/4 o 1", "5/1xo2/2x2/5/5 4/1x2/4/4 o 1"),  # nobody across
        ("5/1xo2/1ox2/5/5 4/1x2/4/4 x 1", "5/1xo2/1ox2/5/5 4/1o2/4/4 x 1"),  # a link that holds
    ],
)
def test_what_shortens_the_way_is_worth_more(better: str, worse: str) -> None:
    """For player 1, who connects top and bottom."""
    assert read(f"squex rows=5 columns=5 | {better}").evaluate(0) > (
        read(f"squex rows=5 columns=5 | {worse}").evaluate(0)
    )


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("x3/x3/1x2/1x2 3/x2/3 o 1", True),  # a2 and b3 by a link that can be cut
        ("x3/xo2/ox2/1x2 3/o2/3 x 1", False),  # it was cut
        ("x3/x3/4/1x2 3/3/3 o 1", False),
    ],
)
def test_sides_are_joined_straight_or_by_links(text: str, joined: bool) -> None:
    position = cast("Squex", read(f"squex rows=4 columns=4 | {text}"))
    assert view.is_joined(position, 0) == joined
