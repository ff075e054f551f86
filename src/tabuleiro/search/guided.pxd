cimport cython
from libc.math cimport exp, sqrt
from libc.stdint cimport int64_t
from tabuleiro.core.position cimport Position
from tabuleiro.search.tree cimport Tree, share, _CAP, _DEEPEST, _PATIENCE, _SEATS

cdef double _UNIT, _PROVED, _SURE

cdef class GuidedTree(Tree):
    cdef Position probe
    cdef double[4] guesses
    cdef double noise, playouts, reduction
    @cython.locals(depth=int)
    cdef int descend(self) except -1 nogil
    @cython.locals(node=int, depth=int)
    cdef int walk(self) except -1 nogil
    @cython.locals(node=int)
    cdef bint grow(self, int depth) except -1 nogil
    @cython.locals(used=int64_t, capacity=int64_t)
    cdef bint may_expand(self, int node) noexcept nogil
    @cython.locals(child=int, i=int, best=double, guess=double)
    cdef bint expand(self, int node) except -1 nogil
    @cython.locals(mover=int, guess=double)
    cdef double look_at(self, int child) except -1000 nogil
    @cython.locals(child=int, total=double)
    cdef int share_out(self, int node, double best) noexcept nogil
    @cython.locals(child=int, other=int, best=int, last=int, most=double, urgency=double)
    cdef int bring_forward(self, int node) noexcept nogil
    @cython.locals(move=int, prior=float, proof=int, distance=int)
    cdef int exchange(self, int child, int other) noexcept nogil
    @cython.locals(first=int, opened=int, child=int, best=int, visits=int, bound=double,
                   best_bound=double, spread=double, total=double, seen=double)
    cdef int select(self, int node) noexcept nogil
    cdef int open(self, int node) noexcept nogil
    @cython.locals(seat=int, rest=double)
    cdef int judge(self, int node) except -1 nogil
    @cython.locals(seat=int, total=double, guess=double)
    cdef int guess(self) except -1 nogil
    cpdef int learn(self, Tree other) except -1
