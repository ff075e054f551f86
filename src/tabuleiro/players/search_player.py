"""The player that plays the move of a search, or of a solver near the end of a game."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter

from tabuleiro.core.playouts import random_games
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.fast_networks import served_search
from tabuleiro.players.player import MoveChoice, Player
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress, Search
from tabuleiro.search.solver import Solution, Solver

PART = 4  # at most 1 / PART of a limit is used to try to solve the position
LEAST = 3  # milliseconds for a move, even when nothing is left
RESERVE = 0.05  # the part of a turn that is kept for an unexpected further move
LOOKED_AT = 32  # the most moves that are tried to see whether a turn continues
SAMPLE = 8  # random games that show how near the end is
HORIZON = 12  # the position is solved only if their mean length is at most this


class TurnTimer:
    """The time of a turn, which is all moves that a player makes before another player moves.

    It is the same turn if the position is the one after the player's own last move, unless the turn
    already had the most moves that a turn can have: then the other player had to pass. Only the
    time in which the player thinks counts.
    """

    def __init__(self, milliseconds: int, clock: Callable[[], float] = perf_counter) -> None:
        self._whole = float(milliseconds)
        self._clock = clock
        self._begun = 0.0
        self.forget()

    def forget(self) -> None:
        """Starts a new turn."""
        self._left = self._whole  # milliseconds before this move
        self._left_after = self._whole
        self._made = 0  # moves of this turn before this one
        self._expected: Position | None = None

    def start_move(self, position: Position) -> int:
        """Starts a move; returns the milliseconds for it."""
        if position == self._expected and self._made + 1 < position.game.moves_a_turn:
            self._left = self._left_after
            self._made += 1
        else:
            self.forget()
        self._begun = self._clock()
        self._expected = None
        part = 0.5 if turn_continues(position) else 1 - RESERVE
        return max(LEAST, int(self._left * part))

    def record_move(self, position: Position, move: int) -> None:
        """Notes the move that would be played if the player stopped now."""
        after = position.play(move)
        self._expected = after if after.player == position.player else None
        self._left_after = max(0.0, self._left - 1000 * (self._clock() - self._begun))


def turn_continues(position: Position) -> bool:
    """Whether the same player is to move after most moves."""
    moves = position.legal_moves()
    looked_at = moves[:: -(-len(moves) // LOOKED_AT)]
    again = sum(position.play(move).player == position.player for move in looked_at)
    return 2 * again > len(looked_at)


class EndgameSolver:
    """Solves positions near the end, with two players. Lost positions are left to a search, which
    makes the win harder for the opponent."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def is_near(self, position: Position, limit: Limit) -> bool:
        """Whether an attempt is worth its time."""
        return not limit.infinite and is_near_end(position)

    def attempt(
        self, position: Position, limit: Limit, stop: StopFlag | None
    ) -> tuple[MoveChoice | None, int]:
        """The move of best play, or None if it is not known or the game is lost; and the nodes."""
        if (move := winning_move(position)) is not None:
            return MoveChoice(move, Progress(1, 1.0, 1, 1, 0.0, (move,))), 1
        *_, solution = self._solver.search(position, limit, stop)
        return solution_choice(solution) if solution.value else None, solution.nodes

    def forget(self) -> None:
        """Forgets what was solved."""
        self._solver.clear()


def is_near_end(position: Position) -> bool:
    """Whether a game of two players is nearly over."""
    if position.players != 2:
        return False
    return random_games(position, SAMPLE, seed=1).moves <= SAMPLE * HORIZON


def winning_move(position: Position) -> int | None:
    """A move that wins at once; it is better than a longer win."""
    alone = 1 << position.player
    moves = position.legal_moves()
    return next((move for move in moves if position.play(move).winners == alone), None)


def solution_choice(solution: Solution) -> MoveChoice:
    """The first move of a solution. The number of moves to the win is not known: the loser may have
    had a longer line."""
    value, line = solution.value or 0.0, solution.line
    return MoveChoice(
        line[0], Progress(len(line), value, None, solution.nodes, solution.seconds, line)
    )


class SearchPlayer(Player):
    """Plays the best line of a search, with a limit for each move, and the time of a turn if there
    is a timer. With an endgame solver, positions that it solves are not searched."""

    def __init__(
        self,
        search: Search,
        limit: Limit,
        timer: TurnTimer | None = None,
        endgame: EndgameSolver | None = None,
    ) -> None:
        self._search = search
        self._limit = limit
        self._timer = timer
        self._endgame = endgame

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        own = limit.for_player(position.player).within(self._limit)
        if self._timer is None:
            yield from self._choices(position, own, stop)
            return
        own = own.within(Limit(movetime=self._timer.start_move(position)))
        for choice in self._choices(position, own, stop):
            if not own.infinite:
                self._timer.record_move(position, choice.move)
            yield choice

    def forget(self) -> None:
        self._search.clear()
        if self._timer:
            self._timer.forget()
        if self._endgame:
            self._endgame.forget()

    def _choices(
        self, position: Position, limit: Limit, stop: StopFlag | None
    ) -> Iterator[MoveChoice]:
        nodes, seconds = 0, 0.0
        if self._endgame and self._endgame.is_near(position, limit):
            begun = perf_counter()
            choice, nodes = self._endgame.attempt(position, endgame_limit(limit), stop)
            if choice:
                yield choice
                return
            seconds = perf_counter() - begun
        for progress in self._search.search(position, limit.remaining(nodes, seconds), stop):
            spent = progress.nodes + nodes, progress.seconds + seconds
            yield MoveChoice(progress.line[0], replace(progress, nodes=spent[0], seconds=spent[1]))


class FastPlayer(Player):
    """A level that searches with the fast network, or with the large one on boards for which the
    fast one was not trained. `make` makes the player of a search."""

    def __init__(self, make: Callable[[str], SearchPlayer]) -> None:
        self._make = make
        self._players: dict[str, SearchPlayer] = {}

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        search = served_search("nnue", position)
        if search not in self._players:
            self._players[search] = self._make(search)
        yield from self._players[search].think(position, limit, stop)

    def forget(self) -> None:
        for player in self._players.values():
            player.forget()


def endgame_limit(limit: Limit) -> Limit:
    """The limit of an attempt to solve the position."""
    movetime = None if limit.movetime is None else limit.movetime // PART
    nodes = None if limit.nodes is None else max(1, limit.nodes // PART)
    return Limit(movetime=movetime, nodes=nodes)
