"""The command line; each command imports what it needs when it runs, so that help is instant."""

import os
import sys
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from tabuleiro.cli import analyse, arena, bench, games, playing, record, report, train
from tabuleiro.cli.admin import commands as admin_commands
from tabuleiro.cli.parameters import INTERRUPTED, Commands, Language, argument
from tabuleiro.cli.saved import commands as saved_commands
from tabuleiro.cli.usage_errors import usage_error, written_language
from tabuleiro.core.extras import missing_package
from tabuleiro.core.message import DisplayText, TabuleiroError
from tabuleiro.language import choose_language, localised

BAD_INPUT = 2
Shell = StrEnum("Shell", ["bash", "zsh", "fish"])

# The base class of the exceptions that Typer raises for bad arguments, which it does not export.
ClickException: type[Any] = typer.BadParameter.__mro__[2]

app = Commands(
    name="tabuleiro",
    add_completion=False,  # Typer's scripts cannot complete words with : or =
    context_settings={"help_option_names": ["-h", "--help"]},
)
for group in (games, playing, arena, analyse, report, train):
    app.add_typer(group.commands)
app.add_typer(saved_commands, name="saved")
app.add_typer(record.commands, name="record")
app.add_typer(admin_commands, name="admin")
app.add_typer(bench.commands, name="bench")


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    lang: Language = None,
) -> None:
    """Five abstract board games to play, study and research.

    Without a command, a terminal shows the games to play.
    """
    if version:
        from importlib import metadata

        print(f"tabuleiro {metadata.version('tabuleiro')}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        playing.play()
    else:
        print(context.get_help())


@app.command("completion")
def print_script(shell: Annotated[Shell, argument("SHELL", "bash, zsh or fish.")]) -> None:
    """Print the script that completes words in your shell."""
    print((Path(__file__).with_name("shells") / shell).read_text(), end="")


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
    if "_TABULEIRO_COMPLETE" in os.environ:  # set by the scripts in cli/shells
        from typer.completion import get_completion_inspect_parameters

        get_completion_inspect_parameters()  # registers the shells
    replace_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that cannot be shown is not an error
    sys.exit(run(sys.argv[1:]))


def replace_closed_streams() -> None:
    """Replaces missing standard streams, so that no other file gets their descriptors."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - as long as we run


def run(arguments: list[str]) -> int:
    """Runs one command. Bad input gives one line on standard error and exit code 2."""
    choose_language(None)
    try:
        code: int | None = app(arguments, prog_name="tabuleiro", standalone_mode=False)
        print(end="", flush=True)
    except ClickException as error:
        choose_language(written_language(arguments))
        return refuse(usage_error(error, arguments))
    except TabuleiroError as error:
        return refuse(error.message)
    except ModuleNotFoundError as error:
        return refuse(missing_package(error).message)
    except BrokenPipeError:
        return discard_output()
    except OSError as error:
        drop_unwritten()
        return refuse(": ".join(str(part) for part in (error.filename, error.strerror) if part))
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code or 0


def refuse(reason: DisplayText) -> int:
    """Prints an error in one line."""
    line = localised(reason).replace("Value error, ", "")  # added by a library
    print("tabuleiro:", *line.split(), file=sys.stderr)
    return BAD_INPUT


def drop_unwritten() -> None:
    """Discards output that cannot be written, so that Python does not try again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        discard_output()


def discard_output() -> int:
    """Discards further output if its reader is gone: Python would complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
