"""The cache: its size is limited, and the least recently used values are removed first."""

from __future__ import annotations

from tabuleiro.web.lru_cache import LruCache


def test_values_are_kept_up_to_a_size_and_the_least_recently_used_go_first() -> None:
    cache: LruCache[str, bytes] = LruCache(10, len)
    cache.put("a", b"12345")
    cache.put("b", b"12345")
    assert cache.get("a") == b"12345"
    cache.put("c", b"1")
    assert cache.get("b") is None and cache.get("a") and cache.get("c") == b"1"
    cache.put("d", b"12345678901")
    assert cache.get("d") is None and cache.get("a")


def test_a_value_that_is_replaced_or_removed_counts_no_more() -> None:
    cache: LruCache[str, bytes] = LruCache(3, len)
    cache.put("a", b"123")
    cache.put("a", b"1")
    cache.put("b", b"12")
    cache.remove("a")
    cache.remove("a")
    cache.put("c", b"1")
    assert len(cache) == 2 and "b" in cache and "a" not in cache
    cache.clear()
    cache.put("d", b"123")
    assert cache.get("d") == b"123" and len(cache) == 1


def test_a_value_is_made_once_even_if_it_is_none() -> None:
    cache: LruCache[str, None] = LruCache(1)
    made: list[str] = []
    for _ in range(2):
        assert cache.get_or_make("a", lambda: made.append("a")) is None
    assert made == ["a"]


def test_an_update_is_given_the_value_that_was_there() -> None:
    cache: LruCache[str, int] = LruCache(1)
    assert [cache.update("a", lambda known: (known or 0) + 1) for _ in range(3)] == [1, 2, 3]
    assert cache.update("b", lambda known: 0 if known is None else 1) == 0
    assert cache.get("a") is None


def test_room_is_made_before_a_value_is() -> None:
    cache: LruCache[str, int] = LruCache(2)
    assert not cache.make_room()
    cache.put("a", 1)
    assert not cache.make_room()
    cache.put("b", 2)
    assert cache.get("a") == 1
    assert cache.make_room()
    assert "a" in cache and "b" not in cache
