"""Plots: lines and areas over two scales, for HTML pages and as stand-alone SVG.

The body of a plot fills a square of 100 by 100 and is stretched without keeping its proportions;
lines keep their width. Colours are CSS classes, so that a page can use its own theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.svg import FONT
from tabuleiro.core.drawing.svg_elements import element, escape, group, polyline, text_element
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.message import DisplayText, Message, translated_text

MOST_POINTS = 400  # of a curve: more than a screen can show
TONES = ("tone-1", "tone-2", "tone-3", "tone-4")
XMLNS = "http://www.w3.org/2000/svg"
LEGEND_LINE, LEGEND_GAP = 28.0, 8.0
LETTER = 0.6  # the mean width of a letter, relative to its size

STYLES = (
    ("curve", "fill: none; stroke-width: 2.5; stroke-linejoin: round"),
    ("band", "opacity: .16; stroke: none"),
    ("even", "fill: none; stroke-width: 1; stroke-dasharray: 4 4"),
)
DASHES = (("tone-2", "10 3"), ("tone-3", "3 3"), ("tone-4", "10 3 2 3"))

Curve = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Tick:
    """A label on a scale, at a percentage of its length."""

    at: float
    label: DisplayText


@dataclass(frozen=True)
class LegendEntry:
    """What a colour stands for."""

    tone: str
    label: DisplayText


@dataclass(frozen=True)
class Plot:
    """The body of a plot, its scales and its legend; `alt` describes it for screen readers."""

    parts: tuple[str, ...]
    alt: Message
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    legend: tuple[LegendEntry, ...] = ()

    def svg(self, **area: float) -> str:
        """The body as SVG, for a page that draws the scales and the legend itself; with an area as
        a part of another SVG."""
        return element(
            "svg",
            "".join(self.parts),
            **area,
            xmlns=XMLNS,
            viewBox="0 0 100 100",
            preserveAspectRatio="none",
            aria_hidden="true",
        )


@dataclass(frozen=True)
class Axes:
    """The part of the plane that a plot shows."""

    right: float
    bottom: float
    top: float
    left: float = 1.0

    @classmethod
    def around(cls, curves: Sequence[Curve], left: float) -> Axes:
        """Axes that show all points of these curves, with some room above and below."""
        points = [point for curve in curves for point in curve]
        low, high = min(y for _, y in points), max(y for _, y in points)
        room = (high - low) * 0.05 or 0.5
        return cls(max(x for x, _ in points), low - room, high + room, left)

    def x(self, value: float) -> float:
        """The percentage from the left."""
        return 100 * (value - self.left) / max(1e-9, self.right - self.left)

    def y(self, value: float) -> float:
        """The percentage from the top."""
        return 100 * (self.top - value) / (self.top - self.bottom)

    def line(self, curve: Curve, look: str) -> str:
        """A curve."""
        points = tuple((self.x(x), self.y(y)) for x, y in thinned(curve))
        return polyline(points, class_=look, vector_effect="non-scaling-stroke")

    def horizontal_line(self, value: float, look: str) -> str:
        """A line from side to side."""
        return self.line(((self.left, value), (self.right, value)), look)

    def area(self, lower: Curve, upper: Curve, look: str) -> str:
        """The area between two curves."""
        around = [*thinned(lower), *reversed(thinned(upper))]
        listed = " ".join(f"{self.x(x):.2f},{self.y(y):.2f}" for x, y in around)
        return element("polygon", points=listed, class_=look)

    def x_ticks(self, *labels: tuple[float, DisplayText]) -> tuple[Tick, ...]:
        """Labels on the x scale."""
        return tuple(Tick(self.x(value), label) for value, label in labels)

    def y_ticks(self, *labels: tuple[float, DisplayText]) -> tuple[Tick, ...]:
        """Labels on the y scale."""
        return tuple(Tick(self.y(value), label) for value, label in labels)


def thinned(curve: Curve) -> Curve:
    """A curve with no more points than can be seen; the last is always kept."""
    step = -(-len(curve) // MOST_POINTS)
    return [*curve[:-1:step], curve[-1]] if step > 1 else curve


def line_plot(
    lines: Sequence[tuple[DisplayText, Curve]],
    alt: Message,
    axes: Axes,
    x_ticks: tuple[Tick, ...],
    y_ticks: tuple[Tick, ...],
) -> Plot:
    """Several curves with their names; an empty one has only its name."""
    named = list(zip(TONES, lines, strict=False))
    parts = tuple(axes.line(curve, f"curve {tone}") for tone, (_, curve) in named if curve)
    return Plot(parts, alt, x_ticks, y_ticks, legend_of([name for name, _ in lines]))


def legend_of(names: Sequence[DisplayText]) -> tuple[LegendEntry, ...]:
    """The legend of curves that have the tones in order."""
    return tuple(LegendEntry(tone, name) for tone, name in zip(TONES, names, strict=False))


# --- as SVG --------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlotSize:
    """The size of a stand-alone plot, its margins, and the size of its letters."""

    width: float = 720.0
    height: float = 320.0  # without the legend
    left: float = 64.0
    right: float = 24.0
    top: float = 16.0
    below: float = 48.0
    letters: float = 13.0

    @property
    def area(self) -> dict[str, float]:
        """Where the body of the plot is."""
        return {
            "x": self.left,
            "y": self.top,
            "width": self.width - self.left - self.right,
            "height": self.height - self.top - self.below,
        }

    @property
    def bottom(self) -> float:
        """Where the body of the plot ends."""
        return self.height - self.below


PLOT = PlotSize()


def plot_svg(
    plot: Plot,
    title: str = "",
    x_label: str = "",
    translate: Translate = str,
    theme: Theme = LIGHT,
    size: PlotSize = PLOT,
) -> str:
    """A plot with its scales and its legend, as one picture."""
    height = size.height + (2 * size.letters if plot.legend else 0.0)
    middle = size.left + size.area["width"] / 2
    small, muted, text = size.letters, theme["muted"], theme["text"]
    parts = [
        element("style", plot_styles(theme)),
        element("rect", width=size.width, height=height, fill=theme["surface"]),
        element("rect", **size.area, fill=theme["board"], stroke=theme["line"]),
        plot.svg(**size.area),
        *tick_labels(plot, size, muted, translate),
        text_element(middle, size.bottom + 36, x_label, small, muted) if x_label else "",
        *legend_parts(plot, size, text, translate),
        text_element(size.left, size.top / 2, title, small, text, 600, "start") if title else "",
    ]
    return element(
        "svg", "".join(parts), xmlns=XMLNS, role="img", viewBox=f"0 0 {size.width:g} {height:g}",
        width=size.width, height=height, aria_label=translated_text(plot.alt, translate),
        font_family=FONT,
    ) + "\n"  # fmt: skip


def tick_labels(plot: Plot, size: PlotSize, colour: str, translate: Translate) -> list[str]:
    """The labels beside the plot and below it."""

    def label(tick: Tick, x: float, y: float, anchor: str) -> str:
        text = translated_text(tick.label, translate)
        return text_element(x, y, text, size.letters, colour, 400, anchor)

    width, height = size.area["width"] / 100, size.area["height"] / 100
    beside, below = size.left - 8, size.bottom + size.letters + 1
    return [
        *(label(tick, beside, size.top + tick.at * height, "end") for tick in plot.y_ticks),
        *(label(tick, size.left + tick.at * width, below, "middle") for tick in plot.x_ticks),
    ]


def legend_parts(plot: Plot, size: PlotSize, colour: str, translate: Translate) -> list[str]:
    """The legend, below everything else."""
    parts: list[str] = []
    x, y = size.left, size.height + size.letters / 2
    for entry in plot.legend:
        label = translated_text(entry.label, translate)
        look = f"curve {entry.tone}"
        parts.append(element("line", x1=x, y1=y, x2=x + LEGEND_LINE, y2=y, class_=look))
        x += LEGEND_LINE + LEGEND_GAP
        parts.append(text_element(x, y, label, size.letters, colour, 400, "start"))
        x += len(label) * LETTER * size.letters + 2 * LEGEND_GAP
    return parts


def plot_styles(theme: Theme) -> str:
    """The CSS classes of plots in the colours of a theme."""
    rules = [f".{name} {{ {look} }}" for name, look in STYLES]
    for number, tone in enumerate(TONES, start=1):
        colour = theme[f"p{number}"]
        rules.append(f".curve.{tone} {{ stroke: {colour} }}")
        rules.append(f".band.{tone} {{ fill: {colour} }}")
    rules += [f".curve.{tone} {{ stroke-dasharray: {dash} }}" for tone, dash in DASHES]
    rules.append(f".even {{ stroke: {theme['grid']} }}")
    return escape(" ".join(rules))


def panels_svg(panels: Sequence[str], columns: int, width: float, height: float) -> str:
    """Pictures of one size side by side, as one picture."""
    rows = -(-len(panels) // columns)
    placed = [
        group(panel, transform=f"translate({n % columns * width:g} {n // columns * height:g})")
        for n, panel in enumerate(panels)
    ]
    view = f"0 0 {columns * width:g} {rows * height:g}"
    return element("svg", "".join(placed), xmlns=XMLNS, viewBox=view)
