"""Monte Carlo tree search: runs one tree per thread within limits and merges them at the root.

Each thread searches its own tree, with its own random numbers; the results for the moves at the
root are added up. The threads synchronise now and then: what one tree has proved about a move is
then copied to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from time import perf_counter

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import REPORT_INTERVAL, UNLIMITED_STEPS, Limit, Pace
from tabuleiro.search.memory import ALLOCATION_ERRORS, MEGABYTE, check_megabytes, no_memory
from tabuleiro.search.progress import Progress
from tabuleiro.search.tree import MergedRoot, Tree
from tabuleiro.search.tree_nodes import BYTES_PER_NODE

# Iterations between two checks of the depth: a fixed number, so that the result does not depend on
# the speed.
ROUND = 256
LONGEST_PERIOD = 2**14  # iterations between two synchronisations, if nodes are limited
PART = 8  # threads synchronise after 1 / PART of what they have done
MOST_THREADS = 1024
SEED_STRIDE = 1_000_003  # between the seeds of the threads


class Mcts:
    """Monte Carlo tree search in a fixed amount of memory.

    The tree is kept from one search to the next: if the new position is a few moves below the old
    root, its subtree is kept and the rest of the memory is free again; else the tree starts again.
    On one machine the same searches with the same seed give the same results, unless time is the
    limit.

    Each of several `threads` has its own tree, and an equal part of the memory and of the nodes.
    """

    batch_size = 1  # iterations that are made together

    def __init__(self, *, seed: int = 1, megabytes: int = 64, threads: int = 1) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise TabuleiroError(say("threads must be from 1 to {most}", most=MOST_THREADS))
        self.seed = seed
        self.megabytes = megabytes
        self.threads = threads
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        check_megabytes(self.megabytes)
        capacity = self.megabytes * MEGABYTE // BYTES_PER_NODE // self.threads
        try:
            self.trees = [self.new_tree(capacity, number) for number in range(self.threads)]
        except ALLOCATION_ERRORS as error:
            raise no_memory(self.megabytes) from error
        self.tree = MergedRoot(self.trees) if self.threads > 1 else self.trees[0]

    def new_tree(self, capacity: int, number: int) -> Tree:
        """The tree of a thread, with room for `capacity` nodes."""
        return Tree(capacity, self.seed + SEED_STRIDE * number)

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """Progress now and then; the last one has the move to play. Nothing if the game is over.

        There is always a last one, even if the search is stopped at once. A depth limit is reached
        when the best line is that long or reaches the end of the game, or when the memory is full.
        """
        begun = perf_counter()
        if position.over:
            return
        try:
            self.tree.set_root(position)
            yield from self._deepen(begun, limit.for_player(position.player), stop or StopFlag())
        except GeneratorExit:
            raise
        except BaseException:
            self.clear()  # after an error in a game the tree may be inconsistent
            raise

    def _deepen(self, begun: float, limit: Limit, stop: StopFlag) -> Iterator[Progress]:
        end = inf if limit.movetime is None else begun + limit.movetime / 1000
        part, rest = divmod(limit.nodes or UNLIMITED_STEPS, self.threads)
        workers = [
            TreeWorker(tree, part + (number < rest), self.batch_size)
            for number, tree in enumerate(self.trees)
        ]
        nodes = 0
        reported = begun
        with ThreadPoolExecutor(self.threads) as pool:
            while not (stop.is_set or perf_counter() >= end or self._reached(limit, nodes)):
                period = self._next_period(limit, nodes, end)
                others = [pool.submit(worker.run, period, stop) for worker in workers[1:]]
                done = workers[0].run(period, stop) + sum([one.result() for one in others])
                if done == 0:
                    break
                nodes += done
                self.tree.merge()
                if perf_counter() - reported > REPORT_INTERVAL:
                    reported = perf_counter()
                    yield self._progress(begun, nodes)
        yield self._progress(begun, nodes)

    def _next_period(self, limit: Limit, nodes: int, end: float) -> SyncPeriod:
        """The period that starts after this many nodes. If nodes or depth are limited, the threads
        synchronise after a number of iterations. So the result does not depend on the speed of each
        thread. Otherwise they synchronise after some time."""
        if limit.depth:
            return SyncPeriod(ROUND, end, timed=False)
        if limit.nodes and self.threads > 1:
            part = nodes // self.threads // PART
            return SyncPeriod(max(ROUND, min(part, LONGEST_PERIOD)), end, timed=False)
        return SyncPeriod(UNLIMITED_STEPS, min(perf_counter() + REPORT_INTERVAL, end), timed=True)

    def _reached(self, limit: Limit, nodes: int) -> bool:
        if self.tree.proved() or (limit.nodes is not None and nodes >= limit.nodes):
            return True
        if limit.depth is None or nodes == 0 or nodes % ROUND:
            return False
        line, over = self.tree.line_from(self.tree.best_child(0))
        return len(line) >= limit.depth or self.tree.full or over

    def _progress(self, begun: float, nodes: int) -> Progress:
        best = self.tree.best_child(0)
        line, _ = self.tree.line_from(best)
        value, mate = self.tree.node_value(best), self.tree.mate()
        seconds = perf_counter() - begun
        return Progress(len(line), value, mate, nodes, seconds, line, self.tree.proved())


@dataclass
class SyncPeriod:
    """The work of each thread between two synchronisations: iterations, and a deadline."""

    iterations: int
    deadline: float
    timed: bool


class TreeWorker:
    """Makes the iterations of one tree, in one thread."""

    def __init__(self, tree: Tree, quota: int, batch_size: int) -> None:
        self.tree = tree
        self.quota = quota
        self.nodes = 0
        self.pace = Pace(batch_size)

    def run(self, period: SyncPeriod, stop: StopFlag) -> int:
        """Makes the iterations of a period, fewer if it is stopped or the quota is used up; returns
        how many. Even after the deadline, at least one batch is done."""
        before = self.nodes
        target = min(before + period.iterations, self.quota)
        while self.nodes < target and not stop.is_set:
            begun = perf_counter()
            fitting = self.pace.steps_within(period.deadline - begun)
            done = self.tree.run(min(fitting, target - self.nodes))
            now = perf_counter()
            self.nodes += done
            self.pace.record_speed(done, now - begun)
            if self.tree.proved() and period.timed:
                period.deadline = 0.0  # the other threads stop too
            if done == 0 or now >= period.deadline:
                break
        return self.nodes - before
