"""Intervals, sequential tests, ratings and tables are right as often as they claim.
`benchmarks/arena_statistics.py` simulates a hundred times as much."""

from __future__ import annotations

import importlib.util
import math
import sys
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import NormalDist
from types import ModuleType

import pytest

from arena.results import result_of
from tabuleiro.arena.game import Result
from tabuleiro.arena.ratings import (
    ELO,
    PairScores,
    RatingPool,
    connected_groups,
    dot,
    solve_linear,
)
from tabuleiro.arena.scores import (
    Z_95,
    ScoreTally,
    expected_score,
    small_sample_factor,
    tally_of,
    wilson,
)
from tabuleiro.arena.sprt import Decision, Sprt, SprtRun, likeliest_tilt
from tabuleiro.arena.tournament_runner import StopRule
from tabuleiro.arena.tournament_statistics import TournamentStatistics
from tabuleiro.arena.wording import (
    comparison,
    comparisons,
    first_move_advantage,
    likelihood,
    sprt_finding,
)
from tabuleiro.core.message import TabuleiroError

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "arena_statistics.py"


@pytest.fixture(scope="module")
def simulation() -> ModuleType:
    specification = importlib.util.spec_from_file_location("arena_statistics", PROGRAM)
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module  # dataclasses look up their module there
    specification.loader.exec_module(module)
    return module


def pair(first: str, second: str, score: float) -> PairScores:
    return PairScores((first, second), {first: score, second: 1 - score})


def pairs(first: str, second: str, *scores: float, number: int = 0) -> list[Result]:
    """The games of pairs in which the first player has these scores. It wins as side 1 before it
    wins as side 2."""
    games = []
    for score in scores:
        begun = min(1.0, 2 * score)
        games.append(result_of(number, (first, second), (begun, 1 - begun)))
        other = 2 * score - begun
        games.append(result_of(number + 1, (second, first), (1 - other, other)))
        number += 2
    return games


# --- scores --------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", [20, 100])
@pytest.mark.parametrize("score", [0.5, 0.65])
@pytest.mark.parametrize(("draws", "bias", "fit"), [(0.0, 2.0, 0.0), (0.6, 1.0, 1.0)])
def test_the_interval_holds_the_true_score_about_95_times_in_100(
    simulation: ModuleType, pairs: int, score: float, draws: float, bias: float, fit: float
) -> None:
    truth = simulation.Truth(score, draws, bias, fit)
    assert 0.93 <= simulation.coverage(truth, pairs, 2000, Random(1)) <= 0.97


def test_simulated_pairs_have_the_score_and_the_draws_they_are_said_to_have(
    simulation: ModuleType,
) -> None:
    truth = simulation.Truth(0.7, 0.4, 2.0, 0.5)
    assert sum(truth.shares) == pytest.approx(1)
    assert simulation.mean_of(truth.shares) == pytest.approx(0.7)
    assert simulation.game_shares(0.0, 0.4) == pytest.approx((0.3, 0.4, 0.3))


def superiority(tally: ScoreTally) -> float:
    """The probability that the true mean is above 0.5, from a normal distribution around 0.5."""
    error = math.sqrt(0.25 / tally.trials) * small_sample_factor(tally.count)
    return NormalDist().cdf((tally.mean - 0.5) / error)


def test_a_player_is_likelier_stronger_than_975_in_1000_where_the_interval_is_clear_of_even() -> (
    None
):
    for wins in range(51):
        tally = tally_of([1.0] * wins + [0.0] * (50 - wins))
        low, high = tally.interval()
        assert (low > 0.5) == (superiority(tally) > 0.975)
        assert (high < 0.5) == (superiority(tally) < 0.025)


def test_the_score_expected_at_a_difference_in_elo() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(0, seats=4) == 0.25
    assert expected_score(400, seats=3) == pytest.approx(10 / 12)


# --- sequential tests ----------------------------------------------------------------------


def test_a_sequential_test_errs_no_more_often_than_it_says(simulation: ModuleType) -> None:
    sprt = Sprt(0, 100)
    alpha, beta = simulation.errors(sprt, 0.3, 1.0, 1.0, 400, Random(1))
    assert alpha <= simulation.highest(sprt.alpha, 400)
    assert beta <= simulation.highest(sprt.beta, 400)


def test_the_weight_is_the_logarithm_of_how_much_likelier_the_scores_are() -> None:
    """If one player wins all games of each pair, the most likely distribution is known: it is that
    of the hypothesis."""
    sprt = Sprt(-100, 100)
    low, high = expected_score(-100), expected_score(100)
    wins, losses = 30.25, 20.25  # including the half pair of the prior
    right = wins * math.log(high / low) + losses * math.log((1 - high) / (1 - low))
    assert sprt.log_likelihood_ratio({1.0: 30, 0.0: 20}) == pytest.approx(right)


