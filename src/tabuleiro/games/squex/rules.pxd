from libc.stdint cimport uint16_t, uint64_t
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position, copy_fields

cdef int _MOST, _SWAP, _BOTH
cdef int[16] ROW_AT

cdef class Squex(Position):
    cdef readonly int rows, columns, left
    cdef int stones
    cdef bint swap
    cdef uint16_t[2][17] own
    cdef uint16_t[2][17] squares
    cdef uint16_t[2][17] joined
    cdef int _list_moves(self, MoveList out) except -1 nogil
    cdef bint _is_legal(self, int move) except -1
    cdef int _apply(self, int move) except -1 nogil
    cdef inline int _hand_over(self, bint cut) noexcept nogil
    cdef inline bint _may_swap(self) noexcept nogil
    cdef inline int _take_over(self) except -1 nogil
    cdef inline bint _put(self, int me, int row, int bit) noexcept nogil
    cdef inline bint _take_squares(self, int me, int row, int diagonal, int bit) noexcept nogil
    cdef inline bint _touches(self, int me, int row, int bit) noexcept nogil
    cdef inline int _join(self, int me, int row, int bit) noexcept nogil
    cdef inline int _join_all(self, int me, int row, int bits) noexcept nogil
    cdef inline int _linked(self, int me, int row, int beside, int bit) noexcept nogil
    cdef inline int _across_own(self, int me, int row, int beside, int bit) noexcept nogil
    cdef inline bint _at_first_side(self, int me, int row, int bit) noexcept nogil
    cdef inline bint _at_last_side(self, int me, int row, int bit) noexcept nogil
    cdef inline int _join_sides(self) except -1
    cdef int _play_on(self, int move) except -1
    cdef inline int _clear(self) except -1 nogil
    cdef uint64_t _hash(self) except? 0 nogil
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
