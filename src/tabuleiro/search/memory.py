"""Memory for searches: arrays of a fixed size, as many megabytes as they are given."""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from typing import Any

from tabuleiro.core.message import TabuleiroError, say

MEGABYTE = 2**20
SIZES = {"b": 1, "h": 2, "i": 4, "q": 8, "Q": 8, "d": 8}  # bytes of a kind


def bytes_of(formats: Mapping[str, str]) -> int:
    """The bytes of one entry that has these parts, each with the kind of its array."""
    return sum(SIZES[kind] for kind in formats.values())


def take_memory(formats: Mapping[str, str], megabytes: int) -> tuple[int, dict[str, Any]]:
    """How many entries fit into so many megabytes, and an array of zeros for each of their parts.
    The system gives the memory out only as it is used."""
    count = megabytes * MEGABYTE // bytes_of(formats)
    arrays: dict[str, Any] = {}
    try:
        for name, kind in formats.items():
            arrays[name] = memoryview(mmap.mmap(-1, SIZES[kind] * count)).cast(kind)  # type: ignore[call-overload]  # mypy wants a literal
    except (MemoryError, OSError, OverflowError, ValueError) as error:
        raise TabuleiroError(
            say("{megabytes} megabytes cannot be had", megabytes=megabytes)
        ) from error
    return count, arrays
