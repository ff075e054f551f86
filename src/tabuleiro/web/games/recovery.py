"""Recovery links: everything that belongs to a browser, in another browser.

A browser owns its games and studies by its secret. The server stores that secret only sealed with
the token of the link, and of the token only the digest: neither can be read from the database.
"""

import secrets
from hashlib import shake_256
from typing import Any

from tabuleiro.web.games.errors import LINK_USED, UsedUpError
from tabuleiro.web.secrets import digest
from tabuleiro.web.store.store import Store

TOKEN_BYTES = 16  # 128 bits


class RecoveryLinks:
    """The recovery links of all browsers; each has at most one."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def make(self, secret: str, settings: dict[str, Any]) -> str:
        """The token of a new link, which replaces the one before."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        sealed = seal(secret.encode(), token).hex()
        values = {"token_hash": digest(token), "sealed": sealed, "settings": settings}
        with self.store.transaction() as transaction:
            transaction.replace_recovery(digest(secret), **values)
        return token

    def exists(self, secret: str) -> bool:
        """Whether this secret has a link."""
        with self.store.reading() as reading:
            return reading.has_recovery(digest(secret))

    def revoke(self, secret: str) -> None:
        """Removes the link of this secret; browsers that have used it stay as they are."""
        with self.store.transaction() as transaction:
            transaction.replace_recovery(digest(secret))

    def use(self, token: str, secret: str = "") -> tuple[str, dict[str, Any]]:
        """The secret and the settings of a link. What another secret owns is added to its own."""
        with self.store.transaction() as transaction:
            row = transaction.recovery(digest(token))
            if row is None:
                raise UsedUpError(LINK_USED)
            owner, sealed, settings = row
            if secret and digest(secret) != owner:
                transaction.merge_owners(digest(secret), owner)
        return seal(bytes.fromhex(sealed), token).decode(), settings


def seal(text: bytes, token: str) -> bytes:
    """Encrypts a text with bytes derived from the token; a second call decrypts it."""
    pad = shake_256(token.encode()).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, pad, strict=True))
