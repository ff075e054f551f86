"""Alpha-beta search with iterative deepening, for every game and up to four players.

It searches one move ahead, then two, and so on. The score is that of plain minimax to the same
depth. An unfinished game is scored by its evaluation, a finished one by its result. Only what
cannot change the score is left out: moves outside the window of alpha and beta (all but the first
move are first searched with a window of 1: principal variation search), and positions that are in
the transposition table.

There are two sides: the player at the root, who maximises the score, and all others, who are
assumed to minimise it. With two players that is exact; with more it is the paranoid assumption:
the score is what the player can get against all others together. Scores are whole numbers from the
point of view of the side to move; if the game is over, that is the side of the others. The sign
changes only when the side does, as a player may move several times in a row.

Nodes are positions reached by a move. Moves are tried in this order: the move stored in the table,
killer moves, then by history.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from math import exp
from time import perf_counter
from typing import Any

import cython

from tabuleiro.core.position import EVALUATION_UNIT, LARGEST_EVALUATION, Position
from tabuleiro.core.primitives import MoveList, Random, StopFlag, check_signals
from tabuleiro.search.background import ProgressCallback, background_reports
from tabuleiro.search.limit import REPORT_INTERVAL, UNLIMITED_STEPS, Limit, Pace
from tabuleiro.search.progress import Progress
from tabuleiro.search.transposition_table import EXACT, LOWER, UPPER, TranspositionTable

if not cython.compiled:
    from tabuleiro.core.bits import count_bits

WIN = 20_000  # a win N moves after the root is worth WIN - N
DEEPEST = 250  # moves that a search looks ahead at most
DECIDED = WIN - DEEPEST  # the lowest score of a win; losses are at most -DECIDED
SHARING = {2: 0, 3: -139, 4: -220}  # log odds of an even share of first place, by players
SALT = 0x9E3779B97F4A7C  # gives every player at the root other keys

# For compiled code: typed in alphabeta.pxd, and not visible from Python when compiled.
_WIN = WIN
_DECIDED = DECIDED
_LARGEST_EVALUATION = LARGEST_EVALUATION
_LOWER = LOWER
_UPPER = UPPER
_EXACT = EXACT
_SORTED = 16  # moves of a position that are sorted; later ones are mostly bad
_KILLER = 1_000_000  # the order score of a killer move, above all history
_LARGEST_HISTORY = 1 << 14
_LARGEST_BONUS = 400
_SLOT_SHIFT = 20
_SPREAD32 = 0x9E3779B1
_FULL32 = 0xFFFFFFFF
_SLOTS = 4096
_SEATS = 4

if not cython.compiled:
    SHARED_SCORES = [0] * 5

for _sharing, _score in SHARING.items():
    SHARED_SCORES[_sharing] = _score


def history_slot(move: int) -> int:
    """The slot of a move in the history table; there are more moves than slots."""
    slot = move
    slot = (slot * _SPREAD32) & _FULL32
    return slot >> _SLOT_SHIFT


class SearchState:
    """What all plies of a search share.

    `history` says, for each player, how often a move caused a cutoff recently. `report` is called
    now and then.
    """

    report: Callable[[], None]

    @cython.locals(position=Position, table=TranspositionTable, stop=StopFlag, chance=Random)
    def __init__(
        self,
        table: TranspositionTable,
        position: Position,
        limit: Limit,
        stop: StopFlag,
        chance: Random,
        begun: float,
    ) -> None:
        self.table = table
        self.stop = stop
        self.chance = chance
        self.root_player = position.player
        # With more than two players, a position has another score for another root player.
        self.salt = 0 if position.players == 2 else (1 + position.player) * SALT
        self.node_limit = min(limit.nodes or UNLIMITED_STEPS, UNLIMITED_STEPS)
        self.deadline = float("inf") if limit.movetime is None else begun + limit.movetime / 1000
        self.begun = begun
        self.reported = begun
        self.checked_at = begun  # when the clock was read last
        self.checked_nodes = 0  # the number of nodes at that time
        self.nodes = 0
        self.next_check = 0  # the number of nodes at which the clock is read next
        self.pace = Pace()
        self.horizon = 0  # how many scores came from evaluations of unfinished games
        self.stopped = False
        self.without = MoveList()  # moves of the root that are not searched
        self.root_salt = 0  # gives such a root another key
        if not cython.compiled:
            self.history = [[0] * _SLOTS for _ in range(_SEATS)]

    @cython.locals(position=Position, i=int)
    def leave_out(self, position: Position, moves: Collection[int]) -> None:
        """Does not search these moves of the root; there must be another one."""
        self.without.reserve(len(moves))
        for i, move in enumerate(sorted(moves)):
            self.without.items[i] = move
            self.root_salt = position._mix(self.root_salt, move + 1)
        self.without.count = len(moves)

    def may_continue(self) -> bool:
        """Whether another node may be searched."""
        if self.stop.is_set or self.nodes >= self.node_limit:
            self.stopped = True
        elif self.nodes >= self.next_check:
            with cython.gil:
                self.check_clock()
        return not self.stopped

    def check_clock(self) -> int:
        """Reads the clock, handles signals, reports, and sets the next time to do so."""
        check_signals()
        now = perf_counter()
        if now >= self.deadline:
            self.stopped = True
        elif now - self.reported >= REPORT_INTERVAL:
            self.report()
            now = self.reported = perf_counter()
        self.pace.record_speed(self.nodes - self.checked_nodes, now - self.checked_at)
        self.checked_at = now
        self.checked_nodes = self.nodes
        self.next_check = self.nodes + self.pace.steps_within(self.deadline - now)
        return 0

    def seconds(self) -> float:
        """How long the search has run."""
        return perf_counter() - self.begun

    def abort(self) -> None:
        """Ends the search."""
        self.stopped = True


class SearchPly:
    """One ply of the search: a position `ply` moves after the root, its moves with the keys by
    which they are sorted, and the next ply.

    `line` is the best line from here, `length` moves long, and `score` is its score. The killers
    are the last two moves at this ply that caused a cutoff.
    """

    next_ply: SearchPly

    @cython.locals(state=SearchState, position=Position)
    def __init__(self, state: SearchState, position: Position, number: int) -> None:
        self.state = state
        self.position = position._copy()
        self.moves = MoveList()
        self.keys = MoveList()
        self.ply = number
        self.killer = -1
        self.old_killer = -1
        self.length = 0
        self.score = 0
        if not cython.compiled:
            self.line = [0] * 256

    def add_next_ply(self) -> SearchPly:
        """Makes the ply after this one."""
        self.next_ply = SearchPly(self.state, self.position, self.ply + 1)
        return self.next_ply

    # --- the search ------------------------------------------------------------------------

    def run(self, depth: int) -> int:
        """Searches the root to this depth; returns its score, unless the search was stopped."""
        with cython.nogil:
            return self.search(depth, -_WIN, _WIN)

    def search(self, depth: int, alpha: int, beta: int) -> int:
        """The score of the position, `depth` moves ahead: exact if it is between alpha and beta,
        else a bound on the same side. Not valid once the search is stopped."""
        # 1. Leaves, and positions that the table knows.
        self.length = 0
        if depth == 0 or self.position.player < 0:
            return self.terminal_score() if self.position.player < 0 else self.static_score()
        key = self.key()
        known = self.state.table.find(key)
        if known and self.table_cutoff(depth, alpha, beta):
            return self.table_score()
        # 2. Moves, best first. The move of the table is tried before the others are even scored.
        at_front = self.list_moves(known)
        horizon = self.state.horizon
        floor = alpha
        best = -_WIN
        best_move = 0
        for i in range(self.moves.count):
            if i == at_front:
                self.score_moves(i)
            move = self.pick_move(i, at_front)
            if not self.make_move(move):
                return 0
            value = self.child_score(i == 0, depth - 1, alpha, beta)
            if self.state.stopped:
                return 0
            if value > best:
                best = value
                best_move = move
            if value > alpha:
                alpha = value
                self.extend_line(move, value)
            if value >= beta or value == _WIN - self.ply - 1:  # no move beats a win at once
                self.record_cutoff(move, depth)
                break
        # 3. The result goes into the table.
        bound = _UPPER if best <= floor else _LOWER if best >= beta else _EXACT
        self.store_score(key, best_move, best, depth, bound, self.state.horizon == horizon)
        return best

    def child_score(self, first: bool, depth: int, alpha: int, beta: int) -> int:
        """The score of the next ply from the point of view of this one. Moves after the first are
        searched with a window of 1, which only shows whether they are better; if so, again."""
        same = self.is_root_side() == self.next_ply.is_root_side()
        if first:
            return self.search_child(same, depth, alpha, beta)
        value = self.search_child(same, depth, alpha, alpha + 1)
        if alpha < value < beta and not self.state.stopped:
            value = self.search_child(same, depth, alpha, beta)
        return value

    def search_child(self, same: bool, depth: int, alpha: int, beta: int) -> int:
        """Searches the next ply, where the same side is to move or the other one."""
        if same:
            return self.next_ply.search(depth, alpha, beta)
        return -self.next_ply.search(depth, -beta, -alpha)

    def make_move(self, move: int) -> bool:
        """Makes a move into the next ply; returns False if the search must stop."""
        if not self.state.may_continue():
            return False
        self.state.nodes += 1
        self.next_ply.position._copy_from(self.position)
        self.next_ply.position._apply(move)
        return True

    def is_root_side(self) -> bool:
        """Whether the side to move is that of the player at the root."""
        return self.position.player == self.state.root_player

    def terminal_score(self) -> int:
        """The score of a finished game, from the point of view of the others' side."""
        winners = self.position.winners
        if not winners >> self.state.root_player & 1:
            return _WIN - self.ply
        if winners == 1 << self.state.root_player:
            return self.ply - _WIN
        return -SHARED_SCORES[count_bits(winners)]

    def static_score(self) -> int:
        """The score of an unfinished game: its evaluation."""
        self.state.horizon += 1
        value = self.position._evaluate(self.state.root_player)
        value = max(-_LARGEST_EVALUATION, min(_LARGEST_EVALUATION, value))
        return value if self.is_root_side() else -value

    # --- the table -------------------------------------------------------------------------

    def key(self) -> int:
        """The key of the position; a root with moves left out has another one."""
        key = self.position._hash() ^ self.state.salt
        return key ^ self.state.root_salt if self.ply == 0 else key

    def table_cutoff(self, depth: int, alpha: int, beta: int) -> bool:
        """Whether the entry of the table shows that the score is outside of alpha and beta.

        Only an entry of the same depth gives the same score, or a complete one of a smaller depth.
        With a full window the position is always searched, because the best line passes here.
        """
        if beta - alpha > 1:
            return False
        complete = self.state.table.complete
        if self.state.table.depth != depth and not (complete and self.state.table.depth < depth):
            return False
        score = self.table_score()
        if score >= beta:
            cuts = self.state.table.bound & _LOWER
        else:
            cuts = self.state.table.bound & _UPPER
        if cuts and not complete:
            self.state.horizon += 1
        return cuts != 0

    def table_score(self) -> int:
        """The score of the entry that was found; wins and losses count moves from the root."""
        score = self.state.table.score
        if score >= _DECIDED:
            return score - self.ply
        if score <= -_DECIDED:
            return score + self.ply
        return score

    def store_score(
        self, key: int, move: int, score: int, depth: int, bound: int, complete: bool
    ) -> int:
        """Stores a score in the table. A win or a loss counts its moves from here. It is always
        complete, and every search that looks as many moves ahead finds it."""
        if score >= _DECIDED:
            score += self.ply
            depth = _WIN - score
            complete = True
        elif score <= -_DECIDED:
            score -= self.ply
            depth = _WIN + score
            complete = True
        self.state.table.store(key, move, score, depth, bound, complete)
        return 0

    # --- the order of moves ----------------------------------------------------------------

    def list_moves(self, known: bool) -> int:
        """Lists the moves, the one of the table first if there is an entry; returns how many were
        moved to the front (0 or 1)."""
        self.position._list_moves(self.moves)
        if self.ply == 0:
            self.leave_out()
            self.shuffle()
        return self.move_to_front(self.state.table.move) if known else 0

    def leave_out(self) -> int:
        """Removes the moves of the root that are not searched."""
        kept = 0
        for i in range(self.moves.count):
            move = self.moves.items[i]
            if not self.state.without.contains(move):
                self.moves.items[kept] = move
                kept += 1
        self.moves.count = kept
        return 0

    def shuffle(self) -> int:
        """Shuffles the moves, so that one of several equal moves is chosen at random."""
        for i in range(self.moves.count - 1, 0, -1):
            other = self.state.chance.below(i + 1)
            move = self.moves.items[i]
            self.moves.items[i] = self.moves.items[other]
            self.moves.items[other] = move
        return 0

    def move_to_front(self, move: int) -> int:
        """Puts a move first, if it is legal; returns how many were moved (0 or 1)."""
        for i in range(self.moves.count):
            if self.moves.items[i] == move:
                self.moves.items[i] = self.moves.items[0]
                self.moves.items[0] = move
                return 1
        return 0

    def score_moves(self, begin: int) -> int:
        """Sets the key of every move from index `begin` on: the better it seems, the higher."""
        self.keys.reserve(self.moves.count)
        for i in range(begin, self.moves.count):
            self.keys.items[i] = self.order_score(self.moves.items[i])
        return 0

    def order_score(self, move: int) -> int:
        """How good a move was in other positions."""
        if move == self.killer:
            return _KILLER
        if move == self.old_killer:
            return _KILLER - 1
        return self.state.history[self.position.player][history_slot(move)]

    def pick_move(self, place: int, at_front: int) -> int:
        """The best of the moves from index `place` on, which is swapped to that index; a move that
        was moved to the front stays. One step of a selection sort: a cutoff mostly comes after a
        few moves, so sorting all would take longer."""
        if place < at_front or place >= _SORTED:
            return self.moves.items[place]
        best = place
        for i in range(place + 1, self.moves.count):
            if self.keys.items[i] > self.keys.items[best]:
                best = i
        move = self.moves.items[best]
        self.moves.items[best] = self.moves.items[place]
        self.moves.items[place] = move
        key = self.keys.items[best]
        self.keys.items[best] = self.keys.items[place]
        self.keys.items[place] = key
        return move

    def record_cutoff(self, move: int, depth: int) -> int:
        """Makes a move that caused a cutoff a killer, and adds to its history: less, the higher
        that is already."""
        if move != self.killer:
            self.old_killer = self.killer
            self.killer = move
        slot = history_slot(move)
        before = self.state.history[self.position.player][slot]
        bonus = min(depth * depth, _LARGEST_BONUS)
        bonus -= before * bonus // _LARGEST_HISTORY
        self.state.history[self.position.player][slot] = before + bonus
        return 0

    # --- the best line ---------------------------------------------------------------------

    def extend_line(self, move: int, score: int) -> int:
        """Sets the best line from here: a move, and the best line after it."""
        self.score = score
        self.line[0] = move
        for i in range(self.next_ply.length):
            self.line[i + 1] = self.next_ply.line[i]
        self.length = self.next_ply.length + 1
        return 0

    def best_line(self) -> tuple[int, ...]:
        """The moves of the best line."""
        return tuple([self.line[i] for i in range(self.length)])

    def first_move(self) -> int:
        """The move to report before anything has been searched."""
        self.list_moves(self.state.table.find(self.key()))
        return self.moves.items[0]


