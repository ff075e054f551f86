"""Who holds which seat of a game, and the invitation tokens for free seats."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest as keyed_digest

from tabuleiro.core.message import say
from tabuleiro.web.games.errors import ForeignSeatError, invitation_used_up
from tabuleiro.web.games.state import GameSnapshot
from tabuleiro.web.secrets import digest, is_secret, matches
from tabuleiro.web.store.rows import HolderRow, SeatRow
from tabuleiro.web.store.transaction import ReadTransaction


@dataclass(frozen=True, slots=True)
class InvitedSeat:
    """A seat that somebody is invited to, and the game that it is in."""

    game: GameSnapshot
    seat: int


def holders_with_secret(reading: ReadTransaction, game_id: str, secret: str) -> list[HolderRow]:
    """What a secret holds in a game."""
    if not secret:
        return []
    holders = reading.holders(game_id)
    return [holder for holder in holders if matches(secret, holder.secret_hash)]


def held_seats(reading: ReadTransaction, game_id: str, secret: str) -> tuple[int, ...]:
    """The seats that a secret holds in a game."""
    return tuple(holder.seat for holder in holders_with_secret(reading, game_id, secret))


def own_seats(reading: ReadTransaction, game_id: str, secret: str) -> tuple[int, ...]:
    """The seats that a secret holds, at least one."""
    held = held_seats(reading, game_id, secret)
    if not held:
        raise ForeignSeatError(say("you have no seat in this game"))
    return held


def invitation(secret: str, game_id: str, seat: int) -> str:
    """The token of an invitation. Whoever opened the game finds it again by his own secret, and
    nobody else can."""
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
        raise invitation_used_up()
    return seat
