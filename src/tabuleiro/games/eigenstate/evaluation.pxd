cimport cython
from libc.stdint cimport uint32_t, uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.games.eigenstate.rules cimport Eigenstate, ON_BOARD

cdef int _HOLES
cdef uint32_t[36] _ON_BOARD
cdef int _PIECE, _CELL, _GUARDED, _HOLE, _TURN, _PEG_DUE
cdef int _CAPTURE, _PEG_TAKEN, _LOOSE, _WINNING, _THREAT

cdef class EvaluatedEigenstate(Eigenstate):
    cdef int _evaluate(self, int player) except? -1 nogil
    cdef inline int _standing(self, int player, uint64_t reached) noexcept nogil
    cdef inline int _best_capture(
        self, int mover, uint64_t reached, uint64_t answered
    ) noexcept nogil
    cdef inline int _least_room(self, int player) noexcept nogil
    cdef inline uint64_t _reached(self, int player) noexcept nogil
    cdef inline uint64_t _reached_from(self, int cell) noexcept nogil
    @cython.locals(ways=uint64_t, around=uint64_t)
    cdef inline uint64_t _reached_by(self, uint32_t pegs, int cell) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
