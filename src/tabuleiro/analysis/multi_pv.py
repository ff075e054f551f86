"""Several best lines of one position (multi-PV), from a tree search or from alpha-beta.

A tree search values all moves at once: its lines are the branches of its root. Alpha-beta only
knows the value of the best move, so each depth is searched once per line, each time without the
moves of the lines found before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import attrgetter
from time import perf_counter

from tabuleiro.core.chooser import move_marks
from tabuleiro.core.message import TabuleiroError, check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.wording import line_texts
from tabuleiro.players import MoveChoice, Player
from tabuleiro.players.fast_networks import served_search
from tabuleiro.players.kinds import search_by_name
from tabuleiro.players.levels import levels
from tabuleiro.players.searches import MEGABYTES, SEARCHES, TREE_SEARCHES, SearchSpec
from tabuleiro.search.alphabeta import DEEPEST, AlphaBeta
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress, Variation

TREE = "guided"  # the search for more than two players if the strongest one is not a tree search

AnalysisSearch = Mcts | AlphaBeta
"""A search that can report several lines; tree searches with a network are subclasses of `Mcts`."""


@dataclass(frozen=True)
class Analysis:
    """What is known about a position.

    `values` has the expected score of each player; they add up to 1. `lines` are the
    best lines, the best first, each from the view of `player`, who is to move; there are none when
    the game is over. `depth` is how many moves ahead was searched, as in `Progress`.
    `done` is set in the last report of an analysis that could be resumed but has nothing left to
    find.
    """

    position: Position
    values: tuple[float, ...]
    lines: tuple[Variation, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    done: bool = False

    @property
    def player(self) -> int:
        """Whose view the lines are from: the player to move, counted from 0; -1 when it is over."""
        return self.position.player

    @property
    def best(self) -> Variation | None:
        """The best line."""
        return self.lines[0] if self.lines else None

    @property
    def proved(self) -> bool:
        """Whether `values` are certainly those of best play."""
        return self.best is None or self.best.proved

    def line_texts(self, number: int) -> list[str]:
        """The moves of a line as texts; the best line is number 0."""
        check_type("number", number, int)
        if not 0 <= number < len(self.lines):
            reason = say("the analysis has {count} lines, from 0", count=len(self.lines))
            raise TabuleiroError(reason)
        return line_texts(self.position, self.lines[number].line)

    def _repr_html_(self) -> str:
        from tabuleiro.core.drawing.notebook import figure, picture, table

        marks = move_marks(self.position, self.best.move) if self.best else ()
        rows = [
            (f"{100 * line.value:.1f} %", " ".join(self.line_texts(number)))
            for number, line in enumerate(self.lines)
        ]
        board = picture(self.position.scene().with_marks(*marks))
        return figure(board, table(("Expected score", "Line"), rows))


def make_search(
    position: Position,
    *,
    player: str | None = None,
    megabytes: int = MEGABYTES,
    threads: int = 1,
    seed: int = 1,
) -> AnalysisSearch:
    """The search of a player such as `net` or `guided:playouts=0.5`; without a name that of the
    highest level of the game. With more than two players it is always a tree search: alpha-beta
    treats all opponents as one and does not estimate their scores."""
    if player is None:
        strongest = levels(position.game)[-1]
        name = served_search(strongest.search, position)
        spec = SearchSpec(position.game, strongest.settings)
    else:
        name, spec = search_by_name(player, position.game)
    numbers = {**spec.numbers, "threads": threads}
    if position.players > 2 and name not in TREE_SEARCHES:
        name = TREE
    search = SEARCHES[name].make(replace(spec, numbers=numbers, seed=seed, megabytes=megabytes))
    assert isinstance(search, Mcts | AlphaBeta), "every search of a level reports several lines"
    return search


def search_lines(
    search: AnalysisSearch, position: Position, limit: Limit, lines: int, stop: StopFlag
) -> Iterator[Analysis]:
    """Reports of the search while it runs: at least one, even if it is stopped at once; none when
    the game is over."""
    if isinstance(search, AlphaBeta):
        yield from MultiPvSearch(search, position, limit, lines, stop).results()
        return
    for progress in search.search(position, limit, stop):
        found = search.tree.variations(lines)
        values = share_values(found[0].value, position.player, search.tree.values())
        yield Analysis(position, values, found, progress.depth, progress.nodes, progress.seconds)


class MultiPvPlayer(Player):
    """Plays the best line of an analysis, and reports several lines; the limit is for each move."""

    def __init__(self, search: AnalysisSearch, limit: Limit, lines: int) -> None:
        self._search = search
        self._limit = limit
        self._lines = lines

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        own = limit.for_player(position.player).within(self._limit)
        for found in search_lines(self._search, position, own, self._lines, stop or StopFlag()):
            counts = found.nodes, found.seconds
            best, *others = (
                MoveChoice(one.move, Progress(found.depth, one.value, one.mate, *counts, one.line))
                for one in found.lines
            )
            yield replace(best, others=tuple(others))

    def forget(self) -> None:
        self._search.clear()


def share_values(value: float, player: int, values: Sequence[float]) -> tuple[float, ...]:
    """The expected scores of all players if `player` expects `value`: the others share the rest in
    the proportions of `values`, which are averages over all moves that were tried."""
    rest = sum(values) - values[player]
    part = (1 - value) / rest if rest > 0 else 0.0
    even = 0.0 if rest > 0 else (1 - value) / (len(values) - 1)
    return tuple(
        value if each == player else even + part * theirs for each, theirs in enumerate(values)
    )


# --- alpha-beta ------------------------------------------------------------------------------


class MultiPvSearch:
    """One depth after another, each with a search for every line that is not proved yet.

    `known` has the last report about the best move of each line, the best first; its `nodes` are
    those of all searches of that move.
    """

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
        self.known: list[Progress] = []

    def results(self) -> Iterator[Analysis]:
        """What is known after each search of a depth, and now and then in between."""
        for depth in range(1, min(self.limit.depth or DEEPEST, DEEPEST) + 1):
            yield from self.search_depth(depth)
            if self.is_done():
                return

    def is_done(self) -> bool:
        """Whether nothing is left to find, or the limit is reached."""
        if not self.lines or self.stop.is_set or len(self.proved()) == self.lines:
            return True
        return self.limit.is_reached(self.nodes, self.seconds())

    def seconds(self) -> float:
        """Time since the search began."""
        return perf_counter() - self.begun

    def proved(self) -> list[Progress]:
        """The lines, from the best on, that are proved."""
        return list(takewhile(attrgetter("proved"), self.known))

    def search_depth(self, depth: int) -> Iterator[Analysis]:
        """Searches this deep for every line. After an interruption, the lines that are done come
        first, then what was known before."""
        done, before = self.proved(), self.known
        while len(done) < self.lines and not (self.known and self.is_done()):
            for progress in self.search_next_line(depth, done):
                if self.known:
                    yield self.result(progress.nodes)
            self.nodes += progress.nodes
            if self.known and progress.depth < depth and not progress.proved:
                break
            earlier = sum(each.nodes for each in before if each.line[0] == progress.line[0])
            done.append(replace(progress, nodes=progress.nodes + earlier))
            moves = {each.line[0] for each in done}
            others = [each for each in before if each.line[0] not in moves]
            self.known = [*done, *others][: self.lines]
            self.depth = min(each.depth for each in self.known)
            yield self.result()

    def search_next_line(self, depth: int, done: Sequence[Progress]) -> Iterator[Progress]:
        """The search for the best of the moves that are not done, to this depth."""
        limit = replace(self.limit, infinite=False, depth=depth)
        left = limit.remaining(self.nodes, self.seconds())
        without = [each.line[0] for each in done]
        return self.search.search(self.position, left, self.stop, without=without, first=depth)

    def result(self, running: int = 0) -> Analysis:
        """What is known; `running` are the nodes so far of a search that is still running."""
        total = sum(each.nodes for each in self.known) or 1
        lines = tuple(
            Variation(each.line, each.value, each.mate, each.proved, each.nodes / total)
            for each in self.known
        )
        values = share_values(lines[0].value, self.position.player, (0.5, 0.5))
        nodes = self.nodes + running
        return Analysis(self.position, values, lines, self.depth, nodes, self.seconds())
