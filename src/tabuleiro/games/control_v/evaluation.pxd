from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.games.control_v.rules cimport ControlV, cell_at

cdef int _PARITIES, _CELL, _LARGEST, _ROOM, _TO_MOVE, _HIGHEST, _BEATEN, _MOST_COPIES, _CLOSEST
cdef int[1024] CHOICES
cdef int[2048] TOGETHER

cdef int bit_number(int n, uint64_t word) noexcept nogil

cdef class EvaluatedControlV(ControlV):
    cdef int _evaluate(self, int player) except? -1 nogil
    cdef inline int _together(self, int first, int second) noexcept nogil
    cdef inline int _strength(self, int player) noexcept nogil
    cdef inline int _block_size(self, int head) noexcept nogil
    cdef inline int _room(self) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    cdef inline int _random_empty(self, Random random) noexcept nogil
    cdef inline int _random_copy(self, Random random, MoveList scratch) noexcept nogil
    cdef inline int _copy_number(self, int n, int head) noexcept nogil
