"""Flat Monte Carlo: random games after every legal move; the move with the best score is chosen.

The simplest player that needs no knowledge of a game. It looks one move ahead, so that it sees
a win at once, and knows a lost game when every move loses. Its nodes are random games. The
games of a move are one stream of random numbers, so that a search with a limit of nodes gives
the same answer however fast the machine is and however many threads it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

from tabuleiro.core.kit import Stop
from tabuleiro.core.playouts import Runner
from tabuleiro.core.position import Position
from tabuleiro.search.limit import Limit

SLICE = 0.004  # seconds of games between two looks at the stop sign and the clock
REPORT = 0.25  # seconds between two reports of progress
SAMPLE = 32  # games a move after which depth 1, the only one there is, is reached
ENDLESS = 10**18  # games: more than any search plays
SEEDS = 1_000_003  # spreads the moves' streams of random numbers over the seeds


@dataclass(frozen=True)
class Progress:
    """What a search knows so far, from the view of the player to move.

    `value` is the expected score, 0 to 1. `mate` is the number of moves to a proved win,
    negative for a proved loss, else None. `line` is the best line, never empty.
    """

    depth: int
    value: float
    mate: int | None
    nodes: int
    seconds: float
    line: tuple[int, ...]


class Arm:
    """One legal move and what is known of it: its `exact` value if it ends the game, else the
    random games played after it and the seconds they took."""

    def __init__(self, position: Position, move: int, seed: int) -> None:
        after = position.play(move)
        outcome = after.outcome()
        self.move = move
        self.player = position.player
        self.exact = outcome.values[self.player] if outcome else None
        self.games = 0
        self.seconds = 0.0
        self._runner = Runner(after, seed * SEEDS + move)
        self._even_share = 1 / position.players

    def play(self, most: int) -> int:
        """Plays as many more games as fit into a slice, but no more than `most`; gives how many."""
        pace = self.games / max(self.seconds, 1e-6)  # games a second
        count = min(most, max(1, int(pace * SLICE)))
        begun = perf_counter()
        self._runner.play(count)
        self.seconds += perf_counter() - begun
        self.games += count
        return count

    def value(self) -> float:
        """The expected score of the player who makes the move; an even share when unknown."""
        if self.exact is not None:
            return self.exact
        if self.games == 0:
            return self._even_share
        return self._runner.tally(self.games).value(self.player)


class FlatSearch:
    """One search, from a position where the game goes on."""

    def __init__(self, position: Position, limit: Limit, seed: int, stop: Stop) -> None:
        self.begun = perf_counter()
        self.position = position
        self.limit = limit.for_player(position.player)
        self.seed = seed
        self.stop = stop
        self.arms: list[Arm] = []
        self.complete = False  # whether every legal move has its arm

    def run(self, threads: int) -> Iterator[Progress]:
        """Progress now and then, and at the end."""
        self.look_ahead()
        reported = self.begun
        if self.mate() is None:
            for _ in self.sample(threads):
                if perf_counter() - reported > REPORT:
                    reported = perf_counter()
                    yield self.progress()
        yield self.progress()

    def look_ahead(self) -> None:
        """Plays every legal move; a win is enough."""
        for move in self.position.legal_moves():
            if self.arms and self.interrupted():
                return
            self.arms.append(Arm(self.position, move, self.seed))
            if self.arms[-1].exact == 1:
                return
        self.complete = True

    def mate(self) -> int | None:
        """1 when a move wins, -1 when every move loses, None when neither is proved."""
        values = {arm.exact for arm in self.arms}
        if 1 in values:
            return 1
        return -1 if self.complete and values == {0} else None

    def sample(self, threads: int) -> Iterator[None]:
        """Plays random games, a round at a time."""
        with ThreadPoolExecutor(threads) as pool:
            each = map if threads == 1 else pool.map
            while (shares := self.shares()) and not self.interrupted():
                yield from each(self.play, shares)

    def shares(self) -> list[tuple[Arm, int]]:
        """The next round: every move gets as many games again as it has had, while they last."""
        arms = [arm for arm in self.arms if arm.exact is None]
        left = self.games_left(len(arms))
        shares = []
        for arm in arms:
            games = min(max(1, arm.games), left)
            left -= games
            shares.append((arm, games))
        return [share for share in shares if share[1] > 0]

    def games_left(self, arms: int) -> int:
        """How many more games the limits of nodes and depth allow."""
        allowed = self.limit.nodes or ENDLESS
        if self.limit.depth:
            allowed = min(allowed, SAMPLE * arms)
        return allowed - self.nodes()

    def play(self, share: tuple[Arm, int]) -> None:
        """Plays a share in slices, so that it can be broken off soon."""
        arm, games = share
        while games and not self.interrupted():
            games -= arm.play(games)

    def interrupted(self) -> bool:
        """Whether someone stops it or its time is up."""
        movetime = self.limit.movetime
        return self.stop.raised or (
            movetime is not None and perf_counter() - self.begun >= movetime / 1000
        )

    def nodes(self) -> int:
        """The random games played."""
        return sum(arm.games for arm in self.arms)

    def progress(self) -> Progress:
        """The best move so far; of equals the first."""
        best = max(self.arms, key=Arm.value)
        seconds = perf_counter() - self.begun
        return Progress(1, best.value(), self.mate(), self.nodes(), seconds, (best.move,))


def search(
    position: Position, limit: Limit, *, seed: int = 1, threads: int = 1, stop: Stop | None = None
) -> Iterator[Progress]:
    """Progress now and then; the last one has the move to play. Nothing when the game is over.

    There is always a last one, even when stopped at once. A limit of any depth is reached after
    SAMPLE games a move.
    """
    if not position.over:
        yield from FlatSearch(position, limit, seed, stop or Stop()).run(threads)
