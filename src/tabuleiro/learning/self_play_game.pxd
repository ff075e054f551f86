cimport cython
from libc.math cimport exp, log, pow
from libc.stdint cimport int64_t, uint64_t
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position
from tabuleiro.learning.sample_buffer cimport SampleBuffer, _NONE
from tabuleiro.search.network_mcts cimport NetworkTree, _ASKED
from tabuleiro.search.tree cimport _SEATS, score_of

cdef int _NOBODY, _ROOT_MOVES, _UNITS, _BEST, _LONE, _FEW
cdef double _CONCENTRATION, _E, _PART

cdef class SelfPlayContext:
    cdef int full, fast, openings, longest
    cdef double full_share, noise, opened, temperature, cooling, coolest, play_on
    cdef readonly Random random
    cdef MoveList scratch
    cdef Position probe
    cdef SampleBuffer sample_buffer
    cdef int64_t games, plies, evaluations, samples, proved, cut_short, unopened
    cdef double first_score
    cdef double uniform(self) noexcept nogil
    @cython.locals(split=double, place=double, drawn=double)
    cdef double gamma(self, double shape) noexcept nogil

cdef class SelfPlayGame(NetworkTree):
    cdef SelfPlayContext context
    cdef SampleBuffer sample_buffer
    cdef int ply, opening, target_visits
    cdef readonly int chain
    cdef bint is_full_search, searching
    cdef bint make_room(self, int count) except -1 nogil
    @cython.locals(i=int)
    cdef int init_nodes(self, int first, int count) except -1 nogil
    @cython.locals(child=int)
    cdef int open_child(self, int node) noexcept nogil
    cdef int start_game(self, Position start) except -1 nogil
    cdef bint advance_game(self, const float[::1] answers, int answered, uint64_t[::1] words,
                    int at) except -1 nogil
    cdef int receive_answer(self, const float[::1] answers, int answered) except -1 nogil
    @cython.locals(seat=int)
    cdef int start_search(self) except -1 nogil
    @cython.locals(shape=double, drawn=double, noise=double, child=int, last=int)
    cdef int add_noise(self) except -1 nogil
    cdef bint finish_search(self) except -1 nogil
    cdef bint finish_game(self, int winners) except -1 nogil
    @cython.locals(value=double, result=double)
    cdef double weight(self, int child) noexcept nogil
    @cython.locals(best=double, child=int)
    cdef double largest_weight(self) noexcept nogil
    @cython.locals(best=double, heat=double, sharpness=double, left=double, weight=double, child=int,
                   chosen=int)
    cdef int choose_move(self) noexcept nogil
    @cython.locals(best=int, child=int, moves=int)
    cdef int shortest_proof(self) noexcept nogil
    @cython.locals(best=int, child=int, prior=double)
    cdef int highest_prior(self) noexcept nogil
    @cython.locals(best=double, row=int, kept=int, room=int, i=int)
    cdef int record(self) except -1 nogil
    @cython.locals(players=int, player=int, seat=int, value=double)
    cdef int record_values(self, int row) noexcept nogil
    @cython.locals(at=int, i=int, weight=double)
    cdef int record_move(self, int row, int place, int child, double best) except -1 nogil
