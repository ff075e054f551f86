"""Device links: one-time links with which a player continues on another device.

Only the browser that took a seat creates and revokes its links. A device that came by a link cannot
create any, so that revoking it removes everyone who came by it.
"""

from contextlib import suppress

from tabuleiro.core.message import say
from tabuleiro.web.games.commands import own_seat
from tabuleiro.web.games.errors import LINK_USED, ForeignSeatError, NotAllowedError, UsedUpError
from tabuleiro.web.games.repository import GameRepository
from tabuleiro.web.games.seats import SeatOffer
from tabuleiro.web.secrets import digest, is_secret, new_id, new_secret
from tabuleiro.web.store.schema import LinkRow
from tabuleiro.web.store.transaction import ReadTransaction

MOST_LINKS = 10  # of a seat, without those that were revoked


class DeviceLinks:
    """The links of all seats."""

    def __init__(self, repository: GameRepository) -> None:
        self.repository = repository

    def may_link(self, game_id: str, secret: str) -> bool:
        """Whether this secret took a seat, and may make links for other devices."""
        with (
            self.repository.store.reading() as reading,
            suppress(NotAllowedError, ForeignSeatError),
        ):
            return bool(taken_seats(reading, game_id, secret))
        return False

    def new_link(self, game_id: str, secret: str, seat: int | None = None) -> str:
        """The token of a new link with which another device can act for a seat too."""
        token, now = new_secret(), self.repository.now()
        with self.repository.locked(game_id) as locked:
            transaction = locked.transaction
            chosen = own_seat(taken_seats(transaction, game_id, secret), seat)
            links = [link for link in transaction.links(game_id, chosen) if not link.revoked]
            if len(links) >= MOST_LINKS:
                raise NotAllowedError(say("there are too many links: revoke one first"))
            transaction.new_link(LinkRow(new_id(), game_id, chosen, digest(token), now))
        return token

    def links(self, game_id: str, secret: str) -> list[LinkRow]:
        """The links of the seats that this secret took, without those that were revoked."""
        with self.repository.store.reading() as reading, suppress(NotAllowedError):
            seats = taken_seats(reading, game_id, secret)
            found = [link for seat in seats for link in reading.links(game_id, seat)]
            return [link for link in found if link.revoked is None]
        return []

    def revoke(self, game_id: str, secret: str, link_id: str) -> None:
        """Revokes a link, and the device that came by it."""
        now = self.repository.now()
        with self.repository.locked(game_id) as locked:
            transaction = locked.transaction
            seats = taken_seats(transaction, game_id, secret)
            if not any(transaction.revoke_link(game_id, seat, link_id, now) for seat in seats):
                raise UsedUpError(say("there is no such link"))

    def link_target(self, token: str) -> SeatOffer:
        """The seat that a link leads to; the link stays valid."""
        with self.repository.store.reading() as reading:
            link = open_link(reading, token)
            return SeatOffer(self.repository.load(reading, link.game), link.seat)

    def use_link(self, token: str, secret: str) -> str:
        """Lets the browser of this secret act for the seat of a link; the id of the game."""
        with self.repository.store.transaction() as transaction:
            link = open_link(transaction, token)
            if not transaction.use_link(link.id, digest(secret), self.repository.now()):
                raise UsedUpError(LINK_USED)
        return link.game


def taken_seats(reading: ReadTransaction, game_id: str, secret: str) -> tuple[int, ...]:
    """The seats that a secret holds by itself, not by a link; at least one."""
    owner = digest(secret) if secret else ""
    held = [holder for holder in reading.holders(game_id) if holder.secret_hash == owner]
    if not held:
        raise ForeignSeatError(say("you have no seat in this game"))
    taken = tuple(holder.seat for holder in held if holder.link is None)
    if not taken:
        raise NotAllowedError(
            say("only the device that first took the seat can create and revoke links")
        )
    return taken


def open_link(reading: ReadTransaction, token: str) -> LinkRow:
    """The link of a token, which has not been used."""
    link = reading.link_of(digest(token)) if is_secret(token) else None
    if link is None or not link.is_open:
        raise UsedUpError(LINK_USED)
    return link
