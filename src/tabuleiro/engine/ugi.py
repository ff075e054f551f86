"""The Universal Game Interface: UCI for any game, over standard input and output.

A reader thread puts the lines of input into a queue, the main thread answers them in order, and
a search runs in a thread of its own, so that everything else is answered meanwhile.
docs/engine.md describes every command.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import metadata
from queue import SimpleQueue
from threading import RLock, Thread, Timer
from typing import Any, Protocol

from tabuleiro.core.game import Game
from tabuleiro.core.kit import Stop
from tabuleiro.core.message import Message, OptionError, TabuleiroError, quote, say
from tabuleiro.core.options import WHOLE_NUMBER, Choice, Number, Option, Value
from tabuleiro.core.playouts import perft
from tabuleiro.core.position import MOST_PLAYERS, PLAYER_LETTERS, Position
from tabuleiro.core.telling import line_texts
from tabuleiro.games import find_game, games
from tabuleiro.players import Player, make_player
from tabuleiro.search.limit import Clock, Limit
from tabuleiro.search.progress import Progress

AUTHOR = "the Tabuleiro developers"
FIRST_GAME = "squex"
PATIENCE = 3.0  # seconds that a count is left
LONGEST_ERROR = 400  # characters

ENGINE_OPTIONS: tuple[Option, ...] = (
    Number("Level", 10, low=1, high=10, description=say("how well it plays")),
    Number("Threads", 1, low=1, high=64, description=say("threads of a search")),
    Number("Hash", 64, low=1, high=65536, description=say("megabytes of a search")),
    Number("search-seed", 1, low=0, high=2**63 - 1, description=say("chance in searches")),
)


class UgiError(TabuleiroError):
    """A command that cannot be obeyed."""


# --- lines in and out ----------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A line of input: its first word, the rest, and the sign that a later `stop` raises against
    what it has begun."""

    word: str
    rest: str
    stop: Stop


class Inbox:
    """The commands as they come; None ends them. Bytes that are not UTF-8 are replaced.

    `stop` and `quit` are looked at as soon as they are read, since the main thread may be busy
    counting for a `query perft`. A `stop` is for the search if there was a `go`, else for the
    count. A count is left some time when the `stop` was not for it and before the engine quits:
    a script that is written all at once shall have its answers.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._queue: SimpleQueue[Command | None] = SimpleQueue()
        self._renew_signs()
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def next(self) -> Command | None:
        """The next command, when there is one."""
        return self._queue.get()

    def _renew_signs(self) -> None:
        self._search_sign = Stop()
        self._count_sign = Stop()
        self._go_was_read = False
        self._question_was_read = False

    def _read(self, lines: Iterable[bytes]) -> None:
        try:
            self._take_in(lines)
        except OSError:
            pass  # what cannot be read is the end of input
        finally:
            self._queue.put(None)

    def _take_in(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            word, *rest = line.decode("utf-8", "replace").strip().split(maxsplit=1) or [""]
            sign = self._search_sign if word == "go" else self._count_sign
            self._look_at(word)
            if word:
                self._queue.put(Command(word, "".join(rest), sign))
            if word == "quit":
                break

    def _look_at(self, word: str) -> None:
        if word == "go":
            self._go_was_read = True
        elif word == "query":
            self._question_was_read = True
        elif word == "stop":
            self._search_sign.raise_()
            self._end_counts(PATIENCE if self._go_was_read else 0.0)
            self._renew_signs()
        elif word == "quit":
            self._end_counts(PATIENCE)

    def _end_counts(self, delay: float) -> None:
        if not (delay and self._question_was_read):
            self._count_sign.raise_()
            return
        timer = Timer(delay, self._count_sign.raise_)
        timer.daemon = True
        timer.start()


class Output(Protocol):
    """Where lines go: a binary stream without a buffer."""

    def write(self, data: bytes, /) -> int:
        """Writes bytes; gives how many."""


class Outbox:
    """Writes whole lines, from whichever thread; once nobody reads them, it is `closed`.

    Whoever holds the `lock` has the next word.
    """

    def __init__(self, stream: Output) -> None:
        self.closed = False
        self.lock = RLock()
        self._stream = stream

    def send(self, line: str) -> None:
        """Writes one line at once."""
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        with self.lock:
            try:
                while data and not self.closed:
                    data = data[self._stream.write(data) :]
            except OSError:
                self.closed = True


def complain(outbox: Outbox, message: Message) -> None:
    """Answers what cannot be obeyed."""
    outbox.send(f"info error {one_line(str(message))}")


def internal(error: Exception) -> Message:
    """A fault of the program, not of the input."""
    return say("internal error: {error}", error=repr(error))


def one_line(text: str) -> str:
    """The text with control characters made visible, cut where it is too long."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) <= LONGEST_ERROR else shown[:LONGEST_ERROR] + "..."


