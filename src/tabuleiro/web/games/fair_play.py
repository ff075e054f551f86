"""Fair play: refuses to analyse positions of running games between people."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.position_keys import is_usual_start, position_key, position_keys
from tabuleiro.web.games.repository import GameRepository
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.store.transaction import ReadTransaction

MOST_BOARDS = 5_000  # whose positions are cached
ABANDONED = 60 * 86_400.0  # seconds without a move after which a game is not protected any more


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
