"""A tournament in the terminal: progress while it is played, then its results."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tabuleiro.arena import Result, Tournament, TournamentKind, counted_games, play_tournament
from tabuleiro.arena.pairing import ladder_order
from tabuleiro.arena.sprt import SprtRun, run_sprt
from tabuleiro.arena.tournament_runner import Backend
from tabuleiro.arena.tournament_statistics import TournamentStatistics, statistics_of
from tabuleiro.arena.wording import comparisons, duration, percentage, sprt_finding
from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.language import localised
from tabuleiro.terminal.matches import (
    elo_cells,
    game_columns,
    games_of,
    identical_games,
    interruption_notes,
    notes,
)
from tabuleiro.terminal.progress import collect, progress_bar
from tabuleiro.terminal.tables import align_figures, make_table, show


@dataclass(frozen=True)
class PlayedTournament:
    """How a tournament went: the games that count, in order, whether Ctrl-C interrupted it, and the
    file of its games."""

    tournament: Tournament
    results: Sequence[Result]
    interrupted: bool = False
    record: Path | None = None

    @cached_property
    def table(self) -> TournamentStatistics:
        """The statistics of the games."""
        return statistics_of(self.tournament, self.results)

    @cached_property
    def sprt_run(self) -> SprtRun | None:
        """The sequential test so far."""
        sprt, first = self.tournament.sprt, self.tournament.entries[0].name
        if sprt is None:
            return None
        return run_sprt(sprt, self.table.score_history(first), self.tournament.seats)

    def closing_notes(self) -> list[Message]:
        """Why the tournament ended before its last game, and how to resume it."""
        if not self.interrupted:
            return []
        games = games_of(self.tournament)
        return interruption_notes(len(self.results), games, kept=self.record is not None)


# --- while it is played --------------------------------------------------------------------


def play(tournament: Tournament, backend: Backend, record: Path | None) -> PlayedTournament:
    """Plays a tournament to its end or to Ctrl-C, with its progress on standard error."""
    games = games_of(tournament)

    def line(played: float, seconds: float) -> Message:
        return say(
            "{played} of {games} games after {time}",
            played=played,
            games=games,
            time=duration(seconds),
        )

    with progress_bar(games, *game_columns(), line=line) as show_progress:
        results, interrupted = collect(
            play_tournament(tournament, backend, record), lambda count, _: show_progress(count)
        )
    return PlayedTournament(tournament, counted_games(tournament, results), interrupted, record)


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
        kind=tournament.kind.value,
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
        counts = (number_text(one.points), str(one.games))
        turn = localised(duration(one.seconds_per_turn))
        score = localised(percentage(one.points / one.games))
        printed.add_row(one.player, *elo_cells(one.elo), score, *counts, turn, str(one.forfeits))
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
    return f"{number_text(games * tally.mean)}/{games}" if games else "-"


def number_text(points: float) -> str:
    """A number of points."""
    return localised(localised_number(f"{round(points, 2):g}"))


def remarks(played: PlayedTournament) -> list[Message]:
    """Remarks on a tournament."""
    lines: list[Message] = []
    if not played.table.pairs:
        lines.append(say("No round of games was finished."))
    lines += comparisons(played.table)
    if played.tournament.kind is TournamentKind.ladder:
        lines.append(say("The ladder from the top: {names}.", names=tuple(rungs(played))))
    if played.sprt_run:
        lines.append(sprt_finding(played.sprt_run, played.tournament.entries[0].name))
    lines += identical_games(played.table.openings.identical, len(played.table.games))
    if played.table.unfinished:
        count = played.table.unfinished
        lines.append(say("Further games that do not count: {count}.", count=count))
    return lines + notes([note for game in played.results if (note := game.note())])


def rungs(played: PlayedTournament) -> list[str]:
    """The players of a ladder from the top down."""
    results = {result.number: result for result in played.results}
    entries = played.tournament.entries
    return [entries[place].name for place in ladder_order(played.tournament, results)]
