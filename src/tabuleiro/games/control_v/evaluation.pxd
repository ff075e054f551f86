cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.games.control_v.rules cimport ControlV, cell_at

cdef int _PARITIES, _CELL, _LARGEST, _ROOM, _TO_MOVE, _HIGHEST, _BEATEN, _MOST_COPIES, _CLOSEST
cdef int[1024] CHOICES
cdef int[2048] TOGETHER

@cython.locals(_=int)
cdef int bit_number(int n, uint64_t word) noexcept nogil

cdef class EvaluatedControlV(ControlV):
    @cython.locals(others=int, step=int, strength=int)
    cdef int _evaluate(self, int player) except? -1 nogil
    cdef inline int _together(self, int first, int second) noexcept nogil
    @cython.locals(copies=int, largest=int, w=int, left=uint64_t, head=int, count=int, strength=int)
    cdef inline int _strength(self, int player) noexcept nogil
    @cython.locals(size=int, cell=int)
    cdef inline int _block_size(self, int head) noexcept nogil
    @cython.locals(room=int, w=int)
    cdef inline int _room(self) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
    @cython.locals(count=int, move=int)
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    @cython.locals(row=int, cell=int)
    cdef inline int _random_empty(self, Random random) noexcept nogil
    @cython.locals(total=int, drawn=int, n=int)
    cdef inline int _random_copy(self, Random random, MoveList scratch) noexcept nogil
    @cython.locals(batch=int, landings=uint64_t)
    cdef inline int _copy_number(self, int n, int head) noexcept nogil
