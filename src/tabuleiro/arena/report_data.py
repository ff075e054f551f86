"""The data that the page of a tournament report shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations

from tabuleiro.arena import wording
from tabuleiro.arena.game import WITHOUT_FAULT, Result
from tabuleiro.arena.plots import llr_plot, score_plot
from tabuleiro.arena.scores import Estimate, ScoreTally
from tabuleiro.arena.sprt import SprtRun, run_sprt
from tabuleiro.arena.tournament import Tournament, TournamentKind
from tabuleiro.arena.tournament_statistics import Standing, TournamentStatistics
from tabuleiro.core.drawing.plots import Plot
from tabuleiro.core.message import DisplayText, Message, localised_number, say

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
"""What the page shows of a player or a game, by the names in its template."""


class TournamentPage:
    """Everything on the page; what the tournament does not have is empty."""

    def __init__(
        self, tournament: Tournament, results: Sequence[Result], table: TournamentStatistics
    ) -> None:
        self._tournament = tournament
        self._results = results
        self._table = table
        self.title = tournament.title or " – ".join(
            entry.name for entry in tournament.entries[:MOST_NAMED]
        )
        self.seats = [say("Side {number}", number=seat + 1) for seat in range(tournament.seats)]

    # --- in words --------------------------------------------------------------------------

    @property
    def subtitle(self) -> Message:
        """What was played, in one line."""
        return say(
            "{game}: {players} players, {games} games",
            game=self._tournament.game_text,
            players=len(self._tournament.entries),
            games=len(self._results),
        )

    @property
    def verdict(self) -> list[Message]:
        """What the games say."""
        found = wording.comparisons(self._table)
        return [*found, self.sprt_finding] if self.sprt_finding else found

    @property
    def scale(self) -> Message:
        """What Elo 0 means."""
        if self._table.anchor:
            return say("Elo 0 is {player}.", player=self._table.anchor)
        return say("Elo 0 is the average of all players.")

    @property
    def facts(self) -> list[tuple[Message, DisplayText]]:
        """What decides the games."""
        tournament, limits = self._tournament, self._tournament.limits
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
            (say("Games waiting for the rest of their round"), self._table.unfinished),
        ]
        return [(name, say("{value}", value=value)) for name, value in known if value]

    @property
    def notes(self) -> list[Message]:
        """The games that did not end by the rules."""
        found = [note for result in self._results if (note := result.note())]
        left = len(found) - MOST_NOTES
        more = [say("... and {count} more notes", count=left)] if left > 0 else []
        return [*found[:MOST_NOTES], *more]

    # --- players ---------------------------------------------------------------------------

    @property
    def ratings(self) -> list[Row]:
        """All players with their scores."""
        rows = self._table.standings
        scale = RatingScale([standing.elo for standing in rows])
        return [self._rating(standing, scale) for standing in rows]

    def _rating(self, standing: Standing, scale: RatingScale) -> Row:
        elo, anchor = standing.elo, standing.player == self._table.anchor
        return {
            "player": standing.player,
            "elo": "–" if elo.value is None else wording.elo_text(elo.value),
            "interval": "–" if elo.value is None or anchor else wording.interval_text(elo),
            "range": scale.range(elo),
            "anchor": anchor,
            "score": wording.percentage(standing.points / standing.games),
            "points": points_text(standing.points),
            "games": standing.games,
            "turn": wording.duration(standing.seconds_per_turn),
        }

    @property
    def cross(self) -> dict[str, list[Row | None]]:
        """The scores of each player against all, if there are more than two players."""
        players = [standing.player for standing in self._table.standings]
        if len(players) < 3:
            return {}
        return {one: [self._cell(one, other) for other in players] for one in players}

    def _cell(self, player: str, other: str) -> Row | None:
        """A player's score against another; how much it is above or below an even score, in %."""
        tally = self._table.score(player, other) if player != other else ScoreTally()
        if not tally.count:
            return None
        games = tally.count * self._table.seats
        above = round(100 * min(1.0, max(-1.0, 2 * tally.mean - 1)))
        scored = say("{points} of {games}", points=points_text(tally.mean * games), games=games)
        score = wording.percentage(tally.mean, 0)
        return {"score": score, "points": scored, "above": max(0, above), "below": max(0, -above)}

    @cached_property
    def _pairings(self) -> list[tuple[str, str]]:
        players = [standing.player for standing in self._table.standings]
        met = {frozenset(one.players) for one in self._table.pairs}
        return [pair for pair in combinations(players, 2) if frozenset(pair) in met]

    @property
    def _points(self) -> list[float]:
        """The possible points in a pair."""
        if self._table.seats == 2:
            return [0.0, 0.5, 1.0, 1.5, 2.0]
        return sorted({key for pair in self._pairings for key in self._table.pair_points(*pair)})

    @property
    def point_labels(self) -> list[DisplayText]:
        """The headings of the points in a pair."""
        return [points_text(value) for value in self._points]

    @property
    def meetings(self) -> list[tuple[Message, list[tuple[int, float]]]]:
        """For each pairing, how often the first player made how many points, and the shares."""
        rows = []
        for first, second in self._pairings:
            seen = self._table.pair_points(first, second)
            counts = [(seen[each], round(seen[each] / seen.total(), 3)) for each in self._points]
            rows.append((say("{first} against {second}", first=first, second=second), counts))
        return rows

    # --- curves, sides, games --------------------------------------------------------------

    @property
    def course(self) -> Plot | None:
        """The scores over time."""
        return score_plot(self._table) if self._table.pairs else None

    @property
    def sprt_finding(self) -> Message | None:
        """The result of the sequential test, if there is one and it has started."""
        return wording.sprt_finding(self._sprt, self._first) if self._sprt else None

    @property
    def sprt_plot(self) -> Plot | None:
        """The course of the sequential test."""
        return llr_plot(self._sprt) if self._sprt else None

    @property
    def _first(self) -> str:
        return self._tournament.entries[0].name

    @cached_property
    def _sprt(self) -> SprtRun | None:
        scores = list(self._table.score_history(self._first))
        if self._tournament.sprt is None or not scores:
            return None
        return run_sprt(self._tournament.sprt, scores, self._table.seats)

    @property
    def side_words(self) -> Message:
        """The advantage of moving first."""
        return wording.first_move_advantage(self._table)

    @property
    def sides(self) -> list[tuple[Message, Message, Message]]:
        """The name, the score and the interval of each seat."""
        rows = []
        for seat, name in enumerate(self.seats if self._table.pairs else ()):
            tally = self._table.seat_score(seat)
            low, high = map(wording.percentage, tally.interval())
            rows.append(
                (name, wording.percentage(tally.mean), say("{low} to {high}", low=low, high=high))
            )
        return rows

    @property
    def openings(self) -> list[tuple[Message, int]]:
        """The statistics of openings."""
        found = self._table.openings
        return [
            (say("Different openings"), found.pairs - found.repeated),
            (say("Rounds that repeat an opening"), found.repeated),
            (say("Rounds in which one side won every game"), found.by_seat),
            (say("Rounds in which one player won every game"), found.by_player),
            (say("Rounds of draws only"), found.drawn),
            (say("Games identical to another"), found.identical),
        ]

    @property
    def games(self) -> list[list[Row]]:
        """The list of games, in parts that are unfolded one by one."""
        rows = [game_row(result) for result in self._results]
        return [rows[start : start + PART_SIZE] for start in range(0, len(rows), PART_SIZE)]