class AlphaBeta:
    """Alpha-beta search with a transposition table of a fixed size.

    The table is kept from one search to the next of the same game. Of equally good moves a random
    one is chosen.
    """

    def __init__(self, *, seed: int = 1, megabytes: int = 64) -> None:
        self.seed = seed
        self.megabytes = megabytes
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        self.table = TranspositionTable(self.megabytes)
        self.chance = Random(self.seed)
        self.kind: Any = None

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: StopFlag | None = None,
        *,
        without: Collection[int] = (),
        first: int = 1,
    ) -> Iterator[Progress]:
        """Progress after each depth, and now and then in between; the last one has the move to
        play. Nothing if the game is over.

        There is always a last one, even if the search is stopped at once. `depth` is the last
        complete depth. The search ends when the result is proved. Moves in `without` are not
        searched; `first` is the first depth.
        """
        begun = perf_counter()
        if set(position.legal_moves()) <= set(without):
            return
        if type(position) is not self.kind:
            self.clear()  # keys of positions of another game may be equal
            self.kind = type(position)
        try:
            self.table.next_age()
            own = limit.for_player(position.player)
            state = SearchState(self.table, position, own, stop or StopFlag(), self.chance, begun)
            state.leave_out(position, without)
            deepest = min(own.depth or DEEPEST, DEEPEST)
            deepening = IterativeDeepening(state, position, first, deepest)
            yield from background_reports(deepening.run, state.abort)
        except GeneratorExit:
            raise
        except BaseException:
            self.clear()  # after an error in a game the table may be inconsistent
            raise


