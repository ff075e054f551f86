"""Making a report: its games are played, then each section tells what it found."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from time import monotonic

from tabuleiro.arena.game import Result
from tabuleiro.arena.tournament import Entry, Kind, Tournament
from tabuleiro.arena.workers import Tasks, most_games_at_once, play_games
from tabuleiro.core.message import Message, say
from tabuleiro.report.blocks import Chapter, Report, Text
from tabuleiro.report.docket import Docket
from tabuleiro.report.section import Findings, Section, all_samples
from tabuleiro.report.sections import SECTIONS
from tabuleiro.report.study import Study
from tabuleiro.report.telling import count

Crew = Callable[[Tournament, Tasks], Generator[Result]]
"""Plays what is handed out, wherever that is."""

Watch = Callable[[int, float], None]
"""Hears how many games are over, and what part of all that is."""


def local_crew(processes: int | None = None) -> Crew:
    """Processes on this machine: without a number, one on every core."""

    def play(tournament: Tournament, tasks: Tasks) -> Generator[Result]:
        return play_games(tournament, tasks, processes or most_games_at_once(tournament))

    return play


def play_study(
    study: Study,
    seconds: float | None,
    crew: Crew | None = None,
    watch: Watch = lambda games, part: None,
) -> Findings:
    """Plays the games of a study for so long, or without a time all that its samples can have.
    Ctrl-C ends it earlier, with the games that are over."""
    entries = tuple(Entry(player, player) for player in study.players)
    tournament = Tournament(Kind.round_robin, entries, study.game, seed=study.seed)
    tournament.check_players()
    ends = None if seconds is None else monotonic() + seconds
    docket = Docket(tournament, all_samples(SECTIONS, study), ends)
    broken_off = False
    with closing((crew or local_crew())(tournament, docket)) as games:
        try:
            for result in games:
                docket.add(result)
                watch(docket.games, docket.part)
        except KeyboardInterrupt:
            broken_off = True
    return Findings([pile.games() for pile in docket.piles], broken_off=broken_off)


def make_report(study: Study, findings: Findings, command: str) -> Report:
    """The report of these games; `command` makes it again."""
    subtitle = say(
        "{game}: {games} games, seed {seed}. Figures in brackets are 95 % intervals.",
        game=study.game,
        games=count(sum(map(len, findings.all))),
        seed=study.seed,
    )
    return Report(
        say("A report on {game}", game=study.rules.name),
        subtitle,
        command,
        tuple(chapter_of(section, study, findings) for section in SECTIONS if section.needs(study)),
        tuple(notes(findings)),
    )


def chapter_of(section: Section, study: Study, findings: Findings) -> Chapter:
    """What a section tells; where nothing was finished, that."""
    told = section.tell(study, findings)
    nothing = Text(say("Too few games were finished in the time given: give more minutes."))
    return told or Chapter(section.title, (nothing,))


def notes(findings: Findings) -> Sequence[Message]:
    """What else is to be known of the games."""
    identical = sum(games.identical() for games in findings.all)
    forfeits = sum(games.forfeits for games in findings.all)
    found = []
    if findings.broken_off:
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
