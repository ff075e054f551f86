"""One game of a tournament: its result, and the score sheet kept while it is played."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tabuleiro.core.message import Message, say
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.wording import move_count_in_words
from tabuleiro.records.ply import DIGITS


class End(StrEnum):
    """How a game of a tournament ended."""

    rules = "rules"  # as its rules say
    cap = "cap"  # after too many moves
    proof = "proof"  # its result was proved
    score = "score"  # all players agreed long enough who wins
    failed = "failed"  # a player raised an exception
    illegal = "illegal"  # a player chose an illegal move
    slow = "slow"  # a turn took too long
    flag = "flag"  # a clock ran out
    hung = "hung"  # a turn took so long that the process was killed
    died = "died"  # the process of a player ended
    refused = "refused"  # an external engine refused the game, a position or an option
    flooded = "flooded"  # an external engine wrote too much output


WITHOUT_FAULT = {End.rules, End.cap, End.proof, End.score}


@dataclass(frozen=True)
class Result:
    """A finished game of a tournament.

    `number` counts the games of the tournament from 0. The games of one `pair` start from one
    opening, with the first player on each seat once (n games for n seats). `players` are the names
    of the entries on the seats; `scores`, `turns` and `seconds` have one number per seat. A score
    is 1 for a win, 1/k for a first place that k players share, otherwise 0. `opening` is the full
    text of the opening, and `moves` are the moves after it. `fault` is the seat that lost by
    forfeit, or NOBODY. `values` and `spent` have one number for each move: the score that the
    player who made it expected (None if it did not search), and the seconds that it took; they are
    empty in the files of earlier versions.
    """

    number: int
    pair: int
    players: tuple[str, ...]
    scores: tuple[float, ...]
    opening: str
    moves: tuple[str, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    end: End
    fault: int
    detail: str
    values: tuple[float | None, ...] = ()
    spent: tuple[float, ...] = ()

    def seats_of(self, entry: str) -> list[int]:
        """The seats of an entry."""
        return [seat for seat, name in enumerate(self.players) if name == entry]

    def score_of(self, entry: str) -> float:
        """The score of an entry, summed over its seats."""
        return sum(self.scores[seat] for seat in self.seats_of(entry))

    def note(self) -> Message | None:
        """A note on a game that did not end by the rules, otherwise None."""
        if self.end is End.rules:
            return None
        detail = self.detail
        match self.end:
            case End.cap:
                what = say("a draw after {moves}", moves=move_count_in_words(len(self.moves)))
            case End.proof:
                what = say("ended early, because the result is proved: {detail}", detail=detail)
            case End.score:
                what = say(
                    "ended early, because all players agree who wins: {detail}", detail=detail
                )
            case _:
                what = describe_forfeit(self.end, self.players[self.fault], detail)
        return say("game {number}: {what}", number=self.number + 1, what=what)


def describe_forfeit(end: End, player: str, detail: str) -> Message:
    """How a player forfeited a game. The detail is a number, a name, or an engine's message."""
    facts = {"player": player, "detail": detail}
    match end:
        case End.slow | End.flag | End.hung | End.died if " " in detail:
            return say("{player} loses: {detail}", **facts)
        case End.illegal:
            return say("{player} loses by an illegal move: {detail}", **facts)
        case End.slow:
            return say("{player} took {detail} s for a turn and loses", **facts)
        case End.flag:
            return say("{player} exceeded its clock by {detail} s and loses", **facts)
        case End.hung:
            return say("{player} did not answer within {detail} s and loses", **facts)
        case End.died:
            return say("the process of {player} ended, so it loses: exit code {detail}", **facts)
        case End.refused:
            return say("{player} refused to play and loses: {detail}", **facts)
        case End.flooded:
            return say("{player} wrote too much output and loses: {detail}", **facts)
        case _:
            return say("{player} failed and loses: {detail}", **facts)


@dataclass
class ScoreSheet:
    """What the main process must know about a game in progress, in case the worker dies.

    `player` is the player to move; while all `turns` are 0, the one that is being created.
    `allowed` is their time for the turn in seconds, None without a limit.
    """

    number: int
    pair: int
    players: tuple[str, ...]
    opening: str
    player: int = NOBODY
    allowed: float | None = None
    moves: list[str] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns = self.turns or [0] * self.seats
        self.seconds = self.seconds or [0.0] * self.seats

    @property
    def seats(self) -> int:
        """How many players the game has."""
        return len(self.players)

    @property
    def begun(self) -> bool:
        """Whether all players are created and the first turn has started."""
        return any(self.turns)

    def begin_turn(self, player: int, allowed: float | None) -> None:
        """Starts a turn of a player."""
        self.player = player
        self.allowed = allowed
        self.turns[player] += 1

    def add_move(self, move: str, value: float | None, seconds: float) -> None:
        """Notes a move, what its player expected, and how long it took."""
        self.moves.append(move)
        known = value is not None and 0 <= value <= 1  # a player may report anything
        self.values.append(round(float(value or 0), DIGITS) if known else None)
        self.spent.append(round(seconds, DIGITS))

    def ended(self, last: Position) -> Result:
        """The result of a game that ended in this position by its rules or by the cap."""
        outcome = last.outcome()
        if outcome is None:
            return self.decided((1 / self.seats,) * self.seats, End.cap)
        return self.decided(outcome.values, End.rules)

    def forfeited(self, end: End, detail: str) -> Result:
        """The result if the player to move forfeits: the others share first place."""
        share = 1 / (self.seats - 1)
        scores = [0.0 if seat == self.player else share for seat in range(self.seats)]
        return self.decided(scores, end, detail, self.player)

    def decided(
        self, scores: Sequence[float], end: End, detail: str = "", fault: int = NOBODY
    ) -> Result:
        """The result with these scores."""
        return Result(
            number=self.number,
            pair=self.pair,
            players=self.players,
            scores=tuple(scores),
            opening=self.opening,
            moves=tuple(self.moves),
            turns=tuple(self.turns),
            seconds=tuple(self.seconds),
            end=end,
            fault=fault,
            detail=detail,
            values=tuple(self.values),
            spent=tuple(self.spent),
        )
