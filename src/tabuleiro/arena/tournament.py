"""A tournament as data: entries, game, openings, limits, adjudication."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tabuleiro.arena.sprt import Sprt
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import find_game
from tabuleiro.play.clock import TimeControl
from tabuleiro.players import Player, PlayerError, make_player
from tabuleiro.players.external import EngineCommand, ExternalPlayer
from tabuleiro.players.names import split_name

CAP = 1000  # moves after which a game ends as a draw
MARGIN = 0.5  # seconds by which a turn may exceed its time: the overhead around the players
LONGEST_OPENING = 10_000  # moves
LONGEST_TURN = 86_400.0  # seconds
BALANCE_WINDOW = 0.1  # how far the expected score of an opening may be from an even score
OPENING_NODES = 400  # of the search that evaluates an opening
MOST_ENTRIES = 1000
START_SECONDS = 10.0  # for an external engine to start
MOVE_TIMEOUT = 600.0  # seconds for a move of an external engine without a time limit

MakePlayer = Callable[[str, Game[Any], int], Player]
"""Creates a player with this name for a game, with a seed."""


class ArenaError(TabuleiroError):
    """A tournament that cannot be played. `field` names the wrong value, if it is known, and
    `table` its table in a tournament file: the heading and the number of earlier tables with it."""

    def __init__(
        self, message: Message, field: str = "", table: tuple[str, int] | None = None
    ) -> None:
        super().__init__(message)
        self.field = field
        self.table = table


class TournamentFileError(ArenaError):
    """A wrong tournament file; the message has its path and line."""


class TournamentKind(StrEnum):
    """Who plays whom."""

    match = "match"  # the first against the second
    gauntlet = "gauntlet"  # the first against all others
    round_robin = "round-robin"  # all against all
    swiss = "swiss"  # in rounds, neighbours in the standings
    ladder = "ladder"  # in rounds, neighbours on a ladder, who swap rungs

    @property
    def in_rounds(self) -> bool:
        """Whether earlier rounds decide the pairings."""
        return self in (TournamentKind.swiss, TournamentKind.ladder)


@dataclass(frozen=True)
class Entry:
    """A player of a tournament: a built-in one by its `player` name, or an external `engine` by the
    words of its command line, with `options` in addition to those of the game. `nodes` and `depth`
    limit each move of this player only. An engine has `start_seconds` to start, and
    `move_timeout` seconds for a move without a time limit; it uses `threads` cores."""

    name: str
    player: str = ""
    engine: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    folder: Path | None = None
    log: Path | None = None
    start_seconds: float = START_SECONDS
    move_timeout: float = MOVE_TIMEOUT
    threads: int = 1
    nodes: int | None = None
    depth: int | None = None

    @property
    def cores(self) -> int:
        """The number of cores that it uses while it thinks."""
        if self.engine:
            return self.threads
        try:
            return int(split_name(self.player).settings.get("threads", 1))
        except (PlayerError, ValueError):  # a kind of player that a program has added
            return 1

    def facts(self) -> dict[str, Any] | str:
        """The settings that decide how it plays, as data."""
        own = {"nodes": self.nodes, "depth": self.depth}
        limits = {name: value for name, value in own.items() if value is not None}
        if self.engine:
            options = {"options": dict(self.options)} if self.options else {}
            return {"name": self.name, "engine": list(self.engine), **options, **limits}
        if self.name == self.player and not limits:
            return self.name
        return {"name": self.name, "player": self.player, **limits}


@dataclass(frozen=True)
class OpeningPlan:
    """How openings are made: from `positions` in order, otherwise by a number of random `moves`
    (None: the game's own number). Random ones are drawn until a search of `nodes` nodes expects the
    player to move to score within `balance` of an even score; with None, every opening is accepted.
    With `repeat`, openings may be used again if there are too few."""

    moves: int | None = None
    positions: tuple[Position, ...] = ()
    balance: float | None = BALANCE_WINDOW
    nodes: int = OPENING_NODES
    repeat: bool = False

    def __post_init__(self) -> None:
        if self.moves is not None and not 0 <= self.moves <= LONGEST_OPENING:
            reason = say("an opening must have from 0 to {most} moves", most=LONGEST_OPENING)
            raise ArenaError(reason, "moves")
        if self.moves is not None and self.positions:
            reason = say("openings come from a file or from random moves, not both: leave one out")
            raise ArenaError(reason, "moves")


@dataclass(frozen=True)
class Limits:
    """The limits of a player: seconds per turn or a clock for the game; nodes and depth per move. A
    turn may exceed its time by `margin` seconds."""

    turn_time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: TimeControl | None = None
    margin: float = MARGIN

    def __post_init__(self) -> None:
        if self.turn_time is not None and not 0 < self.turn_time <= LONGEST_TURN:
            reason = say("the time of a turn must be more than 0 seconds and at most a day")
            raise ArenaError(reason, "turn-time")
        if self.turn_time is not None and self.clock:
            reason = say("players have a clock or a turn-time, not both: leave one out")
            raise ArenaError(reason, "turn-time")
        if self.clock and self.clock.turn:
            reason = say("a clock is for the whole game (1+1); for each turn, give turn-time")
            raise ArenaError(reason, "clock")

    @property
    def timed(self) -> bool:
        """Whether there are time limits, so that games must not share cores."""
        return self.turn_time is not None or self.clock is not None

    def facts(self) -> dict[str, Any]:
        """Everything that decides the games."""
        return {**asdict(self), "clock": str(self.clock) if self.clock else None}


@dataclass(frozen=True)
class Adjudication:
    """When a game ends before its rules end it. `proof`: before each turn the exact solver searches
    this many nodes (0: never). `score`: for `moves` moves in a row the players, each at least once,
    expected the same player to score at least this much (None: never)."""

    proof: int = 0
    score: float | None = None
    moves: int = 8


@dataclass(frozen=True)
class Tournament:
    """Entries, a game text, and how many games they play.

    A pair is as many games as the game has players, all from one opening: one entry has every seat
    once, the other has all others. Each pairing plays `pairs` pairs; in tournaments with `rounds`,
    in every round (None: as many rounds as decide the order). A match with a sequential test `sprt`
    ends when the test is decided; with `stop_early`, it ends when the interval of the score no
    longer contains an even score. After `cap` moves a game is a draw. `seed` decides everything
    random. `make` must be a function of a module, so that the processes of a tournament can import
    it.
    """

    kind: TournamentKind
    entries: tuple[Entry, ...]
    game: str
    pairs: int = 10
    rounds: int | None = None
    seed: int = 1
    cap: int = CAP
    openings: OpeningPlan = OpeningPlan()
    limits: Limits = Limits()
    adjudication: Adjudication = Adjudication()
    sprt: Sprt | None = None
    stop_early: bool = False
    title: str = ""
    make: MakePlayer = field(default=make_player, compare=False)

    def __post_init__(self) -> None:
        self._check_entries()
        self._check_limits()
        if self.pairs < 1:
            raise ArenaError(say("a pairing needs at least 1 pair of games"), "pairs")
        if self.cap < 1:
            raise ArenaError(say("the cap must be at least 1 move"), "cap")
        if self.rounds is not None and not self.kind.in_rounds:
            reason = say("a {kind} has no rounds: give pairs instead", kind=self.kind.value)
            raise ArenaError(reason, "rounds")
        if self.sprt and self.kind is not TournamentKind.match:
            reason = say("a sequential test is for a match, not for a {kind}", kind=self.kind.value)
            raise ArenaError(reason, "sprt")
        # Counting the seats first refuses a wrong game here, even without a proof.
        if self.seats != 2 and self.adjudication.proof:
            raise ArenaError(say("only games of two players can be proved"), "proof")

    def _check_entries(self) -> None:
        count = len(self.entries)
        if count < 2 or (self.kind is TournamentKind.match and count != 2):
            is_match = self.kind is TournamentKind.match
            wanted = say("2 players") if is_match else say("at least 2 players")
            facts = {"kind": self.kind.value, "wanted": wanted, "count": count}
            raise ArenaError(say("a {kind} has {wanted}, not {count}", **facts), "players")
        if count > MOST_ENTRIES:
            reason = say("a tournament has at most {most} players", most=MOST_ENTRIES)
            raise ArenaError(reason, "players")
        names = [entry.name for entry in self.entries]
        for name in names:
            if names.count(name) > 1:
                raise ArenaError(
                    say("two players are called {name}: give one another name", name=quote(name)),
                    "players",
                )

    def _check_limits(self) -> None:
        for entry in self.entries:
            limits = (entry.nodes, entry.depth, self.limits.nodes, self.limits.depth)
            if entry.engine and not self.limits.timed and not any(limits):
                reason = say(
                    "the engine {name} has no limit: give it a turn-time, a clock, nodes or depth",
                    name=quote(entry.name),
                )
                raise ArenaError(reason, "limits")

    @cached_property
    def rules(self) -> Game[Any]:
        """The game that is played."""
        return find_game(self.game.split(" ")[0])

    @cached_property
    def given(self) -> dict[str, str]:
        """The options that the game text sets."""
        words = split_words(self.game.split(" ")[1:])
        return {name.replace("_", "-"): text for name, text in words.items()}

    @cached_property
    def seats(self) -> int:
        """How many players a game has, which is how many games a pair has."""
        start: Position = self.rules.start(**self.given)
        return start.players

    @property
    def opening_moves(self) -> int:
        """How many random moves an opening has."""
        own = self.rules.opening_moves(self.rules.resolve_options(self.given))
        return own if self.openings.moves is None else self.openings.moves

    @property
    def game_text(self) -> str:
        """The game text with all options that differ from their defaults, and the number of a given
        random start."""
        options = self.rules.resolve_options(self.given)
        fixed = (o for o in self.rules.options if o.drawn and o.name in self.given)
        same = [f"{o.name}={o.default}" for o in fixed if options[o.name] == o.default]
        return " ".join([self.rules.text_with(options), *same])

    @property
    def cores(self) -> int:
        """The number of cores that one of its games uses."""
        return max(entry.cores for entry in self.entries)

    def facts(self) -> dict[str, Any]:
        """Everything that decides its games, except their number."""
        early = self.adjudication
        return {
            "kind": self.kind.value,
            "players": [entry.facts() for entry in self.entries],
            "game": self.game_text,
            "seed": self.seed,
            **({"pairs": self.pairs} if self.kind.in_rounds else {}),
            "opening": self._opening_facts(),
            "cap": self.cap,
            **self.limits.facts(),
            "proof": early.proof,
            "score": None if early.score is None else [early.score, early.moves],
        }

    def _opening_facts(self) -> int | str | dict[str, Any]:
        plan = self.openings
        if plan.positions:
            texts = "\n".join(position.full_text for position in plan.positions).encode()
            return blake2b(texts, digest_size=8).hexdigest()
        if plan.balance is None:
            return self.opening_moves
        return {"moves": self.opening_moves, "balance": plan.balance, "nodes": plan.nodes}

    def seed_of(self, *place: int | str) -> int:
        """A seed for one use in the tournament, different from all others."""
        text = repr((self.seed, *place)).encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest()) >> 4

    def make_entry(self, entry: Entry, seed: int) -> Player:
        """A new player."""
        if not entry.engine:
            return self.make(entry.player, self.rules, seed)
        command = EngineCommand(
            words=entry.engine,
            options=entry.options,
            folder=entry.folder,
            log=entry.log,
            start_seconds=entry.start_seconds,
            margin=self.limits.margin,
            move_timeout=entry.move_timeout,
        )
        return ExternalPlayer(command, self.rules, seed)

    def check_players(self) -> None:
        """Creates each player once and starts the engines, so that a bad name or command is an
        error before the first game."""
        for entry in self.entries:
            self.check_entry(entry)

    def check_entry(self, entry: Entry) -> None:
        """Creates a player once and gets it ready to play."""
        with closing(self.make_entry(entry, self.seed_of("check"))) as player:
            if entry.engine:
                player.prepare(self.rules.start(**self.given))
