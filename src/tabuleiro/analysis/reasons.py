"""Why a move is good or bad, in sentences that are always true.

Wins, losses and threats to win are proved by the exact solver within a limit of nodes. What a move
takes or scores is found by playing it. A threat is what a player could do if the opponent passed.
Nothing is said about what can be neither proved nor played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile

from tabuleiro.core.editing import with_turn_of
from tabuleiro.core.message import Message, check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

WORK = 20_000
PART = 4  # a question about one of the other moves gets this part of the work
MEGABYTES = 8
LONGEST_TURN = 3  # moves
SENTENCES = 2  # about a move
SHOWN = 6  # moves of a line

ONLY_WIN = say("No other move wins")
ALL_LOSE = say("Every move loses here")

Moves = tuple[int, ...]
Line = tuple[tuple[Position, int], ...]
"""Moves with the positions in which they are made; a player may have passed between two of them."""


@dataclass(frozen=True)
class Reason:
    """A true sentence about a move, and the line that shows it: the move itself, then what follows
    or, after a pass, could follow."""

    said: Message
    line: Line

    @property
    def texts(self) -> list[str]:
        """The moves of the line as texts."""
        return texts_of(self.line)


def reasons_for(
    position: Position,
    moves: Sequence[int],
    *,
    fault: bool = False,
    work: int = WORK,
    stop: StopFlag | None = None,
) -> list[Reason]:
    """At most two sentences about the moves that the player to move makes in one turn: what is
    good about them or, if they are a `fault`, how they lose. There may be none. A question to the
    solver may take `work`: nodes times legal moves."""
    check_type("position", position, Position)
    if position.players != 2:
        return []
    finder = ReasonFinder(position, moves, work, stop or StopFlag())
    return list(islice(finder.faults() if fault else finder.merits(), SENTENCES))


def allowed_gain(position: Position, move: int, reply: Sequence[int]) -> Reason | None:
    """What the opponent takes or scores with the first turn of a reply, unless they could have done
    that if the player had passed."""
    if position.players != 2:
        return None
    finder = ReasonFinder(position, (move,), WORK, StopFlag())
    turn = own_turn(finder.after, reply)
    for gain, line in finder.new_gains(finder.after, finder.before_pass, turn):
        words = finder.words_of(line)
        return Reason(say("{move} allows the opponent's {line}: {gain}", gain=gain, **words), line)
    return None


def are_lost(position: Position, moves: Iterable[int]) -> bool:
    """Whether each of these moves is proved to lose, in a game of two players."""
    finders = (ReasonFinder(position, (move,), WORK, StopFlag()) for move in moves)
    return position.players == 2 and all(
        each.win_of(each.opponent, each.after) is not None for each in finders
    )


def own_turn(position: Position, line: Sequence[int]) -> Moves:
    """The moves at the beginning of a line that the player to move makes in one turn."""
    own = takewhile(lambda ply: ply[0].player == position.player, with_positions(position, line))
    return tuple(move for _, move in islice(own, LONGEST_TURN))


def with_positions(position: Position, moves: Iterable[int]) -> Line:
    """Moves with the positions in which they are made."""
    found = []
    for move in moves:
        found.append((position, move))
        position = position.play(move)
    return tuple(found)


class ReasonFinder:
    """Finds reasons for the moves that a player makes in one turn, the most important first."""

    def __init__(self, position: Position, turn: Sequence[int], work: int, stop: StopFlag) -> None:
        self.before = position
        self.turn = with_positions(position, turn)
        last, move = self.turn[-1]
        self.after = last.play(move)
        self.player, self.opponent = position.player, 1 - position.player
        self.work, self.stop = work, stop
        self.solver = Solver(megabytes=MEGABYTES)

    # --- what is said ------------------------------------------------------------------------

    def merits(self) -> Iterator[Reason]:
        """What is good about the turn or, if it loses, that it does."""
        win = self.win_of(self.player, self.after)
        if self.after.over:
            yield from self.end()
        elif win:
            line = self.line_with(self.after, win)
            said = say("{move} wins by force, for example {move} {line}", **self.words_of(line))
            yield Reason(said, line)
            if self.others and all(self.is_lost(self.player, each) for each in self.others):
                yield Reason(ONLY_WIN, self.turn)
            yield from self.passes(win)
        elif loss := self.win_of(self.opponent, self.after):
            yield from self.loss(loss)
        else:
            lost = (self.win_of(self.opponent, each, PART) is not None for each in self.others)
            if self.threat and self.others and all(lost):
                yield Reason(say("Every other move loses"), self.turn)
            yield from self.passes(None)

    def faults(self) -> Iterator[Reason]:
        """How the turn loses, if that is proved."""
        if self.after.over:
            yield from self.end()
        elif loss := self.win_of(self.opponent, self.after):
            yield from self.loss(loss)

    def end(self) -> Iterator[Reason]:
        """The turn ends the game."""
        if self.win_of(self.player, self.after) is not None:
            said = say("{move} wins at once", move=self.words)
        elif self.win_of(self.opponent, self.after) is not None:
            said = say("{move} loses at once", move=self.words)
        else:
            said = say("{move} draws at once", move=self.words)
        yield Reason(said, self.turn)

    def loss(self, loss: Moves) -> Iterator[Reason]:
        """How the opponent wins, and whether the player could have helped it."""
        line = self.line_with(self.after, loss)
        said = say("{move} loses by force, for example {move} {line}", **self.words_of(line))
        yield Reason(said, line)
        if len(self.before.legal_moves()) > 1 and self.win_of(self.opponent, self.before):
            yield Reason(ALL_LOSE, self.turn)

    def passes(self, win: Moves | None) -> Iterator[Reason]:
        """What a pass shows: the win that the turn stops or, without a forced win, threatens; what
        it takes, prevents and prepares."""
        if self.after.player == self.opponent:
            if self.before_pass and self.threat and self.is_refuted(self.threat[0]):
                line = self.line_with(self.before_pass, own_turn(self.before_pass, self.threat))
                words = self.words_of(line)
                said = say("{move} stops the opponent from winning with {line}", **words)
                yield Reason(said, line)
            next_win = None if win else self.win_of(self.player, self.after_pass)
            if self.after_pass and next_win:
                line = self.line_with(self.after_pass, own_turn(self.after_pass, next_win))
                words = self.words_of(line)
                yield Reason(say("{move} threatens to win with {line}", **words), line)
        last, move = self.turn[-1]
        for taken in last.game.takes(self.after, last, move):
            yield Reason(say("{move}: {gain}", move=self.words, gain=taken), self.turn)
        for gain, line in self.new_gains(self.before_pass, self.after):
            words = self.words_of(line)
            said = say("{move} prevents the opponent's {line}: {gain}", gain=gain, **words)
            yield Reason(said, line)
        for gain, line in self.new_gains(self.after_pass, self.before):
            said = say("{move} prepares {line}: {gain}", gain=gain, **self.words_of(line))
            yield Reason(said, line)

    # --- what is known -----------------------------------------------------------------------

    @cached_property
    def before_pass(self) -> Position | None:
        """The position if the player passed instead; None if nobody could play it."""
        return with_turn_of(self.before, self.opponent)

    @cached_property
    def after_pass(self) -> Position | None:
        """The position if the opponent passed after the turn."""
        return with_turn_of(self.after, self.player)

    @cached_property
    def threat(self) -> Moves | None:
        """The win that the opponent would have if the player passed."""
        return self.win_of(self.opponent, self.before_pass)

    @cached_property
    def others(self) -> list[Position]:
        """The positions after each other move; none for a turn of several moves."""
        moves = self.before.legal_moves() if len(self.turn) == 1 else []
        return [self.before.play(move) for move in moves if move != self.turn[0][1]]

    def solve(self, position: Position, part: int) -> tuple[tuple[int, ...], Moves] | None:
        """The winners under best play and a line, if that takes at most a part of the work."""
        if outcome := position.outcome():
            return outcome.winners, ()
        nodes = max(1, self.work // part // len(position.legal_moves()))
        found = self.solver.solve(position, Limit(nodes=nodes), self.stop)
        return (found.winners, found.line) if found else None

    def win_of(self, player: int, position: Position | None, part: int = 1) -> Moves | None:
        """A line with which a player wins, if that is proved; empty if they have won."""
        found = self.solve(position, part) if position else None
        return found[1] if found and found[0] == (player,) else None

    def is_lost(self, player: int, position: Position) -> bool:
        """Whether it is proved that a player cannot win."""
        found = self.solve(position, PART)
        return found is not None and found[0] != (player,)

    def is_refuted(self, move: int) -> bool:
        """Whether the opponent cannot make a move after the turn, or does not win with it."""
        legal = self.after.is_legal(move)
        return not legal or self.is_lost(self.opponent, self.after.play(move))

    def new_gains(
        self, now: Position | None, before: Position | None, only: Moves | None = None
    ) -> Iterator[tuple[Message, Line]]:
        """The shortest gain, or the one by `only` these moves, in one position that is not in
        another in which the same player is to move, neither by the same moves nor in the same
        words."""
        if now is None or before is None or now.player != before.player:
            return
        found, known = gains_in(now), gains_in(before)
        said = set(known.values())
        fresh = [each for each in found if each not in known and found[each] not in said]
        for moves in sorted(fresh, key=len)[:1] if only is None else {only}.intersection(fresh):
            yield found[moves], self.line_with(now, moves)

    # --- lines -------------------------------------------------------------------------------

    @cached_property
    def words(self) -> str:
        """The moves of the turn."""
        return " ".join(texts_of(self.turn))

    def line_with(self, position: Position, moves: Moves) -> Line:
        """The turn, and moves that begin in a position after it or after a pass."""
        return self.turn + with_positions(position, moves)

    def words_of(self, line: Line) -> dict[str, str]:
        """The values of a message: the turn, and the moves of a line after it."""
        return {"move": self.words, "line": line_text(line[len(self.turn) :])}


def texts_of(line: Line) -> list[str]:
    """The moves of a line as texts."""
    return [position.move_text(move) for position, move in line]


def line_text(line: Line) -> str:
    """The first moves of a line."""
    return " ".join(texts_of(line[:SHOWN])) + " …" * (len(line) > SHOWN)


def gains_in(position: Position) -> dict[Moves, Message]:
    """What the player to move can take or score with one move, or with a second one if they still
    move: what each such turn gains, in words."""
    found: dict[Moves, Message] = {}
    lines: list[tuple[Position, Moves]] = [(position, ())]
    for at, moves in lines:
        for move in at.legal_moves():
            following = at.play(move)
            for said in at.game.takes(following, at, move):
                found[*moves, move] = said
            if not moves and (move,) not in found and following.player == at.player:
                lines.append((following, (move,)))
    return found
