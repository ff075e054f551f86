"""Arrays of a fixed size in megabytes, for tables and trees."""

import mmap
import os
from collections.abc import Mapping, Sequence
from math import inf
from struct import calcsize
from typing import Any

from tabuleiro.core.message import TabuleiroError, say

MEGABYTE = 2**20
CACHE_LINE = 64  # bytes; two buffers never share a cache line
# Private memory, where the system distinguishes it: page faults are faster.
PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
ALLOCATION_ERRORS = (MemoryError, OSError, OverflowError, ValueError)
"""What too large a size raises."""


class NoMemoryError(TabuleiroError):
    """The memory asked for is not available."""


def new_arrays(formats: Mapping[str, str], count: int) -> dict[str, Any]:
    """An array of zeros for each field, with room for this many entries."""
    buffers = new_buffers([calcsize(kind) * count for kind in formats.values()])
    return {
        name: memory.cast(kind)
        for (name, kind), memory in zip(formats.items(), buffers, strict=True)
    }


def new_buffers(sizes: Sequence[int]) -> list[Any]:
    """Buffers of these sizes, filled with 0. All are in one mapping, because the system limits the
    number of mappings (`vm.max_map_count`) and self-play has thousands of trees. The system
    provides the memory only when it is used."""
    places = []
    end = 0
    for size in sizes:
        places.append(slice(end, end + size))
        end += -(-size // CACHE_LINE) * CACHE_LINE
    memory = memoryview(mmap.mmap(-1, end, **PRIVATE))
    return [memory[place] for place in places]


def allocate_entries(formats: Mapping[str, str], megabytes: int) -> tuple[int, dict[str, Any]]:
    """How many entries fit into this much memory, and the arrays of their fields."""
    check_megabytes(megabytes)
    count = megabytes * MEGABYTE // sum(map(calcsize, formats.values()))
    try:
        return count, new_arrays(formats, count)
    except ALLOCATION_ERRORS as error:
        raise no_memory(megabytes) from error


def check_megabytes(megabytes: int) -> None:
    """Refuses more memory than the machine has: the system may promise it anyway, and kill the
    program when it is used."""
    if megabytes > machine_megabytes():
        raise no_memory(megabytes)


def machine_megabytes() -> float:
    """The memory of the machine; infinite if the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (AttributeError, ValueError, OSError):
        return inf


def no_memory(megabytes: int) -> NoMemoryError:
    """The error for memory that is not available."""
    return NoMemoryError(
        say("{megabytes} megabytes of memory are not available", megabytes=megabytes)
    )
