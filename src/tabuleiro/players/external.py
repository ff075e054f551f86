"""Players that are external UGI engines, each in a process of its own."""

from __future__ import annotations

import weakref
from collections.abc import Generator, Iterator
from time import monotonic
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, MoveError, one_line, quote, say
from tabuleiro.core.options import Value
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.engine_process import EngineCommand, EngineError, EngineProcess, Reason
from tabuleiro.players.player import MoveChoice, Player, PlayerError
from tabuleiro.players.ugi_lines import EngineOption, go_line, parse_info, parse_option
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress

__all__ = ["EngineCommand", "EngineError", "ExternalPlayer", "Reason"]

GRACE = 2.0  # seconds in which an engine that is told to stop must answer
GLANCE = 0.02  # seconds from one look at the sign to stop to the next
LONGEST_REFUSAL = 300  # characters
REFUSAL = "info error"  # begins the line in which an engine says why it does not obey
SEED = "search-seed"
SEEDS = 2**63  # so many there are


class ExternalPlayer(Player):
    """Plays what an outside engine answers.

    Its process is started when it first has to think, for the game under the options of that
    position; other options take another process. After an EngineError the process is ended, and
    the next thought starts a new one. Nobody is believed: moves are checked by the rules, times by
    our clock. `seed` is set where the engine has an option `search-seed`.
    """

    def __init__(self, command: EngineCommand, game: Game[Any], seed: int = 0) -> None:
        self._command = command
        self._game = game
        self._seed = seed
        self._program: EngineProcess | None = None
        self._options: dict[str, Value] = {}
        self._new_game = False

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Generator[MoveChoice]:
        if position.game is not self._game:
            raise PlayerError(say("this player plays {game} only", game=self._game.name))
        try:
            search = EngineSearch(self._command, self._ready(position), position, limit)
            yield from search.choices(stop or StopFlag())
        except GeneratorExit:  # nobody wants the answer any more
            self._leave(search)
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

    def close(self) -> None:
        """Ends the process; the player may think again, in another."""
        self._end(politely=True)

    def _ready(self, position: Position) -> EngineProcess:
        """The engine, ready to think about the position."""
        if self._program is None or self._options != position.options():
            self._end(politely=True)
            self._start(position.options())
        assert self._program
        if self._new_game:
            self._program.send("uginewgame")
            self._new_game = False
        self._program.send(f"position fen {position.text}")
        self._get_ready()
        return self._program

    def _start(self, options: dict[str, Value]) -> None:
        self._program = EngineProcess(self._command)
        self._ended = weakref.finalize(self, self._program.end)
        self._options = options
        offered = self._introduction()
        if "game" in offered:
            self._set_game(offered["game"])
            offered = self._introduction()
        self._set_options(offered, options)
        self._get_ready()
        self._new_game = True

    def _end(self, *, politely: bool = False) -> None:
        if self._program:
            program, self._program = self._program, None
            self._ended.detach()
            program.end(politely=politely)

    def _leave(self, search: EngineSearch) -> None:
        try:
            search.leave()
        except EngineError:
            self._end()

    # --- setting up

    def _introduction(self) -> dict[str, EngineOption]:
        """The options that it has now, by name in lower case."""
        lines = self._ask("ugi", "ugiok")
        offered = [option for line in lines if (option := parse_option(line))]
        return {option.name.lower(): option for option in offered}

    def _set_game(self, offered: EngineOption) -> None:
        if offered.values and self._game.id not in offered.values:
            raise self._refusal(say("it does not play {game}", game=self._game.id))
        self._tell(offered.setoption_line(self._game.id))

    def _set_options(self, offered: dict[str, EngineOption], options: dict[str, Value]) -> None:
        """The options of the game, those of the command, and the seed. One of the game that the
        engine does not have must be at its default."""
        for option in self._game.options:
            value = options.get(option.name, option.default)
            if found := offered.get(option.name.lower()):
                self._tell(found.setoption_line(option.format(value)))
            elif value != option.default:
                raise self._refusal(say("it has no option {name}", name=option.name))
        if SEED in offered:
            self._tell(offered[SEED].setoption_line(str(self._seed % SEEDS)))
        for name, text in self._command.options:
            if name.lower() not in offered:
                raise self._refusal(no_such_option(name, offered))
            self._tell(offered[name.lower()].setoption_line(text))

    def _get_ready(self) -> None:
        self._ask("isready", "readyok")

    def _tell(self, line: str) -> None:
        assert self._program
        self._program.send(line)

    def _ask(self, question: str, answer: str) -> list[str]:
        """The options listed before the answer; an error before it is a refusal, and whatever else
        comes, such as moves that nobody asked for, is passed over."""
        assert self._program
        self._program.send(question)
        until = monotonic() + self._command.start_seconds
        listed: list[str] = []
        while (left := until - monotonic()) > 0 and (heard := self._program.read_line(left)):
            _, line = heard
            if line == answer:
                return listed
            if line.startswith(REFUSAL):
                raise self._refusal(complaint(line))
            if line.startswith("option "):
                listed.append(line)
        raise EngineError(
            Reason.hung,
            say(
                "{engine} did not say {answer} within {seconds} s",
                engine=self._command.title,
                answer=answer,
                seconds=self._command.start_seconds,
            ),
        )

    def _refusal(self, why: Message | str) -> EngineError:
        return engine_refused(self._command, why)


