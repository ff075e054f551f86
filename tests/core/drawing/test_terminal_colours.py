"""The colours of a terminal: how many there are, and the nearest of them to ours."""

from __future__ import annotations

from itertools import combinations

import pytest

from tabuleiro.core.drawing.cells import SHADE
from tabuleiro.core.drawing.pixels import channels, contrast, mixed
from tabuleiro.core.drawing.terminal_colours import (
    GREY,
    ColourDepth,
    colour_depth,
    nearest,
    nearest_pair,
    reduce_codes,
    shown,
)
from tabuleiro.core.drawing.theme import COLOUR_BLIND, DARK, LIGHT, THEMES, Theme

REDUCED = (ColourDepth.few, ColourDepth.many)


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColourDepth.full),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, ColourDepth.full),
        ({"TERM": "xterm-direct"}, ColourDepth.full),
        ({"TERM": "tmux-256color"}, ColourDepth.many),
        ({"TERM": "xterm"}, ColourDepth.few),
        ({"TERM": "linux"}, ColourDepth.few),
        ({"TERM": "vt100"}, ColourDepth.none),
        ({"TERM": "xterm-mono"}, ColourDepth.none),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, ColourDepth.none),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, ColourDepth.none),
        ({"TERM": "xterm", "NO_COLOR": ""}, ColourDepth.few),
        ({}, ColourDepth.none),
    ],
)
def test_the_environment_says_how_many_colours_there_are(
    environ: dict[str, str], depth: ColourDepth
) -> None:
    assert colour_depth(environ) is depth


@pytest.mark.parametrize("depth", REDUCED, ids=lambda depth: depth.name)
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_greys_stay_grey(theme: Theme, depth: ColourDepth) -> None:
    for colour in theme.colours.values():
        if max(channels(colour)) - min(channels(colour)) <= GREY:
            assert len(set(channels(shown(nearest(colour, depth))))) == 1, colour


@pytest.mark.parametrize("depth", REDUCED, ids=lambda depth: depth.name)
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_players_and_cells_are_told_apart(theme: Theme, depth: ColourDepth) -> None:
    for first, second in combinations(("p1", "p2", "cell", "board"), 2):
        assert nearest(theme[first], depth) != nearest(theme[second], depth), (first, second)


def test_sixteen_colours_are_named_as_people_name_them() -> None:
    names = {"p1": 4, "p2": 1, "text": 0, "muted": 8, "cell": 7, "page": 15, "r": 1, "g": 10}
    assert {name: nearest(COLOUR_BLIND[name], ColourDepth.few) for name in names} == names
    dark = {"p1": 12, "p2": 9, "text": 15, "muted": 7, "cell": 8, "page": 0}
    assert {name: nearest(DARK[name], ColourDepth.few) for name in dark} == dark


@pytest.mark.parametrize("depth", REDUCED, ids=lambda depth: depth.name)
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_letters_stay_legible(theme: Theme, depth: ColourDepth) -> None:
    pairs = [("text", "page"), ("muted", "surface"), ("on-touch", "touch"), ("touch", "board")]
    colours = [(theme[ink], theme[paper]) for ink, paper in pairs]
    colours += [(theme.mark(piece), theme[piece]) for piece in ("p1", "p2", "d", "i", "g", "w")]
    for ink, paper in colours:
        first, second = nearest_pair(ink, paper, depth)
        assert contrast(shown(first), shown(second)) >= min(contrast(ink, paper), 4), (ink, paper)


def test_codes_are_reduced_and_other_text_is_left_alone() -> None:
    text = "a\x1b[1;38;2;15;86;200;48;2;233;229;220mb\x1b[0m \x1b[38;2;197;59;0mc\x1b[0m 38;2 d"
    assert reduce_codes(text, ColourDepth.full) == text
    assert reduce_codes(text, ColourDepth.few) == ("a\x1b[1;34;47mb\x1b[0m \x1b[31mc\x1b[0m 38;2 d")
    assert reduce_codes(text, ColourDepth.many) == (
        "a\x1b[1;38;5;26;48;5;254mb\x1b[0m \x1b[38;5;166mc\x1b[0m 38;2 d"
    )
    lone = "\x1b[38;2;0;0;205mx\x1b[0m"
    assert reduce_codes(lone, ColourDepth.few) == "\x1b[94mx\x1b[0m", "dark blue is too dark"
    bright = "\x1b[38;2;255;255;255m\x1b[48;2;118;173;247mx\x1b[0m"
    assert reduce_codes(bright, ColourDepth.few) == "\x1b[97m\x1b[104mx\x1b[0m"


def test_256_colours_look_as_xterm_has_them() -> None:
    assert [shown(number) for number in (16, 21, 196, 231, 232, 255)] == [
        "#000000", "#0000FF", "#FF0000", "#FFFFFF", "#080808", "#EEEEEE",
    ]  # fmt: skip
    assert nearest(LIGHT["p1"], ColourDepth.many) == 24


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_faint_lines_stay_visible_with_sixteen_colours(theme: Theme) -> None:
    ground = mixed(theme["cell"], theme["grid"], SHADE)
    ink, paper = nearest_pair(theme["grid"], ground, ColourDepth.few)
    assert ink != paper
    assert nearest_pair(ground, ground, ColourDepth.few)[0] == paper