class RatingScale:
    """The scale on which all ratings are drawn; an infinite bound is drawn at its end."""

    def __init__(self, estimates: Sequence[Estimate]) -> None:
        ends = [
            value
            for one in estimates
            for value in (one.low, one.value, one.high)
            if value is not None
        ]
        self._low, self._high = min([0.0, *ends]), max([0.0, *ends])

    def range(self, estimate: Estimate) -> Row | None:
        """Where an interval is on the scale, in percent of its width; None if it is unknown."""
        if estimate.value is None:
            return None
        low = self._low if estimate.low is None else estimate.low
        high = self._high if estimate.high is None else estimate.high
        ends = {"zero": 0.0, "low": low, "high": high, "at": estimate.value}
        return {name: self._at(value) for name, value in ends.items()}

    def _at(self, value: float) -> float:
        width = self._high - self._low
        return round(2 + 96 * (value - self._low) / width, 2) if width else 50.0


def points_text(value: float) -> DisplayText:
    """Points, with as many decimals as there are."""
    return localised_number(f"{round(value, 2):g}" if value < 1e5 else f"{value:.1f}")


def game_page_path(result: Result) -> str:
    """The path of the page of a game, relative to the report."""
    return f"games/{result.number + 1:05}.html"


def game_row(result: Result) -> Row:
    """A game in the list."""
    note = result.note()
    return {
        "link": game_page_path(result),
        "number": result.number + 1,
        "round": result.pair + 1,
        "players": result.players,
        "points": " – ".join(score_text(score) for score in result.scores),
        "moves": len(result.moves),
        "end": say("{what}", what=note.values["what"]) if note else say("by the rules"),
        "fault": result.end not in WITHOUT_FAULT,
    }


def score_text(score: float) -> str:
    """The score of a seat in short form."""
    shared = {0.5: "½", 0.3333: "⅓", 0.25: "¼"}
    return shared.get(round(score, 4), f"{score:g}")
