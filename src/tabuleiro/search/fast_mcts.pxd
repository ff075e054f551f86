cimport cython
from libc.math cimport exp
from tabuleiro.core.fast_network cimport FastEvaluator
from tabuleiro.core.position cimport Position
from tabuleiro.search.guided_mcts cimport PuctTree
from tabuleiro.search.tree cimport _FULL_TREE_VISITS

cdef int _STEPS, _LARGEST
cdef double _UNIT
cdef int[4096] _POWERS

cdef class FastTree(PuctTree):
    cdef object network
    cdef FastEvaluator evaluator
    cdef bint served  # whether the network was trained for the options of the root
    cdef int noise_units  # the random change of a logit is below this
    @cython.locals(depth=int, node=int)
    cdef int descend(self) except -1 nogil
    cdef int end_game(self, int depth) noexcept nogil
    @cython.locals(used=double)
    cdef bint may_expand(self, int node) noexcept nogil
    @cython.locals(child=int, count=int, i=int)
    cdef bint expand(self, int node) except -1 nogil
    @cython.locals(first=int, i=int, best=int, below=int, power=int, total=double)
    cdef int set_priors(self, int node) except -1 nogil
    @cython.locals(value=double, player=int)
    cdef int guess(self) except -1 nogil
