"""Fair play: refuses to analyse positions of running games between people.

Positions are recognised by keys. The key of a position is made of the planes that networks are
shown, as the player to move sees them. So neither options that do not matter in a position nor the
colours of the players or pieces change its key. For an analysis, a position that is turned or
mirrored is the same one.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, partial
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


class GuardedBoard:
    """The position on the board of a game, as keys; none if it needs no guard."""

    def __init__(self, position: Position | None) -> None:
        self._position = position

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the position, turned and mirrored too."""
        return position_keys(self._position) if self._position else frozenset()

    @cached_property
    def near(self) -> frozenset[str]:
        """The keys of the position and of those that may come next."""
        if self._position is None:
            return frozenset()
        after = map(self._position.play, self._position.legal_moves())
        return frozenset(position_key(each) for each in (self._position, *after) if not each.over)


class FairPlay:
    """Refuses help with running games between people who have not agreed to hints. In a position on
    their boards, or one move after it, there are no analyses, reasons, explored moves, hints, new
    games or answers of the computer. Lines of other positions end before them. It does not matter
    who asks, since a player can ask without the cookie. Games that nobody has continued for long
    are left out: they never end, and comparing with all of them would take longer every year."""

    def __init__(self, repository: GameRepository) -> None:
        self._repository = repository
        self._guarded: LruCache[tuple[str, int], GuardedBoard] = LruCache(MOST_BOARDS)
        self._lock = Lock()  # so that only one thread at a time works out what may come next

    def check(self, position: Position) -> frozenset[str]:
        """Refuses a position that is, or may come next, on the board of such a game. Returns the
        keys of their boards: lines from this position end before them."""
        if position.over:
            return frozenset()
        keys, boards = position_keys(position), self._boards(position.game.id)
        with self._lock:
            if any(not keys.isdisjoint(each.near) for each in boards):
                raise refusal()
        return keys_of(boards)

    def boards(self, game_id: str) -> frozenset[str]:
        """The keys of the boards of such games with these rules: lines end before them."""
        return keys_of(self._boards(game_id))

    def _boards(self, game_id: str) -> list[GuardedBoard]:
        with self._repository.store.reading() as reading:
            games = reading.protected_games(game_id, self._repository.now() - ABANDONED)
            return [
                self._guarded.get_or_make(each, partial(self._load, reading, each[0]))
                for each in games
            ]

    def _load(self, reading: ReadTransaction, game_id: str) -> GuardedBoard:
        """The usual start of a game is free: everybody studies it, and gets hints there."""
        try:
            table = self._repository.load(reading, game_id).table
        except TabuleiroError:  # it is damaged, or its rules are not installed
            return GuardedBoard(None)
        free = table.player is None or is_usual_start(table.position)
        return GuardedBoard(None if free else table.position)


def keys_of(boards: Iterable[GuardedBoard]) -> frozenset[str]:
    """The keys of all these boards."""
    return frozenset[str]().union(*(each.keys for each in boards))


def refusal() -> NotAllowedError:
    """The error for a position that may not be analysed now."""
    return NotAllowedError(
        say(
            "this position, or one right before or after it, is on the board of a game that people "
            "are playing now: it can be analysed when they have moved on"
        )
    )


def moves_to_show(position: Position, line: Sequence[int | str], boards: frozenset[str]) -> int:
    """How many moves of a line lead to none of these boards; from the usual start at least one."""
    at = position
    for count, move in enumerate(line if boards else ()):
        at = at.play(move)
        if not at.over and position_key(at) in boards:
            return count or int(is_usual_start(position))
    return len(line)


def is_shown(positions: Iterable[Position], boards: frozenset[str]) -> bool:
    """Whether none of the positions is on one of these boards."""
    return not boards or all(each.over or position_key(each) not in boards for each in positions)


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
    """Functions that turn and mirror the planes of a game under its options. Of those that differ
    only in the colours of pieces there is one, since colours do not change a key."""
    game, options = parse_game_text(game_text)
    if game.encoding is None:
        return ()
    cells, _ = plane_size(game, tuple(options.items()))
    ways = {way.planes[:cells]: way.planes for way in game.encoding.symmetries(options)}
    return tuple(itemgetter(*way) for way in ways.values())


def key_of(position: Position, planes: str) -> str:
    """The key for planes of a position of this game. Colours that can be exchanged are all alike:
    their order does not count."""
    if (encoding := position.game.encoding) and (colours := encoding.colour_planes):
        cells = len(planes) // len(encoding.planes)
        parts = [planes[at : at + cells] for at in range(0, len(planes), cells)]
        alike = sorted([parts[plane] for plane in colour] for colour in colours)
        for colour, own in zip(colours, alike, strict=True):
            for plane, part in zip(colour, own, strict=True):
                parts[plane] = part
        planes = "".join(parts)
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
