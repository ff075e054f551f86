"""The result of a trial of servers: compares what clients saw with what is stored at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tabuleiro.play import Table
from tabuleiro.play.events import Continued, Event, Moved, Paused, TakenBack, TimedOut
from tabuleiro.web.games.heartbeat import LATE
from tabuleiro.web.store.store import Store

Data = dict[str, Any]

TAKEOVER = 10.0  # seconds within which another process must take over from a dead one
ROUNDING = 0.1  # seconds by which our own times may be off
SETTLING = 5.0  # seconds within which a restarted server must resume the clocks


@dataclass(frozen=True)
class Outage:
    """A time in which something was down; `all_down` means that nobody could play."""

    what: str
    killed: float
    ready: float
    all_down: bool

    @property
    def responsible(self) -> float:
        """The time from which another process had to take over: the kill if there was another
        server, otherwise the restart."""
        return self.ready if self.all_down else self.killed

    @property
    def charged(self) -> float:
        """How many of its seconds may count on clocks. A single server knows how long no server was
        running; if the database was down, a time shorter than a late heartbeat is not noticed."""
        return LATE if self.what == "database" else 0.0


@dataclass(frozen=True)
class Confirmed:
    """A command that was accepted: it was sent for `version` and created the version `accepted`."""

    game: str
    seat: int
    do: str
    move: str
    version: int
    accepted: int


@dataclass
class Protocol:
    """Everything that clients saw."""

    confirmed: list[Confirmed] = field(default_factory=list)
    seen: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    computer_moves: set[tuple[str, int]] = field(default_factory=set)
    games: set[str] = field(default_factory=set)
    flagged: set[str] = field(default_factory=set)
    outages: list[Outage] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def see(self, state: Data) -> None:
        """Records the moves of a version of a game, which must be the same for everybody."""
        key, moves = (state["id"], state["version"]), tuple(each["text"] for each in state["moves"])
        if moves and state["seats"][state["moves"][-1]["seat"]]["computer"]:
            self.computer_moves.add((state["id"], len(moves)))
        if self.seen.setdefault(key, moves) != moves:
            self.problems.append(f"{key} was shown with different moves")


@dataclass(frozen=True)
class Standstill:
    """A time in which nobody could play; at most `charged` seconds of it may count on a clock."""

    begun: float
    ended: float
    charged: float

    def wrong(self, since: float, until: float) -> float:
        """How many of its seconds a clock that ran from `since` to `until` counted wrongly."""
        shared = min(until, self.ended) - max(since, self.begun)
        return max(0.0, shared - self.charged - ROUNDING)


class Verdict:
    """Compares what is stored with what clients saw."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.problems = list(protocol.problems)
        self.lost: list[str] = []
        self.doubled: list[str] = []
        self.wrong_flags: list[str] = []
        self.wrongly_charged: list[float] = []
        self.moves = Counter[str]()
        self.takeovers: list[float] = []
        self.behind_accidents: list[float] = []
        self.lateness: list[float] = []
        self.standstills: list[Standstill] = []

    def judge(self, store: Store) -> None:
        """Reads the store and compares."""
        with store.reading() as reading:
            stored = {game: reading.events(game) for game in reading.game_ids()}
        self.judge_stored(stored)

    def judge_stored(self, stored: dict[str, list[Event]]) -> None:
        """Compares the events of all games."""
        self._find_standstills(stored.values())
        for game, events in stored.items():
            self._judge_game(game, events)
        for made in self.protocol.confirmed:
            self._judge_command(made, stored.get(made.game, []))
        versions = Counter((each.game, each.accepted) for each in self.protocol.confirmed)
        self.doubled += [f"confirmed twice: {key}" for key, times in versions.items() if times > 1]
        for game in self.protocol.flagged:
            fallen = sum(isinstance(event, TimedOut) for event in stored.get(game, ()))
            if fallen != 1:
                self.wrong_flags.append(f"{fallen} flags fell in {game}")

    # --- one game

    def _judge_game(self, game: str, events: list[Event]) -> None:
        """Replays a game: every move of a person must have been confirmed, and every version must
        look as it was shown."""
        confirmed = {each.accepted for each in self.protocol.confirmed if each.game == game}
        table = Table(events[:1])
        for event in events[1:]:
            self._judge_event(game, table, event)
            table.apply_events([event])
            self._judge_sight(game, table)
            if isinstance(event, Moved):
                self._count_move(game, table, event, table.version in confirmed)

    def _judge_event(self, game: str, table: Table, event: Event) -> None:
        """Checks an event before it is applied to the table."""
        wrong = self._wrongly_charged(table, event.at)
        if wrong:
            self.wrongly_charged.append(wrong)
        if isinstance(event, TimedOut):
            self._judge_flag(game, table, event, wrong)
        elif isinstance(event, Moved) and table.computer_at(event.seat):
            self._judge_takeover(turn_began(table.events), event.at)

    def _wrongly_charged(self, table: Table, until: float) -> float:
        """The seconds without a server that were counted on the running clock until then."""
        clock = table.clock
        if clock is None or clock.running is None:
            return 0.0
        return sum(each.wrong(clock.since, until) for each in self.standstills)

    def _judge_flag(self, game: str, table: Table, event: TimedOut, wrong: float) -> None:
        due = table.clock.runs_out_at() if table.clock else None
        if due is None or event.at < due:
            self.wrong_flags.append(f"a flag fell early in {game}")
        elif due + wrong > event.at:
            self.wrong_flags.append(f"a flag fell in {game} by {wrong:.1f} s without a server")
        else:
            self.lateness.append(self._since_ready(due, event.at))

    def _judge_sight(self, game: str, table: Table) -> None:
        shown = self.protocol.seen.get((game, table.version))
        if shown is not None and shown != tuple(ply.move for ply in table.plies):
            self.problems.append(f"{game} was shown otherwise in version {table.version}")

    def _judge_takeover(self, began: float, moved: float) -> None:
        """Measures how soon a computer player moved after an outage interrupted its turn."""
        during = [
            each for each in self.protocol.outages if began < each.ready and each.killed < moved
        ]
        if during:
            worker = all(each.what.startswith("worker") for each in during)
            times = self.behind_accidents if worker else self.takeovers
            times.append(max(0.0, moved - max(began, *(each.responsible for each in during))))

    def _count_move(self, game: str, table: Table, event: Moved, confirmed: bool) -> None:
        if table.computer_at(event.seat):
            self.moves["computers'"] += 1
        elif confirmed:
            self.moves["people's"] += 1
        else:
            self.doubled.append(f"{game} has move {event.move} that nobody was confirmed")

    def _judge_command(self, made: Confirmed, events: list[Event]) -> None:
        """Checks that a confirmed command is stored, in its version."""
        event = events[made.accepted - 1] if made.accepted <= len(events) else None
        if event is None or not is_stored(made, event):
            self.lost.append(f"{made} is stored as {event}")
        if made.accepted != made.version + 1:
            self.problems.append(f"{made} made several events")

    # --- times

    def _since_ready(self, due: float, at: float) -> float:
        """How long after a flag fell, or after a server was ready again, it was noticed."""
        down = [
            each.ready for each in self.protocol.outages if each.killed < at and each.ready > due
        ]
        return at - min(at, max([due, *down]))

    def _find_standstills(self, stored: Iterable[Sequence[Event]]) -> None:
        """Finds the times in which nobody could play. Each ends when a server resumes the clocks of
        running games or, if there are none, answers."""
        went_on = [
            event.at for events in stored for event in events if isinstance(event, Continued)
        ]
        for outage in self.protocol.outages:
            if outage.all_down:
                during = [at for at in went_on if outage.killed < at < outage.ready + SETTLING]
                ended = min(during, default=outage.ready)
                self.standstills.append(Standstill(outage.killed, ended, outage.charged))

    def late(self) -> list[str]:
        """What was done too late; the reason may be that the machine is busy."""
        found = {
            "a computer player was taken over after": self.takeovers,
            "a computer player moved, behind a worker that failed, after": self.behind_accidents,
            "a flag was noted after": self.lateness,
        }
        return [
            f"{what} {max(times):.1f} s"
            for what, times in found.items()
            if max(times, default=0.0) > TAKEOVER
        ]

    def summary(self) -> Data:
        """The result, as data."""
        kinds = Counter(each.what for each in self.protocol.outages)
        return {
            "killed": dict(kinds),
            "games": len(self.protocol.games) + len(self.protocol.flagged),
            "commands confirmed": len(self.protocol.confirmed),
            "moves stored": dict(self.moves),
            "lost": len(self.lost),
            "doubled": len(self.doubled),
            "flags fallen": len(self.lateness),
            "wrong flags": len(self.wrong_flags),
            "wrongly charged at most, s": longest(self.wrongly_charged),
            "times without a server": len(self.standstills),
            "latest flag, s": longest(self.lateness),
            "computer turns cut off": len(self.takeovers),
            "slowest takeover, s": longest(self.takeovers),
            "slowest move behind a worker that failed, s": longest(self.behind_accidents),
            "seen from outside": dict(self.protocol.counts),
            "late": self.late(),
            "problems": [*self.lost, *self.doubled, *self.wrong_flags, *self.problems],
        }


def longest(times: Iterable[float]) -> float:
    """The longest of several times, in seconds."""
    return round(max(times, default=0.0), 2)


def is_stored(made: Confirmed, event: Event) -> bool:
    """Whether an event is the one that was confirmed."""
    if made.do == "move":
        return isinstance(event, Moved) and (event.seat, event.move) == (made.seat, made.move)
    return made.do != "takeback" or isinstance(event, TakenBack)


def turn_began(events: Sequence[Event]) -> float:
    """When the current turn began."""
    return next(event.at for event in reversed(events) if not isinstance(event, Paused | Continued))
