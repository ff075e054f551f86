"""The command `report`: a report on a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.parameters import (
    INTERRUPTED,
    TYPER_OPTIONS,
    GameId,
    Language,
    OptionWords,
    print_error,
)
from tabuleiro.core.message import say

if TYPE_CHECKING:
    from tabuleiro.report import ReportPlan

MINUTES = 6.0
LONGEST = 100_000  # minutes

commands = typer.Typer(**TYPER_OPTIONS)


@commands.command("report")
def report_on_game(
    game: GameId,
    options: OptionWords = None,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the report is written.")
    ] = Path("report"),
    minutes: Annotated[
        float | None, typer.Option(metavar="N", help="How long games are played; 6.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="So many games of each kind instead."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="What all chance follows from.")] = 1,
    strongest: Annotated[
        int | None, typer.Option(metavar="LEVEL", help="The strongest level that plays; 9.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Games at once; one on every core.")
    ] = None,
    lang: Language = None,
) -> None:
    """Make a report on a game: branching, length, size, fairness, skill, openings, variants.

    Computer players play the game against themselves and each other, and the folder then has
    report.md with its pictures, and report.html, one page. Time decides how many games there
    are, the seed which. Ctrl-C ends it earlier, with the games that are over.

    \b
    Examples:
      tabuleiro report squex --minutes 6 --out squex
      tabuleiro report control_v players=3 --minutes 20
      tabuleiro report fuse --games 100 --strongest 5 --lang pt
    """
    from tabuleiro.core.primitives import COMPILED
    from tabuleiro.language import find_language, translator
    from tabuleiro.report import (
        ReportPlan,
        local_backend,
        make_report,
        play_report_games,
        write_report,
    )
    from tabuleiro.terminal.reports import report_progress

    language = find_language(lang, os.environ)
    seconds = seconds_of(minutes, games)
    study = ReportPlan(" ".join([game, *(options or ())]), seed, strongest, games)
    out.mkdir(parents=True, exist_ok=True)  # what cannot be written is known before it is made
    if not COMPILED:
        print_error(say("Tabuleiro is not compiled here: there will be a hundredth of the games."))
    with report_progress() as watch:
        findings = play_report_games(study, seconds, local_backend(processes), watch)
    report = make_report(study, findings, command_of(study, seconds))
    page = write_report(report, out, language, translator(language))
    print(say("The report is {path}.", path=page))
    if findings.interrupted:
        raise typer.Exit(INTERRUPTED)


def seconds_of(minutes: float | None, games: int | None) -> float | None:
    """How long games are played; None where their number is given."""
    from tabuleiro.report import ReportError

    if games is not None and minutes is not None:
        raise ReportError(say("a report has minutes or games, not both: leave one out"))
    if games is not None:
        return None
    minutes = MINUTES if minutes is None else minutes
    if not 0 < minutes <= LONGEST:
        raise ReportError(
            say("the minutes of a report are more than 0 and at most {most}", most=LONGEST)
        )
    return 60 * minutes


def command_of(study: ReportPlan, seconds: float | None) -> str:
    """The command that makes a report again."""
    amount = f"--games {study.games}" if seconds is None else f"--minutes {seconds / 60:g}"
    level = "" if study.strongest is None else f" --strongest {study.strongest}"
    return f"tabuleiro report {study.game} {amount} --seed {study.seed}{level}"
