"""An exact solver for two players: depth-first proof-number search.

It answers one kind of question: can this player, the attacker, force a sole win? If not, the same
question about the opponent distinguishes a draw from a loss. The second question is skipped as long
as the search has never reached a drawn end, since then a player who cannot win loses.

The method is depth-first proof-number search (df-pn, after Nagai). A position has two numbers from
the point of view of the player to move, whose goal is to win if that is the attacker, else to
prevent it: `phi` is about how many positions must still be solved to prove that the goal is
reached, `delta` to prove that it is not. The phi of a position is the smallest phi of its moves.
Its delta is the largest delta of its moves, plus one for every other move that is still open: the
sum would count positions that are reached by several orders of the same moves again and again. If
the turn changes, the two numbers are swapped. Phi 0 is a proof, delta 0 a refutation; a new
position has phi 1, and its delta is the number of its moves. The search always continues where a
proof or a refutation seems nearest, as long as the numbers stay within limits; then it goes
elsewhere, and a table keeps the numbers.

A proof is based on ends of games only, never on repetition, so it also holds in games that may
never end. A search that gets too deep, as in such games, stops without an answer.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import cython

from tabuleiro.core.message import TabuleiroError, check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList, StopFlag
from tabuleiro.search.limit import NO_LIMIT, REPORT_INTERVAL, UNLIMITED_STEPS, Limit, Pace
from tabuleiro.search.memory import allocate_entries

FORMATS = {  # the fields of an entry of the table, and their formats
    "key": "Q",  # the position and the question; 0 in a free entry
    "phi": "i",
    "delta": "i",
    "effort": "i",  # the nodes spent on it
}
MEGABYTES = 256
BOTH = 3  # the winners of a draw

# For compiled code: typed in solver.pxd, and not visible from Python when compiled.
_INFINITE = 1_000_000_000  # phi or delta of what is impossible
_DEEPEST = 500  # moves below the position
_BUCKET = 4  # entries
_BOTH = BOTH


@dataclass(frozen=True)
class Solution:
    """What a solver knows about a position so far.

    `value` is the score of the player to move under best play, 1 for a win, 0.5 for a draw and 0
    for a loss; None until it is proved. `winners` are the players who then share first place.
    `line` are moves of best play, to the end of the game unless a limit was reached before; empty
    until `value` is proved, and then at least one move. Nodes are positions that were expanded.
    """

    value: float | None
    winners: tuple[int, ...]
    line: tuple[int, ...]
    nodes: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether the position is solved."""
        return self.value is not None


class ProofTable:
    """The numbers of positions that were searched before, in memory of a fixed size. If a bucket is
    full, the entry with the least effort is replaced."""

    def __init__(self, megabytes: int) -> None:
        count, arrays = allocate_entries(FORMATS, megabytes)
        self.buckets = count // _BUCKET
        self.draws = False  # whether a drawn end was ever reached while it was filled
        self.key, self.effort = arrays["key"], arrays["effort"]
        self.phi, self.delta = arrays["phi"], arrays["delta"]

    def bucket_start(self, key: int) -> int:
        """The first entry of the bucket of a key."""
        number = key >> 32
        return (number * self.buckets >> 32) * _BUCKET

    def find(self, key: int) -> int:
        """The entry of a key, -1 if there is none."""
        first = self.bucket_start(key)
        for slot in range(first, first + _BUCKET):
            if self.key[slot] == key:
                return slot
        return -1

    def store(self, key: int, phi: int, delta: int, effort: int) -> int:
        """Stores the numbers of a position; `effort` are the nodes spent on it this time."""
        first = self.bucket_start(key)
        place = first
        for slot in range(first, first + _BUCKET):
            if self.key[slot] == key:
                effort += self.effort[slot]
                place = slot
                break
            if self.effort[slot] < self.effort[place]:
                place = slot
        self.key[place] = key
        self.phi[place] = phi
        self.delta[place] = delta
        self.effort[place] = min(effort, _INFINITE)
        return 0


