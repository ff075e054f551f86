"""A tournament or a match in the terminal: progress while it is played, then its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tabuleiro.arena import (
    MatchSummary,
    Result,
    Tournament,
    TournamentKind,
    counted_games,
    play_tournament,
    summarise,
)
from tabuleiro.arena.pairing import count_pairs, ladder_order
from tabuleiro.arena.sprt import SprtRun
from tabuleiro.arena.tournament_runner import Backend
from tabuleiro.arena.tournament_statistics import TournamentStatistics, statistics_of
from tabuleiro.arena.wording import (
    comparisons,
    duration,
    elo_text,
    interval_text,
    points_text,
    sprt_finding,
)
from tabuleiro.core.message import Message, say
from tabuleiro.core.wording import percentage
from tabuleiro.language import localised
from tabuleiro.terminal.progress import collect, progress_bar
from tabuleiro.terminal.tables import align_figures, make_table, show

MOST_NOTES = 10
SIGNS = str.maketrans("−–", "--")
KIND_NAMES = {
    TournamentKind.match: say("match"),
    TournamentKind.gauntlet: say("gauntlet"),
    TournamentKind.round_robin: say("round-robin"),
    TournamentKind.swiss: say("swiss"),
    TournamentKind.ladder: say("ladder"),
}


@dataclass(frozen=True)
class PlayedTournament:
    """How a tournament went: its finished games, whether Ctrl-C interrupted it, and the file of its
    games."""

    tournament: Tournament
    finished: Sequence[Result]
    interrupted: bool = False
    record: Path | None = None

    @property
    def games(self) -> int:
        """The number of games that it has."""
        return count_pairs(self.tournament) * self.tournament.seats

    @cached_property
    def results(self) -> list[Result]:
        """The games that count, by number."""
        return counted_games(self.tournament, self.finished)

    @cached_property
    def table(self) -> TournamentStatistics:
        """The statistics of these games."""
        return statistics_of(self.tournament, self.results)

    @cached_property
    def summary(self) -> MatchSummary | None:
        """The summary of a match; None for other kinds, and without a finished pair."""
        is_match = self.tournament.kind is TournamentKind.match
        return summarise(self.tournament, self.finished) if is_match else None

    @cached_property
    def sprt_run(self) -> SprtRun | None:
        """The sequential test so far."""
        sprt, first = self.tournament.sprt, self.tournament.entries[0].name
        if sprt is None:
            return None
        return SprtRun(sprt, self.tournament.seats, self.table.score_history(first))

    def closing_notes(self) -> list[Message]:
        """Why the tournament ended before its last game, and how to resume it."""
        if self.interrupted:
            ended = say(
                "Interrupted after {played} of {games} games.",
                played=len(self.finished),
                games=self.games,
            )
            rest = say("The same command resumes it.")
        elif self.tournament.stop_early and len(self.results) < self.games:
            ended = say(
                "Stopped early after {counted} of {games} games: it is clear who is stronger.",
                counted=len(self.results),
                games=self.games,
            )
            rest = say("Without --stop-early the same command plays the rest.")
        else:
            return []
        return [ended, rest] if self.record else [ended]


# --- while it is played --------------------------------------------------------------------


def play(tournament: Tournament, backend: Backend, record: Path | None) -> PlayedTournament:
    """Plays a tournament to its end or to Ctrl-C, with its progress on standard error."""
    games = count_pairs(tournament) * tournament.seats

    def line(played: float, seconds: float) -> Message:
        return say(
            "{played} of {games} games after {time}",
            played=played,
            games=games,
            time=duration(seconds),
        )

    with progress_bar(games, after=say("games, time left"), line=line) as show_progress:
        results, interrupted = collect(
            play_tournament(tournament, backend, record), lambda count, _: show_progress(count)
        )
    return PlayedTournament(tournament, results, interrupted, record)


# --- when it is over -----------------------------------------------------------------------


def print_tournament(played: PlayedTournament) -> None:
    """Prints the tables of a tournament and remarks on it."""
    show(headline(played), "")
    if played.table.pairs:
        print_standings(played.table)
        if len(played.table.players) > 2:
            print_meetings(played.table)
    show(*remarks(played), *played.closing_notes())


def headline(played: PlayedTournament) -> Message:
    """What was played."""
    tournament, count = played.tournament, len(played.results)
    what = say(
        "{kind} of {players} players: {game}, {games}",
        kind=KIND_NAMES[tournament.kind],
        players=len(tournament.entries),
        game=tournament.game_text,
        games=say("1 game") if count == 1 else say("{games} games", games=count),
    )
    return say("{title}: {what}", title=tournament.title, what=what) if tournament.title else what


def print_standings(table: TournamentStatistics) -> None:
    """Prints the players, the strongest first."""
    figures = (say("Elo"), say("95 % interval"), say("Score"), say("Points"), say("Games"))
    printed = make_table(say("Player"), *figures, say("Per turn"), say("Forfeits"))
    for one in table.standings:
        elo = "-" if one.elo.value is None else elo_text(one.elo.value)
        score, points = percentage(one.points / one.games), points_text(one.points)
        turn, forfeits = duration(one.seconds_per_turn), str(one.forfeits)
        cells = (elo, interval_text(one.elo), score, points, str(one.games), turn, forfeits)
        # Signs that every encoding has.
        printed.add_row(one.player, *(localised(cell).translate(SIGNS) for cell in cells))
    align_figures(printed, 1)
    show(printed, "")


def print_meetings(table: TournamentStatistics) -> None:
    """Prints the points of all players against each other, in the order of the standings."""
    players = [one.player for one in table.standings]
    numbers = [str(number) for number in range(1, len(players) + 1)]
    printed = make_table(say("Points against"), *(say("{number}", number=n) for n in numbers))
    for number, player in zip(numbers, players, strict=True):
        cells = (meeting(table, player, other) for other in players)
        printed.add_row(f"{number} {player}", *cells)
    align_figures(printed, 1)
    show(printed, "")


def meeting(table: TournamentStatistics, player: str, other: str) -> str:
    """The points of a player against another, with the number of games."""
    if player == other:
        return "·"
    tally = table.score(player, other)
    games = table.seats * tally.count
    return f"{localised(points_text(games * tally.mean))}/{games}" if games else "-"


def remarks(played: PlayedTournament) -> list[Message]:
    """Remarks on a tournament."""
    table, tournament = played.table, played.tournament
    lines = [score_line(played.summary)] if played.summary else []
    if not table.pairs:
        lines.append(say("No round of games was finished."))
    if table.seats > 2:
        lines.append(say("An even score is {even}.", even=percentage(1 / table.seats)))
    lines += comparisons(table)
    if tournament.kind is TournamentKind.ladder:
        results = {result.number: result for result in played.results}
        order = ladder_order(tournament, results)
        names = tuple(tournament.entries[place].name for place in order)
        lines.append(say("The ladder from the top: {names}.", names=names))
    if played.sprt_run:
        lines.append(sprt_finding(played.sprt_run, tournament.entries[0].name))
    return [*lines, *remarks_on_games(played), *notes(played.results)]


def score_line(summary: MatchSummary) -> Message:
    """The score of the first player of a match."""
    return say(
        "{player}: {score} ({low} to {high}); wins {wins}, draws {draws}, losses {losses}.",
        player=summary.players[0],
        score=percentage(summary.score),
        low=percentage(summary.low),
        high=percentage(summary.high),
        wins=summary.wins,
        draws=summary.draws,
        losses=summary.losses,
    )


def remarks_on_games(played: PlayedTournament) -> list[Message]:
    """Remarks on games that say less than others, or nothing."""
    openings, games = played.table.openings, len(played.table.games)
    lines = []
    if openings.identical:
        counts = {"count": openings.identical, "games": games}
        lines.append(
            say("Games identical to another, move for move: {count} of {games}.", **counts)
        )
    if openings.repeated:
        lines.append(
            say(
                "Repeated openings, because there are too few different ones: {count} of {all}.",
                count=openings.repeated,
                all=openings.pairs,
            )
        )
    if further := len(played.finished) - games:
        lines.append(say("Further games that do not count: {count}.", count=further))
    return lines


def notes(results: Sequence[Result]) -> list[Message]:
    """The first notes on single games, and the number of the others. If several games have the same
    note, it is shown once with their number."""
    found = [note for game in results if (note := game.note())]
    counts = Counter(str(note.values["what"]) for note in found)
    first = {str(note.values["what"]): note for note in reversed(found)}
    lines = [
        first[what] if count == 1 else say("{count} games: {what}", count=count, what=what)
        for what, count in counts.items()
    ]
    left = len(lines) - MOST_NOTES
    more = [say("... and {count} more notes", count=left)] if left > 0 else []
    return [*lines[:MOST_NOTES], *more]
