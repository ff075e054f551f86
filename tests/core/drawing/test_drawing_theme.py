"""Themes: every colour exists, has enough contrast, and is not the only difference."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import dist

import pytest

from tabuleiro.core.drawing.theme import (
    COLOUR_BLIND,
    COLOUR_BLIND_DARK,
    DARK,
    LIGHT,
    SIGNS,
    THEMES,
    Theme,
    ThemeError,
    find_theme,
)

PLAYERS = ("p1", "p2", "p3", "p4")
COUNTERS = ("d", "r", "i", "g", "b", "w")
GROUNDS = ("page", "surface", "sunken", "board")
CELLS = ("cell", "cell-2", "board")

# What is drawn on what, and the worst ratio of the kind in the light and in the dark theme.
RATIOS = (
    ("text", ("text",), GROUNDS, 13.4, 12.2),
    ("muted text", ("muted",), GROUNDS, 5.3, 6.1),
    ("text on touch", ("on-touch",), ("touch",), 5.5, 10.4),
    ("touch as text", ("touch",), ("board",), 5.3, 9.3),
    ("error text", ("illegal",), ("surface",), 6.7, 7.3),
    ("player 1", ("p1",), CELLS, 5.2, 5.6),
    ("player 2", ("p2",), CELLS, 3.6, 5.3),
    ("player 3", ("p3",), CELLS, 4.1, 6.0),
    ("castles", ("neutral",), CELLS, 5.8, 5.9),
    ("touch", ("touch",), CELLS, 4.0, 7.3),
    ("last move", ("last",), CELLS, 11.6, 11.2),
    ("mark on a piece", ("on-piece",), PLAYERS, 4.9, 7.5),
    ("white on mid", ("white",), ("mid",), 3.9, 4.4),
    ("black on mid", ("black",), ("mid",), 4.1, 4.2),
)


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    shares = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    dark, bright = sorted((luminance(first), luminance(second)))
    return (bright + 0.05) / (dark + 0.05)


def worst(theme: Theme, above: Iterable[str], below: Iterable[str]) -> float:
    below = tuple(below)
    return min(contrast(theme[a], theme[b]) for a in above for b in below)


def test_contrast_is_counted_from_1_to_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#24589B", "#24589B") == 1


@pytest.mark.parametrize(("kind", "above", "below", "light", "dark"), RATIOS)
def test_contrast_is_what_the_palette_promises(
    kind: str, above: tuple[str, ...], below: tuple[str, ...], light: float, dark: float
) -> None:
    assert (round(worst(LIGHT, above, below), 1), round(worst(DARK, above, below), 1)) == (
        light,
        dark,
    ), kind


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_shapes_stand_out_at_least_three_to_one(theme: Theme) -> None:
    assert worst(theme, (*PLAYERS, "neutral", "touch", "last"), CELLS) >= 3
    assert worst(theme, ("white", "black"), ("mid",)) >= 3
    assert worst(theme, ("touch-on-white",), ("white",)) >= 3
    for colour in COUNTERS:
        assert contrast(theme.edge(colour), theme["board"]) >= 3
    for colour in (*PLAYERS, *COUNTERS, "white", "black"):
        assert contrast(theme.mark(colour), theme[colour]) >= 3
    for colour in ("white", "black"):
        assert contrast(theme.emblem(colour), theme[colour]) >= 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_text_can_be_read(theme: Theme) -> None:
    assert worst(theme, ("text", "muted"), GROUNDS) >= 4.5
    softs = [theme.soft(player) for player in PLAYERS]
    assert all(soft is not None and contrast(theme["text"], soft) >= 4.5 for soft in softs)


def test_every_theme_has_the_same_tokens() -> None:
    assert all(set(theme.colours) == set(LIGHT.colours) for theme in THEMES.values())


# How colours look without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def lab(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour as these eyes see it, in CIELAB, where distances are visible differences."""
    shares = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    light = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


@pytest.mark.parametrize("theme", [COLOUR_BLIND, COLOUR_BLIND_DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("eyes", EYES)
def test_colour_blind_eyes_tell_all_pieces_apart(theme: Theme, eyes: str) -> None:
    for family in (PLAYERS, COUNTERS):
        seen = [lab(theme[colour], eyes) for colour in family]
        assert min(dist(a, b) for a, b in combinations(seen, 2)) >= 30


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("eyes", EYES)
def test_the_usual_themes_part_the_first_two_players_for_all_eyes(theme: Theme, eyes: str) -> None:
    assert dist(lab(theme["p1"], eyes), lab(theme["p2"], eyes)) >= 50


def test_no_colour_is_alone() -> None:
    """Player 1 has no sign; all others have a sign that is unique in their family."""
    assert "p1" not in SIGNS
    for family in (PLAYERS[1:], COUNTERS):
        assert len({SIGNS[colour] for colour in family}) == len(family)


def test_a_missing_colour_is_named() -> None:
    with pytest.raises(ThemeError, match="the theme light has no colour 'gold'"):
        LIGHT["gold"]


def test_themes_are_found_by_name() -> None:
    assert find_theme("dark") is DARK
    with pytest.raises(ThemeError, match="there is no theme 'neon': the themes are light, dark, "):
        find_theme("neon")


def test_variables_name_what_declarations_declare() -> None:
    assert LIGHT.variables()["p1-soft"] == "var(--p1-soft)"
    assert "--p1-soft: #CBDAEC;\n" in LIGHT.declarations()
    assert LIGHT.declarations().count("--") == len(LIGHT.colours)
