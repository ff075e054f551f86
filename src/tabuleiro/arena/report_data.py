"""The data that the page of a tournament report shows besides the statistics."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, zip_longest

from tabuleiro.arena import wording
from tabuleiro.arena.game import Result
from tabuleiro.arena.scores import Estimate, ScoreTally
from tabuleiro.arena.sprt import SprtRun
from tabuleiro.arena.tournament import Tournament, TournamentKind
from tabuleiro.arena.tournament_statistics import TournamentStatistics
from tabuleiro.arena.wording import points_text
from tabuleiro.core.drawing.plots import TONES, Axes, LegendEntry, Plot, Tick
from tabuleiro.core.message import DisplayText, Message, localised_number, say
from tabuleiro.core.wording import percentage

MOST_NOTES = 100
PART_SIZE = 100  # games in a part of the list
MOST_NAMED = 5  # players in the default title of a tournament

KINDS: Mapping[TournamentKind, Message] = {
    TournamentKind.match: say("Match"),
    TournamentKind.gauntlet: say("Gauntlet: the first player against all others"),
    TournamentKind.round_robin: say("Round robin: everyone against everyone"),
    TournamentKind.swiss: say("Swiss: players with similar scores meet"),
    TournamentKind.ladder: say("Ladder: neighbours play for the higher rung"),
}


Row = dict[str, object]
"""Values by their names in the template of the page."""


def tournament_page(
    tournament: Tournament, results: Sequence[Result], table: TournamentStatistics
) -> Row:
    """What the page shows besides the statistics of the table."""
    names = [entry.name for entry in tournament.entries]
    scores = list(table.score_history(names[0]))
    trial = SprtRun(tournament.sprt, table.seats, scores) if tournament.sprt and scores else None
    finding = wording.sprt_finding(trial, names[0]) if trial else None
    estimates = [standing.elo for standing in table.standings]
    return {
        "title": tournament.title or " – ".join(names[:MOST_NAMED]),
        "subtitle": say(
            "{game}: {players} players, {games} games",
            game=tournament.game_text,
            players=len(names),
            games=len(results),
        ),
        "verdict": [*wording.comparisons(table), *([finding] if finding else [])],
        "ranges": [range_on_scale(one, estimates) for one in estimates],
        "scale": (  # what Elo 0 means
            say("Elo 0 is {player}.", player=table.anchor)
            if table.anchor
            else say("Elo 0 is the average of all players.")
        ),
        "sprt_finding": finding,
        "sprt_plot": llr_plot(trial) if trial else None,
        "course": score_plot(table) if table.pairs else None,
        "notes": notes_on(results),
        "facts": facts_of(tournament, table),
        "seats": [say("Side {number}", number=seat + 1) for seat in range(tournament.seats)],
        "parts": [results[n : n + PART_SIZE] for n in range(0, len(results), PART_SIZE)],
    }


def facts_of(
    tournament: Tournament, table: TournamentStatistics
) -> list[tuple[Message, DisplayText]]:
    """What decides the games."""
    limits = tournament.limits
    opening = say("{moves} random moves", moves=tournament.opening_moves)
    if count := len(tournament.openings.positions):
        opening = say("{count} given positions", count=count)
    known: list[tuple[Message, object]] = [
        (say("Game"), tournament.game_text),
        (say("Kind"), KINDS[tournament.kind]),
        (say("Players"), tuple(entry.name for entry in tournament.entries)),
        (say("Openings"), opening),
        (say("Seed"), tournament.seed),
        (say("Time per turn"), limits.turn_time and wording.duration(limits.turn_time)),
        (say("Clock"), limits.clock),
        (say("Nodes per move"), limits.nodes),
        (say("Depth"), limits.depth),
        (say("Moves after which a game is a draw"), tournament.cap),
        (say("Games waiting for the rest of their round"), table.unfinished),
    ]
    return [(name, say("{value}", value=value)) for name, value in known if value]


def notes_on(results: Sequence[Result]) -> list[Message]:
    """The games that did not end by the rules."""
    found = [note for result in results if (note := result.note())]
    left = len(found) - MOST_NOTES
    more = [say("... and {count} more notes", count=left)] if left > 0 else []
    return [*found[:MOST_NOTES], *more]


# --- players -------------------------------------------------------------------------------


def range_on_scale(estimate: Estimate, estimates: Sequence[Estimate]) -> Row | None:
    """Where an interval is on the scale of all ratings, in percent of its width; None if it is
    unknown. An infinite bound is drawn at the end of the scale."""
    if estimate.value is None:
        return None
    ends = (value for one in estimates for value in (one.low, one.value, one.high))
    known = [0.0, *(value for value in ends if value is not None)]
    low, high = min(known), max(known)
    values = {
        "zero": 0.0,
        "low": low if estimate.low is None else estimate.low,
        "high": high if estimate.high is None else estimate.high,
        "at": estimate.value,
    }
    width = high - low
    return {
        name: round(2 + 96 * (value - low) / width, 2) if width else 50.0
        for name, value in values.items()
    }


def cross_cell(table: TournamentStatistics, player: str, other: str) -> Row | None:
    """A player's score against another; how much it is above or below an even score, in %."""
    tally = table.score(player, other) if player != other else ScoreTally()
    if not tally.count:
        return None
    games = tally.count * table.seats
    above = round(100 * min(1.0, max(-1.0, 2 * tally.mean - 1)))
    scored = say("{points} of {games}", points=points_text(tally.mean * games), games=games)
    score = percentage(tally.mean, 0)
    return {"score": score, "points": scored, "above": max(0, above), "below": max(0, -above)}


def met_pairings(table: TournamentStatistics) -> list[tuple[str, str]]:
    """The players who met."""
    players = [standing.player for standing in table.standings]
    met = {frozenset(one.players) for one in table.pairs}
    return [pair for pair in combinations(players, 2) if frozenset(pair) in met]


def possible_points(table: TournamentStatistics) -> list[float]:
    """The possible points in a pair."""
    if table.seats == 2:
        return [0.0, 0.5, 1.0, 1.5, 2.0]
    return sorted({key for pair in met_pairings(table) for key in table.pair_points(*pair)})


# --- games ---------------------------------------------------------------------------------


def game_page_path(result: Result) -> str:
    """The path of the page of a game, relative to the report."""
    return f"games/{result.number + 1:05}.html"


def score_text(score: float) -> str:
    """The score of a seat in short form."""
    shared = {0.5: "½", 0.3333: "⅓", 0.25: "¼"}
    return shared.get(round(score, 4), f"{score:g}")


# --- plots ---------------------------------------------------------------------------------


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
