cimport cython
from libc.stdint cimport int64_t, uint32_t, uint64_t
from tabuleiro.core.bits cimport count_bits
from tabuleiro.core.primitives cimport MoveList, Random, StopFlag
from tabuleiro.core.position cimport Position
from tabuleiro.search.transposition_table cimport TranspositionTable

cdef int _WIN, _DECIDED, _LARGEST_EVALUATION, _LOWER, _UPPER, _EXACT
cdef int _SORTED, _KILLER, _SLOT_SHIFT, _LARGEST_HISTORY, _LARGEST_BONUS
cdef uint32_t _SPREAD32, _FULL32
cdef int[5] SHARED_SCORES

@cython.locals(slot=uint32_t)
cdef int history_slot(int move) noexcept nogil

cdef class SearchState:
    cdef readonly TranspositionTable table
    cdef StopFlag stop
    cdef Random chance
    cdef readonly int64_t nodes, horizon
    cdef readonly bint stopped
    cdef int root_player
    cdef uint64_t salt, root_salt
    cdef MoveList without
    cdef object pace
    cdef public object report
    cdef readonly double begun
    cdef int64_t node_limit, next_check, checked_nodes
    cdef double deadline, checked_at, reported
    cdef int[4][4096] history
    cdef bint may_continue(self) except -1 nogil
    cdef int check_clock(self) except -1

cdef class SearchPly:
    cdef SearchState state
    cdef Position position
    cdef MoveList moves, keys
    cdef SearchPly next_ply
    cdef int ply, killer, old_killer, length
    cdef readonly int score
    cdef int[256] line
    cpdef int run(self, int depth) except -30000
    @cython.locals(key=uint64_t, horizon=int64_t, known=bint, at_front=int, i=int, move=int,
                   value=int, best=int, best_move=int, floor=int, bound=int)
    cdef int search(self, int depth, int alpha, int beta) except -30000 nogil
    @cython.locals(same=bint, value=int)
    cdef int child_score(self, bint first, int depth, int alpha, int beta) except -30000 nogil
    cdef int search_child(self, bint same, int depth, int alpha, int beta) except -30000 nogil
    cdef bint make_move(self, int move) except -1 nogil
    cdef bint is_root_side(self) noexcept nogil
    @cython.locals(key=uint64_t)
    cdef uint64_t key(self) except? 0 nogil
    @cython.locals(winners=int)
    cdef int terminal_score(self) noexcept nogil
    @cython.locals(value=int)
    cdef int static_score(self) except -30000 nogil
    @cython.locals(score=int, cuts=int, complete=bint)
    cdef bint table_cutoff(self, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(score=int)
    cdef int table_score(self) noexcept nogil
    cdef int store_score(self, uint64_t key, int move, int score, int depth, int bound,
                  bint complete) noexcept nogil
    cdef int list_moves(self, bint known) except -1 nogil
    @cython.locals(i=int, kept=int, move=int)
    cdef int leave_out(self) noexcept nogil
    @cython.locals(i=int, other=int, move=int)
    cdef int shuffle(self) noexcept nogil
    @cython.locals(i=int)
    cdef int move_to_front(self, int move) noexcept nogil
    @cython.locals(i=int)
    cdef int score_moves(self, int begin) except -1 nogil
    cdef int order_score(self, int move) noexcept nogil
    @cython.locals(i=int, best=int, move=int, key=int)
    cdef int pick_move(self, int place, int at_front) noexcept nogil
    @cython.locals(i=int)
    cdef int extend_line(self, int move, int score) noexcept nogil
    @cython.locals(slot=int, before=int, bonus=int)
    cdef int record_cutoff(self, int move, int depth) noexcept nogil
