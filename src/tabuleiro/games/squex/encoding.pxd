cimport cython
from libc.stdint cimport uint16_t, uint64_t
from tabuleiro.core.bits cimport lowest_bit, set_bit, set_byte
from tabuleiro.games.squex.evaluation cimport EvaluatedSquex
from tabuleiro.games.squex.rules cimport ROW_AT

cdef int _SWAP

cdef class SquexPosition(EvaluatedSquex):
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    @cython.locals(left=uint64_t)
    cdef inline int _show(self, uint16_t* rows, uint64_t[::1] words, int at) noexcept nogil
    cdef inline int _show_outside(self, uint64_t[::1] words, int at) noexcept nogil
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    cdef inline int _side(self) noexcept nogil
    cdef inline int _seen_cell(self, int row, int column) noexcept nogil
