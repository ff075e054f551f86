"""The engine's replies as text: identity, options, search info, queries."""

from collections.abc import Callable
from importlib import metadata

from tabuleiro.core.options import Option
from tabuleiro.core.position import PLAYER_LETTERS, Position
from tabuleiro.core.wording import line_texts
from tabuleiro.search.progress import Progress

AUTHOR = "the Tabuleiro developers"


def engine_name() -> str:
    """The name of the program and, if it is installed, its version."""
    try:
        return f"Tabuleiro {metadata.version('tabuleiro')}"
    except metadata.PackageNotFoundError:
        return "Tabuleiro"


def option_line(option: Option) -> str:
    """An option as `ugi` lists it."""
    domain = option.domain()
    if option.kind == "check":
        values = boolean_text(option.default)
    elif option.kind == "spin":
        values = f"{option.default} min {domain['min']} max {domain['max']}"
    else:
        values = " ".join([str(option.default), *(f"var {value}" for value in domain["values"])])
    return f"option name {option.name} type {option.kind} default {values}"


def info_line(position: Position, progress: Progress, label: str = "") -> str:
    """The progress of a search; the label says which of several lines it is."""
    score = f"cp {round(2000 * progress.value) - 1000}"
    if progress.mate is not None:
        score = f"mate {progress.mate}"
    speed = round(progress.nodes / max(progress.seconds, 0.001))
    line = " ".join(line_texts(position, progress.line))
    return (
        f"info depth {progress.depth} {label}score {score} nodes {progress.nodes} nps {speed} "
        f"time {round(1000 * progress.seconds)} pv {line}"
    )


def boolean_text(value: object) -> str:
    """`true` or `false`."""
    return str(value).lower()


def result_text(position: Position) -> str:
    """`p1win`, ..., `draw`, or `none` if the game is not over."""
    outcome = position.outcome()
    return outcome.result if outcome else "none"


def player_text(position: Position) -> str:
    """The letter of the player to move, or `none`."""
    return "none" if position.over else PLAYER_LETTERS[position.player]


QUERIES: dict[str, Callable[[Position], str]] = {
    "gameover": lambda position: boolean_text(position.over),
    "p1turn": lambda position: boolean_text(position.player == 0),
    "result": result_text,
    "legal": lambda position: " ".join(map(position.move_text, position.legal_moves())),
    "fen": lambda position: position.text,
    "player": player_text,
    "scores": lambda position: " ".join(str(score) for score in position.scores()),
}
"""The queries about a position; `perft`, which takes a number, is apart."""
