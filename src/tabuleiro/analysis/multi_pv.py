"""Several best lines of one position (multi-PV), from a tree search or from alpha-beta.

A tree search knows all its moves at once: its lines are the branches of its root. Alpha-beta knows
the value of the best move alone; so it searches a depth once for every line, each time without the
moves of the lines before, and then the next depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.kinds import search_by_name
from tabuleiro.players.levels import levels
from tabuleiro.players.search_player import Search, remaining_limit
from tabuleiro.players.searches import MEGABYTES, SEARCHES, TREE_SEARCHES, SearchSpec
from tabuleiro.search.alphabeta import DEEPEST, AlphaBeta
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress, Variation

TREE = "guided"  # the search for more than two players where the strongest one is no tree

AnySearch = Mcts | AlphaBeta
"""A search that can be asked for several lines; trees that ask an evaluator are among the first."""


@dataclass(frozen=True)
class LinesFound:
    """What a search knows of a position so far: its best lines, the best first and never none, and
    what each player expects if best play goes on; `depth` as in `Progress`."""

    lines: tuple[Variation, ...]
    values: tuple[float, ...]
    depth: int
    nodes: int
    seconds: float


def make_search(
    position: Position,
    *,
    player: str | None = None,
    megabytes: int = MEGABYTES,
    threads: int = 1,
    seed: int = 1,
) -> AnySearch:
    """The search of a player who has one, such as `net` or `guided:playouts=0.5`; without a name
    the strongest of the game, as its last level has it. With more than two players it is a tree:
    alpha-beta supposes that all others play together, and says nothing of their scores."""
    if player is None:
        strongest = levels(position.game)[-1]
        name, plan = strongest.search, SearchSpec(position.game, strongest.settings)
    else:
        name, plan = search_by_name(player, position.game)
    numbers = {**plan.numbers, "threads": threads}
    plan = replace(plan, numbers=numbers, seed=seed, megabytes=megabytes)
    if position.players > 2 and name not in TREE_SEARCHES:
        name = TREE
    return known_search(SEARCHES[name].make(plan))


def known_search(search: Search) -> AnySearch:
    """The search, which must be of a kind that tells several lines."""
    assert isinstance(search, Mcts | AlphaBeta), "every search of a level tells several lines"
    return search


def search_lines(
    search: AnySearch, position: Position, limit: Limit, lines: int, stop: StopFlag
) -> Iterator[LinesFound]:
    """What the search finds, now and then; nothing when the game is over. There is always a last
    one, even when stopped at once."""
    if isinstance(search, AlphaBeta):
        yield from MultiPvSearch(search, position, limit, lines, stop).results()
        return
    for progress in search.search(position, limit, stop):
        yield tree_lines(search, position, progress, lines)


def tree_lines(search: Mcts, position: Position, progress: Progress, lines: int) -> LinesFound:
    """What a tree knows by now."""
    known = search.tree.variations(lines)
    values = share_values(known[0].value, position.player, search.tree.values())
    return LinesFound(known, values, progress.depth, progress.nodes, progress.seconds)


def share_values(value: float, player: int, values: Sequence[float]) -> tuple[float, ...]:
    """What each player expects when one expects `value`: the others share the rest as they do in
    `values`, which counts moves that were only tried as well."""
    rest = sum(values) - values[player]
    part = (1 - value) / rest if rest > 0 else 0.0
    even = 0.0 if rest > 0 else (1 - value) / (len(values) - 1)
    return tuple(
        value if each == player else even + part * theirs for each, theirs in enumerate(values)
    )


# --- alpha-beta ------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchedMove:
    """What one search of alpha-beta has found, and the nodes that all searches of its move took."""

    progress: Progress
    nodes: int

    @property
    def move(self) -> int:
        """The move that it is about."""
        return self.progress.line[0]

    def variation(self, total: int) -> Variation:
        """The same as a line, of searches that took so many nodes in all."""
        found = self.progress
        share = self.nodes / total if total else 0.0
        return Variation(found.line, found.value, found.mate, found.proved, share)


class MultiPvSearch:
    """A depth after the other, each with a search for every line that is not proved yet."""

    def __init__(
        self, search: AlphaBeta, position: Position, limit: Limit, lines: int, stop: StopFlag
    ) -> None:
        self.search = search
        self.position = position
        self.limit = limit.for_player(position.player)
        self.lines = min(lines, len(position.legal_moves()))
        self.stop = stop
        self.begun = perf_counter()
        self.nodes = 0
        self.depth = 0
        self.known: list[SearchedMove] = []

    def results(self) -> Iterator[LinesFound]:
        """What is known after each search of a round, and now and then in between."""
        for depth in range(1, min(self.limit.depth or DEEPEST, DEEPEST) + 1):
            yield from self.search_depth(depth)
            if self.is_done():
                return

    def is_done(self) -> bool:
        """Whether nothing is left to find out, or no time to do so."""
        if not self.lines or self.stop.is_set or len(self.proved()) == self.lines:
            return True
        if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
            return True
        return self.limit.movetime is not None and self.seconds() >= self.limit.movetime / 1000

    def seconds(self) -> float:
        """Since it began."""
        return perf_counter() - self.begun

    def proved(self) -> list[SearchedMove]:
        """The lines from the best on about which nothing more can be found out."""
        proved = []
        for answer in self.known:
            if not answer.progress.proved:
                break
            proved.append(answer)
        return proved

    def search_depth(self, depth: int) -> Iterator[LinesFound]:
        """Looks so far ahead for every line. One that is broken off leaves what was known before,
        after the lines that are done."""
        done, before = self.proved(), self.known
        while len(done) < self.lines and not (self.known and self.is_done()):
            for progress in self.search_next_line(depth, done):
                if self.known:
                    yield self.result(progress.nodes)
            self.nodes += progress.nodes
            if self.known and progress.depth < depth and not progress.proved:
                break
            done.append(SearchedMove(progress, progress.nodes + nodes_on(progress.line[0], before)))
            self.known = [*done, *other_moves(before, done)][: self.lines]
            self.depth = min(each.progress.depth for each in self.known)
            yield self.result()

    def search_next_line(self, depth: int, done: Sequence[SearchedMove]) -> Iterator[Progress]:
        """The search for the best of the moves that are not done, so far ahead."""
        left = remaining_limit(
            replace(self.limit, infinite=False, depth=depth), self.nodes, self.seconds()
        )
        without = [each.move for each in done]
        return self.search.search(self.position, left, self.stop, without=without, first=depth)

    def result(self, running: int = 0) -> LinesFound:
        """What is known, with the nodes of a search that still runs."""
        total = sum(each.nodes for each in self.known)
        lines = tuple(each.variation(total) for each in self.known)
        values = share_values(lines[0].value, self.position.player, (0.5, 0.5))
        return LinesFound(lines, values, self.depth, self.nodes + running, self.seconds())


def nodes_on(move: int, answers: Sequence[SearchedMove]) -> int:
    """The nodes that earlier searches took for a move."""
    return sum(answer.nodes for answer in answers if answer.move == move)


def other_moves(before: Sequence[SearchedMove], done: Sequence[SearchedMove]) -> list[SearchedMove]:
    """The answers to earlier searches about moves that are not done."""
    moves = {answer.move for answer in done}
    return [answer for answer in before if answer.move not in moves]