def test_the_likeliest_distribution_has_the_mean_of_the_claim() -> None:
    counts = {0.0: 3.0, 0.25: 5, 0.5: 20, 0.75: 9, 1.0: 4}
    for mean in (0.1, 0.45, 0.6, 0.99):
        found = likeliest_tilt(counts, mean)
        shares = {s: c / 41 / (1 + found * (s - mean)) for s, c in counts.items()}
        assert all(share > 0 for share in shares.values())
        assert sum(shares.values()) == pytest.approx(1)
        assert sum(score * share for score, share in shares.items()) == pytest.approx(mean)


def test_a_test_ends_with_its_decision_and_stays_there() -> None:
    won = SprtRun(Sprt(0, 50), scores=[1.0, 0.75] * 200)
    assert won.decision is Decision.elo1
    assert len(won.llr_history) < 400
    assert won.llr_history[-1] >= won.sprt.bounds[1] > won.llr_history[-2]
    assert won.add(0.0) is Decision.elo1
    assert SprtRun(Sprt(0, 50), scores=[0.5, 0.25] * 200).decision is Decision.elo0
    assert SprtRun(Sprt(0, 50), scores=[0.5]).decision is Decision.nothing


@pytest.mark.parametrize(
    ("claims", "words"),
    [((5, 5), "the first below the second"), ((0, 9999), "between -2000 and 2000"),
     ((0, 5, 0.7), "alpha"), ((0, 5, 0.05, 0), "beta"), ((0, math.nan), "Elo")],
)  # fmt: skip
def test_impossible_tests_are_refused(claims: tuple[float, ...], words: str) -> None:
    with pytest.raises(TabuleiroError, match=words):
        Sprt(*claims)


# --- pools ---------------------------------------------------------------------------------


def test_equations_are_solved() -> None:
    matrix = [[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]]
    first, second = solve_linear(matrix, [1.0, 2, 3], [0.0, 0, 1])
    assert [dot(row, first) for row in matrix] == pytest.approx([1, 2, 3])
    assert [dot(row, second) for row in matrix] == pytest.approx([0, 0, 1])


def test_between_two_players_the_pool_says_what_their_match_says() -> None:
    scores = [1.0] * 60 + [0.5] * 80 + [0.0] * 60
    scores[:40] = [0.75] * 40
    pool = RatingPool([pair("a", "b", score) for score in scores])
    difference = pool.contrast_between("a", "b")
    tally = tally_of(scores)
    assert expected_score(ELO * pool.value(difference)) == pytest.approx(tally.mean, abs=1e-3)
    bounds = [
        expected_score(ELO * bound) for bound in pool.interval(difference, pool.dispersion("a"))
    ]
    assert bounds == pytest.approx(tally.interval(), abs=3e-3)
    assert pool.superiority("a", "b") == pytest.approx(superiority(tally), abs=0.01)


def test_a_pool_finds_the_strengths_that_its_games_were_made_with() -> None:
    elos = {"a": 0, "b": 100, "c": 250, "d": -150}
    rounds = [
        pair(one, other, expected_score(elos[one] - elos[other]))
        for one, other in combinations(elos, 2)
        for _ in range(1000)
    ]
    pool = RatingPool(rounds)
    for player, elo in elos.items():
        assert ELO * pool.value(pool.contrast_between(player, "a")) == pytest.approx(elo, abs=1)


def test_with_more_seats_strength_is_the_share_of_first_places() -> None:
    share = expected_score(120, seats=4)
    rounds = [PairScores(("a", "b", "b", "b"), {"a": share, "b": 1 - share})] * 1000
    pool = RatingPool(rounds)
    assert ELO * pool.value(pool.contrast_between("a", "b")) == pytest.approx(120, abs=1)


def test_ratings_hold_the_truth_about_95_times_in_100(simulation: ModuleType) -> None:
    random = Random(1)
    held = [
        one
        for _ in range(40)
        for one in simulation.pool_coverage(20, (0, 50, 120, 200), 0.3, 1.0, 0.5, random)
    ]
    assert 0.9 <= sum(held) / len(held) <= 0.99


def test_who_won_everything_has_a_rating_without_an_upper_bound() -> None:
    games = pairs("a", "b", *[1.0] * 10) + pairs("b", "c", 1.0, 0.5, 0.0, 0.5, number=20)
    best, *_ = TournamentStatistics(games, anchor="b").standings
    assert best.player == "a"
    assert best.elo.value is not None and 400 < best.elo.value < 900
    assert best.elo.high is None
    assert best.elo.low is not None and 50 < best.elo.low < 250


