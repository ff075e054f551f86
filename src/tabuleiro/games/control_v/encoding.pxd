cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport lowest_bit, set_bit, set_byte
from tabuleiro.games.control_v.evaluation cimport EvaluatedControlV
from tabuleiro.games.control_v.rules cimport CELL_BY_TEXT, copy_parts, image

cdef int _COPY, _MOST_PLAYERS, _PARITIES
cdef int[256] ROW, COLUMN

cdef class ControlVPosition(EvaluatedControlV):
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    cdef inline int _player_after(self, int step) noexcept nogil
    cdef inline int _show(self, uint64_t* cells, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(castles=uint64_t[4])
    cdef inline int _show_castles(self, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(heads=uint64_t[4])
    cdef inline int _show_heads(self, uint64_t[::1] words, int at) noexcept nogil
    cdef inline int _show_numbers(self, uint64_t[::1] words, int at) noexcept nogil
    cdef inline bint _is_out(self, int player) noexcept nogil
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    cdef inline int _grid_cell(self, int cell) noexcept nogil
