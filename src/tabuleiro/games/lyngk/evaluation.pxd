from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.games.lyngk.rules cimport Lyngk, height_of, is_claim, top_of

cdef int _LAST_COLOUR, _STACK6, _OBSTACLE_CAPTURE, _LAST_STACKS
cdef int _POINT, _COMPLETION, _THREAT, _STAGES, _STAGE_BITS, _CERTAIN
cdef int[6] _MOBILE, _STUCK

cdef class EvaluatedLyngk(Lyngk):
    cdef int _evaluate(self, int player) except? -1 nogil
    cdef inline int _chances(self) noexcept nogil
    cdef inline int _material(self, int player, uint64_t stacks) noexcept nogil
    cdef inline int _prospects(self, int player, int colours, uint64_t stacks) noexcept nogil
    cdef inline int _prospect(self, int colour, uint64_t stacks) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
    cpdef int own_height(self, int player)
    cpdef list tallies(self, int player)
