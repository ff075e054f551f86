"""The table: a game in progress as a growing list of events.

The state follows from the list of events, which only grows. Commands say who does what and when; a
command that is not allowed raises TableError and changes nothing. There is no input or output here,
and the time is always passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene, player_name
from tabuleiro.games import another_start
from tabuleiro.play import setup
from tabuleiro.play.clock import Clock
from tabuleiro.play.events import (
    Answered,
    Continued,
    Drawn,
    Event,
    Followed,
    Joined,
    LayoutAnswered,
    Moved,
    Opened,
    Paused,
    ProposalKind,
    Proposed,
    Redone,
    Redrawn,
    Resigned,
    TakenBack,
    TimedOut,
)
from tabuleiro.play.finish import Ending, Finish, finish_among, worth_of
from tabuleiro.play.setup import STAND_IN
from tabuleiro.records import Ply, Record
from tabuleiro.records.ply import check_single_line, scene_at


class TableError(TabuleiroError):
    """A command that is not allowed now."""


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """What a player has proposed, and who has agreed so far, including that player."""

    seat: int
    what: ProposalKind
    agreed: frozenset[int]


class Table:
    """A game in progress. Seats are counted from 0, like players; times are in seconds."""

    def __init__(self, events: Sequence[Event]) -> None:
        """A table from its events, the first of which is `Opened`."""
        self._events: list[Event] = []
        self.apply_events(events)

    @classmethod
    def open(cls, record: Record, now: float) -> Table:
        """A table for a new game, or for a game to resume."""
        return cls([Opened(now, record)])

    def copy(self) -> Table:
        """A copy that can change while this table stays as it is."""
        other = copy(self)
        for name in ("_events", "_plies", "_positions", "_undone"):
            setattr(other, name, list(getattr(self, name)))
        return other

    def apply_events(self, events: Iterable[Event]) -> None:
        """Applies events that happened on another copy of this table."""
        for event in events:
            self._apply(event)

    # --- what there is to know -------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All events."""
        return tuple(self._events)

    @property
    def version(self) -> int:
        """A number that grows with every event."""
        return len(self._events)

    @cached_property
    def game_text(self) -> str:
        """The game and its options, as they are written."""
        return self._record.game_text

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the one on the board."""
        return tuple(self._positions)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves, without those that were taken back."""
        return tuple(self._plies)

    @property
    def player(self) -> int | None:
        """The player to move; None before the game has begun and after its end."""
        return None if self.over or not self.begun else self.position.player

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that nobody has taken yet."""
        return tuple(number for number, seat in enumerate(self.setup.seats) if seat.free)

    @property
    def begun(self) -> bool:
        """Whether moves can be made: every seat is taken and the start is accepted."""
        return not self.free_seats and not self.layout_open

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.finish is not None

    @property
    def layout_open(self) -> bool:
        """Whether a player still has to accept or reject the start."""
        return self._dislikes is not None

    @property
    def asked_about_layout(self) -> int | None:
        """The player who is asked next whether they accept the start."""
        if self._dislikes is None or self.free_seats:
            return None
        people = (number for number, seat in enumerate(self.setup.seats) if seat.is_person)
        return next((seat for seat in people if seat not in self._dislikes), None)

    @property
    def remaining(self) -> tuple[int, ...]:
        """The players who have not left the game."""
        left = [seat for seat, _ in self.forfeits]
        return tuple(seat for seat in range(self.position.players) if seat not in left)

    @property
    def can_redo(self) -> bool:
        """Whether moves that were taken back can be restored."""
        return bool(self._undone) and not self.over

    @property
    def asked_to_agree(self) -> frozenset[int]:
        """The players who still have to answer the open proposal."""
        proposed = self.open_proposal
        return self._consenting(proposed.what) - proposed.agreed if proposed else frozenset()

    @property
    def rematch_agreed(self) -> bool:
        """Whether all agree to a rematch that is not opened yet."""
        proposed = self.open_proposal
        return proposed is not None and proposed.what == "rematch" and not self.asked_to_agree

    def computer_at(self, seat: int) -> str:
        """The computer player that moves for a seat: its own, or a stand-in; empty for a person."""
        return self.setup.seats[seat].computer if seat in self.remaining else STAND_IN

    def may_propose(self, seat: int, what: ProposalKind) -> bool:
        """Whether a player may propose this: once per move, since endless proposals would disturb
        the player to move. Rematches are not limited."""
        return what == "rematch" or (seat, what) not in self._proposed

    def time_left(self, seat: int, now: float) -> float | None:
        """The seconds on a player's clock; None without clocks."""
        return self.clock.remaining(seat, now) if self.clock else None

    def scene(self) -> Scene:
        """The scene of the board, with the last move."""
        scene = scene_at(self._positions, self._plies, len(self._plies))
        return scene.at_rest() if self.over else scene

    @property
    def finish(self) -> Finish | None:
        """How the game ended; None if it is not over."""
        left = [seat for seat, _ in self.forfeits]
        equal: list[tuple[float, ...]] = [()] * self.position.players
        if len(self.remaining) == 1:
            return finish_among(self.forfeits[-1][1], equal, left)
        if self._drawn:
            return finish_among(self._drawn, equal, left)
        outcome = self.position.outcome()
        if outcome is not None:
            return finish_among("rules", worth_of(outcome), left)
        if len(self._plies) >= self.setup.move_limit:
            return finish_among("move limit", equal, left)
        return None

    @property
    def ended_by_rules(self) -> bool:
        """Whether the game ended by its rules, with the winners of the rules: by the rules alone a
        player who has left could win."""
        finish, outcome = self.finish, self.position.outcome()
        return bool(finish and outcome and finish.winners == outcome.winners)

    def record(self) -> Record:
        """The record of the game so far, as it is saved."""
        headers = setup.write_forfeits(self.forfeits)
        if self.layout_open:
            headers["Layout"] = "open"
        finish = self.finish
        if finish and finish.ending != "rules":
            headers["Ending"] = finish.ending
        elif finish and self.forfeits:  # the rules would rank players who left like the others
            headers["Ending"] = self.forfeits[-1][1]
        record = setup.with_headers(self._record, setup.PROGRESS_HEADERS, headers)
        result = finish.result if finish else "none"
        return replace(record, start=self._positions[0], plies=self.plies, result=result)

    # --- commands --------------------------------------------------------------------------

    def join(self, seat: int, name: str, now: float) -> None:
        """Takes a free seat. The game begins when the last one is taken."""
        if seat not in self.free_seats:
            raise TableError(say("this seat is taken"))
        check_single_line(name)
        self._apply(Joined(now, seat, name))

    def rename(self, seat: int, name: str, now: float) -> None:
        """Changes the name of a player while the game waits for others."""
        if not self.free_seats:
            raise TableError(say("the game has started"))
        check_single_line(name)
        self._apply(Joined(now, seat, name))

    def move(self, seat: int, text: str, now: float, value: float | None = None) -> None:
        """Makes a move; `value` is the expected score of the player, from a search."""
        self._must_go_on(now)
        if self.layout_open:
            raise TableError(say("the start must be accepted before the first move"))
        if seat != self.position.player:
            mover = player_name(self.position.player)
            raise TableError(say("it is not your turn: {player} is to move", player=mover))
        move = self.position.move_text(self.position.move(text))
        by = "" if seat in self.remaining else STAND_IN
        self._apply(Moved(now, seat, move, value, by))

    def answer_layout(self, seat: int, likes: bool, now: float, chance: Random) -> None:
        """Accepts or rejects the start. It is kept if one person accepts it; if all reject it,
        another is drawn. Computer players are not asked."""
        if self._dislikes is None:
            raise TableError(say("the start has been accepted"))
        self._must_be_full()
        if seat in self._dislikes:
            raise TableError(say("you have already answered"))
        self._apply(LayoutAnswered(now, seat, likes))
        if self.layout_open and self.asked_about_layout is None:
            self._apply(Redrawn(now, another_start(self.position, chance).text))

    def propose(self, seat: int, what: ProposalKind, now: float) -> None:
        """Proposes a draw, a takeback of the player's last move and all after it, or a rematch
        after the end. A takeback that needs nobody's consent happens at once; proposing what is
        already proposed means agreeing."""
        self._must_allow(seat, what, now)
        proposed = self.open_proposal
        if proposed and proposed.what == what and proposed.seat != seat:
            self.answer(seat, True, now)
            return
        if what == "takeback" and not self._consenting("takeback") - {seat}:
            self._apply(TakenBack(now, self._before_last_move_of(seat)))
            return
        if what == "takeback":
            self._before_last_move_of(seat)
        if proposed and proposed.seat == seat:
            raise TableError(say("you have already made a proposal"))
        if not self.may_propose(seat, what):
            raise TableError(say("you have already proposed that since the last move"))
        self._apply(Proposed(now, seat, what))

    def answer(self, seat: int, agrees: bool, now: float) -> None:
        """Agrees to the open proposal or declines it; it happens once everybody has agreed."""
        proposed = self.open_proposal
        self._must_allow(seat, proposed.what if proposed else "draw", now)
        if proposed is None:
            raise TableError(say("nothing is proposed"))
        if seat in proposed.agreed:
            raise TableError(say("you have already agreed"))
        self._apply(Answered(now, seat, agrees))
        if self.open_proposal and self.open_proposal.agreed >= self._consenting(proposed.what):
            if proposed.what == "draw":
                self._apply(Drawn(now))
            elif proposed.what == "takeback":
                self._apply(TakenBack(now, self._before_last_move_of(proposed.seat)))

    def announce_next_game(self, game: str, now: float) -> None:
        """Stores the id of the rematch."""
        if not self.rematch_agreed:
            raise TableError(say("not everybody wants to play again"))
        self._apply(Followed(now, game))

    def redo(self, now: float) -> None:
        """Restores the moves that were taken back last."""
        self._must_go_on(now)
        if not self._undone:
            raise TableError(say("there is nothing to redo"))
        self._apply(Redone(now))

    def resign(self, seat: int, now: float) -> None:
        """Resigns. With more than two players the others play on, and a stand-in moves instead."""
        self._must_remain(seat, now)
        self._apply(Resigned(now, seat))

    def tick(self, now: float) -> bool:
        """Times out the player whose clock has run out; returns whether there was one."""
        falls = None if self.over or self.clock is None else self.clock.runs_out_at()
        if falls is None or now < falls or self.clock is None or self.clock.running is None:
            return False
        self._apply(TimedOut(now, self.clock.running))
        return True

    def pause_clocks(self, now: float) -> None:
        """Stops the clocks while nobody can move."""
        if not self.paused:
            self._apply(Paused(now))

    def resume_clocks(self, now: float) -> None:
        """Starts the clocks again."""
        if self.paused:
            self._apply(Continued(now))

    # --- what forbids commands -------------------------------------------------------------

    def _must_go_on(self, now: float) -> None:
        """TableError while a seat is free, when the time is over and after the end of the game."""
        self._must_be_full()
        if self.tick(now):
            raise TableError(say("too late: the time is over"))
        if self.over:
            raise TableError(say("the game is over"))

    def _must_be_full(self) -> None:
        if self.free_seats:
            raise TableError(say("the game has not started: a seat is still free"))

    def _must_allow(self, seat: int, what: ProposalKind, now: float) -> None:
        """TableError for a proposal or answer that is not allowed now, or not for this player."""
        if what != "rematch":
            self._must_remain(seat, now)
        elif not self.over:
            raise TableError(say("the game is not over"))
        elif self.next_game:
            raise TableError(say("the next game has begun"))

    def _must_remain(self, seat: int, now: float) -> None:
        self._must_go_on(now)
        if seat not in self.remaining:
            raise TableError(say("{player} has left the game", player=player_name(seat)))

    def _consenting(self, what: ProposalKind) -> frozenset[int]:
        """The players who must agree: all remaining ones to a draw, people to a takeback unless it
        is free, all people to a rematch."""
        if what == "draw":
            return frozenset(self.remaining)
        if what == "rematch":
            seats = enumerate(self.setup.seats)
            return frozenset(number for number, seat in seats if seat.is_person)
        if self.setup.free_takebacks:
            return frozenset()
        return frozenset(seat for seat in self.remaining if self.setup.seats[seat].is_person)

    def _before_last_move_of(self, seat: int) -> int:
        """The number of moves before a player's last move."""
        for count in reversed(range(len(self._plies))):
            if self._positions[count].player == seat:
                return count
        raise TableError(say("{player} has made no move yet", player=player_name(seat)))

    # --- what events do --------------------------------------------------------------------

    def _apply(self, event: Event) -> None:
        """Applies an event and appends it to the list."""
        EFFECTS[type(event)](self, event)
        self._events.append(event)

    def _apply_opened(self, event: Opened) -> None:
        record = event.record
        self._record = record
        self.setup = setup.setup_of(record)
        self._plies = list(record.plies)
        self._positions = list(record.positions())
        self._undone: list[tuple[Ply, ...]] = []
        self.open_proposal: OpenProposal | None = None
        self._proposed: frozenset[tuple[int, ProposalKind]] = frozenset()
        self.forfeits: tuple[setup.Forfeit, ...] = setup.forfeits_of(record)
        self.paused = False
        self.next_game = ""
        self._drawn: Ending | None = None
        self._dislikes: frozenset[int] | None = None
        if record.headers.get("Layout") == "open" and not record.plies:
            self._dislikes = frozenset()
        self._take_recorded_result(record)
        self.clock = self._clock_of(record)
        self._begin_move(event.at)

    def _take_recorded_result(self, record: Record) -> None:
        """Takes the result from the record if it does not follow from moves and forfeits."""
        if record.result == "none" or self.finish is not None:
            return
        if record.result == "draw":
            limit = record.headers.get("Ending") == "move limit"
            self._drawn = "move limit" if limit else "agreement"
            return
        winner = int(record.result[1]) - 1
        time = record.headers.get("Ending") == "time"
        others = [seat for seat in self.remaining if seat != winner]
        self.forfeits += tuple((seat, "time" if time else "resignation") for seat in others)

    def _clock_of(self, record: Record) -> Clock | None:
        """The clock after the last move of each player."""
        control = self.setup.control
        if control is None:
            return None
        clock = Clock.of(control, len(record.players))
        left = list(clock.left)
        for position, ply in zip(self._positions, self._plies, strict=False):
            if ply.clock is not None:
                left[position.player] = ply.clock
        return replace(clock, left=tuple(left))

    def _begin_move(self, now: float) -> None:
        """Starts the clock of the player to move."""
        self._began = now
        player = None if self.paused else self.player
        if self.clock:
            remains = player is not None and player in self.remaining
            self.clock = self.clock.run(player if remains else None, now)

    def _apply_joined(self, event: Joined) -> None:
        self._record = setup.with_player(self._record, event.seat, event.name)
        self.setup = setup.setup_of(self._record)
        self._begin_move(event.at)

    def _apply_layout_answered(self, event: LayoutAnswered) -> None:
        assert self._dislikes is not None
        self._dislikes = None if event.likes else self._dislikes | {event.seat}
        self._begin_move(event.at)

    def _apply_redrawn(self, event: Redrawn) -> None:
        now = self.position
        self._positions = [now.game.read(event.start, now.options())]
        self._dislikes = frozenset()

    def _apply_moved(self, event: Moved) -> None:
        before = self.position
        after = before.play(event.move)
        ends_turn = after.player != before.player
        left = self._stop_clock(event.seat, ends_turn, event.at)
        spent = None if self.paused else round(max(0.0, event.at - self._began), 3)
        self._plies.append(Ply(event.move, event.value, left, spent, event.by))
        self._positions.append(after)
        self._undone.clear()
        self._withdraw_proposals()
        self._begin_move(event.at)

    def _stop_clock(self, seat: int, ends_turn: bool, now: float) -> float | None:
        """Stops the clock of the player who moved; returns what is left, None without a clock."""
        if self.clock is None or seat not in self.remaining:
            return None
        clock = self.clock.run(None, now)
        self.clock = clock.end_turn(seat) if ends_turn else clock
        return round(self.clock.left[seat], 3)

    def _apply_proposed(self, event: Proposed) -> None:
        self.open_proposal = OpenProposal(event.seat, event.what, frozenset({event.seat}))
        self._proposed |= {(event.seat, event.what)}

    def _apply_answered(self, event: Answered) -> None:
        assert self.open_proposal is not None
        agreed = self.open_proposal.agreed | {event.seat}
        self.open_proposal = replace(self.open_proposal, agreed=agreed) if event.agrees else None

    def _apply_taken_back(self, event: TakenBack) -> None:
        self._undone.append(tuple(self._plies[event.moves :]))
        del self._plies[event.moves :]
        del self._positions[event.moves + 1 :]
        self._withdraw_proposals()
        self._begin_move(event.at)

    def _apply_redone(self, event: Redone) -> None:
        for ply in self._undone.pop():
            self._positions.append(self.position.play(ply.move))
            self._plies.append(ply)
        self._withdraw_proposals()
        self._begin_move(event.at)

    def _withdraw_proposals(self) -> None:
        """After a change of the board, nothing is proposed and anything may be proposed again."""
        self.open_proposal = None
        self._proposed = frozenset()

    def _apply_drawn(self, event: Drawn) -> None:
        self._drawn = "agreement"
        self.open_proposal = None
        self._begin_move(event.at)

    def _apply_followed(self, event: Followed) -> None:
        self.next_game = event.game
        self.open_proposal = None

    def _apply_departure(self, event: Resigned | TimedOut) -> None:
        reason: setup.ForfeitReason = "time" if isinstance(event, TimedOut) else "resignation"
        self.forfeits += ((event.seat, reason),)
        self.open_proposal = None
        self._begin_move(event.at)

    def _apply_pause(self, event: Paused | Continued) -> None:
        self.paused = isinstance(event, Paused)
        self._begin_move(event.at)


EFFECTS: dict[type[Event], Callable[[Table, Any], None]] = {
    Opened: Table._apply_opened,
    Joined: Table._apply_joined,
    LayoutAnswered: Table._apply_layout_answered,
    Redrawn: Table._apply_redrawn,
    Moved: Table._apply_moved,
    Proposed: Table._apply_proposed,
    Answered: Table._apply_answered,
    TakenBack: Table._apply_taken_back,
    Redone: Table._apply_redone,
    Drawn: Table._apply_drawn,
    Followed: Table._apply_followed,
    Resigned: Table._apply_departure,
    TimedOut: Table._apply_departure,
    Paused: Table._apply_pause,
    Continued: Table._apply_pause,
}
"""What applies each kind of event to a table."""
