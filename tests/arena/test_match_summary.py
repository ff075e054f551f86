"""Score, interval and Elo of matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.results import result_of
from tabuleiro.arena.game import Result
from tabuleiro.arena.match import new_match, summarise
from tabuleiro.arena.scores import ScoreTally, elo_of, tally_of, wilson
from tabuleiro.arena.tournament_runner import early_stop

PAIRS = new_match("first", "second", "squex", 1000)


def result(number: int, score: float, opening: str = "", moves: str = "") -> Result:
    """A game in which the first player has this score; it moves first in every other game."""
    players, scores = ("first", "second"), (score, 1 - score)
    if number % 2:
        players, scores = players[::-1], scores[::-1]
    made = result_of(number, players, scores)
    return replace(
        made,
        opening=opening or made.opening,
        moves=tuple(moves),
        seconds=(1.0, 8.0) if players[0] == "first" else (8.0, 1.0),
        turns=(2, 4) if players[0] == "first" else (4, 2),
    )


def results(*scores: float) -> list[Result]:
    return [result(number, score, moves=str(number)) for number, score in enumerate(scores)]


def test_few_equal_pairs_prove_nothing() -> None:
    assert tally_of([1.0] * 3).interval() == pytest.approx((0.3555, 1.0), abs=1e-3)
    low, high = tally_of([0.5] * 3).interval()
    assert low < 0.3
    assert high > 0.7


def test_the_interval_is_wilsons_for_pairs_that_are_won_or_lost_as_one() -> None:
    assert wilson(0.8, 50) == pytest.approx((0.6696, 0.8876), abs=1e-4)
    assert tally_of([1.0] * 40 + [0.0] * 10).interval() == pytest.approx(wilson(0.8, 50), abs=2e-3)


def test_pairs_that_agree_narrow_the_interval() -> None:
    """A first move that decides each game says little about the players."""
    split = tally_of([0.5] * 46 + [1.0] * 2 + [0.0] * 2).interval()
    lucky = tally_of([1.0] * 25 + [0.0] * 25).interval()
    assert split[1] - split[0] < 0.5 * (lucky[1] - lucky[0])


def test_elo_of_a_score() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.25) == pytest.approx(-190.85, abs=0.01)
    assert elo_of(0.0) is elo_of(1.0) is None


def test_a_summary_counts_games_and_takes_its_interval_over_pairs() -> None:
    summary = summarise(PAIRS, results(1, 1, 1, 0, 0.5, 0.5, 1, 0.5))
    assert summary
    assert (summary.games, summary.wins, summary.draws, summary.losses) == (8, 4, 3, 1)
    assert summary.score == 5.5 / 8
    assert (summary.low, summary.high) == tally_of([1, 0.5, 0.5, 0.75]).interval()
    assert summary.seconds_per_turn == (0.5, 2.0)
    assert summary.elo
    assert summary.elo.value == elo_of(5.5 / 8)


def test_an_unfinished_pair_does_not_count() -> None:
    summary = summarise(PAIRS, results(1, 1, 0, 0, 1))
    assert summary
    assert (summary.games, summary.score, summary.unfinished) == (4, 0.5, 1)
    assert summarise(PAIRS, results(1)) is None


def test_identical_games_and_repeated_openings_are_counted() -> None:
    games = [result(0, 1, "a", "x"), result(1, 0, "a", "x"), result(2, 1, "a", "xy")]
    summary = summarise(PAIRS, [*games, result(3, 1, "a", "x")])
    assert summary
    assert (summary.identical, summary.repeated) == (2, 1)


def test_a_match_is_decided_once_the_interval_is_clear_but_not_before_ten_pairs() -> None:
    wins = [1.0] * 2 * 12
    assert early_stop(PAIRS).pairs_needed(results(*wins)[: 2 * 9]) is None
    assert early_stop(PAIRS).pairs_needed(results(*wins)) == 10
    assert early_stop(PAIRS).pairs_needed(results(*[0.0] * 24)) == 10
    assert early_stop(PAIRS).pairs_needed(results(*[1.0, 0.0] * 30)) is None
    summary = summarise(replace(PAIRS, stop_early=True), results(*wins))
    assert summary
    assert (summary.games, summary.unfinished) == (20, 4)


def test_the_order_in_which_games_end_has_no_say_in_an_early_end() -> None:
    without_the_first = results(*[1.0] * 40)[1:]
    assert early_stop(PAIRS).pairs_needed(without_the_first) is None


def test_a_match_is_decided_by_the_game_that_completes_the_deciding_pair() -> None:
    rule = early_stop(PAIRS)
    *late, last = results(*[1.0] * 20)
    for game in reversed(late):
        rule.add(game)
        assert rule.decided_after is None
    rule.add(last)
    assert rule.decided_after == 10
    rule.add(result(20, 0.0))
    assert rule.decided_after == 10


def test_the_rule_looks_at_every_pair_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look(tally: ScoreTally) -> tuple[float, float]:
        looks.append(tally.count)
        return 0.0, 1.0

    monkeypatch.setattr(ScoreTally, "interval", look)
    assert early_stop(PAIRS).pairs_needed(results(*[1.0, 0.0] * 500)) is None
    assert len(looks) == 500
