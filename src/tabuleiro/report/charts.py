"""Builds the charts of a report: lines, intervals, histograms, heat maps."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from tabuleiro.arena.scores import ScoreTally
from tabuleiro.core.drawing.pixels import mixed
from tabuleiro.core.drawing.plots import TONES, Axes, Curve, Plot, Tick, legend_of, line_plot
from tabuleiro.core.drawing.theme import Theme
from tabuleiro.core.message import DisplayText, Message
from tabuleiro.core.scene import Mark, Scene, Site, SiteShape
from tabuleiro.core.wording import percentage
from tabuleiro.report.sample_schedule import Trace

FEWEST_BARS, MOST_BARS = 8, 40
FEWEST = 0.1  # of all games must have reached a move for their mean to be drawn

TINTS = 10
PLAYERS = 4  # at most
FILLED: tuple[SiteShape, ...] = ("octagon", "diamond", "square")
"""Shapes that are filled with the tone of their site; others become octagons."""
WIDTH = 0.8  # of these octagons
LABELLED = 12  # sites with their share written on them, the most touched
LEAST = 0.01  # smallest share that is written


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


# --- heat maps: how often each site of a board was touched --------------------------------


def touch_shares(traces: Iterable[Trace], player: int) -> dict[str, float]:
    """The share of games in which the first moves of a player touched each site."""
    counts: Counter[str] = Counter()
    games = 0
    for trace in traces:
        games += 1
        counts.update(
            {site for touch in trace.opening if touch.player == player for site in touch.sites}
        )
    return {site: number / games for site, number in counts.items()}


def heat_map(scene: Scene, shares: Mapping[str, float], player: int) -> Scene:
    """The board of a scene without its pieces, each site in the tint of its share; the largest
    shares are written on their sites in percent."""
    known = {site.name: site for site in scene.sites}
    on_board = {name: part for name, part in shares.items() if name in known}
    most = max(on_board.values(), default=1.0)
    tints = {name: round(TINTS * part / most) for name, part in on_board.items()}
    sites = (tinted(site, tints.get(site.name, 0), player) for site in scene.sites)
    ranked = sorted(on_board, key=lambda name: (-on_board[name], name))
    large = [name for name in ranked if not known[name].inside and on_board[name] >= LEAST]
    marks = (Mark("value", (name,), f"{100 * on_board[name]:.0f}") for name in large[:LABELLED])
    return replace(
        scene, sites=tuple(sites), pieces=(), links=(), marks=tuple(marks), supplies=(), captions=()
    )


def tinted(site: Site, tint: int, player: int) -> Site:
    """A site in a tint; 0 is none."""
    if tint == 0:
        return site
    tone = tint_name(player, tint)
    if site.shape in FILLED:
        return replace(site, tone=tone)
    return replace(site, tone=tone, shape="octagon", size=min(site.size, 1.0) * WIDTH)


def tint_name(player: int, tint: int) -> str:
    """The name of a tint in a theme."""
    return f"p{player + 1}-heat-{tint}"


def with_heat_tints(theme: Theme) -> Theme:
    """A theme with the tints of heat maps."""
    return theme.over(
        {
            tint_name(player, tint): mixed(theme["cell"], theme[f"p{player + 1}"], tint / TINTS)
            for player in range(PLAYERS)
            for tint in range(1, TINTS + 1)
        }
    )
