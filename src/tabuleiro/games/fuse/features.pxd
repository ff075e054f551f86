cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.games.fuse.evaluation cimport EvaluatedFuse
from tabuleiro.games.fuse.rules cimport FLIPPED, line_of

cdef int _LONGEST, _SIZES, _LIBERTIES, _SQUARE, _LINES, _NOWHERE, _LARGEST, _JOINED
cdef int _LINE_ROWS, _GROUP_ROWS, _KING_ROWS, _LARGEST_ROWS, _COMING_ROWS, _OPTION_ROWS, _BOARD_ROWS
cdef int _LANDED_TABLE, _LEAD_TABLE
cdef int[64] _TERNARY

cdef class FeaturedFuse(EvaluatedFuse):
    cdef int _head(self) except -1 nogil
    cdef int _features(self, int[::1] rows, uint64_t[::1] notes) except -1 nogil
    cdef inline int _square_features(self, int[::1] rows) noexcept nogil
    cdef inline int _line_features(self, bint vertical, int[::1] rows, int count) noexcept nogil
    cdef inline int _content(self, bint vertical, int index, int flip) noexcept nogil
    cdef inline int _on_spot(self, bint vertical, int index, bint far) noexcept nogil
    cdef inline int _class_of(self, bint vertical, int index) noexcept nogil
    cdef inline int _group_features(
        self, int player, int[::1] rows, int count, uint64_t[::1] notes
    ) noexcept nogil
    cdef inline int _bounded_size(self, uint64_t group) noexcept nogil
    cdef inline int _liberties(self, uint64_t group) noexcept nogil
    cdef int _move_features(
        self, MoveList moves, int[::1] rows, uint64_t[::1] notes
    ) except -1 nogil
    @cython.locals(vertical=bint, far=bint, distance=int, line=int)
    cdef inline int _line_move(self, int move, int[::1] rows, int at) noexcept nogil
    cdef inline int _largest_after(self, int player, int cell, uint64_t[::1] notes) noexcept nogil
