cimport cython
from libc.math cimport exp, sqrt
from libc.stdint cimport int64_t
from tabuleiro.core.position cimport Position
from tabuleiro.search.tree cimport Tree, score_of, _CAP, _DEEPEST, _FULL_TREE_VISITS, _SEATS

cdef double _UNIT, _FPU_REDUCTION, _PROVED, _SURE

cdef class PuctTree(Tree):
    cdef Position probe  # for the position after a move
    cdef double[4] guesses  # the value of the working position for each player
    cdef double noise  # the largest random change of the evaluation of a move, in log odds
    cdef double playouts  # the weight of a random game in the value of a leaf
    cdef int descend(self) except -1 nogil
    cdef int select_path(self) except -1 nogil
    cdef bint expand_leaf(self, int depth) except -1 nogil
    @cython.locals(used=int64_t, capacity=int64_t)
    cdef bint may_expand(self, int node) noexcept nogil
    cdef bint expand(self, int node) except -1 nogil
    cdef int init_nodes(self, int first, int count) noexcept nogil
    cdef double evaluate_move(self, int child) except -1000 nogil
    cdef int prove_ends(self, int node) except -1 nogil
    cdef int softmax_priors(self, int node, double best) noexcept nogil
    cdef int promote_best_prior(self, int node) noexcept nogil
    cdef int hide_redundant_moves(self, int depth) except -1 nogil
    cdef int reveal_moves_of(self, int node) noexcept nogil
    cdef int select(self, int node) noexcept nogil
    cdef int open_child(self, int node) noexcept nogil
    cdef int evaluate_leaf(self, int node) except -1 nogil
    cdef int guess(self) except -1 nogil
    cpdef int copy_proofs(self, Tree other) except -1
