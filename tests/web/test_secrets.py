"""Secrets and ids: nobody can guess them, and only digests are stored."""

from __future__ import annotations

import pytest

from tabuleiro.web.secrets import digest, is_id, is_secret, matches, new_id, new_secret


def test_secrets_and_ids_never_come_twice() -> None:
    assert len({new_secret() for _ in range(1000)}) == 1000
    assert len({new_id() for _ in range(1000)}) == 1000


def test_a_secret_has_the_shape_of_one() -> None:
    assert all(is_secret(new_secret()) for _ in range(1000))


def test_an_id_has_twelve_letters_that_are_not_mistaken_for_others() -> None:
    ids = "".join(new_id() for _ in range(1000))
    assert len(ids) == 12_000
    assert not set(ids) & set("0OIl")
    assert is_id(new_id())


@pytest.mark.parametrize("text", ["", "short", "ü" * 43, "a" * 42, "a" * 43 + "\n", "\0" * 43])
def test_other_texts_are_no_secrets(text: str) -> None:
    assert not is_secret(text)


@pytest.mark.parametrize("text", ["", "a" * 11, "a" * 13, "a" * 12 + "\n", "0" * 12, "\0" * 12])
def test_other_texts_are_no_ids(text: str) -> None:
    assert not is_id(text)


def test_a_secret_matches_its_own_digest_alone() -> None:
    secret = new_secret()
    assert matches(secret, digest(secret))
    assert not matches(new_secret(), digest(secret))
    assert not matches(digest(secret), digest(secret))


def test_a_digest_does_not_hold_the_secret() -> None:
    secret = new_secret()
    assert secret not in digest(secret)
    assert len(digest(secret)) == 64
