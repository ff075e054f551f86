"""Random games, random walks and perft."""

from dataclasses import dataclass

import cython

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList, Random, StopFlag, check_signals

SEATS = 4  # at most
CHUNK = 256  # games between two checks for signals
DEEPEST = 500  # moves that perft counts at most
POINTS = 12  # for each game: divisible by one, two, three and four players who share first place
CAP = 1000  # moves after which a random game is stopped and counts as shared by all

# The same as C numbers, typed in playouts.pxd; Python cannot see these when compiled.
_POINTS = POINTS
_CAP = CAP


@dataclass(frozen=True)
class Tally:
    """The results of random games: their number, their moves, and how often each player won.

    A shared first place counts in `wins` for each player who shares it, and once in `shared`.
    `points` has the sum of each player's scores: POINTS for each game, divided among the players
    who share first place.
    """

    games: int
    moves: int
    wins: tuple[int, ...]
    shared: int
    points: tuple[int, ...]

    def value(self, player: int) -> float:
        """The average score of a player: 1 for a win, 1/k for a first place shared by k players."""
        return self.points[player] / (POINTS * self.games)


class PlayoutRunner:
    """Plays random games from one position with one random generator."""

    @cython.locals(root=Position)
    def __init__(self, root: Position, seed: int) -> None:
        self.root = root
        self.work = root._copy()
        self.random = Random(seed)
        self.scratch = MoveList()
        self.moves = 0
        self.shared = 0
        if not cython.compiled:
            self.wins = [0] * SEATS
            self.points = [0] * SEATS
        for player in range(SEATS):
            self.wins[player] = 0
            self.points[player] = 0

    def play(self, games: int) -> int:
        """Play that many games."""
        with cython.nogil:
            for _ in range(games):
                self.work._copy_from(self.root)
                self.moves += self.work._playout(self.random, self.scratch, _CAP)
                self.count(self.work.winners)
        return 0

    def count(self, winners: int) -> int:
        """Add the result of one game; a game that was stopped is shared by all."""
        if winners == 0:
            winners = (1 << self.root.players) - 1
        sharing = 0
        for player in range(SEATS):
            sharing += winners >> player & 1
        for player in range(SEATS):
            if winners >> player & 1:
                self.wins[player] += 1
                self.points[player] += _POINTS // sharing
        if sharing > 1:
            self.shared += 1
        return 0

    def tally(self, games: int) -> Tally:
        """The results so far."""
        wins = tuple([self.wins[player] for player in range(self.root.players)])
        points = tuple([self.points[player] for player in range(self.root.players)])
        return Tally(games, self.moves, wins, self.shared, points)


def random_games(position: Position, games: int, seed: int) -> Tally:
    """Play uniformly random games from `position` to their end."""
    runner = PlayoutRunner(position, seed)
    left = games
    while left > 0:
        runner.play(min(left, CHUNK))
        left -= CHUNK
        check_signals()
    return runner.tally(games)


def random_walk(position: Position, moves: int, seed: int) -> Position:
    """The position after that many uniformly random moves, or where the game ended before."""
    work = position._copy()
    work._playout(Random(seed), MoveList(), moves)
    value: Position = getattr(work, "value", work)  # a bridge holds the position itself
    return value


class Perft:
    """Counts the sequences of exactly `depth` legal moves, with a working copy for each depth."""

    @cython.locals(root=Position, work=Position)
    def __init__(self, root: Position, depth: int, stop: StopFlag) -> None:
        self.works = []
        self.lists = []
        for _ in range(depth + 1):
            work = root._copy()
            self.works.append(work)
            self.lists.append(MoveList())
        self.stop = stop
        self.visited = 0

    def count(self, depth: int) -> int:
        """The number of sequences of `depth` moves from the working copy for that depth."""
        position = self.works[depth]
        if depth == 0:
            return 1
        moves = self.lists[depth]
        position._list_moves(moves)
        if depth == 1 or moves.count == 0:
            return moves.count
        self.poll_signals()
        child = self.works[depth - 1]
        total = 0
        for i in range(moves.count):
            if self.stop.is_set:
                break
            child._copy_from(position)
            child._apply(moves.items[i])
            total += self.count(depth - 1)
        return total

    def poll_signals(self) -> int:
        """Now and then, let other threads run and signals be handled."""
        self.visited += 1
        if self.visited & 1023 == 0:
            check_signals()
            with cython.nogil:
                self.visited += 0  # releasing the GIL is what matters; the block must not be empty
        return 0


def perft(position: Position, depth: int, stop: StopFlag | None = None) -> int:
    """The number of sequences of exactly `depth` legal moves from `position`.

    When `stop` is set, it ends early with the number found so far.
    """
    if not 0 <= depth <= DEEPEST:
        raise TabuleiroError(say("perft counts from 0 to {most} moves deep", most=DEEPEST))
    return Perft(position, depth, stop or StopFlag()).count(depth)
