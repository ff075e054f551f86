cimport cython
from libc.math cimport pow
from libc.stdint cimport int64_t, uint64_t
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position
from tabuleiro.learning.sample_buffer cimport SampleBuffer, _NONE
from tabuleiro.learning.self_play_tree cimport SelfPlayTree, uniform
from tabuleiro.search.network_mcts cimport _ASKED
from tabuleiro.search.tree cimport score_of

cdef int _BEST, _LONE, _FEW

cdef class SelfPlayContext:
    cdef int full, fast, openings, longest
    cdef double full_share, noise, opened, temperature, cooling, coolest, play_on
    cdef readonly Random random
    cdef MoveList scratch
    cdef Position probe
    cdef SampleBuffer sample_buffer
    cdef public int64_t games, plies, evaluations, samples, proved, cut_short, unopened
    cdef public double first_score

cdef class SelfPlayGame:
    cdef readonly SelfPlayTree tree
    cdef SelfPlayContext context
    cdef SampleBuffer sample_buffer
    cdef int ply, opening, target_visits
    cdef readonly int chain
    cdef bint is_full_search, searching
    cdef int start_game(self, Position start) except -1 nogil
    cdef bint advance_game(self, const float[::1] answers, int answered, uint64_t[::1] words,
                    int at) except -1 nogil
    cdef int receive_answer(self, const float[::1] answers, int answered) except -1 nogil
    cdef int start_search(self) except -1 nogil
    cdef bint finish_search(self) except -1 nogil
    cdef double sharpness(self) noexcept nogil
    cdef bint finish_game(self, int winners) except -1 nogil
    @cython.locals(best=double, first=int, row=int, kept=int, room=int, i=int)
    cdef int record(self) except -1 nogil
    @cython.locals(players=int, seat=int, value=double)
    cdef int record_values(self, int row) noexcept nogil
    @cython.locals(at=int, i=int, weight=double)
    cdef int record_move(self, int row, int place, int child, double best) except -1 nogil
