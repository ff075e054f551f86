"""A match in the terminal: progress while it is played, then its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.arena import MatchSummary, Result, Tournament, iterate_match, summarise
from tabuleiro.arena.pairing import count_pairs
from tabuleiro.arena.scores import Estimate
from tabuleiro.arena.wording import duration, percentage
from tabuleiro.core.message import DisplayText, Message, localised_number, say
from tabuleiro.language import localised
from tabuleiro.terminal.progress import HAS_RICH, collect, progress_bar
from tabuleiro.terminal.tables import align_figures, make_table, show

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

MOST_NOTES = 10


@dataclass(frozen=True)
class PlayedMatch:
    """How a match went: the summary of its finished pairs (None if there are none), the number of
    games played, whether Ctrl-C interrupted it, and whether its games are in a record."""

    match: Tournament
    summary: MatchSummary | None
    played: int
    interrupted: bool = False
    kept: bool = False

    def closing_notes(self) -> list[Message]:
        """Why the match ended before its last game, and how to resume it."""
        games = games_of(self.match)
        if self.interrupted:
            return interruption_notes(self.played, games, kept=self.kept)
        if not self.summary or self.summary.games >= games:
            return []
        ended = say(
            "Stopped early after {counted} of {games} games: it is clear who is stronger.",
            counted=self.summary.games,
            games=games,
        )
        rest = say("Without --stop-early the same command plays the rest.")
        return [ended, rest] if self.kept else [ended]


def interruption_notes(played: int, games: int, *, kept: bool) -> list[Message]:
    """How many games were played before Ctrl-C, and how to resume if they are recorded."""
    ended = say("Interrupted after {played} of {games} games.", played=played, games=games)
    return [ended, say("The same command resumes it.")] if kept else [ended]


def games_of(tournament: Tournament) -> int:
    """How many games a tournament has."""
    return count_pairs(tournament) * tournament.seats


def play(match: Tournament, processes: int | None, record: Path | None) -> PlayedMatch:
    """Plays a match with a progress bar, to its end or to Ctrl-C."""
    games, first, points = games_of(match), match.entries[0].name, 0.0
    with progress_bar(games, *game_columns(), description=score_line(first, points)) as show:

        def on_result(count: int, result: Result) -> None:
            nonlocal points
            points += result.score_of(first)
            show(count, score_line(first, points))

        results, interrupted = collect(iterate_match(match, processes, record), on_result)
    return PlayedMatch(match, summarise(match, results), len(results), interrupted, bool(record))


def game_columns() -> tuple[ProgressColumn, ...]:
    """The columns after the bar: the finished games and the time left."""
    if not HAS_RICH:
        return ()
    from rich.progress import MofNCompleteColumn, TextColumn, TimeRemainingColumn

    text = TextColumn(localised(say("games, time left")))
    return MofNCompleteColumn(), text, TimeRemainingColumn()


def score_line(first: str, points: float) -> str:
    """The score of the first player so far."""
    points_text = localised_number(f"{points:g}")
    return localised(say("{first}: {points} points", first=first, points=points_text))


def print_match(played: PlayedMatch) -> None:
    """Prints the tables of a match and remarks on it."""
    match, summary = played.match, played.summary
    if summary is None:
        lines = [say("No round of games was finished.")]
    else:
        print_figures(match, summary)
        lines = remarks(summary)
    show(*lines, *played.closing_notes())


def print_figures(match: Tournament, summary: MatchSummary) -> None:
    """Prints the players, the games, and score and Elo with their intervals."""
    games = make_table(say("Games"), say("Wins"), say("Draws"), say("Losses"))
    counts = (summary.games, summary.wins, summary.draws, summary.losses)
    games.add_row(*(str(count) for count in counts))
    figures = make_table(say("Figure"), say("Value"), say("95 % interval"))
    interval = span(percentage(summary.low), percentage(summary.high))
    figures.add_row(localised(say("Score")), localised(percentage(summary.score)), interval)
    if summary.elo:
        figures.add_row(localised(say("Elo")), *elo_cells(summary.elo))
    align_figures(games, 0)
    align_figures(figures, 1)
    show(headline(match, summary), "", games, "", figures, "")


def headline(match: Tournament, summary: MatchSummary) -> Message:
    """Who played whom at what."""
    first, second = summary.players
    facts = {"first": first, "second": second, "game": match.game_text}
    openings = pairs(summary) - summary.repeated
    if openings == 1:
        return say("{first} against {second}: {game}, 1 opening", **facts)
    return say("{first} against {second}: {game}, {openings} openings", openings=openings, **facts)


def pairs(summary: MatchSummary) -> int:
    """The number of pairs."""
    return summary.games // summary.seats


def span(low: DisplayText, high: DisplayText) -> str:
    """An interval as text."""
    return localised(say("{low} to {high}", low=low, high=high))


def elo_cells(elo: Estimate) -> tuple[str, str]:
    """An Elo difference and its interval; a bound without a number is infinite."""
    value = "-" if elo.value is None else signed(elo.value)
    low = "-∞" if elo.low is None else signed(elo.low)
    high = "+∞" if elo.high is None else signed(elo.high)
    return value, span(low, high)


def signed(elo: float) -> str:
    """Elo points with a sign, except 0."""
    return f"{elo:+.0f}" if abs(elo) > 0.5 else "0"


def remarks(summary: MatchSummary) -> list[Message]:
    """Remarks on a match."""
    a, b = map(duration, summary.seconds_per_turn)
    first, second = summary.players
    names = {"first": first, "second": second}
    lines = [say("Average time per turn: {first} {a}, {second} {b}.", a=a, b=b, **names)]
    if summary.elo is None:
        even = percentage(1 / summary.seats)
        lines.append(say("An even score is {even}; Elo is for two players only.", even=even))
    lines += identical_games(summary.identical, summary.games)
    if summary.repeated:
        lines.append(
            say(
                "Repeated openings, because there are too few different ones: {count} of {all}.",
                count=summary.repeated,
                all=pairs(summary),
            )
        )
    if summary.unfinished:
        lines.append(say("Further games that do not count: {count}.", count=summary.unfinished))
    return lines + notes(summary.notes)


def identical_games(count: int, games: int) -> list[Message]:
    """A remark on games that repeat another, if there are any."""
    if not count:
        return []
    all_games = {"count": count, "games": games}
    return [say("Games identical to another, move for move: {count} of {games}.", **all_games)]


def notes(messages: Sequence[Message]) -> list[Message]:
    """The first notes on single games, and the number of the others."""
    lines = grouped(messages)
    left = len(lines) - MOST_NOTES
    more = [say("... and {count} more notes", count=left)] if left > 0 else []
    return [*lines[:MOST_NOTES], *more]


def grouped(messages: Sequence[Message]) -> list[Message]:
    """The notes; if several games have the same note, it is shown once with their number."""
    counts = Counter(str(message.values["what"]) for message in messages)
    first = {str(message.values["what"]): message for message in reversed(messages)}
    return [
        first[what] if count == 1 else say("{count} games: {what}", count=count, what=what)
        for what, count in counts.items()
    ]
