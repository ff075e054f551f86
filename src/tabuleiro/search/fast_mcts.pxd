cimport cython
from libc.math cimport exp
from tabuleiro.core.fast_network cimport FastEvaluator
from tabuleiro.core.position cimport Position
from tabuleiro.search.guided_mcts cimport PuctTree
from tabuleiro.search.tree cimport Tree, _FULL_TREE_VISITS

cdef int _STEPS, _LARGEST
cdef double _UNIT
cdef int[4096] _POWERS

cdef class FastTree(PuctTree):
    cdef object network
    cdef FastEvaluator evaluator
    cdef bint served  # whether the network was trained for the options of the root
    cdef int noise_units  # the random change of a logit is below this
    cdef int descend(self) except -1 nogil
    cdef bint may_expand(self, int node) noexcept nogil
    cdef bint expand(self, int node) except -1 nogil
    @cython.locals(total=double)
    cdef int set_priors(self, int node) except -1 nogil
    cdef int guess(self) except -1 nogil
