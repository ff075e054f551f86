"""Builds a report: plays its games, then makes the chapter of each section."""

from collections.abc import Generator
from contextlib import closing
from time import monotonic

from tabuleiro.arena.game import Result
from tabuleiro.arena.tournament_runner import Backend, local_backend
from tabuleiro.core.message import Message, say
from tabuleiro.report import fairness, shape
from tabuleiro.report.plan import ReportPlan
from tabuleiro.report.sample_schedule import SampleSchedule
from tabuleiro.report.section import Chapter, GameReport, PlayedSamples, Section, all_samples
from tabuleiro.report.wording import count

TOO_FEW = say("Too few games were finished in the time given: give more minutes.")
SECTIONS = (
    Section(shape.BRANCHING, shape.random_and_strong_games, shape.branching),
    Section(shape.LENGTH, shape.random_and_strong_games, shape.length),
    Section(shape.SIZE, shape.random_and_strong_games, shape.size),
    Section(fairness.SIDES, fairness.self_play, fairness.sides),
    Section(fairness.LADDER, fairness.level_pairings, fairness.ladder),
    Section(shape.OPENINGS, shape.strong_games, shape.openings),
    Section(fairness.STARTS, fairness.from_starts, fairness.starts),
    Section(fairness.VARIANTS, fairness.of_variants, fairness.variants),
)


def new_schedule(plan: ReportPlan, seconds: float | None = None) -> SampleSchedule:
    """The games of a report: as many as fit into this time, or all that its samples can have."""
    plan.tournament.check_players()
    ends = None if seconds is None else monotonic() + seconds
    return SampleSchedule(plan.tournament, all_samples(SECTIONS, plan), ends)


def play_samples(schedule: SampleSchedule, backend: Backend) -> Generator[Result]:
    """Plays the games of a schedule and yields each when it has ended."""
    with closing(backend(schedule.tournament, schedule)) as games:
        for result in games:
            schedule.add(result)
            yield result


def play_report_games(
    plan: ReportPlan, seconds: float | None = None, backend: Backend | None = None
) -> PlayedSamples:
    """Plays the games of a report to the end."""
    schedule = new_schedule(plan, seconds)
    for _ in play_samples(schedule, backend or local_backend(plan.tournament)):
        pass
    return PlayedSamples(schedule.sample_games())


def make_report(plan: ReportPlan, played: PlayedSamples, command: str) -> GameReport:
    """The report of these games; `command` makes it again."""
    subtitle = say(
        "{game}: {games} games, seed {seed}. Figures in brackets are 95 % intervals.",
        game=plan.game,
        games=count(sum(map(len, played.all))),
        seed=plan.seed,
    )
    return GameReport(
        say("A report on {game}", game=plan.rules.name),
        subtitle,
        command,
        tuple(
            section.make_chapter(plan, played) or Chapter(section.title, (TOO_FEW,))
            for section in SECTIONS
            if section.needs(plan)
        ),
        notes(played),
    )


def notes(played: PlayedSamples) -> tuple[Message, ...]:
    """Notes on all games."""
    same = sum(games.identical() for games in played.all)
    lost = sum(games.forfeits for games in played.all)
    identical = say("Games identical to another of the same kind: {count}.", count=count(same))
    forfeits = say(
        "Rounds not counted, because a player forfeited a game: {count}.", count=count(lost)
    )
    interrupted = say("This report was interrupted before its time was over.")
    known = ((interrupted, played.interrupted), (identical, same), (forfeits, lost))
    return tuple(note for note, number in known if number)
