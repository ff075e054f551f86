"""The opening explorer: a tree of openings with their values, in a file.

A file belongs to one game with its options. Positions that are rotated, mirrored or recoloured
copies of each other are one node of the tree. `explorer_builder.py` makes and extends such files.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.symmetry import symmetry_key
from tabuleiro.games import read
from tabuleiro.records.files import atomic_writer, file_errors
from tabuleiro.records.saved_games import data_folder

SUFFIX = ".explorer"
FORMAT = "tabuleiro-explorer-1"
PACKAGE = "tabuleiro_explorer"  # the data for the usual options, which are installed separately
MOST_BYTES = 2**27  # of a file without compression
DIGITS = 5  # of values


class ExplorerError(TabuleiroError):
    """A file of an explorer that is damaged or foreign."""


class Node:
    """A position of the tree: the expected score `own` of its player by its own search, and `value`
    by that and all visits. The lists have an entry for each move that was searched or visited:
    its share of the search, its visits, and the node after it, None if the game is over there."""

    __slots__ = ("_position", "children", "is_open", "moves", "own", "player", "shares", "text",
                 "value", "visits")  # fmt: skip

    def __init__(self, text: str, player: int, own: float, value: float) -> None:
        self.text = text
        self.player = player
        self.own = own
        self.value = value
        self.moves: list[int] = []
        self.shares: list[int] = []
        self.visits: list[int] = []
        self.children: list[Node | None] = []
        self.is_open = False  # whether it has all legal moves
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """The position itself."""
        self._position = self._position or read(self.text)
        return self._position

    def value_of(self, place: int) -> float:
        """The expected score of its player after a move that was visited."""
        child = self.children[place]
        if child is not None:
            return child.value if child.player == self.player else 1 - child.value
        outcome = self.position.play(self.moves[place]).outcome()
        assert outcome, "only the end of a game has no node"
        return outcome.values[self.player]


class OpeningMove(NamedTuple):
    """A move of the explorer: its texts (those of symmetric moves too), its expected score for the
    player to move, its visits, and its part of all visits."""

    texts: tuple[str, ...]
    value: float
    visits: int
    share: float


class Explorer:
    """The openings of a game by position. The nodes have the keys of their positions; those of the
    starts come first."""

    def __init__(self, game_text: str, starts: int, nodes: dict[int, Node]) -> None:
        self.game_text = game_text
        self.starts = starts
        self.nodes = nodes

    def explore(self, position: Position) -> tuple[OpeningMove, ...]:
        """The moves of a position that were visited, those with the most visits first; none if the
        explorer does not have the position."""
        node = None if position.over else self.nodes.get(key_of(position))
        if node is None:
            return ()
        texts: dict[int, list[str]] = {}
        for move in position.legal_moves():
            texts.setdefault(key_of(position.play(move)), []).append(position.move_text(move))
        total = sum(node.visits)
        moves = []
        for i in sorted(range(len(node.moves)), key=lambda i: -node.visits[i]):
            found = texts.get(key_of(node.position.play(node.moves[i])))
            if node.visits[i] and found:
                visits = node.visits[i]
                moves.append(OpeningMove(tuple(found), node.value_of(i), visits, visits / total))
        return tuple(moves)


def key_of(position: Position) -> int:
    """A number of 64 bits that is the same for symmetric positions."""
    text = repr(symmetry_key(position)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest())


# --- files ---------------------------------------------------------------------------------


def own_explorer_path(position: Position) -> Path:
    """The user's own file for the game and the options of a position, in the folder that
    TABULEIRO_EXPLORER names or in that of their data. It may not exist."""
    name = position.game.text_with(position.options()).replace(" ", "_") + SUFFIX
    return Path(os.environ.get("TABULEIRO_EXPLORER") or data_folder() / "explorer") / name


def explorer_path(position: Position) -> Path:
    """The user's own file or, if there is none, that of the data package."""
    own = own_explorer_path(position)
    with suppress(ModuleNotFoundError):
        shipped = Path(str(files(PACKAGE) / own.name))
        return shipped if shipped.is_file() and not own.exists() else own
    return own


def require_two_players(position: Position) -> None:
    """Raises ExplorerError for a game of more players, which no explorer has."""
    if position.players != 2:
        raise ExplorerError(say("explorers are only for games of two players"))


def find_explorer(position: Position, path: Path | None = None) -> Explorer | None:
    """The explorer for the game and the options of a position; None if there is no file. A file
    that was changed is read again."""
    path = path or explorer_path(position)
    if not path.is_file():
        return None
    facts = path.stat()
    game_text = position.game.text_with(position.options())
    return _explorer_at(path, game_text, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=8)
def _explorer_at(path: Path, game_text: str, changed: int, size: int) -> Explorer:
    return read_explorer(path, game_text)


def read_explorer(path: Path, game_text: str) -> Explorer:
    """The explorer of a file, which must be for this game with these options."""
    with file_errors(path):
        header, _, body = path.read_bytes().partition(b"\n")
    try:
        facts = json.loads(header)
        if (facts["format"], facts["checksum"]) != (FORMAT, zlib.crc32(body)):
            raise ValueError(path)
        rows = json.loads(zlib.decompressobj().decompress(body, MOST_BYTES))
        explorer = Explorer(facts["game"], facts["starts"], nodes_in(rows))
    except (ValueError, KeyError, TypeError, IndexError, zlib.error) as error:
        raise unusable_explorer(path, say("it is damaged or not an explorer")) from error
    if explorer.game_text != game_text:
        reason = say("it is for {other}, not {game}", other=explorer.game_text, game=game_text)
        raise unusable_explorer(path, reason)
    return explorer


def nodes_in(rows: list[list[Any]]) -> dict[int, Node]:
    """The nodes of the rows of a file."""
    nodes = {row[0]: Node(*row[1:5]) for row in rows}
    by_number = list(nodes.values())
    for node, (*_, moves, shares, visits, children) in zip(by_number, rows, strict=True):
        node.moves, node.shares, node.visits = moves, shares, visits
        node.children = [None if number < 0 else by_number[number] for number in children]
    return nodes


def rows_of(nodes: dict[int, Node]) -> Iterable[tuple[object, ...]]:
    """The rows of a file. Children are numbers of rows; -1 stands for none. Moves that were neither
    searched nor visited are left out."""
    numbers: dict[Node | None, int] = {node: number for number, node in enumerate(nodes.values())}
    for key, node in nodes.items():
        moves = zip(node.moves, node.shares, node.visits, node.children, strict=True)
        kept = [(*one, numbers.get(child, -1)) for *one, child in moves if one[1] or one[2]]
        columns = zip(*kept, strict=True) if kept else ((), (), (), ())
        yield key, node.text, node.player, node.own, round(node.value, DIGITS), *columns


def unusable_explorer(path: Path, reason: Message) -> ExplorerError:
    """The error for a file that cannot be used as an explorer."""
    message = say("the explorer {path} cannot be used: {reason}", path=str(path), reason=reason)
    return ExplorerError(message)


def write_explorer(path: Path, explorer: Explorer) -> None:
    """Replaces a file; even if this is interrupted, the old or the new one is complete."""
    rows = json.dumps(list(rows_of(explorer.nodes)), separators=(",", ":"))
    body = zlib.compress(rows.encode(), 9)
    facts = {"format": FORMAT, "game": explorer.game_text, "starts": explorer.starts}
    with atomic_writer(path) as file:
        file.write(json.dumps({**facts, "checksum": zlib.crc32(body)}).encode() + b"\n" + body)
