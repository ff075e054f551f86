"""The games of a sample and their statistics."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from math import log10

import pytest

from arena.results import result_of
from tabuleiro.arena.game import End
from tabuleiro.games import start
from tabuleiro.report.sample_schedule import (
    Sample,
    SampleGames,
    Touch,
    trace_game,
)

SAMPLE = Sample("squex", ("strong", "weak"))


def games(
    *scores: tuple[float, ...], sample: Sample = SAMPLE, starts: tuple[str, ...] = ("one",)
) -> SampleGames:
    """Games with these scores; the pairs use the starts in turn."""
    played = []
    for number, score in zip(count(), scores, strict=False):
        names = sample.seating(number, len(score))
        result = result_of(number, names, score)
        pair = number // len(score)
        played.append(replace(result, pair=pair, opening=starts[pair % len(starts)]))
    return SampleGames(sample, played, len(scores[0]))


def test_following_a_game_counts_the_choices_and_remembers_the_first_moves() -> None:
    trace = trace_game(start("squex rows=3 columns=3"), ["a1", "b2", "c3"], opening=1)
    assert trace.choices == (9, 8, 7)
    assert trace.branching == 8
    assert trace.log10_product == pytest.approx(log10(504))
    assert trace.opening == (Touch(0, ("a1",)), Touch(1, ("b2",)))


def test_first_moves_go_on_until_every_player_has_moved() -> None:
    trace = trace_game(start("eigenstate"), ["a1a2", "a2:a1", "a2:b1", "f6f5"], opening=0)
    assert [touch.player for touch in trace.opening] == [0, 0, 0, 1]


def test_the_stronger_sits_once_on_every_seat_of_a_round() -> None:
    assert [SAMPLE.seating(number, 3).index("strong") for number in range(6)] == [0, 1, 2] * 2


def test_scores_of_seats_and_of_the_lone_player_are_told_apart() -> None:
    found = games((1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.5, 0.5))
    assert found.seat_scores(0).mean == pytest.approx(2.5 / 4)
    assert found.first_player_scores().mean == pytest.approx(3.5 / 4)
    assert found.draws().mean == pytest.approx(1 / 4)


def test_games_from_one_start_count_singly_and_those_of_drawn_starts_by_rounds() -> None:
    scores = [(1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.5, 0.5)]
    assert games(*scores).seat_scores(0).count == 4
    assert games(*scores, starts=("one", "two")).seat_scores(0).count == 2


def test_a_round_that_is_not_whole_or_has_a_forfeit_is_left_out() -> None:
    whole = games((1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0))
    assert len(whole) == 4
    played = [one for part in whole.pairs for one in part]
    played[2] = replace(played[2], end=End.died, fault=0)
    left = SampleGames(SAMPLE, played, 2)
    assert (len(left), left.forfeits) == (2, 1)


def test_scores_are_gathered_start_by_start() -> None:
    sample = Sample("fuse", ("weak", "weak"), pairs_per_start=2)
    found = games(
        (1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0), sample=sample
    )
    assert found.by_start() == [[1.0, 0.0, 1.0, 1.0]]


def test_games_that_repeat_another_are_counted() -> None:
    played = [replace(result_of(0, ("a", "b"), (1.0, 0.0)), number=n) for n in range(4)]
    assert SampleGames(SAMPLE, played, 2).identical() == 3
    assert games((1.0, 0.0), (1.0, 0.0)).identical() == 0


def test_traces_are_those_of_games_that_count() -> None:
    opening = start("squex rows=3 columns=3").full_text
    result = result_of(0, ("weak", "weak"), (1.0, 0.0))
    result = replace(result, opening=opening, moves=("a1", "b2", "c3"))
    found = SampleGames(SAMPLE, [result, result, result], 2)
    assert [trace.choices for trace in found.traces] == [(9, 8, 7), (9, 8, 7)]
