"""Builds the charts of a report: lines, intervals, histograms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from tabuleiro.arena.plots import Axes, Curve, LegendEntry, Plot, Tick, plot_body
from tabuleiro.arena.scores import ScoreTally
from tabuleiro.arena.wording import percentage
from tabuleiro.core.message import Message
from tabuleiro.report.blocks import DisplayText

FEWEST_BARS, MOST_BARS = 8, 40
FEWEST = 0.1  # of all games must have lasted so long for their mean to be drawn
TONES = ("tone-1", "tone-2", "tone-3", "tone-4")


def line_chart(
    lines: Sequence[tuple[DisplayText, Curve]], words: Message, *, bottom: float = 0.0
) -> Plot:
    """Several curves in one plot, each with its name."""
    points = [point for _, curve in lines for point in curve]
    right = max(x for x, _ in points)
    top = round_up(max(y for _, y in points))
    frame = Axes(left=min(x for x, _ in points), right=right, bottom=bottom, top=top)
    drawn = [
        frame.line(curve, f"curve {tone}") for tone, (_, curve) in zip(TONES, lines, strict=False)
    ]
    keys = tuple(LegendEntry(tone, name) for tone, (name, _) in zip(TONES, lines, strict=False))
    return Plot(plot_body(*drawn), words, x_axis_ticks(frame), y_axis_ticks(frame), keys)


def interval_chart(
    tallies: Sequence[tuple[DisplayText, ScoreTally]], words: Message, level: float
) -> Plot:
    """Scores side by side with their intervals, and a level to compare them with."""
    frame = Axes(left=0.0, right=float(len(tallies)), bottom=0.0, top=1.0)
    parts = [frame.horizontal_line(level, "even")]
    for place, (_, tally) in enumerate(tallies):
        low, high = tally.interval()
        left, right = place + 0.3, place + 0.7
        parts.append(
            frame.area(((left, low), (right, low)), ((left, high), (right, high)), "band tone-1")
        )
        parts.append(frame.line(((left, tally.mean), (right, tally.mean)), "curve tone-1"))
    ticks = tuple(Tick(frame.x(place + 0.5), name) for place, (name, _) in enumerate(tallies))
    up = frame.y_ticks(
        (0.0, percentage(0, 0)), (level, percentage(level, 0)), (1.0, percentage(1, 0))
    )
    return Plot(plot_body(*parts), words, ticks, up)


def histogram(samples: Sequence[tuple[DisplayText, Sequence[int]]], words: Message) -> Plot:
    """How the numbers of several samples are distributed, as shares of each sample."""
    numbers = [number for _, sample in samples for number in sample]
    low, high = min(numbers), max(numbers)
    width = -(-(high - low + 1) // bin_count(max(len(sample) for _, sample in samples)))
    shares = [(name, histogram_steps(sample, low, high, width)) for name, sample in samples]
    top = max(y for _, curve in shares for _, y in curve)
    right = shares[0][1][-1][0]
    frame = Axes(left=low, right=right, bottom=0.0, top=top * 1.05)
    ground = ((low, 0.0), (right, 0.0))
    parts = [
        frame.area(ground, curve, f"band {tone}") + frame.line(curve, f"curve {tone}")
        for tone, (_, curve) in zip(TONES, shares, strict=False)
    ]
    keys = tuple(LegendEntry(tone, name) for tone, (name, _) in zip(TONES, shares, strict=False))
    up = frame.y_ticks((0.0, percentage(0, 0)), (top, percentage(top, 1)))
    return Plot(plot_body(*parts), words, x_axis_ticks(frame), up, keys)


def bin_count(count: int) -> int:
    """How many classes show the distribution of so many numbers, and not their chance."""
    return round(min(MOST_BARS, max(FEWEST_BARS, 2 * math.sqrt(count))))


def histogram_steps(sample: Sequence[int], low: int, high: int, width: int) -> Curve:
    """A stair over classes of so many numbers: what share of the sample is in each."""
    counts = Counter((number - low) // width for number in sample)
    stair: list[tuple[float, float]] = []
    for place in range((high - low) // width + 1):
        height = counts[place] / len(sample)
        stair += [(low + place * width, height), (low + (place + 1) * width, height)]
    return stair


def means_by_move(rows: Sequence[Sequence[int]]) -> Curve:
    """The mean of the first, the second, ... of all rows, as long as enough rows go on."""
    enough = max(1.0, FEWEST * len(rows))
    means: list[tuple[float, float]] = []
    for place in range(max(map(len, rows))):
        there = [row[place] for row in rows if len(row) > place]
        if len(there) < enough:
            break
        means.append((place + 1.0, fmean(there)))
    return means


def round_up(value: float) -> float:
    """A round number that is not less."""
    unit = 1.0
    while 10 * unit < value:
        unit *= 10
    return next((unit * step for step in (1, 2, 3, 4, 5, 6, 8) if unit * step >= value), 10 * unit)


def x_axis_ticks(frame: Axes) -> tuple[Tick, ...]:
    """Both ends and the middle of the scale below."""
    middle = round((frame.left + frame.right) / 2)
    return tuple(Tick(frame.x(x), f"{x:g}") for x in (frame.left, middle, frame.right))


def y_axis_ticks(frame: Axes) -> tuple[Tick, ...]:
    """Both ends and the middle of the scale beside."""
    middle = (frame.bottom + frame.top) / 2
    return frame.y_ticks(*((y, f"{y:g}") for y in (frame.bottom, middle, frame.top)))
