cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position, copy_fields

cdef uint64_t _WORD, _ONES, _HIGHS, _BELOW_TOP, _ABOVE_BOTTOM
cdef uint64_t _TO_BYTES, _TO_BITS
cdef uint8_t[24576] LANDED
cdef uint8_t[448] FLIPPED

cdef uint64_t _spread(uint64_t bits) noexcept nogil
cdef int _first_above(uint64_t sums, uint64_t number) noexcept nogil
cdef int line_of(uint64_t board, bint vertical, int index) noexcept nogil
@cython.locals(board=uint64_t)
cdef uint64_t _on_board(int line, bint vertical, int index) noexcept nogil

cdef class Fuse(Position):
    cdef readonly int rows, columns, kings
    cdef bint product, ring_counts
    cdef uint64_t area, crowns
    cdef uint64_t[2] discs
    cdef uint64_t[2] room
    cdef int _list_moves(self, MoveList out) except -1 nogil
    cdef inline int _list_from(self, int spot, MoveList out) noexcept nogil
    cdef inline int _depth(self, int spot) noexcept nogil
    cdef inline bint _is_vertical(self, int spot) noexcept nogil
    cdef int _apply(self, int move) except -1 nogil
    @cython.locals(taken=uint64_t)
    cdef inline int _slide(self, bint vertical, int index, bint far, int distance) noexcept nogil
    @cython.locals(spot=uint64_t)
    cdef inline uint64_t _spot(self, bint vertical, int index, bint far) noexcept nogil
    cdef inline int _carry_crowns(
        self, uint64_t leaving, bint vertical, int index, int flip, int distance, int discs
    ) noexcept nogil
    cdef inline int _pass_turn(self) except -1 nogil
    cdef inline bint _can_move(self, int player) noexcept nogil
    cdef inline uint64_t _choices(self, int player, bint vertical, bint far) noexcept nogil
    cdef inline uint64_t _waiting(self, int player, bint vertical, bint far) noexcept nogil
    cdef inline int _finish(self) except -1 nogil
    @cython.locals(score=int64_t, size=int64_t)
    cdef int64_t _score(self, int player) except? -1 nogil
    cdef inline uint64_t _counting(self, int player) noexcept nogil
    cdef inline uint64_t _group(self, uint64_t discs) noexcept nogil
    cdef inline int _size(self, uint64_t group) noexcept nogil
    @cython.locals(one=uint64_t)
    cdef inline int _put(self, str letter, int cell) except -1
    cdef inline int _coming(self, int player) noexcept nogil
    cdef inline int _ways(self, int player) noexcept nogil
    cdef uint64_t _hash(self) except? 0 nogil
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    @cython.locals(number=int, vertical=bint, far=bint)
    cdef inline int _play_one(self, Random random) except -1 nogil