# --- reading arguments ---------------------------------------------------------------------

OPTION = re.compile(r"name\s+(?P<name>\S+)\s+value\s+(?P<value>.+)")
MOVES = re.compile(r"(?<!\s)\s+moves(?:\s+|$)")
LIMITS = ("movetime", "nodes", "depth")
CLOCKS = tuple(f"p{number}time" for number in range(1, MOST_PLAYERS + 1))
INCREMENTS = tuple(f"p{number}inc" for number in range(1, MOST_PLAYERS + 1))


def read_position(text: str) -> tuple[str | None, list[str]]:
    """The position text (None for `startpos`) and the moves written after `position`."""
    before, *after = MOVES.split(text, maxsplit=1)
    kind, *position = before.split(maxsplit=1) or [""]
    if (kind, len(position)) not in (("startpos", 0), ("fen", 1)):
        raise UgiError(say("write position startpos or position fen TEXT, then moves MOVE..."))
    return (position[0] if position else None), (after[0].split() if after else [])


def read_limit(words: list[str]) -> Limit:
    """The limit written after `go`."""
    numbers: dict[str, int] = {}
    infinite = False
    left = iter(words)
    for word in left:
        if word in numbers or (word == "infinite" and infinite):
            raise UgiError(say("{word} is given twice", word=word))
        if word == "infinite":
            infinite = True
        elif word in LIMITS + CLOCKS + INCREMENTS:
            numbers[word] = read_number(word, next(left, ""))
        else:
            raise UgiError(
                say(
                    "go does not know {word}: it takes {words}",
                    word=quote(word),
                    words=(*LIMITS, "infinite", *CLOCKS, *INCREMENTS),
                )
            )
    limits = {name: numbers[name] for name in LIMITS if name in numbers}
    return Limit(**limits, clocks=read_clocks(numbers), infinite=infinite)


def read_clocks(numbers: dict[str, int]) -> tuple[Clock | None, ...]:
    """The players' clocks; none when no time is given."""
    for time_word, increment_word in zip(CLOCKS, INCREMENTS, strict=True):
        if increment_word in numbers and time_word not in numbers:
            raise UgiError(
                say("{word} needs {clock} as well", word=increment_word, clock=time_word)
            )
    if not any(word in numbers for word in CLOCKS):
        return ()
    return tuple(
        Clock(numbers[time_word], numbers.get(increment_word, 0)) if time_word in numbers else None
        for time_word, increment_word in zip(CLOCKS, INCREMENTS, strict=True)
    )


def read_number(name: str, text: str) -> int:
    """The whole number given for `name`."""
    if not WHOLE_NUMBER.fullmatch(text):
        raise UgiError(say("{name} needs a whole number, not {text}", name=name, text=quote(text)))
    return int(text)


def new_player(game: Game[Any], settings: dict[str, Value]) -> Player:
    """A player who remembers nothing yet."""
    level, threads, megabytes = settings["Level"], settings["Threads"], settings["Hash"]
    name = f"level:{level},threads={threads},megabytes={megabytes}"
    return make_player(name, game, int(settings["search-seed"]))


# --- writing answers -----------------------------------------------------------------------


def option_line(option: Option) -> str:
    """An option as `ugi` lists it."""
    parts = [f"option name {option.name} type {option.kind} default"]
    domain = option.domain()
    if option.kind == "check":
        parts.append(str(option.default).lower())
    elif option.kind == "spin":
        parts.append(f"{option.default} min {domain['min']} max {domain['max']}")
    else:
        parts += [str(option.default), *(f"var {value}" for value in domain["values"])]
    return " ".join(parts)


def info_line(position: Position, progress: Progress) -> str:
    """The progress of a search."""
    score = f"cp {round(2000 * progress.value) - 1000}"
    if progress.mate is not None:
        score = f"mate {progress.mate}"
    speed = round(progress.nodes / max(progress.seconds, 1e-6))
    line = " ".join(line_texts(position, progress.line))
    return (
        f"info depth {progress.depth} score {score} nodes {progress.nodes} nps {speed} "
        f"time {round(1000 * progress.seconds)} pv {line}"
    )


def truth(value: bool) -> str:
    """`true` or `false`."""
    return str(value).lower()