class ProofQuestion:
    """Whether the attacker can force a sole win, and what all frames of the search share."""

    def __init__(self, table: ProofTable) -> None:
        self.table = table
        self.attacker = 0
        self.nodes = 0
        self.pause_at = 0  # the number of nodes at which the search pauses
        self.paused = False
        self.too_deep = False  # whether the search got too deep


class ProofFrame:
    """One position on the path of the search, its moves and their numbers; the next frame has the
    position after the best of them.

    A search that pauses leaves its frames open and continues exactly there.
    """

    next: Any  # the next frame; None until it is needed
    begun: int  # the number of nodes when it was opened
    phi: array[int]
    delta: array[int]

    @cython.locals(position=Position)
    def __init__(self, position: Position, depth: int, question: ProofQuestion) -> None:
        self.work = position._copy()
        self.moves = MoveList()
        self.question = question
        self.next = None
        self.depth = depth
        self.capacity = 0
        self.opened = False
        self.best = 0  # the move with the smallest phi
        self.least = 1  # that phi, which is the phi of the position
        self.second = 1  # the smallest phi of the other moves
        self.others = 0  # how many moves are open, minus one
        self.total = 1  # the delta of the position

    def run(self, nodes: int) -> int:
        """Continues for this many nodes, or fewer if the question is answered or the search got too
        deep; returns how many."""
        begun = self.question.nodes
        self.question.pause_at = begun + nodes
        self.question.paused = False
        with cython.nogil:
            self.search(_INFINITE, _INFINITE)
        return self.question.nodes - begun

    def search(self, phi_limit: int, delta_limit: int) -> int:
        """Looks for a proof or a refutation of the position until it has one, one of its numbers
        reaches its limit, or the search pauses."""
        if not self.opened and not self.expand():
            return 0
        self.update_numbers()
        while self.least < phi_limit and self.total < delta_limit:
            if not self.next.opened:
                self.next.make_move(self.work, self.moves.items[self.best])
            # Continue until another move is clearly better: with `second + 1` the search would
            # often change between two moves, and search again what the table has lost.
            phi = min(phi_limit, 2 * self.second + 1)
            delta = delta_limit - self.others
            if self.next.work.player == self.work.player:
                self.next.search(phi, delta)
            else:
                self.next.search(delta, phi)
            if self.question.paused:
                return 0
            self.set_numbers(self.best, self.next.least, self.next.total)
            self.update_numbers()
        self.opened = False
        self.question.table.store(
            self.key(), self.least, self.total, self.question.nodes - self.begun + 1
        )
        return 0

    def expand(self) -> bool:
        """Opens the frame of a new position; returns False if it is time to pause."""
        if self.depth == _DEEPEST:
            self.question.too_deep = True
        if self.question.too_deep or self.question.nodes >= self.question.pause_at:
            self.question.paused = True
            return False
        self.question.nodes += 1
        self.begun = self.question.nodes
        self.work._list_moves(self.moves)
        self.reserve()
        for i in range(self.moves.count):
            self.next.make_move(self.work, self.moves.items[i])
            self.number_child(i)
            if self.phi[i] == 0:  # no other move matters
                self.moves.count = i + 1
                break
        self.opened = True
        return True

    def reserve(self) -> int:
        """Makes room for the numbers of the moves, and the next frame."""
        if self.next is None or self.moves.count > self.capacity:
            with cython.gil:
                self._grow()
        return 0

    def _grow(self) -> None:
        self.capacity = 2 * self.moves.count
        self.phi = array("i", bytes(4 * self.capacity))
        self.delta = array("i", bytes(4 * self.capacity))
        if self.next is None:
            self.next = ProofFrame(self.work, self.depth + 1, self.question)

    def make_move(self, position: Position, move: int) -> int:
        """Sets the position of this frame to the one after a move."""
        self.work._copy_from(position)
        self.work._apply(move)
        return 0

    def number_child(self, i: int) -> int:
        """Sets the numbers of a move from the position after it, in the next frame: from the end of
        the game, else from the table, else from the number of moves there."""
        if self.next.work.player < 0:
            if self.next.work.winners == _BOTH:
                self.question.table.draws = True
            achieved = (self.next.work.winners == 1 << self.question.attacker) == (
                self.work.player == self.question.attacker
            )
            self.phi[i] = 0 if achieved else _INFINITE
            self.delta[i] = _INFINITE - self.phi[i]
            return 0
        slot = self.question.table.find(self.next.key())
        if slot < 0:
            self.next.work._list_moves(self.next.moves)
            return self.set_numbers(i, 1, self.next.moves.count)
        return self.set_numbers(i, self.question.table.phi[slot], self.question.table.delta[slot])

    def set_numbers(self, i: int, phi: int, delta: int) -> int:
        """Sets the numbers of a move from those of the position after it, which are from the point
        of view of the player to move there."""
        if self.next.work.player == self.work.player:
            self.phi[i] = phi
            self.delta[i] = delta
        else:
            self.phi[i] = delta
            self.delta[i] = phi
        return 0

    def update_numbers(self) -> int:
        """Computes the numbers of the position from those of its moves."""
        self.best = 0
        self.least = _INFINITE
        self.second = _INFINITE
        open_moves = 0
        most = 0
        for i in range(self.moves.count):
            phi = self.phi[i]
            if phi < self.least:
                self.second = self.least
                self.least = phi
                self.best = i
            elif phi < self.second:
                self.second = phi
            if self.delta[i] > 0:
                open_moves += 1
                most = max(most, self.delta[i])
        self.others = max(open_moves - 1, 0)
        self.total = most if most == _INFINITE else min(most + self.others, _INFINITE - 1)
        return 0

    def key(self) -> int:
        """The key of the position and the question in the table."""
        return self.work._mix(self.work._hash(), self.question.attacker + 1)

    @cython.locals(position=Position, frame="ProofFrame")
    def set_goal(self, position: Position, attacker: int) -> None:
        """Starts a search: can that player force a sole win from `position`?"""
        self.question.attacker = attacker
        self.work._copy_from(position)
        self.least = 1
        self.total = 1
        frame = self
        while frame is not None:
            frame.opened = False
            frame = frame.next

    def result(self) -> bool | None:
        """Whether the attacker can force a win; None if that is not known yet."""
        if 0 < self.least < _INFINITE:
            return None
        return (self.least == 0) == (self.work.player == self.question.attacker)

    def best_move(self) -> int:
        """The move that reaches the goal of the player to move, once that is proved."""
        return self.moves.items[self.best]

    def effort_on(self, position: Position) -> int:
        """The effort that was spent on a position."""
        self.work._copy_from(position)
        slot = self.question.table.find(self.key())
        return self.question.table.effort[slot] if slot >= 0 else 0


