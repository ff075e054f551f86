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

cdef int history_slot(int move) noexcept nogil

cdef class SearchState:
    cdef readonly TranspositionTable table
    cdef StopFlag stop  # set from outside to end the search
    cdef Random chance  # shuffles the moves of the root
    cdef readonly int64_t nodes  # positions reached by a move so far
    cdef readonly int64_t horizon  # how many scores came from evaluations of unfinished games
    cdef readonly bint stopped
    cdef int root_player
    cdef uint64_t salt  # with more than two players, gives every root player other keys
    cdef uint64_t root_salt  # gives a root with moves left out another key
    cdef MoveList without  # moves of the root that are not searched
    cdef object pace  # how many nodes are searched until the clock is read again
    cdef public object report  # called now and then
    cdef readonly double begun
    cdef int64_t node_limit
    cdef int64_t next_check  # the number of nodes at which the clock is read next
    cdef int64_t checked_nodes  # the number of nodes when it was read last
    cdef double deadline
    cdef double checked_at  # when the clock was read last
    cdef double reported  # when the last report was made
    cdef int[4][4096] history  # for each player, how often a move caused a cutoff recently, by slot
    cdef bint may_continue(self) except -1 nogil
    cdef int check_clock(self) except -1

cdef class SearchPly:
    cdef SearchState state
    cdef Position position
    cdef MoveList moves
    cdef MoveList keys  # by which the moves are sorted
    cdef SearchPly next_ply
    cdef int ply  # how many moves after the root
    cdef int killer, old_killer  # the last two moves at this ply that caused a cutoff
    cdef int length  # of the best line
    cdef readonly int score  # of the best line
    cdef int[256] line  # the best line from here
    cpdef int run(self, int depth) except -30000
    cdef int search(self, int depth, int alpha, int beta) except -30000 nogil
    @cython.locals(same=bint, value=int)
    cdef int child_score(self, bint first, int depth, int alpha, int beta) except -30000 nogil
    cdef int search_child(self, bint same, int depth, int alpha, int beta) except -30000 nogil
    cdef bint make_move(self, int move) except -1 nogil
    cdef bint is_root_side(self) noexcept nogil
    cdef uint64_t key(self) except? 0 nogil
    cdef int terminal_score(self) noexcept nogil
    cdef int static_score(self) except -30000 nogil
    cdef bint table_cutoff(self, int depth, int alpha, int beta) noexcept nogil
    cdef int table_score(self) noexcept nogil
    cdef int store_score(self, uint64_t key, int move, int score, int depth, int bound,
                  bint complete) noexcept nogil
    cdef int list_moves(self, bint known) except -1 nogil
    cdef int leave_out(self) noexcept nogil
    cdef int shuffle(self) noexcept nogil
    cdef int move_to_front(self, int move) noexcept nogil
    cdef int score_moves(self, int begin) except -1 nogil
    cdef int order_score(self, int move) noexcept nogil
    cdef int pick_move(self, int place, int at_front) noexcept nogil
    cdef int extend_line(self, int move, int score) noexcept nogil
    cdef int record_cutoff(self, int move, int depth) noexcept nogil
