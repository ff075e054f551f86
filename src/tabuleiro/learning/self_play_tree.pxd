cimport cython
from libc.math cimport exp, log, pow
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position
from tabuleiro.search.network_mcts cimport NetworkTree
from tabuleiro.search.tree cimport _SEATS, score_of

cdef int _NOBODY, _ROOT_MOVES, _UNITS
cdef double _CONCENTRATION, _E, _PART

cdef double uniform(Random random) noexcept nogil
cdef double gamma(Random random, double shape) noexcept nogil

cdef class SelfPlayTree(NetworkTree):
    cdef bint make_room(self, int count) except -1 nogil
    cdef int init_nodes(self, int first, int count) noexcept nogil
    cdef int open_child(self, int node) noexcept nogil
    cdef int start_search(self) except -1 nogil
    cdef int add_noise(self, double share) noexcept nogil
    cdef double weight(self, int child) noexcept nogil
    cdef double largest_weight(self) noexcept nogil
    cdef int choose_child(self, double sharpness) noexcept nogil
    cdef int shortest_proof(self) noexcept nogil
    @cython.locals(prior=double)
    cdef int highest_prior(self) noexcept nogil
    cdef double player_value(self, int player) noexcept nogil
