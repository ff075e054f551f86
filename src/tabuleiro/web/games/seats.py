"""The invitation tokens for the free seats of a game."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest as keyed_digest

from tabuleiro.web.games.errors import INVITATION_USED, UsedUpError
from tabuleiro.web.games.state import GameSnapshot
from tabuleiro.web.secrets import digest, is_secret, matches
from tabuleiro.web.store.schema import SeatRow
from tabuleiro.web.store.transaction import ReadTransaction


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """The game and the seat that an invitation or a device link leads to."""

    game: GameSnapshot
    seat: int


def invitation(secret: str, game_id: str, seat: int) -> str:
    """The token of an invitation. It can be computed again from the secret of the player who
    opened the game, and by no one else."""
    keyed = keyed_digest(secret.encode(), f"{game_id} {seat}".encode(), sha256)
    return urlsafe_b64encode(keyed).decode().rstrip("=")


def invitations_in(reading: ReadTransaction, game_id: str, secret: str) -> dict[int, str]:
    """The tokens of the free seats of a game; none, unless this secret opened it."""
    tokens = ((seat, invitation(secret, game_id, seat.seat)) for seat in reading.seats(game_id))
    return {
        seat.seat: token
        for seat, token in tokens
        if seat.invite_hash and matches(token, seat.invite_hash)
    }


def invited_seat(reading: ReadTransaction, token: str) -> SeatRow:
    """The free seat that an invitation is for."""
    seat = reading.invited_to(digest(token)) if is_secret(token) else None
    if seat is None:
        raise UsedUpError(INVITATION_USED)
    return seat
