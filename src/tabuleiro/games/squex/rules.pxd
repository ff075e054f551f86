cimport cython
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
    @cython.locals(n=int, c=int, slot=int, r=int)
    cdef int _list_moves(self, MoveList out) except -1 nogil
    @cython.locals(c=int, slot=int)
    cdef bint _is_legal(self, int move) except -1
    @cython.locals(bit=int, cut=bint)
    cdef int _apply(self, int move) except -1 nogil
    cdef inline int _hand_over(self, bint cut) noexcept nogil
    @cython.locals(r=int)
    cdef inline bint _may_swap(self) noexcept nogil
    @cython.locals(row=int, bits=int, column=int, bit=int)
    cdef inline int _take_over(self) except -1 nogil
    @cython.locals(above=bint, below=bint)
    cdef inline bint _put(self, int me, int row, int bit) noexcept nogil
    @cython.locals(gained=int, lost=int)
    cdef inline bint _take_squares(self, int me, int row, int diagonal, int bit) noexcept nogil
    @cython.locals(above=int, below=int)
    cdef inline bint _touches(self, int me, int row, int bit) noexcept nogil
    cdef inline int _join(self, int me, int row, int bit) noexcept nogil
    @cython.locals(bit=int)
    cdef inline int _join_all(self, int me, int row, int bits) noexcept nogil
    @cython.locals(kept=int, across=int, diagonal=int)
    cdef inline int _linked(self, int me, int row, int beside, int bit) noexcept nogil
    @cython.locals(squares=int)
    cdef inline int _across_own(self, int me, int row, int beside, int bit) noexcept nogil
    cdef inline bint _at_first_side(self, int me, int row, int bit) noexcept nogil
    cdef inline bint _at_last_side(self, int me, int row, int bit) noexcept nogil
    @cython.locals(me=int, row=int, c=int, bit=int)
    cdef inline int _join_sides(self) except -1
    @cython.locals(bit=int)
    cdef int _play_on(self, int move) except -1
    @cython.locals(p=int, r=int)
    cdef inline int _clear(self) except -1 nogil
    @cython.locals(key=uint64_t, octagons=uint64_t, r=int)
    cdef uint64_t _hash(self) except? 0 nogil
    @cython.locals(count=int, n=int, i=int, move=int)
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
