"""Pairings of every kind of tournament, and rounds that depend only on results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from arena.results import result_of
from tabuleiro.arena import Entry, Result, Tournament, TournamentKind
from tabuleiro.arena.pairing import (
    Pair,
    count_pairs,
    count_rounds,
    known_pairs,
    ladder_order,
    pair_up,
)

Scores = Callable[[int, int], tuple[float, float]]
"""What the entries of two places score against each other."""


def tournament(
    kind: TournamentKind, entries: int, pairs: int = 1, game: str = "noughts"
) -> Tournament:
    players = tuple(Entry(f"p{place}", "random") for place in range(entries))
    return Tournament(kind, players, game, pairs)


def by_strength(one: int, other: int) -> tuple[float, float]:
    """The later entry always wins."""
    return float(one > other), float(other > one)


def simulated(played: Tournament, scores: Scores, shuffle: int = 0) -> dict[int, Result]:
    """The games of a simulated tournament, in which available games are played in some order until
    none are left."""
    results: dict[int, Result] = {}
    while missing := [
        (pair, game)
        for pair in known_pairs(played, results)
        for game in range(played.seats)
        if pair.number * played.seats + game not in results
    ]:
        Random(shuffle).shuffle(missing)
        for pair, game in missing:
            one, other = pair.seating(game, played.seats)
            names = (played.entries[one].name, played.entries[other].name)
            number = pair.number * played.seats + game
            results[number] = result_of(number, names, scores(one, other))
    return results


def sorted_pair(pair: Pair) -> tuple[int, int]:
    return min(pair.alone, pair.others), max(pair.alone, pair.others)


def met(played: Tournament, results: dict[int, Result]) -> Counter[tuple[int, int]]:
    """The number of pairs that any two entries played against each other."""
    pairs = known_pairs(played, results)
    return Counter(sorted_pair(pair) for pair in pairs)


def test_in_a_gauntlet_the_first_meets_everybody() -> None:
    played = tournament(TournamentKind.gauntlet, 4, pairs=3)
    assert met(played, {}) == {(0, 1): 3, (0, 2): 3, (0, 3): 3}


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    played = tournament(TournamentKind.round_robin, 5, pairs=2)
    assert met(played, {}) == dict.fromkeys(combinations(range(5), 2), 2)


@pytest.mark.parametrize(
    "kind", [TournamentKind.match, TournamentKind.gauntlet, TournamentKind.round_robin]
)
def test_more_pairs_come_after_those_that_were_known(kind: TournamentKind) -> None:
    entries = 2 if kind is TournamentKind.match else 4
    short, long = (tournament(kind, entries, pairs) for pairs in (2, 5))
    assert known_pairs(long, {})[: count_pairs(short)] == known_pairs(short, {})


def test_within_a_pair_both_sit_on_every_seat() -> None:
    pair = Pair(7, alone=3, others=1)
    assert [pair.seating(game, 2) for game in range(2)] == [(3, 1), (1, 3)]
    assert [pair.seating(game, 3) for game in range(3)] == [(3, 1, 1), (1, 3, 1), (1, 1, 3)]


def test_with_three_seats_the_two_take_turns_at_sitting_alone_except_in_a_match() -> None:
    game = "control_v players=3 size=5"
    pairs = known_pairs(tournament(TournamentKind.gauntlet, 2, 4, game), {})
    assert [pair.alone for pair in pairs] == [0, 1, 0, 1]
    pairs = known_pairs(tournament(TournamentKind.match, 2, 4, game), {})
    assert [pair.alone for pair in pairs] == [0, 0, 0, 0]


@pytest.mark.parametrize("kind", list(TournamentKind))
@pytest.mark.parametrize("entries", [2, 3, 6, 7])
def test_there_are_as_many_pairs_as_are_counted(kind: TournamentKind, entries: int) -> None:
    played = tournament(kind, 2 if kind is TournamentKind.match else entries, pairs=2)
    results = simulated(played, by_strength)
    assert len(results) == 2 * count_pairs(played)


@pytest.mark.parametrize("kind", [TournamentKind.swiss, TournamentKind.ladder])
def test_the_order_in_which_games_end_decides_nothing(kind: TournamentKind) -> None:
    played = tournament(kind, 7, pairs=2)
    results = simulated(played, by_strength, shuffle=1)
    assert known_pairs(played, results) == known_pairs(
        played, simulated(played, by_strength, shuffle=2)
    )


@pytest.mark.parametrize("kind", [TournamentKind.swiss, TournamentKind.ladder])
def test_a_round_is_known_only_when_the_one_before_is_over(kind: TournamentKind) -> None:
    played = tournament(kind, 6)
    results = simulated(played, by_strength)
    first = len(known_pairs(played, {}))
    assert first == 3
    missing_one = {number: one for number, one in results.items() if number != 0}
    assert len(known_pairs(played, missing_one)) == first


# --- Swiss ---------------------------------------------------------------------------------


def test_a_swiss_tournament_of_eight_has_three_rounds_without_a_second_meeting() -> None:
    played = tournament(TournamentKind.swiss, 8)
    results = simulated(played, by_strength)
    assert count_rounds(played) == 3
    assert set(met(played, results).values()) == {1}
    assert len(met(played, results)) == 12


def test_in_the_second_round_winners_meet_winners() -> None:
    played = tournament(TournamentKind.swiss, 4)
    results = simulated(played, by_strength)
    assert [sorted_pair(pair) for pair in known_pairs(played, results)] == [
        (0, 1), (2, 3), (1, 3), (0, 2),
    ]  # fmt: skip


def test_with_an_odd_number_everybody_is_left_out_once_before_anybody_twice() -> None:
    played = Tournament(
        TournamentKind.swiss, tournament(TournamentKind.swiss, 5).entries, "noughts", 1, rounds=5
    )
    results = simulated(played, by_strength)
    pairs = known_pairs(played, results)
    playing = Counter(place for pair in pairs for place in (pair.alone, pair.others))
    assert playing == dict.fromkeys(range(5), 4)


def test_who_has_met_all_others_meets_somebody_again() -> None:
    assert pair_up([0, 1], {frozenset((0, 1))}) == [(0, 1)]
    met = set(map(frozenset, [(0, 2), (1, 2), (2, 3)]))
    assert pair_up([2, 0, 1, 3], met) == [(2, 0), (1, 3)]


def test_pairings_step_back_where_the_rest_would_have_met() -> None:
    assert pair_up([0, 1, 2, 3], {frozenset((2, 3))}) == [(0, 2), (1, 3)]


# --- ladder --------------------------------------------------------------------------------


def test_a_ladder_of_clear_strengths_is_sorted_in_as_many_rounds_as_rungs() -> None:
    played = tournament(TournamentKind.ladder, 6)
    assert ladder_order(played, simulated(played, by_strength)) == [5, 4, 3, 2, 1, 0]


def test_on_a_ladder_the_equal_stay_where_they_are() -> None:
    played = tournament(TournamentKind.ladder, 5)
    results = simulated(played, lambda one, other: (0.5, 0.5))
    assert ladder_order(played, results) == [0, 1, 2, 3, 4]
