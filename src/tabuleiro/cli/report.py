"""The command `report`: a report on a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import INTERRUPTED, Commands, GameId, OptionWords, option, print_text
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.language import localised, output_language, output_translator

if TYPE_CHECKING:
    from tabuleiro.report import ReportPlan
    from tabuleiro.report.section import PlayedSamples

MINUTES = 6.0

commands = Commands()

Minutes = Annotated[float | None, option("N", "How long to play (6).", **parameters.LONGEST)]


@commands.command("report")
def report_on_game(
    game: GameId,
    options: OptionWords = None,
    out: Annotated[Path, option("FOLDER", "Where the report is written.")] = Path("report"),
    minutes: Minutes = None,
    games: Annotated[int | None, option("N", "Games of each kind instead.", min=1)] = None,
    seed: Annotated[int, option("N", "The random seed.")] = 1,
    strongest: Annotated[int | None, option("LEVEL", "The strongest level that plays (9).")] = None,
    processes: Annotated[int | None, option("N", "Games at once; else by cores.", min=1)] = None,
) -> None:
    """Make a report on a game.

    Computer players play the game against themselves and each other. The report has branching,
    length, size, fairness, skill, openings and variants, as report.md with pictures and as one
    page, report.html. Ctrl-C ends it early, with the games that are finished.
    """
    from tabuleiro.core.primitives import COMPILED
    from tabuleiro.report import ReportPlan, make_report, write_report

    language, translate = output_language(), output_translator()
    seconds = seconds_of(minutes, games)
    plan = ReportPlan(" ".join([game, *(options or ())]), seed, strongest, games)
    out.mkdir(parents=True, exist_ok=True)  # fails before anything is played
    if not COMPILED:
        parameters.print_error(
            say(
                "Tabuleiro is not compiled here, so the report will have about 100 times fewer "
                "games."
            )
        )
    samples = play(plan, seconds, processes)
    report = make_report(plan, samples, command_of(plan, seconds))
    page = write_report(report, out, language, translate)
    print_text(say("The report is {path}.", path=page))
    if samples.interrupted:
        raise typer.Exit(INTERRUPTED)


def play(plan: ReportPlan, seconds: float | None, processes: int | None) -> PlayedSamples:
    """Plays the games of a report to the end or to Ctrl-C, with their progress."""
    from tabuleiro.arena import local_backend
    from tabuleiro.report import new_schedule, play_samples
    from tabuleiro.report.section import PlayedSamples
    from tabuleiro.terminal.progress import collect, progress_bar

    schedule = new_schedule(plan, seconds)
    games = play_samples(schedule, local_backend(plan.tournament, processes))

    def line(part: float, seconds: float) -> Message:
        return say("{part} %: {games} games", part=10 * int(10 * part), games=schedule.games)

    with progress_bar(1.0, line=line) as show_progress:
        _, interrupted = collect(
            games,
            lambda count, _: show_progress(
                schedule.fraction_done, localised(say("{games} games", games=count))
            ),
        )
    return PlayedSamples(schedule.sample_games(), interrupted=interrupted)


def seconds_of(minutes: float | None, games: int | None) -> float | None:
    """How long games are played, None if their number is given."""
    if games is not None and minutes is not None:
        raise TabuleiroError(say("a report has minutes or games, not both: leave one out"))
    if games is not None:
        return None
    return 60 * (MINUTES if minutes is None else minutes)


def command_of(plan: ReportPlan, seconds: float | None) -> str:
    """The command that makes the same report."""
    amount = f"--games {plan.games}" if seconds is None else f"--minutes {seconds / 60:g}"
    level = "" if plan.strongest is None else f" --strongest {plan.strongest}"
    return f"tabuleiro report {plan.game} {amount} --seed {plan.seed}{level}"
