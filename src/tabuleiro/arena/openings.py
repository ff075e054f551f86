"""The openings of a tournament: one for each pair of games, all different, near balance."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from random import Random

from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.core.message import say
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import fresh_start, read
from tabuleiro.players import levels
from tabuleiro.players.searches import SEARCHES, SearchSpec
from tabuleiro.search.limit import Limit

ATTEMPTS = 100  # attempts to draw a new opening
MOST_EVALUATED = 20  # new openings; if none is balanced, the most balanced one is used
MEGABYTES = 4  # of the search that evaluates them


class Openings:
    """The openings by the number of their pair. No opening ends the game, and none is used twice
    unless the tournament allows it. The same tournament always has the same openings, and a longer
    one starts with those of a shorter one. `known` openings, from games already played, are given
    as full texts and not drawn again."""

    def __init__(self, tournament: Tournament, known: Mapping[int, str] | None = None) -> None:
        self._tournament = tournament
        self._known = known or {}
        self._drawn: list[Position] = []
        self._seen: set[Position] = set()

    def __getitem__(self, pair: int) -> Position:
        while len(self._drawn) <= pair:
            position = self._next(len(self._drawn))
            self._drawn.append(position)
            self._seen.add(position)
        return self._drawn[pair]

    def _next(self, pair: int) -> Position:
        if pair in self._known:
            return read(self._known[pair])
        plan = self._tournament.openings
        if plan.positions:
            return plan.positions[pair]
        new = new_openings(self._tournament, pair, self._seen)
        chosen = most_balanced(self._tournament, new)
        if chosen:
            return chosen
        drawn = random_openings(self._tournament, pair)
        known = [position for position in drawn if not position.over]
        moves = self._tournament.opening_moves
        if not known:
            raise ArenaError(
                say("every game is over after {moves} random moves: play fewer", moves=moves)
            )
        if not plan.repeat:
            raise too_few_openings(len(self._seen), moves)
        return known[-1]


def check_openings(tournament: Tournament, pairs: int) -> None:
    """Raises an error if a tournament has too few openings for this many pairs. To find out, random
    openings are drawn, but not evaluated."""
    plan = tournament.openings
    if plan.positions and len(plan.positions) < pairs:
        reason = say(
            "there are {count} positions for {pairs} pairs: add positions or play fewer pairs",
            count=len(plan.positions),
            pairs=pairs,
        )
        raise ArenaError(reason, "file")
    seen: set[Position] = set()
    for pair in range(0 if plan.positions or plan.repeat else pairs):
        position = next(new_openings(tournament, pair, seen), None)
        if position is None:
            raise too_few_openings(len(seen), tournament.opening_moves)
        seen.add(position)


def too_few_openings(count: int, moves: int) -> ArenaError:
    """The error for a tournament with more pairs than different openings."""
    reason = say(
        "{moves} random moves give only {count} different openings: make more moves or play "
        "fewer pairs",
        moves=moves,
        count=count,
    )
    return ArenaError(reason, "moves")


def new_openings(tournament: Tournament, pair: int, seen: set[Position]) -> Iterator[Position]:
    """The openings drawn for a pair that are not over and not seen yet."""
    drawn: set[Position] = set()
    for position in random_openings(tournament, pair):
        if not position.over and position not in seen and position not in drawn:
            drawn.add(position)
            yield position


def random_openings(tournament: Tournament, pair: int) -> Iterator[Position]:
    """Starts of the game (new ones, if they are random) with random moves after them."""
    for attempt in range(ATTEMPTS):
        seed = tournament.seed_of("opening", pair, attempt)
        start = fresh_start(tournament.rules, tournament.given, Random(seed))
        yield random_walk(start, tournament.opening_moves, seed)


def most_balanced(tournament: Tournament, positions: Iterable[Position]) -> Position | None:
    """The first position that is balanced enough or, if there is none, the most balanced one."""
    window = tournament.openings.balance
    evaluated: list[tuple[float, Position]] = []
    for position in islice(positions, MOST_EVALUATED):
        if window is None:
            return position
        distance = imbalance(position, tournament.openings.nodes)
        if distance <= window:
            return position
        evaluated.append((distance, position))
    return min(evaluated, key=lambda one: one[0], default=(0.0, None))[1]


def imbalance(position: Position, nodes: int) -> float:
    """How far the expected score of the player to move is from an even score, by the search of the
    highest level of the game with this many nodes."""
    level = levels(position.game)[-1]
    plan = SearchSpec(position.game, level.settings, megabytes=MEGABYTES)
    search = SEARCHES[level.search].make(plan)
    *_, last = search.search(position, Limit(nodes=nodes))
    return abs(last.value - 1 / position.players)
