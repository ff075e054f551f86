"""A match in the terminal: a progress bar while it is played, then a table and sentences."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tabuleiro.arena import Match, Result, Summary, play_match, summarise
from tabuleiro.arena.rating import Estimate
from tabuleiro.core.message import Message, say
from tabuleiro.terminal.tables import make_table, show

MOST_NOTES = 10


def play(
    match: Match, processes: int | None, record: Path | None, *, stop_early: bool
) -> tuple[Summary | None, bool]:
    """Plays a match with a bar on a terminal's standard error; what is finished, and whether
    Ctrl-C broke it off."""
    results: list[Result] = []
    with progress_bar() as bar:
        task = bar.add_task("", total=match.games)

        def take(result: Result) -> None:
            results.append(result)
            bar.update(task, completed=len(results), description=standing(results))

        try:
            return play_match(match, processes, record, take, stop_early=stop_early), False
        except KeyboardInterrupt:
            return summarise(match, results, stop_early=stop_early), True


def progress_bar() -> Progress:
    """A bar that only people see."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)


def standing(results: list[Result]) -> str:
    """The score so far."""
    points = sum(result.score for result in results)
    return str(say("{points} of {games}", points=f"{points:g}", games=len(results)))


def print_summary(match: Match, summary: Summary | None) -> None:
    """The table of a match and what is to be said of it."""
    if summary is None:
        show(str(say("No round of games was finished.")))
        return
    headings = (say("Games"), say("Wins"), say("Draws"), say("Losses"), say("Score"), say("95 %"))
    table = make_table(*headings, say("Elo"), say("95 %"))
    for column in table.columns:
        column.justify = "right"
    table.add_row(
        *(str(count) for count in (summary.games, summary.wins, summary.draws, summary.losses)),
        per_cent(summary.score),
        span(per_cent(summary.low), per_cent(summary.high)),
        *elo_cells(summary.elo),
    )
    show(str(headline(match, summary)), "", table, "")
    show(*(str(line) for line in remarks(match, summary)))


def headline(match: Match, summary: Summary) -> Message:
    """Who played whom at what."""
    return say(
        "{first} against {second}: {game}, {rounds} openings",
        first=match.first,
        second=match.second,
        game=match.game_text,
        rounds=summary.games // summary.seats,
    )


def per_cent(share: float) -> str:
    """A share of 1."""
    return f"{100 * share:.1f} %"


def span(low: str, high: str) -> str:
    """An interval."""
    return str(say("{low} to {high}", low=low, high=high))


def elo_cells(elo: Estimate | None) -> tuple[str, str]:
    """An Elo difference and its interval; a bound without a number is infinite."""
    if elo is None:
        return "-", "-"
    value = "-" if elo.value is None else f"{elo.value:+.0f}"
    low = "-∞" if elo.low is None else f"{elo.low:+.0f}"
    high = "+∞" if elo.high is None else f"{elo.high:+.0f}"
    return value, span(low, high)


def remarks(match: Match, summary: Summary) -> list[Message]:
    """What else there is to know, most of it only where there is something."""
    first, second = (f"{seconds:.3f}" for seconds in summary.seconds_per_turn)
    names = {"first": match.first, "second": match.second}
    lines = [say("A turn took {first} {a} s and {second} {b} s.", a=first, b=second, **names)]
    if summary.elo is None:
        even = per_cent(1 / summary.seats)
        lines.append(say("An even score is {even}; Elo is for two players only.", even=even))
    if summary.identical:
        lines.append(
            say("{count} games are the same as another, move for move.", count=summary.identical)
        )
    if summary.repeated:
        lines.append(
            say("{count} openings were played before: there are too few.", count=summary.repeated)
        )
    if summary.unfinished:
        lines.append(say("{count} games of other openings do not count.", count=summary.unfinished))
    return lines + notes(summary)


def notes(summary: Summary) -> list[Message]:
    """The notes on single games, as far as one wants to read them."""
    left = len(summary.notes) - MOST_NOTES
    more = [say("... and {count} more notes", count=left)] if left > 0 else []
    return [*summary.notes[:MOST_NOTES], *more]
