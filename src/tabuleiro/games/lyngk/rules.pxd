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
    @cython.locals(cell=int, top=int, own=bint)
    cdef bint _is_legal(self, int move) except -1
    cdef int _apply(self, int move) except -1 nogil
    cdef inline int _next_turn(self) noexcept nogil
    @cython.locals(colours=int, colour=int)
    cdef inline bint _has_turn(self, int player) noexcept nogil
    @cython.locals(colours=int, has_move=bint, colour=int)
    cdef inline int _list_claims(self, MoveList out) noexcept nogil
    cdef inline bint _may_claim(self, int colour) noexcept nogil
    @cython.locals(mine=int)
    cdef inline int _claimable(self, int player) noexcept nogil
    cdef inline int _free_colours(self) noexcept nogil
    @cython.locals(mine=int)
    cdef inline bint _move_follows(self, int player, int colour) noexcept nogil
    @cython.locals(obstacles=uint64_t)
    cdef inline int _claim(self, int colour) noexcept nogil
    cdef inline uint64_t _obstacles(self, int colour) noexcept nogil
    @cython.locals(topped=uint64_t, cells=uint64_t, cell=int)
    cdef inline uint64_t _topped(self, int colours, int height) noexcept nogil
    @cython.locals(mine=int, cells=uint64_t, cell=int, top=int, goals=uint64_t)
    cdef inline int _list_stacks(self, MoveList out, int colours) noexcept nogil
    @cython.locals(barred=int, cells=uint64_t, cell=int, top=int)
    cdef inline bint _can_move(self, int player, int mine, uint64_t occupied) noexcept nogil
    cdef inline int _barred(self, int player) noexcept nogil
    @cython.locals(bases=uint64_t)
    cdef inline uint64_t _goals(self, int cell, bint own, uint64_t occupied) noexcept nogil
    @cython.locals(letters=int, height=int, highest=int, clashing=uint64_t, _=int)
    cdef inline uint64_t _bases(self, int cell, bint own) noexcept nogil
    cdef inline uint64_t _seen(self, int cell, uint64_t occupied) noexcept nogil
    @cython.locals(
        colour=int, waiting=uint64_t, unmet=uint64_t, reached=uint64_t, link=int, seen=uint64_t
    )
    cdef inline uint64_t _linked(self, int cell, uint64_t occupied) noexcept nogil
    @cython.locals(moved=uint64_t, complete=bint)
    cdef inline int _move_stack(self, int start, int end) noexcept nogil
    @cython.locals(base=uint64_t, height=int, letters=int)
    cdef inline bint _stack_up(self, int cell, uint64_t moved) noexcept nogil
    @cython.locals(lead=int, height=int)
    cdef inline int _finish(self) noexcept nogil
    @cython.locals(count=int, cells=uint64_t)
    cdef inline int _own_stacks(self, int player, int height) noexcept nogil
    cdef inline int _put(self, int cell, uint64_t word) noexcept nogil
    cdef inline int _lift(self, int cell) noexcept nogil
    @cython.locals(seen=uint64_t, way=int, ahead=uint64_t, behind=uint64_t)
    cdef inline uint64_t _look(self, int cell, uint64_t occupied) noexcept nogil
    @cython.locals(bit=uint64_t, way=int, ahead=uint64_t, behind=uint64_t)
    cdef inline int _toggle_seen(self, int cell) noexcept nogil
    @cython.locals(bit=uint64_t, letters=int, height=int, h=int, _=int)
    cdef inline int _toggle_boards(self, int cell) noexcept nogil
    @cython.locals(cells=uint64_t, colour=int)
    cdef inline uint64_t _holding(self, int colours) noexcept nogil
    @cython.locals(showing=uint64_t, cells=uint64_t, cell=int)
    cdef inline uint64_t _incomplete(self, int colours) noexcept nogil
    @cython.locals(movable=uint64_t, cell=int)
    cdef inline uint64_t _movable(self, uint64_t cells) noexcept nogil
    @cython.locals(cell=int, height=int, others=uint64_t)
    cdef inline bint _can_complete(self, uint64_t cells) noexcept nogil
    @cython.locals(turn=int, claims=int, options=int, key=uint64_t, cell=int)
    cdef uint64_t _hash(self) except? 0 nogil
    @cython.locals(many=bint, count=int, move=int)
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    @cython.locals(_=int, place=int, move=int)
    cdef inline int _draw(self, Random random, MoveList own) noexcept nogil
    @cython.locals(cell=int, word=uint64_t, goal=uint64_t)
    cdef inline int _move_at(self, int place) noexcept nogil
