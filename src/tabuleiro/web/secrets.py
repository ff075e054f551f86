"""Secrets, their digests, and random ids.

A secret has 256 random bits. Only its digest is stored. Because such a secret cannot be guessed, a
fast digest without salt is as safe as a slow one.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from hmac import compare_digest

SECRET_BYTES = 32
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
ID_LENGTH = 12
ID_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # no 0, O, I, l
ID = re.compile(f"[{ID_LETTERS}]{{{ID_LENGTH}}}")


def new_secret() -> str:
    """A secret that cannot be guessed: of a browser, an invitation or a personal link."""
    return secrets.token_urlsafe(SECRET_BYTES)


def is_secret(text: str) -> bool:
    """Whether a text has the form of a secret."""
    return SECRET.fullmatch(text) is not None


def digest(secret: str) -> str:
    """The digest of a secret, in 64 hexadecimal digits; only this is stored."""
    return sha256(secret.encode()).hexdigest()


def source_of(address: str) -> str:
    """The digest by which requests and games of the same address are recognised. It keeps addresses
    out of the database, but can be reversed by trying all of them."""
    return digest(f"address {address}")[:16]


def matches(secret: str, kept: str) -> bool:
    """Whether a digest is that of this secret, compared in constant time."""
    return compare_digest(digest(secret), kept)


def new_id() -> str:
    """A new random id for anything that has a URL."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return ID.fullmatch(text) is not None
