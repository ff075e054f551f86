"""The schedule of a report: the seed decides the games, and time decides how many there are."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from clocks import FakeClock
from tabuleiro.arena.game import End, Result
from tabuleiro.arena.game_runner import GameTask
from tabuleiro.arena.tournament import Entry, Tournament, TournamentKind
from tabuleiro.core.position import NOBODY
from tabuleiro.report.sample_schedule import Sample, SampleSchedule

PLAYERS = ("random", "level:1")


def tournament(game: str = "fuse", seed: int = 1) -> Tournament:
    entries = tuple(Entry(name, name) for name in PLAYERS)
    return Tournament(TournamentKind.round_robin, entries, game, seed=seed)


def sample(game: str = "fuse", weight: float = 1.0, most: int = 1000, again: int = 1) -> Sample:
    return Sample(game, ("random", "level:1"), weight, most, again)


def result_of(task: GameTask, seconds: float = 1.0) -> Result:
    """A game that took this long."""
    seats = len(task.seating)
    names = tuple(PLAYERS[place] for place in task.seating)
    scores = (1.0, *[0.0] * (seats - 1))
    spent = (seconds / seats,) * seats
    facts = (task.number, task.pair, names, scores, task.opening.full_text)
    return Result(*facts, (), (1,) * seats, spent, End.rules, NOBODY, "")


def tasks(schedule: SampleSchedule) -> Generator[GameTask]:
    """All games that a schedule hands out, each ended at once."""
    while task := schedule.next_task():
        yield task
        schedule.add(result_of(task))


def test_a_round_has_one_start_and_everybody_once_on_the_lone_seat() -> None:
    schedule = SampleSchedule(tournament(), [sample(most=4)])
    handed = list(tasks(schedule))
    assert [task.seating for task in handed] == [(0, 1), (1, 0)] * 2
    assert [task.pair for task in handed] == [0, 0, 1, 1]
    first, also_first, second, _ = (task.opening for task in handed)
    assert first == also_first != second


def test_several_rounds_may_begin_from_one_start() -> None:
    schedule = SampleSchedule(tournament(), [sample(most=8, again=2)])
    openings = [task.opening for task in tasks(schedule)]
    assert len(set(openings[:4])) == len(set(openings[4:])) == 1
    assert len(set(openings)) == 2


def test_three_players_have_rounds_of_three() -> None:
    game = "control_v players=3 size=5"
    schedule = SampleSchedule(tournament(game), [sample(game, most=4)])
    handed = list(tasks(schedule))
    assert [task.seating.index(0) for task in handed] == [0, 1, 2] * 2
    assert len(schedule.progress[0].games()) == 6


def test_numbers_of_games_fall_with_the_root_of_their_time_and_grow_with_their_weight() -> None:
    clock = FakeClock()
    cost = (1.0, 0.25, 1.0)
    samples = [sample(), sample("fuse rows=3"), sample("fuse rows=4", weight=3.0)]
    schedule = SampleSchedule(tournament(), samples, ends=450.0, clock=clock)
    while task := schedule.next_task():
        seconds = cost[task.number // 1_000_000]
        clock.now += seconds
        schedule.add(result_of(task, seconds))
    slow, quick, heavy = (pile.started for pile in schedule.progress)
    assert slow == pytest.approx(100, abs=3)
    assert quick == pytest.approx(200, abs=3)
    assert heavy == pytest.approx(300, abs=3)
    assert schedule.fraction_done == 1


def test_a_slow_sample_does_not_keep_quick_ones_waiting() -> None:
    clock = FakeClock()
    cost = (0.5, 20.0, 0.5)
    samples = [sample(), sample("fuse rows=3"), sample("fuse rows=4")]
    schedule = SampleSchedule(tournament(), samples, ends=100.0, clock=clock)
    while task := schedule.next_task():
        seconds = cost[task.number // 1_000_000]
        clock.now += seconds
        schedule.add(result_of(task, seconds))
    quick, slow, also_quick = (pile.started for pile in schedule.progress)
    assert slow == 4  # pairs, which are finished once they are started
    assert abs(quick - also_quick) <= 2
    assert quick + also_quick == pytest.approx(40, abs=2)


def test_time_has_no_say_in_which_games_there_are() -> None:
    quick = SampleSchedule(
        tournament(), [sample(), sample("fuse rows=3")], ends=5.0, clock=(one := FakeClock())
    )
    slow = SampleSchedule(
        tournament(), [sample(), sample("fuse rows=3")], ends=5.0, clock=(two := FakeClock())
    )
    handed: list[dict[int, GameTask]] = []
    for schedule, clock, seconds in ((quick, one, 0.05), (slow, two, 0.5)):
        handed.append({})
        while task := schedule.next_task():
            handed[-1][task.number] = task
            clock.now += seconds * (1 + task.number % 3)
            schedule.add(result_of(task))
    many, few = handed
    assert len(many) > 3 * len(few) > 0
    assert few.items() <= many.items()


def test_another_seed_has_other_starts() -> None:
    one, other = (
        [task.opening for task in tasks(SampleSchedule(tournament(seed=seed), [sample(most=6)]))]
        for seed in (1, 2)
    )
    assert not set(one) & set(other)


def test_nothing_is_handed_out_when_the_time_is_over() -> None:
    clock = FakeClock()
    schedule = SampleSchedule(tournament(), [sample()], ends=1.0, clock=clock)
    assert schedule.next_task()
    schedule.prepare_next()
    clock.now = 1.0
    assert schedule.next_task() is None


def test_games_after_a_missing_one_do_not_count() -> None:
    schedule = SampleSchedule(tournament(), [sample(most=8)])
    handed = [schedule.next_task() for _ in range(8)]
    for number in (7, 0, 1, 2, 4, 5):
        task = handed[number]
        assert task
        schedule.add(result_of(task))
    games = schedule.progress[0].games()
    assert [result.number for result in games] == [0, 1]
