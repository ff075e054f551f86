"""The cache of recently used games."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from tabuleiro.web.games.state import GameSnapshot

MOST_TABLES = 5_000


class GameCache:
    """The games that were looked at last, as they stood. Nothing happens on their tables."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        self.most = most
        self._games: OrderedDict[str, GameSnapshot] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str) -> GameSnapshot | None:
        """A game, not necessarily as it stands now."""
        with self._lock:
            if game_id in self._games:
                self._games.move_to_end(game_id)
            return self._games.get(game_id)

    def put(self, game: GameSnapshot) -> None:
        """Keeps a game as it stands, unless a later version is known."""
        with self._lock:
            known = self._games.get(game.id)
            if known is None or known.table.version < game.table.version:
                self._games[game.id] = game
            while len(self._games) > self.most:
                self._games.popitem(last=False)

    def evict(self, game_id: str) -> None:
        """Lets go of a game."""
        with self._lock:
            self._games.pop(game_id, None)
