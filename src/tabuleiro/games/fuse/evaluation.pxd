cimport cython
from libc.math cimport log, sqrt
from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport count_bits
from tabuleiro.games.fuse.rules cimport Fuse

cdef int _SIZE, _LOGARITHM, _LAST_DISCS
cdef int[2] _INWARD, _COMING, _WAY, _TURN

cdef class EvaluatedFuse(Fuse):
    cdef int _evaluate(self, int player) except? -1 nogil
    @cython.locals(value=int)
    cdef inline int _standing(self, int player, int coming) except? -1 nogil
    cdef inline int _inwards(self, uint64_t discs) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
