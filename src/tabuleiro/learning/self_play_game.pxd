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
    # Settings, described in self_play_settings.py.
    cdef int full, fast, openings, longest
    cdef double full_share, noise, opened, temperature, cooling, coolest, play_on
    # Shared by all games of the batch: they run in one thread.
    cdef readonly Random random
    cdef MoveList scratch
    cdef Position probe  # for the position after a move
    cdef SampleBuffer sample_buffer
    # Counts of finished games, except for the evaluations.
    cdef public int64_t games
    cdef public int64_t plies
    cdef public int64_t evaluations  # answers of the network
    cdef public int64_t samples
    cdef public int64_t proved  # games that ended because the result was proved
    cdef public int64_t cut_short  # games that were cut off
    cdef public int64_t unopened  # games that did not begin with random moves
    cdef public double first_score  # the sum of the scores of the first player in those

cdef class LeafShape:
    cdef readonly int rows, moves, stride, parts, width
    cdef int[::1] numbers
    cdef uint64_t[::1] notes

cdef class SelfPlayGame:
    cdef readonly SelfPlayTree tree
    cdef SelfPlayContext context
    cdef SampleBuffer sample_buffer
    cdef int ply  # moves made
    cdef int opening  # random moves it began with
    cdef int target_visits  # visits after which the search ends
    cdef readonly int chain  # of its samples
    cdef bint is_full_search
    cdef bint searching  # whether the tree is that of the position
    cdef int start_game(self, Position start) except -1 nogil
    cdef bint advance_game(self, const float[::1] answers, int answered, uint64_t[::1] words,
                    int at) except -1 nogil
    cdef int receive_answer(self, const float[::1] answers, int answered) except -1 nogil
    cdef int start_search(self) except -1 nogil
    cdef bint finish_search(self) except -1 nogil
    cdef double sharpness(self) noexcept nogil
    cdef bint finish_game(self, int winners) except -1 nogil
    cdef int write_leaf(self, LeafShape shape, short[::1] out, int at) except -1 nogil
    cdef int record(self) except -1 nogil
    cdef int record_values(self, int row) noexcept nogil
    cdef int record_move(self, int row, int place, int child, double best) except -1 nogil
