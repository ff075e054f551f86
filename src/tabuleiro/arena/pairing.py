"""Pairings: match, gauntlet, round robin, Swiss and ladder, computed from the results so far.

In a Swiss or ladder tournament, the games of earlier rounds decide the pairings of the next round,
in whatever order they ended. To resume a tournament, its games are enough.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tabuleiro.arena.game import Result
from tabuleiro.arena.tournament import Tournament, TournamentKind

BUDGET = 10_000  # attempts to find pairings without a repeated one

Pairing = tuple[int, int]
"""Two entries by their indices in the tournament."""

ResultsByNumber = Mapping[int, Result]
"""Games by number."""


@dataclass(frozen=True)
class Pair:
    """As many games as there are seats, from one opening: the entry `alone` has every seat once,
    and the entry `others` has the other seats."""

    number: int
    alone: int
    others: int

    def seating(self, game: int, seats: int) -> tuple[int, ...]:
        """The entries on the seats of one of its games, which are counted from 0."""
        return tuple(self.alone if seat == game else self.others for seat in range(seats))


def known_pairs(tournament: Tournament, results: ResultsByNumber) -> list[Pair]:
    """The pairs that are known so far: all of them, unless a round is not finished."""
    pairs: list[Pair] = []
    for pairings in known_rounds(tournament, results):
        pairs += pairs_of_round(tournament, pairings, len(pairs))
    return pairs


def count_pairs(tournament: Tournament) -> int:
    """The number of pairs that the tournament will have."""
    entries, rounds = len(tournament.entries), count_rounds(tournament)
    if tournament.kind is TournamentKind.swiss:
        pairings = entries // 2 * rounds
    elif tournament.kind is TournamentKind.ladder:
        pairings = sum(len(ladder_pairings(entries, number)) for number in range(rounds))
    else:  # a single round, which does not depend on results
        pairings = len(next(known_rounds(tournament, {})))
    return pairings * tournament.pairs


def count_rounds(tournament: Tournament) -> int:
    """The number of rounds. By default, as many as leave one unbeaten entry in a Swiss tournament,
    and as many as sort a ladder."""
    entries = len(tournament.entries)
    if tournament.rounds is not None:
        return tournament.rounds
    if tournament.kind is TournamentKind.swiss:
        return (entries - 1).bit_length()
    return entries if tournament.kind is TournamentKind.ladder else 1


def known_rounds(tournament: Tournament, results: ResultsByNumber) -> Iterator[list[Pairing]]:
    """The pairings of every round that is known so far."""
    places = range(len(tournament.entries))
    match tournament.kind:
        case TournamentKind.match | TournamentKind.gauntlet:
            yield [(0, other) for other in places[1:]]
        case TournamentKind.round_robin:
            yield list(combinations(places, 2))
        case TournamentKind.swiss:
            yield from swiss_rounds(tournament, results)
        case TournamentKind.ladder:
            for order, number in ladder_orders(tournament, results):
                if number < count_rounds(tournament):
                    rungs = ladder_pairings(len(order), number)
                    yield [(order[upper], order[lower]) for upper, lower in rungs]


def pairs_of_round(tournament: Tournament, pairings: Sequence[Pairing], first: int) -> list[Pair]:
    """The pairs of a round. Every pairing is played once before any is played again. With more than
    two seats, the two entries of a pairing alternate in being `alone`; in a match it is always the
    first."""
    turned = tournament.seats > 2 and tournament.kind is not TournamentKind.match
    pairs: list[Pair] = []
    for cycle in range(tournament.pairs):
        for one, other in pairings:
            alone, others = (other, one) if turned and cycle % 2 else (one, other)
            pairs.append(Pair(first + len(pairs), alone, others))
    return pairs


# --- Swiss ---------------------------------------------------------------------------------


def swiss_rounds(tournament: Tournament, results: ResultsByNumber) -> Iterator[list[Pairing]]:
    """Pairs neighbours in the standings who have not met. If their number is odd, the last entry
    that has not had a bye gets one, with the points of a win. Equal entries stand in the order of
    the tournament."""
    points = dict.fromkeys(range(len(tournament.entries)), 0.0)
    byes: Counter[int] = Counter()
    met: set[frozenset[int]] = set()
    games = 0
    for _ in range(count_rounds(tournament)):
        order = sorted(points, key=lambda place: (-round(points[place], 6), place))
        left_out = min(reversed(order), key=byes.__getitem__) if len(order) % 2 else None
        pairings = pair_up([place for place in order if place != left_out], met)
        yield pairings
        scored = points_of_round(tournament, results, games, len(pairings))
        if scored is None:
            return
        for place, more in scored.items():
            points[place] += more
        if left_out is not None:
            byes[left_out] += 1
            points[left_out] += (tournament.seats - 1) * tournament.pairs
        games += count_games(tournament, len(pairings))
        met.update(map(frozenset, pairings))


def count_games(tournament: Tournament, pairings: int) -> int:
    """The number of games of this many pairings."""
    return pairings * tournament.pairs * tournament.seats


def points_of_round(
    tournament: Tournament, results: ResultsByNumber, first: int, pairings: int
) -> Mapping[int, float] | None:
    """The points above an even score that each entry made in a round, by the number of its first
    game; None if it is not finished."""
    places = {entry.name: place for place, entry in enumerate(tournament.entries)}
    points: defaultdict[int, float] = defaultdict(float)
    for number in range(first, first + count_games(tournament, pairings)):
        if number not in results:
            return None
        for name, score in zip(results[number].players, results[number].scores, strict=True):
            points[places[name]] += score - 1 / tournament.seats
    return points


def pair_up(order: Sequence[int], met: set[frozenset[int]]) -> list[Pairing]:
    """Pairs neighbours in this order so that entries do not meet again: the first is paired with
    the next entry that it has not met, if the rest can be paired too. If that is not found, each
    gets the next entry that it has not met, or else the next one."""
    attempts = 0

    def search(order: Sequence[int]) -> list[Pairing] | None:
        nonlocal attempts
        if not order:
            return []
        first, *rest = order
        for other in rest:
            if frozenset((first, other)) in met or attempts == BUDGET:
                continue
            attempts += 1
            pairings = search([place for place in rest if place != other])
            if pairings is not None:
                return [(first, other), *pairings]
        return None

    found = search(order)
    return found if found is not None else greedy_pairings(order, met)


def greedy_pairings(order: Sequence[int], met: set[frozenset[int]]) -> list[Pairing]:
    """Pairs each entry with the next that it has not met, or else with the next."""
    pairings: list[Pairing] = []
    while order:
        first, *rest = order
        other = next((each for each in rest if frozenset((first, each)) not in met), rest[0])
        pairings.append((first, other))
        order = [place for place in rest if place != other]
    return pairings


# --- ladder --------------------------------------------------------------------------------


def ladder_pairings(entries: int, number: int) -> list[Pairing]:
    """The rungs that play each other in a round: from the top in the first round, from the second
    rung in the next, and so on alternately. As many rounds as entries sort them."""
    return [(rung, rung + 1) for rung in range(number % 2, entries - 1, 2)]


# Neighbours play each other in each round. If the lower one scores more, they swap rungs.


def ladder_order(tournament: Tournament, results: ResultsByNumber) -> list[int]:
    """The entries from the top rung down, after all finished rounds."""
    *_, (order, _) = ladder_orders(tournament, results)
    return order


def ladder_orders(
    tournament: Tournament, results: ResultsByNumber
) -> Iterator[tuple[list[int], int]]:
    """The ladder before each known round and after the last, with the number of rounds played."""
    order = list(range(len(tournament.entries)))
    first = 0
    yield list(order), 0
    for number in range(count_rounds(tournament)):
        rungs = ladder_pairings(len(order), number)
        points = points_of_round(tournament, results, first, len(rungs))
        if points is None:
            return
        for upper, lower in rungs:
            if round(points[order[lower]] - points[order[upper]], 6) > 0:
                order[upper], order[lower] = order[lower], order[upper]
        first += count_games(tournament, len(rungs))
        yield list(order), number + 1
