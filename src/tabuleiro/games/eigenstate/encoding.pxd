cimport cython
from libc.stdint cimport int8_t, uint32_t, uint64_t
from tabuleiro.core.bits cimport lowest_bit, set_bit, set_byte
from tabuleiro.games.eigenstate.features cimport FeaturedEigenstate
from tabuleiro.games.eigenstate.rules cimport TARGET

cdef int _CELLS, _HOLES, _STRIDE, _LAST_TWO, _CAPTURE_ONLY
cdef int8_t[36][24] _TARGET

cdef int _hole_between(int cell, int target) noexcept nogil

cdef class EigenstatePosition(FeaturedEigenstate):
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    @cython.locals(pegs=uint32_t)
    cdef inline int _show(self, int owner, uint64_t[::1] words, int at, int pegs_at) noexcept nogil
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    cdef inline int _seen_cell(self, int cell) noexcept nogil
    cdef inline int _seen_hole(self, int hole) noexcept nogil