class IterativeDeepening:
    """Searches one depth after the other. `found` is the result of the last complete depth."""

    def __init__(self, state: SearchState, position: Position, first: int, deepest: int) -> None:
        self.state = state
        self.players = position.players
        self.first = first
        self.deepest = deepest
        self.root = SearchPly(state, position, 0)
        evaluation = position.evaluate(position.player)
        self.found = self.progress(evaluation, (self.root.first_move(),), 0, solved=False)

    def run(self, report: ProgressCallback) -> None:
        """Searches, and reports after each depth, now and then, and when the search is stopped."""
        self.state.report = lambda: report(self.so_far())
        last = self.root
        for depth in range(1, self.deepest + 1):
            last = last.add_next_ply()
            if depth < self.first:
                continue
            before = self.state.horizon
            score = self.root.run(depth)
            if self.state.stopped:
                report(self.so_far())
                return
            solved = self.state.horizon == before or abs(score) >= DECIDED
            self.found = self.progress(score, self.root.best_line(), depth, solved=solved)
            report(self.found)
            if solved:
                return

    def so_far(self) -> Progress:
        """The best of the moves that were already searched to the next depth. A loss is not
        reported: moves that have not been searched yet may be better."""
        line, score = self.root.best_line(), self.root.score
        if not line or score <= -DECIDED:
            return replace(self.found, nodes=self.state.nodes, seconds=self.state.seconds())
        return self.progress(score, line, self.found.depth, solved=score >= DECIDED)

    def progress(self, score: int, line: tuple[int, ...], depth: int, *, solved: bool) -> Progress:
        """What is known, as a report. `solved` says that no deeper search finds another score;
        against several opponents only a win is proved then, as they need not play together."""
        proved = solved and (self.players == 2 or score >= DECIDED)
        value, mate = _value(score, solved=solved), _mate(score, self.players)
        return Progress(depth, value, mate, self.state.nodes, self.state.seconds(), line, proved)


def _value(score: int, *, solved: bool) -> float:
    """The expected score of the player to move."""
    if not solved:
        return 1 / (1 + exp(-score / EVALUATION_UNIT))
    for sharing, shared_score in SHARING.items():
        if score == shared_score:
            return 1.0 / sharing
    return float(score > 0)


def _mate(score: int, players: int) -> int | None:
    """The moves to a proved win, negative for a loss. Against several opponents a loss is not
    proved, as they need not play together."""
    if score >= DECIDED:
        return WIN - score
    if score <= -DECIDED and players == 2:
        return -(WIN + score)
    return None
