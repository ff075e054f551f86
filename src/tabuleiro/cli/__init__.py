"""The command line; each command imports what it needs when it runs, so that help is instant."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from tabuleiro.cli import analyse, arena, bench, games, matches, playing, record, report, train
from tabuleiro.cli.parameters import INTERRUPTED, TYPER_OPTIONS, is_full_terminal
from tabuleiro.core.message import TabuleiroError, say

BAD_INPUT = 2

# The base class of the exceptions that Typer raises for bad arguments, which it does not export.
ClickException: type[Any] = typer.BadParameter.__mro__[2]

app = typer.Typer(name="tabuleiro", add_completion=False, **TYPER_OPTIONS)
for group in (games, playing, matches, arena, analyse, report, train):
    app.add_typer(group.commands)
app.add_typer(bench.commands, name="bench")
app.add_typer(record.commands, name="record")


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
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
    if is_full_terminal():
        from tabuleiro.terminal.app.application import run_app

        run_app()
    else:
        print(context.get_help())


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
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
    try:
        code: int | None = app(arguments, prog_name="tabuleiro", standalone_mode=False)
        print(end="", flush=True)
    except ClickException as error:
        return refuse(error.format_message(), error)
    except TabuleiroError as error:
        return refuse(str(error))
    except BrokenPipeError:
        return discard_output()
    except OSError as error:
        drop_unwritten()
        return refuse(": ".join(str(part) for part in (error.filename, error.strerror) if part))
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code or 0


def refuse(reason: str, error: Any = None) -> int:
    """Prints an error in one line, with the command that shows help."""
    line = " ".join(reason.replace("Value error, ", "").split())  # added by a library
    if context := getattr(error, "ctx", None):
        hint = say("try {command} --help", command=context.command_path)
        line = f"{line.rstrip('.')}; {hint}"
    print(f"tabuleiro: {line}", file=sys.stderr)
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
