"""Fair play: refuses to analyse positions of running games between people.

Positions are recognised by keys. The key of a position is made of the planes that networks are
shown, as the player to move sees them. So neither options that do not matter in a position nor the
colours of the players change its key. For an analysis, a position that is turned or mirrored is the
same one.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import itemgetter
from threading import Lock
from typing import Any

from tabuleiro.core.encoding import WORD_BITS, Encoding
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.options import Value
from tabuleiro.core.position import Position
from tabuleiro.games import parse_game_text
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.repository import GameRepository
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.secrets import digest
from tabuleiro.web.store.transaction import ReadTransaction

MOST_BOARDS = 5_000  # whose positions are cached
ABANDONED = 60 * 86_400.0  # seconds without a move after which a game is not protected any more
CACHED_KEYS = 256  # positions; the same ones are looked up again and again
MIRRORS = 64  # games with options whose symmetries are cached: these take longest


class FairPlay:
    """Refuses help with running games between people who have not agreed to hints: analyses, hints
    and new games in a position on their boards, or one move after it. It does not matter who asks,
    since a player can ask without the cookie. Games that nobody has continued for long are left
    out: they never end, and to compare with all of them would take longer every year."""

    def __init__(self, repository: GameRepository) -> None:
        self._repository = repository
        self._keys: LruCache[tuple[str, int], frozenset[str]] = LruCache(MOST_BOARDS)
        self._lock = Lock()  # so that the same keys are not computed by several threads at once

    def check(self, position: Position) -> None:
        """Refuses a position that is, or may come next, on the board of such a game."""
        if position.over:
            return
        keys = position_keys(position)
        with self._repository.store.reading() as reading:
            since = self._repository.now() - ABANDONED
            games = reading.protected_games(position.game.id, since)
            if any(not keys.isdisjoint(self._keys_near(reading, *each)) for each in games):
                raise NotAllowedError(
                    say(
                        "this position is on the board of a game that people are playing now, or "
                        "may come next there: it can be analysed when they have moved on"
                    )
                )

    def _keys_near(self, reading: ReadTransaction, game_id: str, version: int) -> frozenset[str]:
        """The keys of the position on the board of a game in a version, and of those one move after
        it."""
        with self._lock:
            return self._keys.get_or_make(
                (game_id, version), lambda: frozenset(self._compute_keys(reading, game_id))
            )

    def _compute_keys(self, reading: ReadTransaction, game_id: str) -> Iterator[str]:
        """The usual start of a game is free: everybody studies it, and gets hints there."""
        try:
            table = self._repository.load(reading, game_id).table
        except TabuleiroError:  # it is damaged, or its rules are not installed
            return
        position = table.position
        if table.player is None or is_usual_start(position):
            return
        yield position_key(position)
        after = map(position.play, position.legal_moves())
        yield from (position_key(each) for each in after if not each.over)


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