def test_pairs_that_agree_narrow_the_interval_of_a_rating() -> None:
    split = TournamentStatistics(pairs("a", "b", *[0.5] * 46, 1.0, 1.0, 0.0, 0.0), anchor="b").elo(
        "a"
    )
    lucky = TournamentStatistics(pairs("a", "b", *[1.0, 0.0] * 25), anchor="b").elo("a")
    assert split.high is not None and lucky.high is not None
    assert split.high < 0.5 * lucky.high


def test_players_whom_no_chain_of_games_links_are_not_compared() -> None:
    games = (
        pairs("a", "b", 0.5, 1.0) + pairs("b", "c", 0.5, number=4) + pairs("d", "e", 0.5, number=6)
    )
    table = TournamentStatistics(games)
    assert connected_groups(table.pairs) == [{"a", "b", "c"}, {"d", "e"}]
    assert [standing.player for standing in table.standings][3:] == ["d", "e"]
    assert table.elo("d").value is None
    assert table.standings[2].superiority is None
    assert TournamentStatistics(games, anchor="d").elo("a").value is None


def test_an_anchor_that_has_not_played_is_refused() -> None:
    with pytest.raises(TabuleiroError, match=r"'c' cannot be Elo 0.*a, b"):
        TournamentStatistics(pairs("a", "b", 0.5), anchor="c")


# --- tables --------------------------------------------------------------------------------


def test_only_rounds_of_which_every_game_is_there_count() -> None:
    games = pairs("a", "b", 1.0, 0.5, 0.25)
    table = TournamentStatistics([*games[:3], *games[4:]])
    assert (len(table.pairs), table.unfinished) == (2, 1)
    assert list(table.score_history("a")) == [1.0]
    assert table.pair_points("a") == {2.0: 1, 0.5: 1}


def test_standings_count_points_and_forfeits() -> None:
    table = TournamentStatistics(pairs("a", "b", 1.0, 0.75))
    first, second = table.standings
    assert (first.player, first.points, first.games) == ("a", 3.5, 4)
    assert (second.player, second.points, second.forfeits) == ("b", 0.5, 0)
    assert first.seconds_per_turn == 0.5
    assert first.superiority is not None and second.superiority is None


def test_openings_and_sides_are_counted() -> None:
    table = TournamentStatistics(pairs("a", "b", 1.0, 0.0, 0.5, 0.5))
    assert table.openings.by_player == 2
    assert table.openings.by_seat == 2
    assert table.openings.drawn == 0
    assert table.seat_score(0).mean == 0.75
    assert table.seat_score(1).mean == 0.25


def test_a_stop_rule_gets_the_scores_of_rounds_in_their_order() -> None:
    first, *games = pairs("a", "b", 1.0, 0.5)
    seen: list[float] = []

    def is_decided_by(score: float) -> bool:
        seen.append(score)
        return False

    rule = StopRule("a", is_decided_by)
    for game in reversed(games):
        rule.add(game)
    assert seen == []
    rule.add(first)
    assert seen == [1.0, 0.5]


def test_no_games_make_an_empty_table() -> None:
    table = TournamentStatistics([])
    assert table.standings == [] and comparisons(table) == []


# --- words ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("superiority", "words"),
    [(0.5, "likelihood 50 % for a"), (0.9, "a is probably stronger than b (likelihood 90 %)"),
     (0.98, "a is stronger than b (likelihood 98 %)"), (0.9999, "more than 99.9 %")],
)  # fmt: skip
def test_who_is_stronger_is_said_in_words(superiority: float, words: str) -> None:
    assert words in str(comparison("a", "b", superiority))


def test_a_likelihood_is_never_quite_certain() -> None:
    assert str(likelihood(1.0)) == "more than 99.9 %"
    assert str(likelihood(0.0)) == "less than 0.1 %"


def test_what_a_test_has_found_is_said_in_words() -> None:
    decided = str(sprt_finding(SprtRun(Sprt(0, 50), scores=[1.0] * 200), "a"))
    assert "+50 Elo for a is accepted against 0" in decided and "at most 5 %" in decided
    assert "0 Elo for a" in str(sprt_finding(SprtRun(Sprt(0, 50), scores=[0.0] * 200), "a"))
    assert "Not decided after 1 rounds" in str(
        sprt_finding(SprtRun(Sprt(0, 50), scores=[0.5]), "a")
    )


def test_what_a_side_is_worth_is_said_in_words() -> None:
    assert "is an advantage" in str(
        first_move_advantage(TournamentStatistics(pairs("a", "b", *[0.5] * 20)))
    )
    assert "not clear" in str(
        first_move_advantage(TournamentStatistics(pairs("a", "b", *[1.0, 0.0] * 4)))
    )


def test_the_normal_share_is_that_of_95_in_100() -> None:
    assert pytest.approx(1.96, abs=1e-3) == Z_95
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
