"""Text pictures: they fit a terminal, use only their characters, and show all pieces
differently."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest

from core.drawing.drawing_samples import (
    SAMPLES,
    block_scene,
    marks_scene,
    piece,
    ring_scene,
    site,
    squex_scene,
    stack_scene,
    tile_scene,
)
from core.drawing.drawing_snapshots import agrees
from tabuleiro.core.drawing.canvas import Canvas, round_half_up
from tabuleiro.core.drawing.glyphs import ASCII, UNICODE, Glyphs, to_ascii
from tabuleiro.core.drawing.pixels import channels
from tabuleiro.core.drawing.text import TextPainter, draw_text, grains
from tabuleiro.core.drawing.theme import DARK
from tabuleiro.core.message import say
from tabuleiro.core.scene import BLOCK, DISC, Link, Mark, MarkKind, Scene
from tabuleiro.core.scene_description import MARKS
from tabuleiro.games import find_game, read
from tabuleiro.games.eigenstate.view import TILE
from tabuleiro.games.squex import GAME as SQUEX

ANSI = re.compile(r"\x1b\[[0-9;]*m")
COLUMNS = 80
ONLY_SAID: frozenset[MarkKind] = frozenset({"open", "threat"})
"""Marks that a picture of characters has no room for; only descriptions mention them."""


@pytest.fixture(params=list(SAMPLES))
def scene(request: pytest.FixtureRequest) -> Scene:
    return SAMPLES[request.param]()


def board_of(text: str) -> list[str]:
    """The lines before the first empty one after the board."""
    return text.split("\n\n", maxsplit=1)[0].splitlines()


def test_without_unicode_every_character_is_ascii(scene: Scene) -> None:
    text = draw_text(scene, unicode=False)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()


def test_no_line_ends_with_a_blank(scene: Scene) -> None:
    for unicode in (False, True):
        assert not [line for line in draw_text(scene, unicode).split("\n") if line != line.rstrip()]


def test_every_board_fits_a_terminal(scene: Scene) -> None:
    assert max(map(len, board_of(draw_text(scene)))) <= COLUMNS


def test_the_largest_squex_board_fits_a_terminal() -> None:
    text = draw_text(SQUEX.start(rows=15, columns=15).scene())
    assert max(map(len, board_of(text))) <= COLUMNS
    assert text.count("·") == 15 * 15


def test_colour_is_off_unless_asked_for(scene: Scene) -> None:
    assert "\x1b" not in draw_text(scene)


def test_colour_paints_pieces_in_the_colours_of_the_theme() -> None:
    painted = draw_text(ring_scene(), colour=True, theme=DARK)
    assert "\x1b[38;2;255;255;255m\x1b[48;2;16;20;26m ● \x1b[0m" in painted
    assert painted.count("\x1b[0m") * 3 == painted.count("\x1b[")
    assert "\x1b" not in draw_text(Scene(say("t"), (site("a1", 0, 0),)), colour=True)


def test_colour_changes_no_word(scene: Scene) -> None:
    """Signs stay where they are; only blanks beside a piece may have its colour."""
    painted = ANSI.sub("", draw_text(scene, colour=True)).split("\n")
    for line, other in zip(draw_text(scene).split("\n"), painted, strict=True):
        assert all(b in (a, " ") for a, b in zip(line, other, strict=False))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_pieces_of_different_colours_look_different(scene: Scene, glyphs: Glyphs) -> None:
    seen: dict[tuple[str, str], set[tuple[str, bool]]] = {}
    for one in scene.pieces:
        seen.setdefault((one.form.kind, glyphs.of(one)), set()).add(
            (one.colour, bool(one.form.emblem))
        )
    assert all(len(looks) == 1 for looks in seen.values())


def test_alphabets_have_a_sign_for_every_joint() -> None:
    for glyphs in (UNICODE, ASCII):
        assert len(glyphs.joints) == 16
        assert len(glyphs.slants) == len(glyphs.heavy) == len(glyphs.centre) == 2


def test_squex_reads_as_on_paper() -> None:
    rows = board_of(draw_text(SQUEX.start(rows=3, columns=3).scene(), unicode=False))
    assert rows == [
        "    a   b   c",
        "   x=========x",
        "1 o .   .   . o",
        "  |   +   +   |",
        "2 | .   .   . |",
        "  |   +   +   |",
        "3 o .   .   . o",
        "   x=========x",
    ]


def test_stacks_are_written_from_the_top_down() -> None:
    text = draw_text(stack_scene())
    assert "[idrwg]" in text
    assert "Player 1: b  g  gdbir  (1 stack)" in text
    assert "Unclaimed: r°  i°  (one may be claimed)" in text


def test_tiles_show_their_holes_and_their_owner() -> None:
    text = draw_text(tile_scene(), unicode=False)
    assert "[x]" in text
    assert "| . . @ . * |" in text
    assert "o" in draw_text(tile_scene(pegging=True), unicode=False)


def test_the_last_peg_has_brackets() -> None:
    scene = tile_scene(pegging=True).with_marks(Mark("last", ("c3:a2",)))
    assert "[●]" in draw_text(scene)


def test_a_tile_without_room_is_a_letter() -> None:
    scene = Scene(say("t"), (site("a1", 0, 0),), (piece("a1", TILE, "p2", "o"),), grain=(4, 2))
    assert draw_text(scene, unicode=False) == "+---+\n| o |\n+---+"


def test_walls_inside_a_block_are_open() -> None:
    rows = draw_text(block_scene(marked=False), unicode=False)
    assert "| x   x   x   x |" in rows
    assert "<x> <x>" in draw_text(block_scene(), unicode=False)


def test_bars_join_discs_over_walls() -> None:
    assert "x===x" in draw_text(ring_scene(), unicode=False)
    assert "○━━━○" in draw_text(ring_scene())


def test_handles_show_whether_they_may_be_touched() -> None:
    text = draw_text(block_scene(), unicode=False)
    assert "c*" in text
    assert "<e>" in text
    assert "d*" not in text


def test_marks_without_a_sign_are_told_in_words() -> None:
    assert MARKS.keys() >= ONLY_SAID


@pytest.mark.parametrize("kind", [kind for kind in get_args(MarkKind) if kind not in ONLY_SAID])
@pytest.mark.parametrize("unicode", [False, True], ids=["ascii", "unicode"])
def test_every_mark_can_be_read(kind: MarkKind, unicode: bool) -> None:
    """On empty sites and, except for ghosts, on occupied ones."""
    scene = block_scene(marked=False)
    for sites in (("a1", "b2"), ("g6", "h6"))[: 1 if kind == "ghost" else 2]:
        marked = scene.with_marks(Mark(kind, sites, text="7", colour="p1"))
        assert draw_text(marked, unicode) != draw_text(scene, unicode)


def test_a_wall_leaves_room_for_one_sign() -> None:
    marks = Mark("last", ("a1",)), Mark("touch", ("a1",))
    walled = Scene(say("t"), (site("a1", 0, 0),), (piece("a1", BLOCK, "p1", "x"),), marks=marks)
    assert "|[x*|" in draw_text(walled, unicode=False)
    free = Scene(
        say("t"), (site("a1", 0, 0, "point"),), (piece("a1", DISC, "p1", "x"),), marks=marks
    )
    assert draw_text(free, unicode=False) == "[x]*"


def test_values_without_room_and_arrows_are_told_below() -> None:
    text = draw_text(marks_scene())
    assert "│+31│" in text
    assert "a3 → d2: best" in text
    assert "b2: 62 %" in text


def test_hostile_words_cannot_steer_a_terminal() -> None:
    for unicode in (False, True):
        assert "\x1b" not in draw_text(marks_scene(), unicode)
        assert "\x00" not in draw_text(marks_scene(), unicode)


def test_plain_words_keep_their_likeness() -> None:
    assert to_ascii("Größe 3 × 5 – “à”… 葛") == 'Grosse 3 x 5 - "a"... ?'


def test_words_are_translated() -> None:
    text = draw_text(
        squex_scene(),
        translate=lambda template: template.replace("cuts a link", "corta uma ligação"),
    )
    assert "Player 2 corta uma ligação" in text


def test_an_empty_scene_is_empty() -> None:
    assert draw_text(Scene(say("t"), ())) == ""


def test_links_and_marks_to_nowhere_are_left_out() -> None:
    scene = Scene(
        say("t"), (site("a1", 0, 0, "circle"),), links=(Link("a1", "b1", "p1", "bar"),),
        marks=(Mark("last", ("b1",)), Mark("value", ("b1",), "7")),
    )  # fmt: skip
    assert draw_text(scene) == "·"


def test_lines_join_where_they_meet() -> None:
    canvas = Canvas(UNICODE.joints, UNICODE.slants)
    canvas.line((0, 0), (0, 4))
    canvas.line((2, 0), (2, 4))
    for column in (0, 2, 4):
        canvas.line((0, column), (2, column))
    assert canvas.rows(lambda text, _: text) == ["┌─┬─┐", "│ │ │", "└─┴─┘"]


def test_slanting_lines_have_a_sign_a_row() -> None:
    canvas = Canvas(ASCII.joints, ASCII.slants)
    canvas.line((0, 0), (4, 4))
    canvas.line((0, 8), (4, 4))
    assert canvas.rows(lambda text, _: text) == ["\\     /", " \\   /", "  \\ /"]


def test_halves_are_rounded_upwards_on_both_sides_of_nought() -> None:
    assert [round_half_up(value) for value in (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)] == [
        -2,
        -1,
        0,
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("name", list(SAMPLES))
@pytest.mark.parametrize("unicode", [False, True], ids=["ascii", "unicode"])
def test_picture_is_as_it_was(name: str, unicode: bool) -> None:
    alphabet = "unicode" if unicode else "ascii"
    assert agrees(f"{name}.{alphabet}.txt", draw_text(SAMPLES[name](), unicode) + "\n")


# --- smaller drawings ----------------------------------------------------------------------


def small(text: str) -> list[str]:
    """The board of a position at the smallest grain, in ASCII."""
    scene = read(text).scene()
    scene = replace(scene, grain=grains(scene)[-1], supplies=(), captions=())
    return draw_text(scene, unicode=False).splitlines()


def test_two_rows_of_holes_share_a_line_of_a_small_tile() -> None:
    """Pegs in the corners, above and below the centre, and beside it."""
    holes = "10001" + "00100" + "1101" + "00100" + "10001"
    mask = f"{int(holes, 2):06x}"
    rows = small(f"eigenstate | x5/6/6/6/6/oo4 {mask},000080,000080 - -")
    assert len(rows) == 21
    assert [row[4:13] for row in rows[2:5]] == ["| ' . ' |", "| --x - |", "| . ' . |"]


def test_the_letter_of_an_axis_follows_the_row_above_it() -> None:
    rows = small("control_v size=5 castles=0 | x4/5/5/5/4o x")
    assert rows[1:] == [
        "1   x   .   .   .   .  _a",
        "2   .   .   .   .   .  _b",
        "3   .   .   .   .   .  _c",
        "4   .   .   .   .   .  _d",
        "5   .   .   .   .   o",
        "      h   g   f   e",
    ]


def test_without_walls_a_block_is_painted_as_one_piece() -> None:
    """Two linked cells are one stretch of colour; cells that only meet at a corner are not."""
    scene = read("control_v size=5 castles=0 | xx3/2x2/5/5/4o x").scene()
    scene = replace(scene, grain=grains(scene)[-1], labels=(), supplies=(), captions=())
    painter = TextPainter(scene, unicode=False, colour=True, theme=DARK, translate=str, fill=True)
    first, second = painter.board()[:2]
    paper = re.compile(r"\x1b\[48;2;{}m(.*?)\x1b".format(";".join(map(str, channels(DARK["p1"])))))
    assert [len(run) for run in paper.findall(first)] == [7]
    assert [len(run) for run in paper.findall(second)] == [3]


def test_slanting_lines_without_a_row_of_their_own_begin_beside_their_upper_end() -> None:
    game = find_game("lyngk")
    scene = game.start().scene()
    assert grains(scene) == ((7, 4), (7, 2))
    rows = draw_text(replace(scene, grain=(7, 2), labels=(), captions=(), supplies=())).splitlines()
    assert len(rows) == 13
    assert rows[0].count("╲") == rows[0].count("╱") == 2


def test_a_scene_with_cells_between_rows_is_not_drawn_smaller() -> None:
    assert grains(SQUEX.start().scene()) == ((4, 2),)
