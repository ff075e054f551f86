from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.games.lyngk.evaluation cimport EvaluatedLyngk
from tabuleiro.games.lyngk.rules cimport bit_of, height_of, is_claim, letters_of, seen_of, top_of

cdef int _CELLS, _CLAIM, _LAST_COLOUR, _HEIGHTS, _OWNERS, _OWN, _OTHER, _FREE, _KINDS
cdef int _MOST_POINTS, _MOST_TOPS, _CONTENTS
cdef int _STATUS_ROWS, _KIND_ROWS, _COLOUR_ROWS, _POINT_ROWS, _LEFT_ROWS, _OPTION_ROWS, _CLAIM_ROWS
cdef int _CLAIM_ENTRIES, _AFTER_TABLE, _CONTENT_TABLE, _CELL_TABLE
cdef int _CLAIM_TABLE, _RIVAL_TABLE, _HELD_TABLE, _OBSTACLE_TABLE
cdef int _REACHING, _KIND, _CONTENT, _NEUTRAL, _PROSPECT

cdef class FeaturedLyngk(EvaluatedLyngk):
    cdef int _head(self) except -1 nogil
    cdef int _features(self, int[::1] rows, uint64_t[::1] notes) except -1 nogil
    cdef inline uint64_t _note_stacks(self, uint64_t[::1] notes) noexcept nogil
    cdef inline uint64_t _note_reach(self, int player, uint64_t[::1] notes, int at) noexcept nogil
    cdef inline int _cover(self, uint64_t stacks, int height) noexcept nogil
    cdef inline int _neutral_cover(self, uint64_t stacks, int height) noexcept nogil
    cdef inline int _owner_of(self, int top) noexcept nogil
    cdef inline int _stack_features(
        self, int cell, int mobile, int[::1] rows, int at, uint64_t[::1] notes
    ) noexcept nogil
    cdef inline int _colours(self, int cell, uint64_t[::1] notes) noexcept nogil
    cdef inline int _claim_features(
        self, int[::1] rows, int count, uint64_t[::1] notes
    ) noexcept nogil
    cdef inline int _note_prospect(self, int colour, uint64_t[::1] notes, int at) noexcept nogil
    cdef int _move_features(
        self, MoveList moves, int[::1] rows, uint64_t[::1] notes
    ) except -1 nogil
    cdef inline int _stack_move(
        self, int start, int end, int[::1] rows, int at, uint64_t[::1] notes
    ) noexcept nogil
    cdef inline int _claim_move(
        self, int colour, int[::1] rows, int at, uint64_t[::1] notes
    ) noexcept nogil
