cimport cython
from tabuleiro.core.position cimport Position
from tabuleiro.search.guided cimport GuidedTree
from tabuleiro.search.tree cimport _MOST_VISITS

cdef class AdvisedTree(GuidedTree):
    cdef object evaluator
    cdef int batch
    cdef double look_at(self, int child) except -1000 nogil
    @cython.locals(done=int, most=int, depth=int, node=int, added=bint, leaves=dict)
    cpdef int run(self, int games) except -1
    @cython.locals(position=Position, i=int, node=int, moves=int)
    cdef object hold(self, int depth, bint added)
    @cython.locals(depth=int, i=int, node=int, seat=int, value=double)
    cdef int release(self, object leaf, object opinion) except -1
    @cython.locals(child=int, priors=dict)
    cdef int advise(self, int node, Position position, object opinion) except -1
