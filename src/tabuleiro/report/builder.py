"""Builds a report: plays its games, then writes each section."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from time import monotonic

from tabuleiro.arena.game import Result
from tabuleiro.arena.tournament import Entry, Tournament, TournamentKind
from tabuleiro.arena.workers import TaskSource, max_parallel_games, play_games
from tabuleiro.core.message import Message, say
from tabuleiro.report.blocks import Chapter, GameReport, TextBlock
from tabuleiro.report.plan import ReportPlan
from tabuleiro.report.sample_schedule import SampleSchedule
from tabuleiro.report.section import PlayedSamples, Section, all_samples
from tabuleiro.report.sections import SECTIONS
from tabuleiro.report.wording import count

Backend = Callable[[Tournament, TaskSource], Generator[Result]]
"""Plays what is handed out, wherever that is."""

OnProgress = Callable[[int, float], None]
"""Hears how many games are over, and what part of all that is."""


def local_backend(processes: int | None = None) -> Backend:
    """Processes on this machine: without a number, one on every core."""

    def play(tournament: Tournament, tasks: TaskSource) -> Generator[Result]:
        return play_games(tournament, tasks, processes or max_parallel_games(tournament))

    return play


def play_report_games(
    study: ReportPlan,
    seconds: float | None,
    crew: Backend | None = None,
    watch: OnProgress = lambda games, part: None,
) -> PlayedSamples:
    """Plays the games of a study for so long, or without a time all that its samples can have.
    Ctrl-C ends it earlier, with the games that are over."""
    entries = tuple(Entry(player, player) for player in study.players)
    tournament = Tournament(TournamentKind.round_robin, entries, study.game, seed=study.seed)
    tournament.check_players()
    ends = None if seconds is None else monotonic() + seconds
    docket = SampleSchedule(tournament, all_samples(SECTIONS, study), ends)
    broken_off = False
    with closing((crew or local_backend())(tournament, docket)) as games:
        try:
            for result in games:
                docket.add(result)
                watch(docket.games, docket.fraction_done)
        except KeyboardInterrupt:
            broken_off = True
    return PlayedSamples([pile.games() for pile in docket.progress], broken_off=broken_off)


def make_report(study: ReportPlan, findings: PlayedSamples, command: str) -> GameReport:
    """The report of these games; `command` makes it again."""
    subtitle = say(
        "{game}: {games} games, seed {seed}. Figures in brackets are 95 % intervals.",
        game=study.game,
        games=count(sum(map(len, findings.all))),
        seed=study.seed,
    )
    return GameReport(
        say("A report on {game}", game=study.rules.name),
        subtitle,
        command,
        tuple(chapter_of(section, study, findings) for section in SECTIONS if section.needs(study)),
        tuple(notes(findings)),
    )


def chapter_of(section: Section, study: ReportPlan, findings: PlayedSamples) -> Chapter:
    """What a section tells; where nothing was finished, that."""
    told = section.make_chapter(study, findings)
    nothing = TextBlock(say("Too few games were finished in the time given: give more minutes."))
    return told or Chapter(section.title, (nothing,))


def notes(findings: PlayedSamples) -> Sequence[Message]:
    """What else is to be known of the games."""
    identical = sum(games.identical() for games in findings.all)
    forfeits = sum(games.forfeits for games in findings.all)
    found = []
    if findings.interrupted:
        found.append(say("This report was broken off before its time was over."))
    if identical:
        found.append(
            say("Games that repeat another of their kind: {count}.", count=count(identical))
        )
    if forfeits:
        found.append(
            say("Rounds left out, since a player forfeited a game: {count}.", count=count(forfeits))
        )
    return found
