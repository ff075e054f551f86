cimport cython
from libc.math cimport exp, log, pow
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position
from tabuleiro.search.network_mcts cimport NetworkTree
from tabuleiro.search.tree cimport _SEATS, score_of

cdef int _NOBODY, _ROOT_MOVES, _UNITS
cdef double _CONCENTRATION, _E, _PART

cdef double uniform(Random random) noexcept nogil
@cython.locals(split=double, place=double, drawn=double)
cdef double gamma(Random random, double shape) noexcept nogil

cdef class SelfPlayTree(NetworkTree):
    cdef bint make_room(self, int count) except -1 nogil
    @cython.locals(i=int)
    cdef int init_nodes(self, int first, int count) except -1 nogil
    @cython.locals(child=int)
    cdef int open_child(self, int node) noexcept nogil
    @cython.locals(seat=int)
    cdef int start_search(self) except -1 nogil
    @cython.locals(shape=double, total=double, change=double, child=int, last=int)
    cdef int add_noise(self, double share) noexcept nogil
    @cython.locals(value=double, result=double)
    cdef double weight(self, int child) noexcept nogil
    @cython.locals(best=double, child=int)
    cdef double largest_weight(self) noexcept nogil
    @cython.locals(best=double, left=double, weight=double, child=int, chosen=int)
    cdef int choose_child(self, double sharpness) noexcept nogil
    @cython.locals(best=int, child=int, moves=int)
    cdef int shortest_proof(self) noexcept nogil
    @cython.locals(best=int, child=int, prior=double)
    cdef int highest_prior(self) noexcept nogil
    cdef double player_value(self, int player) noexcept nogil
