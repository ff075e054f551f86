"""Nobody is helped in a running game between people: positions that are not analysed now."""

from __future__ import annotations

from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.web.refusals import NotAllowedError
from tabuleiro.web.rooms import Rooms
from tabuleiro.web.secrets import digest
from tabuleiro.web.store.boards import board_key, board_keys
from tabuleiro.web.store.transaction import Reading

MOST_GAMES = 50  # of one's own that are looked at


class Fairness:
    """What keeps analyses away from boards at which people play each other without having agreed
    to hints."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def check(self, position: Position, secret: str = "") -> None:
        """Refuses a position that is on such a board now. Whoever plays there himself is not told
        either what his next move would lead to."""
        if position.over:
            return
        keys = board_keys(position)
        with self._rooms.store.reading() as reading:
            if reading.is_on_board(keys):
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

    def _is_ahead(self, reading: Reading, game: str, keys: frozenset[str], secret: str) -> bool:
        """Whether one move leads to a position of these keys in a game of somebody's own."""
        held = reading.held_by(digest(secret), MOST_GAMES)
        boards = [
            self._rooms.look(reading, each.row.id).table.position
            for each in held
            if each.row.board and each.row.game.split()[0] == game
        ]
        return any(leads_to(board, keys) for board in boards)


def leads_to(board: Position, keys: frozenset[str]) -> bool:
    """Whether a move on the board leads to a position of these keys."""
    after = (board.play(move) for move in board.legal_moves())
    return any(board_key(position) in keys for position in after if not position.over)
