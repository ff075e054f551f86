cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport lowest_bit, set_bit, set_byte
from tabuleiro.games.fuse.features cimport FeaturedFuse

cdef class FusePosition(FeaturedFuse):
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    cdef inline int _show(self, uint64_t board, uint64_t[::1] words, int at) noexcept nogil
    cdef inline int _grid_cell(self, int cell) noexcept nogil
    @cython.locals(way=int)
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