def result_text(position: Position) -> str:
    """`p1win`, ..., `draw`, or `none` while the game goes on."""
    outcome = position.outcome()
    return outcome.result if outcome else "none"


def player_text(position: Position) -> str:
    """The letter of the player to move, or `none`."""
    return "none" if position.over else PLAYER_LETTERS[position.player]


def legal_text(position: Position) -> str:
    """The legal moves, sorted as text."""
    return " ".join(position.move_text(move) for move in position.legal_moves())


QUERIES: dict[str, Callable[[Position], str]] = {
    "gameover": lambda position: truth(position.over),
    "p1turn": lambda position: truth(position.player == 0),
    "result": result_text,
    "legal": legal_text,
    "fen": lambda position: position.text,
    "player": player_text,
    "scores": lambda position: " ".join(str(score) for score in position.scores()),
}
"""The questions about a position; `perft` is one more, which takes a number."""


# --- the engine ----------------------------------------------------------------------------


class Search(Thread):
    """One `go`: searches, reports, answers. `answered` and the answer are one to everyone else:
    whoever has read it finds the engine idle, and whoever finds it idle speaks after it."""

    def __init__(
        self, player: Player, position: Position, limit: Limit, stop: Stop, outbox: Outbox
    ) -> None:
        super().__init__(daemon=True)
        self.player = player
        self.position = position
        self.limit = limit
        self.stop = stop
        self.outbox = outbox
        self.best = "none"
        self.answered = False

    def run(self) -> None:
        try:
            self.report()
        except Exception as error:  # noqa: BLE001 - as in `obey`; without an answer all would wait
            complain(self.outbox, internal(error))
        with self.outbox.lock:
            self.answered = True
            self.outbox.send(f"bestmove {self.best}")

    def report(self) -> None:
        """Searches; an infinite search goes on until it is stopped, even if all is proved."""
        if self.position.over:
            return
        for choice in self.player.think(self.position, self.limit, self.stop):
            self.best = self.position.move_text(choice.move)
            if choice.progress:
                self.outbox.send(info_line(self.position, choice.progress))
        while self.limit.infinite and not self.stop.raised:
            time.sleep(0.005)


