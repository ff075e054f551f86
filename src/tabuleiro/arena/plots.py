"""The plots of a tournament report: scores over time, and the course of a sequential test."""

from dataclasses import replace
from itertools import zip_longest

from tabuleiro.arena.scores import ScoreTally
from tabuleiro.arena.sprt import SprtRun
from tabuleiro.arena.tournament_statistics import TournamentStatistics
from tabuleiro.arena.wording import percentage
from tabuleiro.core.drawing.plots import TONES, Axes, LegendEntry, Plot, Tick
from tabuleiro.core.message import localised_number, say


def score_plot(table: TournamentStatistics) -> Plot:
    """The score of every player after each pair; if there are two, of one with its interval."""
    players = [standing.player for standing in table.standings]
    if len(players) == 2 and table.seats == 2:
        players = players[:1]
    curves = {player: running_tallies(table, player) for player in players}
    axes = Axes(right=len(table.pairs), bottom=0.0, top=1.0)
    tones = dict(zip_longest(players, TONES[: len(players)], fillvalue="others"))
    parts = [axes.horizontal_line(1 / table.seats, "even")]
    if len(players) == 1:
        tallies = curves[players[0]]
        bounds = [(x, *tally.interval()) for x, tally in tallies]
        lower, upper = [(x, low) for x, low, _ in bounds], [(x, high) for x, _, high in bounds]
        parts.append(axes.area(lower, upper, f"band {tones[players[0]]}"))
    for player in reversed(players):
        curve = [(x, tally.mean) for x, tally in curves[player]]
        parts.append(axes.line(curve, f"curve {tones[player]}"))
    ticks = ((0.0, percentage(0, 0)), (0.5, percentage(0.5, 0)), (1.0, percentage(1, 0)))
    legend = [LegendEntry(tones[player], player) for player in players[: len(TONES)]]
    if len(players) > len(TONES):
        legend.append(LegendEntry("others", say("the others")))
    alt = say("The score after each of {rounds} rounds", rounds=len(table.pairs))
    return Plot(tuple(parts), alt, end_ticks(axes), axes.y_ticks(*ticks), tuple(legend))


def running_tallies(table: TournamentStatistics, player: str) -> list[tuple[float, ScoreTally]]:
    """A player's scores after each of its pairs, with the number of the pair."""
    tally = ScoreTally()
    found: list[tuple[float, ScoreTally]] = []
    for number, one in enumerate(table.pairs, start=1):
        if player in one.scores:
            tally.add(one.scores[player])
            found.append((number, replace(tally)))
    return found


def llr_plot(run: SprtRun) -> Plot:
    """The log likelihood ratio of a sequential test after every pair, between its bounds."""
    low, high = run.sprt.bounds
    history = [(1.0 + number, weight) for number, weight in enumerate(run.llr_history)]
    reach = max([high, -low, *(abs(weight) for _, weight in history)]) * 1.1
    axes = Axes(right=max(2, len(history)), bottom=-reach, top=reach)
    parts = (
        axes.horizontal_line(0, "even"),
        axes.horizontal_line(low, "bound tone-2"),
        axes.horizontal_line(high, "bound tone-1"),
        axes.line(history, "curve ink"),
    )
    ticks = (
        (low, localised_number(f"{low:.2f}".replace("-", "−"))),
        (0, "0"),
        (high, localised_number(f"{high:.2f}")),
    )
    alt = say("Log-likelihood ratio of the test after each of {rounds} rounds", rounds=len(history))
    legend = (
        LegendEntry("tone-1", say("{elo} Elo is accepted", elo=f"{run.sprt.elo1:g}")),
        LegendEntry("tone-2", say("{elo} Elo is accepted", elo=f"{run.sprt.elo0:g}")),
    )
    return Plot(parts, alt, end_ticks(axes), axes.y_ticks(*ticks), legend)


def end_ticks(axes: Axes) -> tuple[Tick, ...]:
    """The numbers of the first and the last pair."""
    return Tick(0, f"{axes.left:g}"), Tick(100, f"{axes.right:g}")
