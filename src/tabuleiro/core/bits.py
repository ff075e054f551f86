"""Bit operations on 64-bit words: count, lowest, highest, set a bit or a byte.

Compiled modules use the C functions of the same names in bits.pxd; compiled, this module is empty.
"""

from collections.abc import MutableSequence

import cython

Row = MutableSequence[int] | memoryview
"""A list or array of integers that can be written to."""

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

    def set_bit(words: Row, at: int, number: int) -> int:
        """Set a bit of the words that start at `at`."""
        words[at + (number >> 6)] |= 1 << (number & 63)
        return 0

    def set_byte(words: Row, at: int, number: int, value: int) -> int:
        """Set a byte, which is 0, of the words that start at `at`."""
        words[at + (number >> 3)] |= value << 8 * (number & 7)
        return 0
