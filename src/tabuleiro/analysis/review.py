"""Reviewing a recorded game: what each move cost, and where the game turned.

Every position is analysed once. What a move cost is the expected score of whoever made it before
the move less that after it; the best move costs nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tabuleiro.analysis.multi_pv import Analysis, AnySearch, make_search
from tabuleiro.analysis.position_analysis import last_analysis
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.records import Record
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.limit import Limit
from tabuleiro.search.network_mcts import NetworkMcts

IN_A_TREE, BY_DEPTH = Limit(nodes=3000), Limit(nodes=30_000)  # of each position, by its search
WITH_A_NETWORK = Limit(nodes=400)
NOTICED = 0.05  # what a move costs at least to be spoken of
COSTLY = 0.10
GRAVE = 0.20
CLEAR = 0.5  # of what there is to win: the expected score from which on somebody is ahead


class MoveQuality(StrEnum):
    """What kind of move it was."""

    best = "best"  # the one that the search would have made
    forced = "forced"  # there was no other
    good = "good"  # it cost next to nothing
    inaccuracy = "inaccuracy"
    mistake = "mistake"
    blunder = "blunder"
    missed_win = "missed win"  # a proved win was given away
    lost = "lost"  # a game that was not lost is proved to be, by this move


FAULTS = (
    MoveQuality.inaccuracy,
    MoveQuality.mistake,
    MoveQuality.blunder,
    MoveQuality.missed_win,
    MoveQuality.lost,
)
"""The kinds that cost something, from the least grave on."""


@dataclass(frozen=True)
class Judgement:
    """A move of the game: its number from 1, what was known before and after it, what it cost.

    `player` is who made it; `cost` is what it cost him in expected score, 0 to 1.
    """

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
        """Who made it."""
        return self.before.player

    @property
    def text(self) -> str:
        """The move as text."""
        return self.position.move_text(self.played)

    @property
    def better(self) -> list[str]:
        """The line that would have been better, as texts; none where the move was the best."""
        return (
            [] if self.kind in (MoveQuality.best, MoveQuality.forced) else self.before.line_texts(0)
        )

    @property
    def is_fault(self) -> bool:
        """Whether it cost enough to be spoken of."""
        return self.kind in FAULTS


@dataclass(frozen=True)
class Review:
    """A whole game, or as much of it as was looked at.

    `accuracy` has, for each player, the part of the expected score at stake in his moves that he
    kept, 0 to 1; None for one who never had a choice. `turning` is the costliest of the faults
    after which another player was ahead than before, if there is one.
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


def review(
    record: Record,
    limit: Limit | None = None,
    *,
    stop: StopFlag | None = None,
    search: AnySearch | None = None,
) -> Generator[Judgement]:
    """Judges the moves of a record one after the other, as soon as each is known. The limit is
    that of a position. Raised, `stop` ends it after the moves that are judged."""
    stop = stop or StopFlag()
    search = search or make_search(record.start)
    analyses = analyse_game(record, limit or default_limit(search), search, stop)
    for number, (before, after) in enumerate(pairwise(analyses), start=1):
        played = before.position.move(record.plies[number - 1].move)
        yield judge(number, played, before, after)


def default_limit(search: AnySearch) -> Limit:
    """The limit of a position where none is given: nodes of alpha-beta are cheap, those of a
    network say much."""
    if isinstance(search, AlphaBeta):
        return BY_DEPTH
    return WITH_A_NETWORK if isinstance(search, NetworkMcts) else IN_A_TREE


def analyse_game(
    record: Record, limit: Limit, search: AnySearch, stop: StopFlag
) -> Iterator[Analysis]:
    """An analysis of each position of a game; of those that were broken off none."""
    for position in record.positions():
        analysis = last_analysis(position, limit, lines=1, stop=stop, search=search)
        if stop.is_set:
            return
        yield analysis


def judge(number: int, played: int, before: Analysis, after: Analysis) -> Judgement:
    """What a move was like, by what was known before and after it."""
    cost = 0.0
    best = before.best
    assert best, "somebody was to move"
    forced = len(before.position.legal_moves()) == 1
    if not forced and played != best.move:
        cost = max(0.0, before.values[before.player] - after.values[before.player])
    kind = MoveQuality.forced if forced else quality_of(played == best.move, cost, before, after)
    return Judgement(number, played, before, after, cost, kind)


def quality_of(is_best: bool, cost: float, before: Analysis, after: Analysis) -> MoveQuality:
    """What kind of move it was that cost so much."""
    if is_best:
        return MoveQuality.best
    if cost < NOTICED:
        return MoveQuality.good
    if before.proved and before.values[before.player] == 1:
        return MoveQuality.missed_win
    if after.proved and after.values[before.player] == 0:
        return MoveQuality.lost
    return (
        MoveQuality.blunder
        if cost >= GRAVE
        else MoveQuality.mistake
        if cost >= COSTLY
        else MoveQuality.inaccuracy
    )


def summarise(record: Record, judgements: Sequence[Judgement]) -> Review:
    """What all judgements together say of the game."""
    accuracy = tuple(accuracy_of(player, judgements) for player in range(record.start.players))
    faults = [each for each in judgements if each.is_fault]
    turns = [each for each in faults if leader(each.before) != leader(each.after)]
    turning = max(turns, key=lambda each: each.cost, default=None)
    return Review(record, tuple(judgements), accuracy, turning)


def accuracy_of(player: int, judgements: Sequence[Judgement]) -> float | None:
    """The part of what was at stake in his moves that a player kept."""
    own = [
        each for each in judgements if each.player == player and each.kind is not MoveQuality.forced
    ]
    if not own:
        return None
    stake = sum(each.before.values[player] for each in own)
    return 1 - sum(each.cost for each in own) / stake if stake else 1.0


def leader(analysis: Analysis) -> int | None:
    """The player who expects more than all others together; None when nobody does."""
    best = max(range(len(analysis.values)), key=lambda player: analysis.values[player])
    return best if analysis.values[best] > CLEAR else None
