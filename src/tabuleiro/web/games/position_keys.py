"""Keys of positions, by which fair play recognises those of running games between people.

The key of a position is made of the planes that networks are shown, as the player to move sees
them. So neither options that do not matter in a position nor the colours of the players change its
key. For an analysis, a position that is turned or mirrored is the same one.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any

from tabuleiro.core.encoding import WORD_BITS, Encoding
from tabuleiro.core.game import Game
from tabuleiro.core.options import Value
from tabuleiro.core.position import Position
from tabuleiro.games import parse_game_text
from tabuleiro.web.secrets import digest

CACHED_KEYS = 256  # positions; the same ones are looked up again and again
MIRRORS = 64  # games with options whose symmetries are cached: these take longest


def position_key(position: Position) -> str:
    """The key of a position that is not over."""
    return key_of(position, planes_text(position))


@lru_cache(CACHED_KEYS)
def position_keys(position: Position) -> frozenset[str]:
    """The keys of all positions that are the same as this one, turned or mirrored."""
    plain = planes_text(position)
    mirrors = symmetries_of(position.game.text_with(position.options()))
    seen = ["".join(mirror(plain)) for mirror in mirrors]
    return frozenset(key_of(position, each) for each in (plain, *seen))


@lru_cache(MIRRORS)
def symmetries_of(game_text: str) -> tuple[Callable[[str], tuple[str, ...]], ...]:
    """Functions that turn and mirror the planes of a game under its options."""
    game, options = parse_game_text(game_text)
    ways = game.encoding.symmetries(options) if game.encoding else ()
    return tuple(itemgetter(*way.planes) for way in ways)


def key_of(position: Position, planes: str) -> str:
    """The key for planes of a position of this game."""
    return digest(f"{position.game.id} | {planes}")


def planes_text(position: Position) -> str:
    """The planes of a position, one digit per cell; its text if the game has no encoding."""
    encoding: Encoding | None = position.game.encoding
    if encoding is None:
        return position.text
    cells, size = plane_size(position.game, tuple(position.options().items()))
    # The lowest bit is the first cell.
    digits = [f"{word:0{WORD_BITS}b}"[::-1] for word in position.encode()]
    planes = range(0, len(encoding.planes) * size, size)
    return "".join("".join(digits[at : at + size])[:cells] for at in planes)


@lru_cache(CACHED_KEYS)
def plane_size(game: Game[Any], options: tuple[tuple[str, Value], ...]) -> tuple[int, int]:
    """The number of cells of a plane of a game with these options, and of its words."""
    assert game.encoding, "it has planes"
    rows, columns = game.encoding.shape(dict(options))
    return rows * columns, game.encoding.plane_words(dict(options))


def is_usual_start(position: Position) -> bool:
    """Whether a position is the start of its game with its options."""
    return position == usual_start(position.game, tuple(position.options().items()))


@lru_cache(CACHED_KEYS)
def usual_start(game: Game[Any], options: tuple[tuple[str, Value], ...]) -> Position:
    """The start of a game with these options."""
    start: Position = game.start(**dict(options))
    return start
