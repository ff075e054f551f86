"""Players that are external UGI engines, each in its own process."""

import shlex
import weakref
from collections.abc import Generator, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, MoveError, check_type, one_line, quote, say
from tabuleiro.core.options import Value, no_such_option
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import find_game
from tabuleiro.players import ugi_lines
from tabuleiro.players.engine_process import EngineCommand, EngineError, EngineProcess, Reason
from tabuleiro.players.player import MoveChoice, Player, PlayerError
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress

__all__ = ["EngineCommand", "EngineError", "ExternalPlayer", "Reason", "open_engine"]

GRACE = 2.0  # seconds in which an engine must answer after "stop"
POLL_SECONDS = 0.02  # between two checks of the stop flag
LONGEST_REFUSAL = 300  # characters
REFUSAL = "info error"  # the start of an error line
SEED = "search-seed"
SEEDS = 2**63  # the number of seeds


class ExternalPlayer(Player):
    """Plays the moves of an external engine.

    Its process is started for the first move, with the options of that position; for other options
    another process is started. After an EngineError the process is ended, and the next move starts
    a new one. Engines are not trusted: the rules check their moves, and our clock their times.
    `seed` is set if the engine has an option `search-seed`.

    A position that follows from earlier ones by the moves that were observed is sent with these
    moves, so that an engine can keep what it found.
    """

    def __init__(self, command: EngineCommand, game: Game[Any], seed: int = 0) -> None:
        self._command = command
        self._game = game
        self._seed = seed
        self._program: EngineProcess | None = None
        self._options: dict[str, Value] = {}
        self._new_game = False
        self._path: list[Position] = []  # the first position that was sent, and those after it
        self._moves: list[str] = []  # between them

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Generator[MoveChoice]:
        if position.game is not self._game:
            raise PlayerError(say("this player plays {game} only", game=self._game.name))
        try:
            search = EngineSearch(self._command, self._ready(position), position, limit)
            yield from search.choices(stop or StopFlag())
        except GeneratorExit:  # the answer is not needed any more
            try:
                search.abandon()
            except EngineError:
                self._end()
            raise
        except BaseException:
            self._end()
            raise

    def prepare(self, position: Position) -> None:
        try:
            self._ready(position)
        except BaseException:
            self._end()
            raise

    def forget(self) -> None:
        self._new_game = True
        self._path = []

    def observe(self, position: Position, move: int) -> None:
        self._go_to(position)
        self._path.append(position.play(move))
        self._moves.append(position.move_text(move))

    def close(self) -> None:
        """Ends the process; another move would start a new one."""
        self._end(politely=True)

    def _ready(self, position: Position) -> EngineProcess:
        """The engine, ready to search the position."""
        if self._program is None or self._options != position.options():
            self._end(politely=True)
            self._start(position.options())
        assert self._program
        if self._new_game:
            self._program.send("uginewgame")
            self._new_game = False
        self._go_to(position)
        self._program.send(ugi_lines.position_line(self._path[0], self._moves))
        self._ask("isready", "readyok")
        return self._program

    def _go_to(self, position: Position) -> None:
        """Ends the path at a position: one of the path after a takeback, else a new path."""
        if position not in self._path:
            self._path = [position]
        while self._path[-1] != position:
            self._path.pop()
        del self._moves[len(self._path) - 1 :]

    def _start(self, options: dict[str, Value]) -> None:
        self._program = EngineProcess(self._command)
        self._ended = weakref.finalize(self, self._program.end)
        self._options = options
        supported = self._list_options()
        if "game" in supported:
            self._set_game(supported["game"])
            supported = self._list_options()
        self._set_options(supported, options)
        self._ask("isready", "readyok")
        self._new_game = True

    def _end(self, *, politely: bool = False) -> None:
        if self._program:
            program, self._program = self._program, None
            self._ended.detach()
            program.end(politely=politely)

    # --- setting up

    def _list_options(self) -> dict[str, ugi_lines.EngineOption]:
        """The options of the engine, by name in lower case."""
        lines = self._ask("ugi", "ugiok")
        listed = [option for line in lines if (option := ugi_lines.parse_option(line))]
        return {option.name.lower(): option for option in listed}

    def _set_game(self, option: ugi_lines.EngineOption) -> None:
        if option.values and self._game.id not in option.values:
            raise engine_refused(self._command, say("it does not play {game}", game=self._game.id))
        self._send(option.setoption_line(self._game.id))

    def _set_options(
        self, supported: dict[str, ugi_lines.EngineOption], options: dict[str, Value]
    ) -> None:
        """Sets the options of the game, those of the command, and the seed. Options of the game
        that the engine does not have must be at their defaults."""
        for option in self._game.options:
            value = options.get(option.name, option.default)
            if found := supported.get(option.name.lower()):
                self._send(found.setoption_line(option.format(value)))
            elif value != option.default:
                raise engine_refused(
                    self._command, say("it has no option {name}", name=option.name)
                )
        if SEED in supported:
            self._send(supported[SEED].setoption_line(str(self._seed % SEEDS)))
        for name, text in self._command.options:
            if name.lower() not in supported:
                listed = (option.name for option in supported.values())
                raise engine_refused(self._command, no_such_option(name, listed))
            self._send(supported[name.lower()].setoption_line(text))

    def _send(self, line: str) -> None:
        assert self._program
        self._program.send(line)

    def _ask(self, question: str, answer: str) -> list[str]:
        """The options listed before the answer. An error line is a refusal; others are skipped."""
        assert self._program
        self._program.send(question)
        until = monotonic() + self._command.start_seconds
        listed: list[str] = []
        while (left := until - monotonic()) > 0 and (received := self._program.read_line(left)):
            _, line = received
            if line == answer:
                return listed
            if line.startswith(REFUSAL):
                raise engine_refused(self._command, error_text(line))
            if line.startswith("option "):
                listed.append(line)
        reason = say(
            "{engine} did not say {answer} within {seconds} s",
            engine=self._command.title,
            answer=answer,
            seconds=self._command.start_seconds,
        )
        raise EngineError(Reason.hung, reason)


