"""Finds and opens the network of a game: the one that ships with it, or a file.

ONNX Runtime, which runs networks, is imported with the first one. A process has one session for
each network.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.players.player import PlayerError

if TYPE_CHECKING:
    from tabuleiro.players.onnx_network import OnnxNetwork

SUFFIX = ".onnx"
MOST_CACHED = 16  # networks that a process keeps
EXAMPLE = "net:file=PATH"

Network = TypeVar("Network")


class NetworkError(PlayerError):
    """A network that is missing or damaged, does not fit the game, or cannot be run."""


def unusable_network(path: Path, reason: Message) -> NetworkError:
    """The error for a file that cannot be used as a network."""
    message = say("the network {path} cannot be used: {reason}", path=str(path), reason=reason)
    return NetworkError(message)


def shipped_network(game: Game[Any], suffix: str = SUFFIX) -> Traversable:
    """The path of the network that ships with a game, here or beside the game as `network.onnx`;
    the file may not exist."""
    ours = files("tabuleiro.players") / "networks" / f"{game.id}{suffix}"
    return ours if ours.is_file() else game.file(f"network{suffix}") or ours


def has_network(game: Game[Any]) -> bool:
    """Whether a network of the game ships with this package."""
    return game.encoding is not None and shipped_network(game).is_file()


def missing_network_advice(game: Game[Any], example: str = EXAMPLE) -> Message:
    """What to do if no network ships with the package."""
    return say(
        "this installation has no network for {game}: name a file, as in {example}",
        game=game.name,
        example=example,
    )


def find_network(game: Game[Any], path: str | None = None) -> OnnxNetwork:
    """The network of a game: from a file, else the one that ships with it."""
    if game.encoding is None:
        raise NetworkError(say("{game} has no encoding for networks", game=game.name))
    return load_network(game, path, SUFFIX, EXAMPLE, _network_at)


def load_network(
    game: Game[Any], path: str | None, suffix: str, example: str, load: Callable[..., Network]
) -> Network:
    """The network of the file at `path`, else of the one that ships with the game."""
    if path is not None:
        return load_file(game, Path(path).expanduser(), load)
    shipped = shipped_network(game, suffix)
    if not shipped.is_file():
        raise NetworkError(missing_network_advice(game, example))
    with as_file(shipped) as file:
        return load_file(game, file, load)


def load_file(game: Game[Any], file: Path, load: Callable[..., Network]) -> Network:
    """The network of a file. `load` gets the game, the path, and when the file was written, so that
    a changed file is read again."""
    if not file.is_file():
        raise unusable_network(file, say("there is no such file"))
    facts = file.stat()
    return load(game, file.resolve(), (facts.st_mtime_ns, facts.st_size))


@lru_cache(maxsize=MOST_CACHED)
def _network_at(game: Game[Any], path: Path, written: tuple[int, int]) -> OnnxNetwork:
    try:
        from tabuleiro.players.onnx_network import open_network
    except ImportError as error:
        reason = say(
            "networks need ONNX Runtime, which cannot be loaded ({reason}); to fix it: {command}",
            reason=str(error),
            command="pip install 'tabuleiro[net]'",
        )
        raise NetworkError(reason) from error
    return open_network(game, path)
