"""The commands of an installation without the extra `cli`: `engine`, `match` and `arena`.

They have the options that most people need, and print JSON.
"""

import json
import sys
import warnings
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, NoReturn

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.options import split_words
from tabuleiro.language import choose_language, localised

BAD_INPUT = 2
COMMANDS = ("engine", "match", "arena")


class Parser(ArgumentParser):
    """A parser whose errors are ours."""

    def error(self, message: str) -> NoReturn:
        raise TabuleiroError(say("{reason}", reason=message))


def make_parser() -> Parser:
    """The options of the commands."""
    parser = Parser("tabuleiro", description="Other commands: pip install 'tabuleiro[all]'")
    parser.add_argument("--version", action="store_true")
    commands = parser.add_subparsers(dest="command", metavar="|".join(COMMANDS))
    engine = commands.add_parser("engine", help="play as a UGI engine")
    engine.add_argument("words", nargs="*", metavar="GAME NAME=VALUE")
    match = commands.add_parser("match", help="play a match between two players")
    match.add_argument("words", nargs="+", metavar="PLAYER OPPONENT GAME NAME=VALUE")
    match.add_argument("--games", type=int, default=100)
    arena = commands.add_parser("arena", help="play a tournament")
    arena.add_argument("words", nargs="+", metavar="FILE | PLAYERS GAME NAME=VALUE")
    arena.add_argument("--engine", action="append", metavar="NAME=COMMAND")
    arena.add_argument("--kind")
    arena.add_argument("--pairs", type=int)
    for one in (match, arena):
        one.add_argument("--seed", type=int)
        one.add_argument("--turn-time", type=float, metavar="SECONDS")
        one.add_argument("--processes", type=int)
        one.add_argument("--record", type=Path, metavar="FILE")
        one.add_argument("--json", action="store_true", help="the only output there is")
    arena.add_argument("--nodes", type=int)
    return parser


def main() -> None:
    """Runs a command and ends the process with its exit code."""
    choose_language(None)
    warnings.showwarning = lambda message, *more: print("tabuleiro:", message, file=sys.stderr)
    try:
        code = run(sys.argv[1:])
    except TabuleiroError as error:
        print("tabuleiro:", localised(error.message), file=sys.stderr)
        code = BAD_INPUT
    except OSError as error:
        print("tabuleiro:", error, file=sys.stderr)
        code = BAD_INPUT
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def run(words: list[str]) -> int:
    """Runs a command and returns its exit code."""
    if words and words[0] not in COMMANDS and not words[0].startswith("-"):
        raise TabuleiroError(
            say(
                "this installation has the commands {names}; to get all: {command}",
                names=COMMANDS,
                command="pip install 'tabuleiro[all]'",
            )
        )
    parser = make_parser()
    given = parser.parse_args(words)
    if given.version:
        from importlib.metadata import version

        print(f"tabuleiro {version('tabuleiro')}")
    elif given.command is None:
        parser.print_help()
    elif given.command == "engine":
        run_engine(given)
    else:
        found, interrupted = play_match(given) if given.command == "match" else play_arena(given)
        print(json.dumps(found))
        return 130 if interrupted else 0
    return 0


def run_engine(given: Namespace) -> None:
    """Runs the UGI engine."""
    from tabuleiro.engine.ugi import FIRST_GAME, serve_engine

    game, *words = given.words or [FIRST_GAME]
    serve_engine(game, split_words(words))


def play_match(given: Namespace) -> tuple[dict[str, Any] | None, bool]:
    """Plays a match; returns its result as JSON, and whether it was interrupted."""
    from tabuleiro.arena import local_backend, new_match
    from tabuleiro.terminal import json_output, tournaments

    if len(given.words) < 3:
        raise TabuleiroError(say("name two players and a game"))
    first, second, *game = given.words
    seed = 1 if given.seed is None else given.seed
    match = new_match(first, second, " ".join(game), given.games, seed, turn_time=given.turn_time)
    played = tournaments.play(match, local_backend(match, given.processes), given.record)
    found = json_output.match_data(played.summary) if played.summary else None
    return found, played.interrupted


def play_arena(given: Namespace) -> tuple[dict[str, Any], bool]:
    """Plays a tournament; returns its result as JSON, and whether it was interrupted."""
    from tabuleiro.arena.tournament_file import find_tournament
    from tabuleiro.arena.tournament_runner import local_backend
    from tabuleiro.terminal import json_output, tournaments

    tables = {
        "": {"kind": given.kind, "pairs": given.pairs, "seed": given.seed},
        "openings": {},
        "limits": {"turn-time": given.turn_time, "nodes": given.nodes},
        "sprt": {},
    }
    tournament, path = find_tournament(given.words, tables, given.engine)
    record = given.record or (path and path.with_suffix(".jsonl"))
    played = tournaments.play(tournament, local_backend(tournament, given.processes), record)
    return json_output.tournament_data(played), played.interrupted
