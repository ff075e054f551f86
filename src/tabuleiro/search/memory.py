"""Arrays of a fixed size in megabytes, for tables and trees."""

from __future__ import annotations

import mmap
import os
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from tabuleiro.core.message import TabuleiroError, say

MEGABYTE = 2**20
CACHE_LINE = 64  # bytes: no two pieces share a line of the cache
# Memory that no other process sees, where the system makes a difference: it is found faster.
PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
SIZES = {"b": 1, "B": 1, "h": 2, "i": 4, "f": 4, "q": 8, "Q": 8, "d": 8}  # bytes of a kind
ALLOCATION_ERRORS = (
    MemoryError,
    OSError,
    OverflowError,
    ValueError,
)  # what too large a size raises


class NoMemoryError(TabuleiroError):
    """Memory that cannot be had."""


def entry_bytes(formats: Mapping[str, str]) -> int:
    """The bytes of one entry that has these parts, each with the kind of its array."""
    return sum(SIZES[kind] for kind in formats.values())


def new_arrays(formats: Mapping[str, str], count: int) -> dict[str, Any]:
    """Arrays of zeros for each part of so many entries."""
    pieces = new_buffers([SIZES[kind] * count for kind in formats.values()])
    return {
        name: piece.cast(kind) for (name, kind), piece in zip(formats.items(), pieces, strict=True)
    }


def new_buffers(sizes: Sequence[int]) -> list[Any]:
    """Pieces of so many bytes, all of them 0, side by side in one mapping: there is a limit of
    mappings. The system gives the memory out only as it is used."""
    places = []
    end = 0
    for size in sizes:
        places.append(slice(end, end + size))
        end += -(-size // CACHE_LINE) * CACHE_LINE
    memory = memoryview(mmap.mmap(-1, end, **PRIVATE))
    return [memory[place] for place in places]


def allocate_entries(formats: Mapping[str, str], megabytes: int) -> tuple[int, dict[str, Any]]:
    """How many entries fit into so many megabytes, and the arrays of their parts."""
    check_megabytes(megabytes)
    count = megabytes * MEGABYTE // entry_bytes(formats)
    try:
        return count, new_arrays(formats, count)
    except ALLOCATION_ERRORS as error:
        raise no_memory(megabytes) from error


def check_megabytes(megabytes: int) -> None:
    """Refuses more than the machine has: the system may promise it all the same, and end the
    program once it is used."""
    if megabytes > machine_megabytes():
        raise no_memory(megabytes)


def machine_megabytes() -> float:
    """The memory of the machine; without end where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (AttributeError, ValueError, OSError):
        return inf


def no_memory(megabytes: int) -> NoMemoryError:
    """The error for memory that the system does not give."""
    return NoMemoryError(say("{megabytes} megabytes cannot be had", megabytes=megabytes))
