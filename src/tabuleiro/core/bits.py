# cython: annotation_typing=False
"""Words of 64 bits: how many bits are set, and the numbers of the lowest and the highest.

Compiled rules take the C functions of the same names from bits.pxd, and this module is empty.
"""

from __future__ import annotations

import cython

if not cython.compiled:

    def count_bits(word: int) -> int:
        """How many bits are set."""
        return word.bit_count()

    def lowest_bit(word: int) -> int:
        """The number of the lowest bit set; there must be one."""
        return (word & -word).bit_length() - 1

    def highest_bit(word: int) -> int:
        """The number of the highest bit set; there must be one."""
        return word.bit_length() - 1
