"""Fair play: refuses to analyse positions of running games between people."""

from __future__ import annotations

from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.repository import GameRepository
from tabuleiro.web.secrets import digest
from tabuleiro.web.store.position_keys import position_key, position_keys
from tabuleiro.web.store.transaction import ReadTransaction

MOST_GAMES = 50  # games of a player that are checked


class FairPlay:
    """Refuses analyses of running games between people who have not agreed to hints."""

    def __init__(self, repository: GameRepository) -> None:
        self._repository = repository

    def check(self, position: Position, secret: str = "") -> None:
        """Refuses a position of such a game; to its players also those after their next move."""
        if position.over:
            return
        keys = position_keys(position)
        with self._repository.store.reading() as reading:
            if reading.is_protected(keys):
                raise NotAllowedError(
                    say(
                        "this position is on the board of a game that people are playing now: "
                        "it can be analysed when they have moved on"
                    )
                )
            if secret and self._is_ahead(reading, position.game.id, keys, secret):
                raise NotAllowedError(
                    say(
                        "you play a game in which this position may come next: "
                        "it can be analysed when that game has gone another way"
                    )
                )

    def _is_ahead(
        self, reading: ReadTransaction, game: str, keys: frozenset[str], secret: str
    ) -> bool:
        """Whether one move leads to a position of these keys in a game of this player."""
        boards = [
            self._repository.load(reading, row.id).table.position
            for row, _ in reading.held_by(digest(secret), MOST_GAMES)
            if row.board and row.game.split()[0] == game
        ]
        after = (board.play(move) for board in boards for move in board.legal_moves())
        return any(position_key(position) in keys for position in after if not position.over)
