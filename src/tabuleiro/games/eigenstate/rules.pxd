cimport cython
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position, copy_fields

cdef int _CELLS, _HOLES, _STRIDE, _PEGS_A_TURN, _LAST_TWO, _CAPTURE_ONLY
cdef uint32_t _FULL
cdef uint8_t[256] COUNT
cdef uint8_t[256][8] NTH
cdef uint32_t[36] ON_BOARD
cdef int8_t[36][24] TARGET

@cython.locals(shift=int, below=int)
cdef int _nth(uint32_t bits, int number) noexcept nogil

cdef class Eigenstate(Position):
    cdef readonly int step
    cdef int variant
    cdef uint64_t[2] own
    cdef int[2] pieces, moves, holes
    cdef uint32_t[36] pegs
    cdef uint8_t[36] reach, room
    cdef int _list_moves(self, MoveList out) except -1 nogil
    @cython.locals(ways=uint32_t)
    cdef inline int _list_targets(self, int cell, MoveList out) noexcept nogil
    @cython.locals(empty=uint32_t)
    cdef inline int _list_pegs(self, int cell, MoveList out) noexcept nogil
    cdef bint _is_legal(self, int move) except -1
    cdef inline bint _leads(self, int cell, int target) noexcept nogil
    cdef int _apply(self, int move) except -1 nogil
    cdef inline int _move_piece(self, int origin, int target) noexcept nogil
    @cython.locals(bit=uint32_t)
    cdef inline int _place_peg(self, int cell, int hole) noexcept nogil
    @cython.locals(bit=uint64_t)
    cdef inline int _put(self, int owner, int cell, uint32_t pegs) noexcept nogil
    @cython.locals(bit=uint64_t)
    cdef inline int _remove(self, int owner, int cell) noexcept nogil
    cdef inline int _go_on(self, int pegs) noexcept nogil
    cdef inline int _test_end(self) noexcept nogil
    cdef inline int _who_has_won(self) noexcept nogil
    cdef inline bint _full_piece_wins(self) noexcept nogil
    cdef inline bint _has_full_piece(self, int player) noexcept nogil
    cdef bint _commutes(self, int previous, int move) except -1 nogil
    cdef uint64_t _hash(self) except? 0 nogil
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    cdef inline int _move_any_piece(self, Random random) noexcept nogil
    cdef inline int _place_any_peg(self, Random random) noexcept nogil