class Solver:
    """Solves positions in a fixed amount of memory, and remembers what it has proved until it is
    cleared.

    After `clear`, the same question takes the same nodes on one machine. A depth limit is ignored:
    only the end of a game proves anything.
    """

    def __init__(self, *, megabytes: int = MEGABYTES) -> None:
        self.megabytes = megabytes
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        self.table = ProofTable(self.megabytes)

    def solve(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Solution | None:
        """The solution; None if the game is over or a limit was reached first."""
        known = list(self.search(position, limit, stop))
        return known[len(known) - 1] if known and known[len(known) - 1].proved else None

    def search(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[Solution]:
        """What is known now and then; the last one is the solution, if there was time for it.
        Nothing if the game is over."""
        if position.players != 2:
            raise TabuleiroError(
                say(
                    "only positions of two players can be solved, not of {players}",
                    players=position.players,
                )
            )
        if not position.over:
            yield from SolverRun(self.table, position, limit, stop or StopFlag()).solve()


def solve(
    position: Position, limit: Limit = NO_LIMIT, *, megabytes: int = MEGABYTES
) -> Solution | None:
    """Who wins under best play, with a line; None if the limit was reached first."""
    check_type("position", position, Position)
    check_type("limit", limit, Limit)
    check_type("megabytes", megabytes, int)
    if position.over:
        raise TabuleiroError(say("the game is over: there is nothing to solve"))
    return Solver(megabytes=megabytes).solve(position, limit)


SolverReports = Generator[Solution, None, Any]
"""Yields reports, and returns a result."""


class SolverRun:
    """The attempt to solve one position within a limit."""

    def __init__(self, table: ProofTable, position: Position, limit: Limit, stop: StopFlag) -> None:
        self.begun = self.reported = perf_counter()
        self.table = table
        self.position = position
        self.limit = limit.for_player(position.player)
        self.stop = stop
        self.pace = Pace()
        self.question = ProofQuestion(table)
        self.root = ProofFrame(position, 0, self.question)
        self.asked = position.player  # the attacker of the last question
        self.winners = 0  # a bit for each, once they are proved
        self.line: list[int] = []

    def solve(self) -> SolverReports:
        """Finds the winners, then a line of best play; the last report is the solution."""
        self.winners = yield from self._find_winners()
        at = self.position
        going_on = self.winners != 0
        while going_on:
            move = self._best_move(at)
            self.line.append(move)
            at = at.play(move)
            going_on = not at.over and (yield from self._ask_again(at))
        yield self._report()

    def _find_winners(self) -> SolverReports:
        player = self.position.player
        wins = yield from self._ask(self.position, player)
        if wins is None:
            return 0
        if wins:
            return 1 << player
        if not self.table.draws:
            return 1 << (1 - player)
        self.asked = 1 - player
        loses = yield from self._ask(self.position, 1 - player)
        if loses is None:
            return 0
        return 1 << (1 - player) if loses else BOTH

    def _ask_again(self, at: Position) -> SolverReports:
        """Asks for the best move of a later position, if needed; returns whether it is known."""
        if self._is_lost(at):
            return True
        while True:
            attacker = self._attacker(at)
            answer = yield from self._ask(at, attacker)
            if answer is None:
                return False
            if self._attacker(at) == attacker:
                return True

    def _attacker(self, at: Position) -> int:
        """The player whose win to ask for, so that the player to move proves a move that keeps the
        value. If there were no draws, it may be the loser: a player who prevents that win wins."""
        if self.winners == BOTH:
            return 1 - at.player
        if self.table.draws and self.winners != 1 << self.asked:
            self.asked = 1 - self.asked
        return self.asked

    def _is_lost(self, at: Position) -> bool:
        return self.winners == 1 << (1 - at.player)

    def _best_move(self, at: Position) -> int:
        """The proved move, or in a lost position the one whose refutation took the most effort."""
        if not self._is_lost(at):
            return self.root.best_move()
        return max(at.legal_moves(), key=lambda move: self.root.effort_on(at.play(move)))

    def _ask(self, position: Position, attacker: int) -> SolverReports:
        """Whether the attacker can force a sole win; None if a limit was reached first."""
        self.root.set_goal(position, attacker)
        while self.root.result() is None:
            if self._is_over():
                return None
            before = perf_counter()
            left = (self.limit.nodes or UNLIMITED_STEPS) - self.question.nodes
            done = self.root.run(min(self.pace.steps_within(), left))
            now = perf_counter()
            self.pace.record_speed(done, now - before)
            if now - self.reported > REPORT_INTERVAL:
                self.reported = now
                yield self._report()
        return self.root.result()

    def _is_over(self) -> bool:
        if self.stop.is_set or self.question.too_deep:
            return True
        return self.limit.is_reached(self.question.nodes, self._seconds())

    def _seconds(self) -> float:
        return perf_counter() - self.begun

    def _report(self) -> Solution:
        winners = tuple([player for player in range(2) if self.winners >> player & 1])
        value = None
        if winners:
            value = 1.0 / len(winners) if self.position.player in winners else 0.0
        return Solution(value, winners, tuple(self.line), self.question.nodes, self._seconds())