class EngineSearch:
    """One `go`, from the position on which the engine is ready to its answer."""

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
        self._told_to_stop = False

    def choices(self, stop: StopFlag) -> Iterator[MoveChoice]:
        """What the engine says that it would play, and at last what it plays. It is told to stop
        when the sign is raised and when its time is over."""
        self._begun = monotonic()
        self._program.send(go_line(self._limit))
        self._until = self._begun + self._allowed
        last: Progress | None = None
        while not self._answered:
            moment, line = self._next_line(stop)
            if is_bestmove(line):
                self._answered = True
                yield self._answer(line, moment, last)
            elif line.startswith(REFUSAL):
                raise engine_refused(self._command, complaint(line))
            elif progress := parse_info(self._position, line, moment - self._begun):
                last = progress
                yield MoveChoice(progress.line[0], progress)

    def leave(self) -> None:
        """Ends the search, and waits for the answer, lest it be taken for that to another."""
        stop = StopFlag()
        stop.set()
        while not self._answered:
            self._answered = is_bestmove(self._next_line(stop)[1])

    def _next_line(self, stop: StopFlag) -> tuple[float, str]:
        while True:
            now = monotonic()
            if not self._told_to_stop and (stop.is_set or now >= self._until):
                self._stop()
            heard = self._program.read_line(min(GLANCE, self._until - now))
            if heard and not (self._told_to_stop and heard[0] > self._until):
                return heard
            if self._told_to_stop and (heard or now >= self._until):
                raise self._hang()

    def _stop(self) -> None:
        self._told_to_stop = True
        self._program.send("stop")
        self._until = monotonic() + GRACE

    def _answer(self, line: str, moment: float, last: Progress | None) -> MoveChoice:
        spent = moment - self._begun
        if spent > self._allowed:
            raise EngineError(
                Reason.slow,
                say(
                    "{engine} took {spent} s for a move that may take {allowed} s",
                    engine=self._command.title,
                    spent=f"{spent:.2f}",
                    allowed=f"{self._allowed:.2f}",
                ),
            )
        move = self._legal_move(line)
        return MoveChoice(move, last if last and last.line[0] == move else None)

    def _legal_move(self, line: str) -> int:
        text = (line.split()[1:] or [""])[0]
        try:
            return self._position.move(text)
        except MoveError as error:
            raise EngineError(
                Reason.illegal,
                say(
                    "{engine} answered {move}: {reason}",
                    engine=self._command.title,
                    move=quote(text),
                    reason=error.message,
                ),
            ) from error

    def _hang(self) -> EngineError:
        return EngineError(
            Reason.hung,
            say(
                "{engine} gave no move in {seconds} s",
                engine=self._command.title,
                seconds=f"{monotonic() - self._begun:.1f}",
            ),
        )


def is_bestmove(line: str) -> bool:
    """Whether the line ends a search."""
    return line.split(maxsplit=1)[:1] == ["bestmove"]


def seconds_allowed(command: EngineCommand, limit: Limit, player: int) -> float:
    """What a move may take: its time or all that is left on the clock, and the margin."""
    if limit.infinite:
        return float("inf")
    clock = limit.clocks[player] if player < len(limit.clocks) else None
    times = [limit.movetime, clock.left if clock else None]
    milliseconds = min((time for time in times if time is not None), default=None)
    return command.patience if milliseconds is None else milliseconds / 1000 + command.margin


def complaint(line: str) -> str:
    """What an engine says of its error."""
    return one_line(line.removeprefix(REFUSAL).strip(), LONGEST_REFUSAL)


def no_such_option(name: str, offered: dict[str, EngineOption]) -> Message:
    """The error of an option that an engine does not have."""
    return say(
        "there is no option {name}: the options are {names}",
        name=quote(name),
        names=tuple(option.name for option in offered.values()) or say("none"),
    )


def engine_refused(command: EngineCommand, why: Message | str) -> EngineError:
    """The error of an engine that will not play this."""
    return EngineError(
        Reason.refused, say("{engine} refuses: {why}", engine=command.title, why=why)
    )
