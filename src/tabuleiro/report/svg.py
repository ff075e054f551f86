"""Renders the charts and boards of a report as stand-alone SVG files."""

from __future__ import annotations

from collections.abc import Callable

from tabuleiro.arena.plots import Plot, Tick
from tabuleiro.core.drawing.svg import FONT, draw_svg
from tabuleiro.core.drawing.svg_elements import element, escape, text_element
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.message import Message
from tabuleiro.report.blocks import BoardBlock, ChartBlock, DisplayText
from tabuleiro.report.heat_maps import with_heat_tints

Translate = Callable[[str], str]

WIDTH, HEIGHT = 720.0, 320.0
LEFT, RIGHT, TOP, BELOW = 64.0, 24.0, 16.0, 48.0  # margins of a plot
ACROSS, UP = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BELOW  # the plot itself
BOTTOM = TOP + UP
SIZE = 13.0  # of letters
KEY_LINE, KEY_GAP = 28.0, 8.0
LETTER = 0.6  # the width of a letter, in sizes

STYLES = (
    ("curve", "fill: none; stroke-width: 2.5; stroke-linejoin: round"),
    ("band", "opacity: .16; stroke: none"),
    ("even", "fill: none; stroke-width: 1; stroke-dasharray: 4 4"),
)
DASHES = (("tone-2", "10 3"), ("tone-3", "3 3"), ("tone-4", "10 3 2 3"))


def chart_svg(chart: ChartBlock, translate: Translate = str, theme: Theme = LIGHT) -> str:
    """A plot with its scales and its key, as one picture."""
    plot = chart.plot
    placed = f'<svg x="{LEFT:g}" y="{TOP:g}" width="{ACROSS:g}" height="{UP:g}" '
    parts = [
        element("style", plot_styles(theme)),
        element("rect", width=WIDTH, height=total_height(plot), fill=theme["surface"]),
        element(
            "rect", x=LEFT, y=TOP, width=ACROSS, height=UP, fill=theme["board"],
            stroke=theme["line"],
        ),
        plot.svg.replace("<svg ", placed, 1),
        *(up_label(tick, theme, translate) for tick in plot.up),
        *(across_label(tick, theme, translate) for tick in plot.across),
        name_of_scale(translated_text(chart.across, translate), theme),
        *key_parts(plot, theme, translate),
    ]  # fmt: skip
    return element(
        "svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", role="img",
        viewBox=f"0 0 {WIDTH:g} {total_height(plot):g}", width=WIDTH, height=total_height(plot),
        aria_label=translated_text(plot.words, translate), font_family=FONT,
    ) + "\n"  # fmt: skip


def board_svg(board: BoardBlock, translate: Translate = str, theme: Theme = LIGHT) -> str:
    """A heat map."""
    return draw_svg(board.scene, with_heat_tints(theme), captions=False, translate=translate)


def total_height(plot: Plot) -> float:
    """The height of the picture: a plot with a key has a line more."""
    return HEIGHT + (2 * SIZE if plot.keys else 0.0)


def translated_text(said: DisplayText, translate: Translate) -> str:
    """A text in the language of the reader."""
    return said.text(translate) if isinstance(said, Message) else said


def up_label(tick: Tick, theme: Theme, translate: Translate) -> str:
    """A label beside the plot."""
    y = TOP + tick.at / 100 * UP
    return text_element(
        LEFT - 8, y, translated_text(tick.label, translate), SIZE, theme["muted"], 400, "end"
    )


def across_label(tick: Tick, theme: Theme, translate: Translate) -> str:
    """A label below the plot."""
    x = LEFT + tick.at / 100 * ACROSS
    return text_element(
        x, BOTTOM + 14, translated_text(tick.label, translate), SIZE, theme["muted"]
    )


def name_of_scale(name: str, theme: Theme) -> str:
    """What the scale below measures."""
    return text_element(LEFT + ACROSS / 2, BOTTOM + 36, name, SIZE, theme["muted"])


def key_parts(plot: Plot, theme: Theme, translate: Translate) -> list[str]:
    """What the colours stand for, below everything."""
    parts: list[str] = []
    x, y = LEFT, HEIGHT + SIZE / 2
    for key in plot.keys:
        label = translated_text(key.label, translate)
        parts.append(element("line", x1=x, y1=y, x2=x + KEY_LINE, y2=y, class_=f"curve {key.tone}"))
        x += KEY_LINE + KEY_GAP
        parts.append(text_element(x, y, label, SIZE, theme["text"], 400, "start"))
        x += len(label) * LETTER * SIZE + 2 * KEY_GAP
    return parts


def plot_styles(theme: Theme) -> str:
    """The classes of plots, in the colours of a theme."""
    rules = [f".{name} {{ {look} }}" for name, look in STYLES]
    for number in range(1, 5):
        colour = theme[f"p{number}"]
        rules.append(f".curve.tone-{number} {{ stroke: {colour} }}")
        rules.append(f".band.tone-{number} {{ fill: {colour} }}")
    rules += [f".curve.{tone} {{ stroke-dasharray: {dash} }}" for tone, dash in DASHES]
    rules.append(f".even {{ stroke: {theme['grid']} }}")
    return escape(" ".join(rules))
