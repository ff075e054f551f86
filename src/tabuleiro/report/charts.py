"""Builds the charts of a report: lines, intervals, histograms."""

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from tabuleiro.arena.scores import ScoreTally
from tabuleiro.arena.wording import percentage
from tabuleiro.core.drawing.plots import TONES, Axes, Curve, Plot, Tick, legend_of, line_plot
from tabuleiro.core.message import DisplayText, Message

FEWEST_BARS, MOST_BARS = 8, 40
FEWEST = 0.1  # of all games must have reached a move for their mean to be drawn


def line_chart(lines: Sequence[tuple[DisplayText, Curve]], alt: Message) -> Plot:
    """Several curves in one plot, each with its name."""
    points = [point for _, curve in lines for point in curve]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    axes = Axes(left=left, right=right, bottom=0.0, top=round_up(max(y for _, y in points)))
    middle = axes.top / 2
    y_ticks = axes.y_ticks(*((y, f"{y:g}") for y in (axes.bottom, middle, axes.top)))
    return line_plot(lines, alt, axes, x_axis_ticks(axes), y_ticks)


def interval_chart(
    tallies: Sequence[tuple[DisplayText, ScoreTally]], alt: Message, level: float
) -> Plot:
    """Scores side by side with their intervals, and a level to compare them with."""
    axes = Axes(left=0.0, right=float(len(tallies)), bottom=0.0, top=1.0)
    parts = [axes.horizontal_line(level, "even")]
    for place, (_, tally) in enumerate(tallies):
        low, high = tally.interval()
        left, right = place + 0.3, place + 0.7
        parts.append(
            axes.area(((left, low), (right, low)), ((left, high), (right, high)), "band tone-1")
        )
        parts.append(axes.line(((left, tally.mean), (right, tally.mean)), "curve tone-1"))
    x_ticks = axes.x_ticks(*((place + 0.5, name) for place, (name, _) in enumerate(tallies)))
    y_ticks = axes.y_ticks(
        (0.0, percentage(0, 0)), (level, percentage(level, 0)), (1.0, percentage(1, 0))
    )
    return Plot(tuple(parts), alt, x_ticks, y_ticks)


def histogram(samples: Sequence[tuple[DisplayText, Sequence[int]]], alt: Message) -> Plot:
    """How the numbers of several samples are distributed, as shares of each sample."""
    numbers = [number for _, sample in samples for number in sample]
    low, high = min(numbers), max(numbers)
    width = -(-(high - low + 1) // bin_count(max(len(sample) for _, sample in samples)))
    shares = [(name, histogram_steps(sample, low, high, width)) for name, sample in samples]
    top = max(y for _, curve in shares for _, y in curve)
    right = shares[0][1][-1][0]
    axes = Axes(left=low, right=right, bottom=0.0, top=top * 1.05)
    ground = ((low, 0.0), (right, 0.0))
    parts = tuple(
        axes.area(ground, curve, f"band {tone}") + axes.line(curve, f"curve {tone}")
        for tone, (_, curve) in zip(TONES, shares, strict=False)
    )
    y_ticks = axes.y_ticks((0.0, percentage(0, 0)), (top, percentage(top, 1)))
    return Plot(parts, alt, x_axis_ticks(axes), y_ticks, legend_of([name for name, _ in shares]))


def bin_count(count: int) -> int:
    """The number of bins that shows the distribution of the numbers and not their noise."""
    return round(min(MOST_BARS, max(FEWEST_BARS, 2 * math.sqrt(count))))


def histogram_steps(sample: Sequence[int], low: int, high: int, width: int) -> Curve:
    """A curve in steps: the share of the sample in each bin of this width."""
    counts = Counter((number - low) // width for number in sample)
    steps: list[tuple[float, float]] = []
    for place in range((high - low) // width + 1):
        height = counts[place] / len(sample)
        steps += [(low + place * width, height), (low + (place + 1) * width, height)]
    return steps


def means_by_move(rows: Sequence[Sequence[int]]) -> Curve:
    """The mean of the first numbers of all rows, ..., while enough rows are so long."""
    enough = max(1.0, FEWEST * len(rows))
    means: list[tuple[float, float]] = []
    for place in range(max(map(len, rows))):
        there = [row[place] for row in rows if len(row) > place]
        if len(there) < enough:
            break
        means.append((place + 1.0, fmean(there)))
    return means


def round_up(value: float) -> float:
    """The next round number."""
    unit = 1.0
    while 10 * unit < value:
        unit *= 10
    return next((unit * step for step in (1, 2, 3, 4, 5, 6, 8) if unit * step >= value), 10 * unit)


def x_axis_ticks(axes: Axes) -> tuple[Tick, ...]:
    """Both ends and the middle of the x scale."""
    middle = round((axes.left + axes.right) / 2)
    return axes.x_ticks(*((x, f"{x:g}") for x in (axes.left, middle, axes.right)))
