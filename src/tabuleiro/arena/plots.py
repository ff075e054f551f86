"""The plots of a tournament report: scores over time, and the course of a sequential test.

A plot fills a square of 100 by 100 without keeping its proportions, so that lines keep their width
and words their size on every screen. Colours are classes: the page knows its themes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tabuleiro.arena.scores import ScoreTally
from tabuleiro.arena.sprt import SprtRun
from tabuleiro.arena.tournament_statistics import TournamentStatistics
from tabuleiro.arena.wording import percentage
from tabuleiro.core.drawing.svg_elements import element, polyline
from tabuleiro.core.message import Message, localised_number, say

MOST_POINTS = 400  # of a curve: more than a screen can show
MOST_CURVES = 4  # that have a colour of their own

Curve = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Tick:
    """A label on a scale, at so many hundredths of its length."""

    at: float
    label: Message | str


@dataclass(frozen=True)
class LegendEntry:
    """What a colour stands for."""

    tone: str
    label: Message | str


@dataclass(frozen=True)
class Plot:
    """A picture with its scales; `words` says what is to be seen to those who see nothing."""

    svg: str
    words: Message
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    keys: tuple[LegendEntry, ...] = ()


@dataclass(frozen=True)
class Axes:
    """The part of the plane that a plot shows."""

    right: float
    bottom: float
    top: float
    left: float = 1.0

    def x(self, value: float) -> float:
        """Hundredths from the left."""
        return 100 * (value - self.left) / max(1e-9, self.right - self.left)

    def y(self, value: float) -> float:
        """Hundredths from above."""
        return 100 * (self.top - value) / (self.top - self.bottom)

    def line(self, curve: Curve, look: str) -> str:
        """A curve."""
        points = tuple((self.x(x), self.y(y)) for x, y in thinned(curve))
        return polyline(points, class_=look, vector_effect="non-scaling-stroke")

    def horizontal_line(self, value: float, look: str) -> str:
        """A line from side to side."""
        return self.line(((self.left, value), (self.right, value)), look)

    def area(self, lower: Curve, upper: Curve, look: str) -> str:
        """What lies between two curves."""
        around = [*thinned(lower), *reversed(thinned(upper))]
        listed = " ".join(f"{self.x(x):.2f},{self.y(y):.2f}" for x, y in around)
        return element("polygon", points=listed, class_=look)

    def y_ticks(self, *labels: tuple[float, Message | str]) -> tuple[Tick, ...]:
        """Labels at heights."""
        return tuple(Tick(self.y(value), label) for value, label in labels)

    def x_ticks(self) -> tuple[Tick, ...]:
        """The first and the last round."""
        return (Tick(0, f"{self.left:g}"), Tick(100, f"{self.right:g}"))


def plot_body(*parts: str) -> str:
    """The parts of a plot as one picture."""
    return element(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 100 100",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def thinned(curve: Curve) -> Curve:
    """A curve with no more points than can be seen; the last is always kept."""
    step = -(-len(curve) // MOST_POINTS)
    return [*curve[:-1:step], curve[-1]] if step > 1 else curve


def score_plot(table: TournamentStatistics) -> Plot:
    """The score of every player after each of its rounds; between two, with its interval."""
    players = [standing.player for standing in table.standings]
    if len(players) == 2 and table.seats == 2:
        players = players[:1]
    curves = {player: running_tallies(table, player) for player in players}
    frame = Axes(right=len(table.pairs), bottom=0.0, top=1.0)
    tones = player_tones(players)
    parts = [frame.horizontal_line(1 / table.seats, "even")]
    if len(players) == 1:
        tallies = curves[players[0]]
        bounds = [(x, *tally.interval()) for x, tally in tallies]
        lower, upper = [(x, low) for x, low, _ in bounds], [(x, high) for x, _, high in bounds]
        parts.append(frame.area(lower, upper, f"band {tones[players[0]]}"))
    for player in reversed(players):
        curve = [(x, tally.mean) for x, tally in curves[player]]
        parts.append(frame.line(curve, f"curve {tones[player]}"))
    ticks = ((0.0, percentage(0, 0)), (0.5, percentage(0.5, 0)), (1.0, percentage(1, 0)))
    keys = [LegendEntry(tones[player], player) for player in players[:MOST_CURVES]]
    rest = [LegendEntry("others", say("the others"))] if len(players) > MOST_CURVES else []
    words = say("The score after each of {rounds} rounds", rounds=len(table.pairs))
    return Plot(plot_body(*parts), words, frame.x_ticks(), frame.y_ticks(*ticks), (*keys, *rest))


def running_tallies(table: TournamentStatistics, player: str) -> list[tuple[float, ScoreTally]]:
    """A player's scores after each round in which it sat, with the number of the round."""
    scores = [
        (number, one.scores[player])
        for number, one in enumerate(table.pairs, start=1)
        if player in one.scores
    ]
    tallies = accumulate((score for _, score in scores), added, initial=ScoreTally())
    return [(number, tally) for (number, _), tally in zip(scores, list(tallies)[1:], strict=True)]


def added(tally: ScoreTally, score: float) -> ScoreTally:
    """A tally with one more score."""
    return ScoreTally(tally.count + 1, tally.total + score, tally.squares + score * score)


def player_tones(players: Sequence[str]) -> dict[str, str]:
    """The colour of each player."""
    return {
        player: f"tone-{place}" if place <= MOST_CURVES else "others"
        for place, player in enumerate(players, start=1)
    }


def llr_plot(trial: SprtRun) -> Plot:
    """The weight of a sequential test after every round, between its bounds."""
    low, high = trial.sprt.bounds
    course = [(1.0 + number, weight) for number, weight in enumerate(trial.llr_history)]
    reach = max([high, -low, *(abs(weight) for _, weight in course)]) * 1.1
    frame = Axes(right=max(2, len(course)), bottom=-reach, top=reach)
    svg = plot_body(
        frame.horizontal_line(0, "even"),
        frame.horizontal_line(low, "bound tone-2"),
        frame.horizontal_line(high, "bound tone-1"),
        frame.line(course, "curve ink"),
    )
    ticks = (
        (low, localised_number(f"{low:.2f}".replace("-", "−"))),
        (0, "0"),
        (high, localised_number(f"{high:.2f}")),
    )
    words = say("The weight of the test after each of {rounds} rounds", rounds=len(course))
    keys = (
        LegendEntry("tone-1", say("{elo} Elo is accepted", elo=f"{trial.sprt.elo1:g}")),
        LegendEntry("tone-2", say("{elo} Elo is accepted", elo=f"{trial.sprt.elo0:g}")),
    )
    return Plot(svg, words, frame.x_ticks(), frame.y_ticks(*ticks), keys)
