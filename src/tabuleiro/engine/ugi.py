"""The Universal Game Interface: the engine and its commands.

A reader thread reads the lines of input, the main thread answers them in order, and a search runs
in its own thread, so that other commands are answered during a search. docs/engine.md describes
every command.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from threading import Thread
from typing import Any

from tabuleiro.analysis.multi_pv import MultiPvPlayer, make_search
from tabuleiro.analysis.position_analysis import MOST_LINES
from tabuleiro.core.drawing.text import draw_text
from tabuleiro.core.game import Game
from tabuleiro.core.message import OptionError, TabuleiroError, quote, say
from tabuleiro.core.options import Choice, Number, Option, Value, no_such_option
from tabuleiro.core.playouts import perft
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.wording import positions_after
from tabuleiro.engine.arguments import UgiError, read_limit, read_number, read_option, read_position
from tabuleiro.engine.replies import AUTHOR, QUERIES, engine_name, info_line, option_line
from tabuleiro.engine.streams import (
    CommandReader,
    OutputStream,
    ReplyWriter,
    UgiCommand,
    read_lines,
)
from tabuleiro.games import find_game, games
from tabuleiro.players import Player, make_player
from tabuleiro.players.levels import levels
from tabuleiro.players.simple import ChooseMove, as_player, name_of
from tabuleiro.search.limit import Limit

FIRST_GAME = "squex"
POLL_SECONDS = 0.005  # between two checks of the flag that stops an infinite search
NOTHING: Mapping[str, Value] = {}

SEED = Number("search-seed", 1, low=0, high=2**63 - 1, description=say("seed of searches"))
ENGINE_OPTIONS: tuple[Option, ...] = (
    Number("Level", 10, low=1, high=10, description=say("how well it plays")),
    Number("Threads", 1, low=1, high=64, description=say("threads of a search")),
    Number("Hash", 64, low=1, high=65536, description=say("megabytes of a search")),
    SEED,
    Number("MultiPV", 1, low=1, high=MOST_LINES, description=say("best lines to report")),
)


@dataclass(frozen=True)
class EngineKind:
    """What makes an engine: its name, its options, how it makes a player from their values, and its
    games (None: all)."""

    name: str
    options: tuple[Option, ...]
    make: Callable[[Game[Any], dict[str, Value]], Player]
    games: tuple[str, ...] | None = None

    def game_option(self) -> Option:
        """The option for the game, including games of other packages."""
        names = self.games or tuple(games())
        return Choice("Game", names[0], values=names, description=say("the game"))


class SearchThread(Thread):
    """One `go`: searches, reports, answers. `answered` is set and the answer written in one step:
    the engine is idle exactly when the answer has been written."""

    def __init__(
        self, player: Player, position: Position, limit: Limit, stop: StopFlag, writer: ReplyWriter
    ) -> None:
        super().__init__(daemon=True)
        self.player = player
        self.position = position
        self.limit = limit
        self.stop = stop
        self.writer = writer
        self.best = "none"
        self.answered = False

    def run(self) -> None:
        try:
            self.report()
        except Exception as error:  # noqa: BLE001 - the other side waits for an answer
            self.writer.send_internal_error(error)
        with self.writer.lock:
            self.answered = True
            self.writer.send(f"bestmove {self.best}")

    def report(self) -> None:
        """Searches; an infinite search waits for `stop` even if everything is proved."""
        if self.position.over:
            return
        for choice in self.player.think(self.position, self.limit, self.stop):
            self.best = self.position.move_text(choice.move)
            for number, one in enumerate((choice, *(choice.others or ())), start=1):
                if one.progress:
                    label = "" if choice.others is None else f"multipv {number} "
                    self.writer.send(info_line(self.position, one.progress, label))
        while self.limit.infinite and not self.stop.is_set:
            time.sleep(POLL_SECONDS)


class Engine:
    """The state between commands: the options, the position, the last search, and the player with
    its memory of the game."""

    def __init__(
        self, writer: ReplyWriter, kind: EngineKind, game: Game[Any], given: Mapping[str, Value]
    ) -> None:
        self.writer = writer
        self.kind = kind
        self.settings: dict[str, Value] = {o.name: o.default for o in kind.options}
        self.last_search: SearchThread | None = None
        self.configure(game, given)
        self.player = kind.make(self.game, self.settings)

    def run(self, reader: CommandReader) -> None:
        """Answers commands until `quit` or the end of input, then finishes the last search."""
        while (command := reader.next()) and command.word != "quit" and not self.writer.closed:
            self.execute(command)
        if last := self.last_search:
            if command or last.limit.infinite:
                last.stop.set()
            last.join()

    def execute(self, command: UgiCommand) -> None:
        """Executes the command, or reports why it cannot."""
        try:
            self.action(command)(self, command)
        except TabuleiroError as error:
            self.writer.send_error(error.message)
        except Exception as error:  # noqa: BLE001 - the engine survives any error of a game
            self.writer.send_internal_error(error)

    def action(self, command: UgiCommand) -> Action:
        """The method for a command; an error if it is unknown or not allowed now."""
        if command.fault:
            raise UgiError(command.fault)
        word = command.word
        if word not in COMMANDS:
            reason = say(
                "there is no command {word}: the commands are {words}",
                word=quote(word),
                words=(*COMMANDS, "quit"),
            )
            raise UgiError(reason)
        if word in NOT_WHILE_SEARCHING and self.last_search and not self.last_search.answered:
            raise UgiError(say("a search is running: send stop first"))
        return COMMANDS[word]

    # --- the commands

    def introduce(self, command: UgiCommand) -> None:
        """`ugi`."""
        self.writer.send(f"id name {self.kind.name}")
        self.writer.send(f"id author {AUTHOR}")
        for option in (self.kind.game_option(), *self.kind.options, *self.game.options):
            self.writer.send(option_line(option))
        self.writer.send("ugiok")

    def be_ready(self, command: UgiCommand) -> None:
        """`isready`."""
        self.writer.send("readyok")

    def new_game(self, command: UgiCommand) -> None:
        """`uginewgame`."""
        self.position = self.start()
        self.player.forget()

    def set_option(self, command: UgiCommand) -> None:
        """`setoption name NAME value VALUE`; names are not case-sensitive."""
        given_name, value = read_option(command.rest)
        name = given_name.lower()
        if name == "game":
            if self.kind.games:
                self.kind.game_option().parse(value)
            game = find_game(value)
            player = self.kind.make(game, self.settings)  # an error if it needs too much memory
            self.configure(game, NOTHING)
            self.player = player
        elif option := find_option(self.kind.options, name):
            settings = {**self.settings, option.name: option.parse(value)}
            if settings != self.settings:  # else the player keeps what it knows
                self.player = self.kind.make(self.game, settings)
            self.settings = settings
        elif option := find_option(self.game.options, name):
            self.configure(self.game, {**self.options, option.name: option.parse(value)})
        else:
            known = (self.kind.game_option(), *self.kind.options, *self.game.options)
            raise OptionError(no_such_option(given_name, [option.name for option in known]))

    def set_position(self, command: UgiCommand) -> None:
        """`position startpos|fen TEXT [moves MOVE...]`; on any error the old position stays."""
        text, moves = read_position(command.rest)
        position = self.start() if text is None else self.game.read(text, self.options)
        self.position = positions_after(position, moves)[-1]

    def go(self, command: UgiCommand) -> None:
        """`go` with limits: searches until the first of them, including those of the level."""
        limit = read_limit(command.rest.split())
        self.last_search = SearchThread(
            self.player, self.position, limit, command.stop, self.writer
        )
        self.last_search.start()

    def stop(self, command: UgiCommand) -> None:
        """`stop`: the flag is already set. The search answers before any other reply is sent."""
        if self.last_search:
            self.last_search.join()

    def query(self, command: UgiCommand) -> None:
        """`query QUESTION`."""
        question, *arguments = command.rest.split() or [""]
        if question == "perft":
            depth = read_number("perft", " ".join(arguments))
            answer = str(perft(self.position, depth, command.stop))
            if command.stop.is_set:
                raise UgiError(say("the count was stopped"))
        elif question in QUERIES and not arguments:
            answer = QUERIES[question](self.position)
        else:
            reason = say(
                "there is no query {text}: the queries are {questions}",
                text=quote(command.rest),
                questions=(*QUERIES, "perft N"),
            )
            raise UgiError(reason)
        self.writer.send(f"response {answer}".rstrip())

    def show_board(self, command: UgiCommand) -> None:
        """`d`: the board in ASCII characters, for people."""
        board = draw_text(self.position.scene(), unicode=False)
        for line in (*board.splitlines(), f"Fen: {self.position.text}"):
            self.writer.send(line)

    # --- games and their options

    def configure(self, game: Game[Any], given: Mapping[str, Value]) -> None:
        """Changes the game and its options; the position is the start."""
        options = dict(game.resolve_options(dict(given)))
        position: Position = game.begin(options)
        self.game, self.options, self.position = game, options, position

    def start(self) -> Position:
        """The start with the current options."""
        position: Position = self.game.begin(self.options)
        return position


Action = Callable[[Engine, UgiCommand], None]

COMMANDS: dict[str, Action] = {
    "ugi": Engine.introduce,
    "isready": Engine.be_ready,
    "uginewgame": Engine.new_game,
    "setoption": Engine.set_option,
    "position": Engine.set_position,
    "go": Engine.go,
    "stop": Engine.stop,
    "query": Engine.query,
    "d": Engine.show_board,
}
NOT_WHILE_SEARCHING = ("uginewgame", "setoption", "position", "go")


def new_player(game: Game[Any], settings: dict[str, Value]) -> Player:
    """A new player: the one of the level or, for several lines, an analysis that takes as long."""
    number, threads, megabytes, seed, lines = (int(settings[o.name]) for o in ENGINE_OPTIONS)
    if lines > 1:
        level = levels(game)[number - 1]
        limit = Limit(movetime=round(1000 * level.seconds(None)), nodes=level.nodes)
        search = make_search(game.start(), megabytes=megabytes, threads=threads, seed=seed)
        return MultiPvPlayer(search, limit, lines)
    return make_player(f"level:{number},threads={threads},megabytes={megabytes}", game, seed)


def find_option(options: Iterable[Option], name: str) -> Option | None:
    """The option of that name, given in lower case."""
    return next((option for option in options if option.name.lower() == name), None)


def run_engine(
    lines: Iterable[bytes],
    stream: OutputStream,
    game_id: str = FIRST_GAME,
    given: Mapping[str, Value] = NOTHING,
    kind: EngineKind | None = None,
) -> None:
    """Runs an engine on these lines of input until `quit` or their end."""
    kind = kind or EngineKind(engine_name(), ENGINE_OPTIONS, new_player)
    engine = Engine(ReplyWriter(stream), kind, find_game(game_id), given)
    engine.run(CommandReader(lines))


def serve_engine(
    game_id: str, given: Mapping[str, Value] = NOTHING, kind: EngineKind | None = None
) -> None:
    """Runs an engine on standard input and output. What players print goes to standard error."""
    stream = open(0, "rb", closefd=False)  # noqa: SIM115 - at the end a thread may still read it
    answers = open(1, "wb", buffering=0, closefd=False)  # noqa: SIM115 - used until the process ends
    with redirect_stdout(sys.stderr):
        run_engine(read_lines(stream), answers, game_id, given, kind)


def serve_ugi(player: str | Player | ChooseMove, game: str | None = None) -> None:
    """Makes this program a UGI engine: answers the commands on standard input with the moves of a
    player, until `quit` or the end of input. A player is a name, an object or a function of a
    position. If a game is given, the engine plays only that game.
    """
    chosen = find_game(game or FIRST_GAME).id
    given = player if isinstance(player, str) else as_player(player)

    def make(rules: Game[Any], settings: dict[str, Value]) -> Player:
        seed = int(settings[SEED.name])
        return make_player(given, rules, seed) if isinstance(given, str) else given

    kind = EngineKind(name_of(player), (SEED,), make, (chosen,) if game else None)
    serve_engine(chosen, kind=kind)