def open_engine(
    command: str | Sequence[str],
    game: Game[Any] | str,
    *,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    start_seconds: float = 10.0,
) -> ExternalPlayer:
    """A UGI engine as a player: its command as a line or as words, options to set, and the time
    that it has to start. Its process runs from the first move until `close`, or until the end of
    `with` or `async with`."""
    check_type("command", command, str | Sequence)
    check_type("options", options, Mapping | None)
    words = shlex.split(command) if isinstance(command, str) else command
    given = tuple((options or {}).items())
    return ExternalPlayer(
        EngineCommand(tuple(map(str, words)), given, start_seconds=start_seconds),
        game if isinstance(game, Game) else find_game(game),
        seed,
    )


class EngineSearch:
    """One `go` command and its answer."""

    def __init__(
        self, command: EngineCommand, program: EngineProcess, position: Position, limit: Limit
    ) -> None:
        self._command = command
        self._program = program
        self._position = position
        self._allowed = seconds_allowed(command, limit, position.player)
        self._limit = limit
        self._answered = False
        self._until = 0.0
        self._stopped = False

    def choices(self, stop: StopFlag) -> Iterator[MoveChoice]:
        """The moves that the engine would play so far, and at the end its move. The search is
        stopped when the flag is set and when its time is over."""
        self._begun = monotonic()
        self._program.send(ugi_lines.go_line(self._limit))
        self._until = self._begun + self._allowed
        last: Progress | None = None
        while not self._answered:
            time, line = self._next_line(stop)
            if is_bestmove(line):
                self._answered = True
                yield self._answer(line, time, last)
            elif line.startswith(REFUSAL):
                raise engine_refused(self._command, error_text(line))
            elif progress := ugi_lines.parse_info(self._position, line, time - self._begun):
                last = progress
                yield MoveChoice(progress.line[0], progress)

    def abandon(self) -> None:
        """Ends the search and waits for its answer, so that no later search receives it."""
        stop = StopFlag()
        stop.set()
        while not self._answered:
            self._answered = is_bestmove(self._next_line(stop)[1])

    def _next_line(self, stop: StopFlag) -> tuple[float, str]:
        while True:
            now = monotonic()
            if not self._stopped and (stop.is_set or now >= self._until):
                self._stop()
            received = self._program.read_line(min(POLL_SECONDS, self._until - now))
            if received and not (self._stopped and received[0] > self._until):
                return received
            if self._stopped and (received or now >= self._until):
                raise self._timeout()

    def _stop(self) -> None:
        self._stopped = True
        self._program.send("stop")
        self._until = monotonic() + GRACE

    def _answer(self, line: str, time: float, last: Progress | None) -> MoveChoice:
        spent = time - self._begun
        if spent > self._allowed:
            reason = say(
                "{engine} took {spent} s for a move that may take {allowed} s",
                engine=self._command.title,
                spent=f"{spent:.2f}",
                allowed=f"{self._allowed:.2f}",
            )
            raise EngineError(Reason.slow, reason)
        move = self._legal_move(line)
        return MoveChoice(move, last if last and last.line[0] == move else None)

    def _legal_move(self, line: str) -> int:
        text = (line.split()[1:] or [""])[0]
        try:
            return self._position.move(text)
        except MoveError as error:
            reason = say(
                "{engine} answered {move}: {reason}",
                engine=self._command.title,
                move=quote(text),
                reason=error.message,
            )
            raise EngineError(Reason.illegal, reason) from error

    def _timeout(self) -> EngineError:
        reason = say(
            "{engine} did not move within {seconds} s",
            engine=self._command.title,
            seconds=f"{monotonic() - self._begun:.1f}",
        )
        return EngineError(Reason.hung, reason)


def is_bestmove(line: str) -> bool:
    """Whether the line ends a search."""
    return line.split(maxsplit=1)[:1] == ["bestmove"]


def seconds_allowed(command: EngineCommand, limit: Limit, player: int) -> float:
    """The seconds for a move: its time or all that is left on the clock, plus the margin."""
    if limit.infinite:
        return float("inf")
    clock = limit.clocks[player] if player < len(limit.clocks) else None
    times = [limit.movetime, clock.left if clock else None]
    milliseconds = min((time for time in times if time is not None), default=None)
    return command.move_timeout if milliseconds is None else milliseconds / 1000 + command.margin


def error_text(line: str) -> str:
    """The text of an error line."""
    return one_line(line.removeprefix(REFUSAL).strip(), LONGEST_REFUSAL)


def engine_refused(command: EngineCommand, why: Message | str) -> EngineError:
    """The error for an engine that refuses a command."""
    reason = say("{engine} refuses: {why}", engine=command.title, why=why)
    return EngineError(Reason.refused, reason)