class Engine:
    """The state between commands: the options in force, the position, the last search, and the
    player with what it remembers of the game."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.settings: dict[str, Value] = {o.name: o.default for o in ENGINE_OPTIONS}
        self.last_search: Search | None = None
        self.settle(find_game(FIRST_GAME), {})
        self.player = new_player(self.game, self.settings)

    def serve(self, inbox: Inbox) -> None:
        """Answers commands until `quit` or the end of input, and the last search before it ends."""
        while (command := inbox.next()) and command.word != "quit" and not self.outbox.closed:
            self.obey(command)
        if last := self.last_search:
            if command or last.limit.infinite:
                last.stop.raise_()
            last.join()

    def obey(self, command: Command) -> None:
        """Does what the command says, or says why not."""
        try:
            self.action(command.word)(self, command)
        except TabuleiroError as error:
            complain(self.outbox, error.message)
        except Exception as error:  # noqa: BLE001 - whatever fault a game has, the engine lives on
            complain(self.outbox, internal(error))

    def action(self, word: str) -> Action:
        """The method for a command, if it is one and may be obeyed now."""
        if word not in COMMANDS:
            raise UgiError(
                say(
                    "there is no command {word}: the commands are {words}",
                    word=quote(word),
                    words=(*COMMANDS, "quit"),
                )
            )
        if word in NOT_WHILE_SEARCHING and self.last_search and not self.last_search.answered:
            raise UgiError(say("a search is running: send stop first"))
        return COMMANDS[word]

    # --- the commands

    def introduce(self, command: Command) -> None:
        """`ugi`."""
        self.outbox.send(f"id name {engine_name()}")
        self.outbox.send(f"id author {AUTHOR}")
        for option in (game_option(), *ENGINE_OPTIONS, *self.game.options):
            self.outbox.send(option_line(option))
        self.outbox.send("ugiok")

    def be_ready(self, command: Command) -> None:
        """`isready`."""
        self.outbox.send("readyok")

    def new_game(self, command: Command) -> None:
        """`uginewgame`."""
        self.position = self.start()
        self.player.forget()

    def set_option(self, command: Command) -> None:
        """`setoption name NAME value VALUE`; names are taken in either case of letters."""
        match = OPTION.fullmatch(command.rest)
        if not match:
            raise UgiError(say("write setoption name NAME value VALUE"))
        name, value = match["name"].lower(), match["value"]
        if name == "game":
            self.set_game(find_game(value))
        elif option := find_option(ENGINE_OPTIONS, name):
            self.set_engine_option({**self.settings, option.name: option.parse(value)})
        elif option := find_option(self.game.options, name):
            self.settle(self.game, {**self.options, option.name: option.parse(value)})
        else:
            known = (game_option(), *ENGINE_OPTIONS, *self.game.options)
            raise OptionError(
                say(
                    "there is no option {name}: the options are {names}",
                    name=quote(match["name"]),
                    names=tuple(option.name for option in known),
                )
            )

    def set_game(self, game: Game[Any]) -> None:
        """Another game with a player of its own; when there is no memory for that player, the old
        game stays."""
        player = new_player(game, self.settings)
        self.settle(game, {})
        self.player = player

    def set_engine_option(self, settings: dict[str, Value]) -> None:
        """The settings from now on; a player made for others is replaced."""
        if settings != self.settings:
            self.player = new_player(self.game, settings)
        self.settings = settings

    def set_position(self, command: Command) -> None:
        """`position startpos|fen TEXT [moves MOVE...]`; on any error the old position stays."""
        text, moves = read_position(command.rest)
        position = self.start() if text is None else self.game.read(text, self.options)
        for number, move in enumerate(moves, start=1):
            position = play(position, number, move)
        self.position = position

    def go(self, command: Command) -> None:
        """`go` with limits: searches until the first of them, the level's own included."""
        limit = read_limit(command.rest.split())
        self.last_search = Search(self.player, self.position, limit, command.stop, self.outbox)
        self.last_search.start()

    def stop(self, command: Command) -> None:
        """`stop`: the sign has been raised already; the answer comes before anything else."""
        if self.last_search:
            self.last_search.join()

    def query(self, command: Command) -> None:
        """`query QUESTION`."""
        question, *arguments = command.rest.split() or [""]
        if question == "perft":
            answer = self.count(arguments, command.stop)
        elif question in QUERIES and not arguments:
            answer = QUERIES[question](self.position)
        else:
            raise UgiError(
                say(
                    "there is no question {text}: the questions are {questions}",
                    text=quote(command.rest),
                    questions=(*QUERIES, "perft N"),
                )
            )
        self.outbox.send(f"response {answer}".rstrip())

    def count(self, arguments: list[str], stop: Stop) -> str:
        """`query perft N`."""
        count = perft(self.position, read_number("perft", " ".join(arguments)), stop)
        if stop.raised:
            raise UgiError(say("the count was stopped"))
        return str(count)

    # --- games and their options

    def settle(self, game: Game[Any], given: dict[str, Value]) -> None:
        """The game and its options from now on; the position is its start."""
        options = dict(game.settle(given))
        position: Position = game.new(options)
        self.game, self.options, self.position = game, options, position

    def start(self) -> Position:
        """The start under the options in force."""
        position: Position = self.game.new(self.options)
        return position


Action = Callable[[Engine, Command], None]

COMMANDS: dict[str, Action] = {
    "ugi": Engine.introduce,
    "isready": Engine.be_ready,
    "uginewgame": Engine.new_game,
    "setoption": Engine.set_option,
    "position": Engine.set_position,
    "go": Engine.go,
    "stop": Engine.stop,
    "query": Engine.query,
}
NOT_WHILE_SEARCHING = ("uginewgame", "setoption", "position", "go")


def engine_name() -> str:
    """The program and, where it is installed, its version."""
    try:
        return f"Tabuleiro {metadata.version('tabuleiro')}"
    except metadata.PackageNotFoundError:
        return "Tabuleiro"


def game_option() -> Option:
    """Which game; the games of other packages included."""
    return Choice("Game", FIRST_GAME, values=tuple(games()), description=say("the game"))


def find_option(options: Iterable[Option], name: str) -> Option | None:
    """The option of that name, in lower case."""
    return next((option for option in options if option.name.lower() == name), None)


def play(position: Position, number: int, move: str) -> Position:
    """The position after the move; an error says which one of the list was at fault."""
    try:
        return position.play(move)
    except TabuleiroError as error:
        raise UgiError(
            say(
                "move {number}, {move}: {reason}",
                number=number,
                move=quote(move),
                reason=error.message,
            )
        ) from error


def serve(lines: Iterable[bytes], stream: Output) -> None:
    """Runs an engine on these lines of input until `quit` or their end."""
    Engine(Outbox(stream)).serve(Inbox(lines))
