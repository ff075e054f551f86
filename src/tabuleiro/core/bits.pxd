from libc.stdint cimport uint64_t

# Bits are counted by a formula (in pairs, fours and eights), because the compiler's builtin is a
# library call unless it may assume a newer processor. The others are single instructions.
cdef extern from *:
    """
    #include <stdint.h>

    static inline int count_bits(uint64_t word) {
        word -= word >> 1 & 0x5555555555555555u;
        word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        return (int)(word * 0x0101010101010101u >> 56);
    }

    #if defined(__GNUC__)
    static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
    static inline int highest_bit(uint64_t word) { return 63 - __builtin_clzll(word); }
    #else
    static inline int lowest_bit(uint64_t word) { return count_bits((word - 1) & ~word); }
    static inline int highest_bit(uint64_t word) {
        for (int by = 1; by < 64; by *= 2) word |= word >> by;
        return count_bits(word) - 1;
    }
    #endif
    """
    int count_bits(uint64_t word) noexcept nogil
    int lowest_bit(uint64_t word) noexcept nogil
    int highest_bit(uint64_t word) noexcept nogil

# Set bit or byte `number` of the words that start at `at`.
cdef inline int set_bit(uint64_t[::1] words, int at, int number) noexcept nogil:
    words[at + (number >> 6)] |= <uint64_t>1 << (number & 63)
    return 0

cdef inline int set_byte(uint64_t[::1] words, int at, int number, int value) noexcept nogil:
    words[at + (number >> 3)] |= <uint64_t>value << (8 * (number & 7))
    return 0
