cimport cython
from libc.stdint cimport int8_t, uint64_t
from tabuleiro.core.bits cimport highest_bit, lowest_bit
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position, copy_fields

cdef int _CLAIM, _CELLS, _JOKER, _LAST_COLOUR, _ALL_COLOURS, _JOKER_ALONE
cdef int _STACK6, _OBSTACLE_CAPTURE, _MOST_MOVES, _PLACES_TO_DRAW, _TRIES
cdef uint64_t _BOARD
cdef uint64_t[2][43][6] RAYS

cpdef bint is_claim(int move) noexcept nogil

cdef inline uint64_t bit_of(int cell) noexcept nogil:
    return <uint64_t>1 << cell

cdef inline uint64_t seen_of(uint64_t word) noexcept nogil:
    return word << 21 >> 21

cdef inline int letters_of(uint64_t word) noexcept nogil:
    return word >> 43 & 0x3FFFF

cdef inline int top_of(uint64_t word) noexcept nogil:
    return word >> 43 & 7

cdef inline int height_of(uint64_t word) noexcept nogil:
    return word >> 61

cdef inline uint64_t stack_word(int letters, int height) noexcept nogil:
    return (<uint64_t>height << 18 | letters) << 43

# `inline` makes the calls of these methods in this module direct ones.
cdef class Lyngk(Position):
    cdef int[2] points
    cdef int8_t[2] claims
    cdef readonly int8_t limit, claimed
    cdef int8_t variant, lines
    cdef uint64_t occupied
    cdef uint64_t[43] cells
    cdef uint64_t[6] holds
    cdef uint64_t[6] low
    cdef int _list_moves(self, MoveList out) except -1 nogil
    cdef inline int _list_neutral(self, MoveList out) noexcept nogil
    @cython.locals(own=bint)
    cdef bint _is_legal(self, int move) except -1
    cdef int _apply(self, int move) except -1 nogil
    cdef inline int _next_turn(self) noexcept nogil
    cdef inline bint _has_turn(self, int player) noexcept nogil
    @cython.locals(has_move=bint)
    cdef inline int _list_claims(self, MoveList out) noexcept nogil
    cdef inline bint _may_claim(self, int colour) noexcept nogil
    cdef inline int _claimable(self, int player) noexcept nogil
    cdef inline int _free_colours(self) noexcept nogil
    cdef inline bint _move_follows(self, int player, int colour) noexcept nogil
    cdef inline int _claim(self, int colour) noexcept nogil
    cdef inline uint64_t _obstacles(self, int colour) noexcept nogil
    cdef inline uint64_t _topped(self, int colours, int height) noexcept nogil
    cdef inline uint64_t _showing(self, int colours, uint64_t stacks) noexcept nogil
    cdef inline int _list_stacks(self, MoveList out, int colours) noexcept nogil
    cdef inline bint _can_move(self, int player, int mine, uint64_t occupied) noexcept nogil
    cdef inline int _barred(self, int player) noexcept nogil
    cdef inline uint64_t _goals(self, int cell, bint own, uint64_t occupied) noexcept nogil
    cdef inline uint64_t _bases(self, int cell, bint own) noexcept nogil
    cdef inline uint64_t _seen(self, int cell, uint64_t occupied) noexcept nogil
    cdef inline uint64_t _linked(self, int cell, uint64_t occupied) noexcept nogil
    cdef inline int _move_stack(self, int start, int end) noexcept nogil
    cdef inline bint _stack_up(self, int cell, uint64_t moved) noexcept nogil
    cdef inline int _finish(self) noexcept nogil
    cdef inline int _own_stacks(self, int player, int height) noexcept nogil
    cdef inline int _put(self, int cell, uint64_t word) noexcept nogil
    cdef inline int _lift(self, int cell) noexcept nogil
    cdef inline uint64_t _look(self, int cell, uint64_t occupied) noexcept nogil
    cdef inline int _toggle_seen(self, int cell) noexcept nogil
    cdef inline int _toggle_boards(self, int cell) noexcept nogil
    cdef inline uint64_t _holding(self, int colours) noexcept nogil
    cdef inline uint64_t _incomplete(self, int colours) noexcept nogil
    cdef inline uint64_t _movable(self, uint64_t cells) noexcept nogil
    cdef inline bint _can_complete(self, uint64_t cells) noexcept nogil
    cdef uint64_t _hash(self) except? 0 nogil
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    cdef inline int _draw(self, Random random, MoveList own) noexcept nogil
    cdef inline int _move_at(self, int place) noexcept nogil
