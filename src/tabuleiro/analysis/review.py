"""Reviewing a recorded game: what each move cost, and where the lead changed for the last time.

Every position is analysed once. The cost of a move is how much it lowers the expected score of the
player who makes it; the best move costs nothing.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import exp
from statistics import fmean

from tabuleiro.analysis.multi_pv import Analysis, AnalysisSearch, make_search
from tabuleiro.analysis.position_analysis import analyse
from tabuleiro.analysis.reasons import (
    ALL_LOSE,
    ONLY_WIN,
    Reason,
    allowed_gain,
    are_lost,
    line_text,
    own_turn,
    reasons_for,
    with_positions,
)
from tabuleiro.core.message import check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.records import Record
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.limit import Limit
from tabuleiro.search.network_mcts import NetworkMcts

TREE_LIMIT, ALPHABETA_LIMIT = Limit(nodes=3000), Limit(nodes=30_000)  # for each position
NETWORK_LIMIT = Limit(nodes=400)
INACCURACY = 0.05  # moves that cost less are not reported
MISTAKE = 0.10
BLUNDER = 0.20
ACCURACY_DECAY = 4.35  # how fast the accuracy of a move falls with its cost
WORST = exp(-ACCURACY_DECAY)
EVEN = 0.5  # a player with a higher expected score is ahead


class MoveQuality(StrEnum):
    """The quality of a move."""

    best = "best"  # the move that the search prefers
    forced = "forced"  # the only legal move
    good = "good"  # it cost almost nothing
    inaccuracy = "inaccuracy"
    mistake = "mistake"
    blunder = "blunder"
    missed_win = "missed win"  # it gave away a proved win
    lost = "lost"  # it made a proved loss of a position that was not lost


@dataclass(frozen=True)
class Judgement:
    """A move of the game: its number from 1, the analyses before and after it, and its `cost`, the
    loss of expected score from 0 to 1."""

    number: int
    played: int
    before: Analysis
    after: Analysis
    cost: float
    kind: MoveQuality

    @property
    def position(self) -> Position:
        """The position in which the move was made."""
        return self.before.position

    @property
    def player(self) -> int:
        """The player who made the move."""
        return self.before.player

    @property
    def text(self) -> str:
        """The move as text."""
        return self.position.move_text(self.played)

    @property
    def better(self) -> list[str]:
        """A better line, as texts; empty if the move was the best."""
        was_best = self.kind in (MoveQuality.best, MoveQuality.forced)
        return [] if was_best else self.before.line_texts(0)

    @property
    def is_fault(self) -> bool:
        """Whether it cost enough to be reported."""
        return self.kind not in (MoveQuality.best, MoveQuality.forced, MoveQuality.good)

    @cached_property
    def reasons(self) -> list[Reason]:
        """Why the move is good or, for a fault, why it is bad and (unless every move loses) why the
        better line is good. Finding the reasons takes a short search."""
        found = reasons_for(self.position, (self.played,), fault=self.is_fault)
        lost = any(each.said == ALL_LOSE for each in found)
        if not self.is_fault or not self.before.best or lost:
            return found
        better = own_turn(self.position, self.before.best.line)
        return (found or [self.expectation]) + reasons_for(self.position, better)

    @cached_property
    def expectation(self) -> Reason:
        """What the search expects after the move: what the opponent gains by it, or a line."""
        expected = self.after.best.line if self.after.best else ()
        if found := allowed_gain(self.position, self.played, expected):
            return found
        line = with_positions(self.position, (self.played, *expected))
        words = {"move": self.text, "line": line_text(line[1:])}
        value = self.after.values[self.player]
        if self.after.proved and value == EVEN:
            said = say("{move} draws with best play, for example {move} {line}", **words)
        else:
            said = say(
                "After {move}, the search expects {line}, with a winning chance of {percent} %",
                percent=round(100 * value),
                **words,
            )
        return Reason(said, line)

    @property
    def is_only_win(self) -> bool:
        """Whether it was the only one of several moves that is proved to win."""
        won = self.before.proved and self.before.values[self.player] == 1
        return won and not self.is_fault and any(each.said == ONLY_WIN for each in self.reasons)


@dataclass(frozen=True)
class Review:
    """The review of a game, or of its first moves.

    `accuracy` has, for each player, the mean accuracy of their moves, 0 to 1; None for a player who
    never had a choice. `turning` is the turning point: the move with which the lead changed for the
    last time, if it ever changed.
    """

    record: Record
    judgements: tuple[Judgement, ...]
    accuracy: tuple[float | None, ...]
    turning: Judgement | None

    @property
    def faults(self) -> list[Judgement]:
        """The moves that cost something, the costliest first."""
        found = [each for each in self.judgements if each.is_fault]
        return sorted(found, key=lambda each: -each.cost)

    @property
    def key_moves(self) -> list[Judgement]:
        """The faults, then the turning point and the only winning moves, unless they are faults."""
        turning = self.turning and self.turning.number
        good = [each for each in self.judgements if not each.is_fault]
        return self.faults + [each for each in good if each.number == turning or each.is_only_win]


def iterate_judgements(
    record: Record,
    limit: Limit | None = None,
    *,
    stop: StopFlag | None = None,
    search: AnalysisSearch | None = None,
) -> Generator[Judgement]:
    """Yields a judgement for each move of a record. The limit applies to each position. Setting
    `stop` ends the review after the moves judged so far."""
    stop = stop or StopFlag()
    search = search or make_search(record.start)
    limit = limit or default_limit(search)
    before: Analysis | None = None
    for number, position in enumerate(record.positions()):
        after = analyse(position, limit, lines=1, stop=stop, search=search)
        if stop.is_set:
            return
        if before:
            played = before.position.move(record.plies[number - 1].move)
            yield judge(number, played, before, after)
        before = after


def review(
    record: Record, limit: Limit | None = None, *, search: AnalysisSearch | None = None
) -> Review:
    """The review of a record. The limit applies to each position."""
    check_type("record", record, Record)
    return summarise(record, list(iterate_judgements(record, limit, search=search)))


def default_limit(search: AnalysisSearch) -> Limit:
    """The limit for a position: alpha-beta searches many nodes, a search with a network few."""
    if isinstance(search, AlphaBeta):
        return ALPHABETA_LIMIT
    return NETWORK_LIMIT if isinstance(search, NetworkMcts) else TREE_LIMIT


def judge(number: int, played: int, before: Analysis, after: Analysis) -> Judgement:
    """Judges a move by the analyses before and after it."""
    best = before.best
    assert best, "somebody was to move"
    expected, left = before.values[before.player], after.values[before.player]
    cost = max(0.0, expected - left)
    if len(before.position.legal_moves()) == 1:
        cost, kind = 0.0, MoveQuality.forced
    elif played == best.move:
        cost, kind = 0.0, MoveQuality.best
    elif cost < INACCURACY:
        kind = MoveQuality.good
    elif before.proved and expected == 1:
        kind = MoveQuality.missed_win
    elif are_lost(before.position, (played, best.move)):
        cost, kind = 0.0, MoveQuality.good
    elif after.proved and left == 0:
        kind = MoveQuality.lost
    elif cost < MISTAKE:
        kind = MoveQuality.inaccuracy
    else:
        kind = MoveQuality.mistake if cost < BLUNDER else MoveQuality.blunder
    return Judgement(number, played, before, after, cost, kind)


def summarise(record: Record, judgements: Sequence[Judgement]) -> Review:
    """The review that follows from all judgements."""
    accuracies: list[list[float]] = [[] for _ in range(record.start.players)]
    for each in judgements:
        if each.kind is not MoveQuality.forced:
            accuracies[each.player].append(move_accuracy(each.cost))
    accuracy = tuple(fmean(own) if own else None for own in accuracies)
    return Review(record, tuple(judgements), accuracy, last_change_of_lead(judgements))


def move_accuracy(cost: float) -> float:
    """The accuracy of a move: 1 if it cost nothing, about 0.64 at a cost of 0.1, 0 at a cost of
    1. Chess servers use such a curve, so that the numbers look familiar."""
    return (exp(-ACCURACY_DECAY * cost) - WORST) / (1 - WORST)


def last_change_of_lead(judgements: Sequence[Judgement]) -> Judgement | None:
    """The last move that took the lead from another player, also by way of an even position."""
    found = None
    ahead = leader(judgements[0].before) if judgements else None
    for each in judgements:
        now = leader(each.after)
        if now is not None and ahead not in (None, now):
            found = each
        ahead = ahead if now is None else now
    return found


def leader(analysis: Analysis) -> int | None:
    """The player who expects more than all others together, if there is one."""
    best = max(range(len(analysis.values)), key=lambda player: analysis.values[player])
    return best if analysis.values[best] > EVEN else None
