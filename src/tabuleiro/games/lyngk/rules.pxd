cimport cython
from libc.stdint cimport int8_t, uint64_t
from tabuleiro.core.bits cimport count_bits, highest_bit, lowest_bit, set_bit, set_byte
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position

cdef int _CLAIM, _CELLS, _JOKER, _LAST_COLOUR, _ALL_COLOURS, _JOKER_ALONE
cdef int _STACK6, _OBSTACLE_CAPTURE, _MOST_MOVES, _PLACES_TO_DRAW, _TRIES, _LAST_STACKS
cdef int _POINT, _COMPLETION, _THREAT, _STAGES, _STAGE_BITS, _CERTAIN
cdef int[6] _MOBILE, _STUCK
cdef uint64_t _BOARD
cdef uint64_t[2][43][6] RAYS
cdef int _GRID_CELLS, _GRID_WORDS, _MOST_SHOWN
cdef int _HOLDING, _TOPPED, _OWN_TOP, _HIGH, _CLAIMED, _REACHING, _PLANES, _ALONG, _LINKED, _CLAIMING
cdef int8_t[2][43] GRID_CELLS
cdef int8_t[2][6] GRID_WAY

cpdef bint is_claim(int move) noexcept nogil
@cython.locals(bit=uint64_t)
cdef uint64_t bit_of(int cell) noexcept nogil
cdef uint64_t seen_of(uint64_t word) noexcept nogil
cdef int letters_of(uint64_t word) noexcept nogil
cdef int top_of(uint64_t word) noexcept nogil
cdef int height_of(uint64_t word) noexcept nogil
@cython.locals(word=uint64_t)
cdef uint64_t stack_word(int letters, int height) noexcept nogil

# `inline` makes the calls of these methods direct ones.
cdef class Lyngk(Position):
    cdef int[2] points
    cdef int8_t[2] claims
    cdef readonly int8_t limit, claimed
    cdef int8_t variant, lines
    cdef uint64_t occupied
    cdef uint64_t[43] cells
    cdef uint64_t[6] holds
    cdef uint64_t[6] low
    @cython.locals(mine=int, cells=uint64_t, total=int, word=uint64_t)
    cpdef int own_height(self, int player)
    @cython.locals(moves=MoveList, after=Lyngk, found=list, i=int, move=int)
    cpdef list tallies(self, int player)
    @cython.locals(cell=int, i=int, player=int)
    cdef inline int _clear(self) except -1 nogil
    @cython.locals(cell=int, i=int, player=int)
    cdef inline int _assign(self, Lyngk other) except -1 nogil
    cdef inline int _put(self, int cell, uint64_t word) noexcept nogil
    cdef inline int _lift(self, int cell) noexcept nogil
    @cython.locals(bit=uint64_t, way=int, ahead=uint64_t, behind=uint64_t)
    cdef inline int _toggle_sight(self, int cell) noexcept nogil
    @cython.locals(bit=uint64_t, letters=int, height=int, h=int, _=int)
    cdef inline int _toggle_boards(self, int cell) noexcept nogil
    @cython.locals(seen=uint64_t, way=int, ahead=uint64_t, behind=uint64_t)
    cdef inline uint64_t _look(self, int cell, uint64_t occupied) noexcept nogil
    cdef inline uint64_t _seen(self, int cell, uint64_t occupied) noexcept nogil
    @cython.locals(
        colour=int, waiting=uint64_t, unmet=uint64_t, reached=uint64_t, link=int, seen=uint64_t
    )
    cdef inline uint64_t _linked(self, int cell, uint64_t occupied) noexcept nogil
    @cython.locals(letters=int, height=int, highest=int, clashing=uint64_t, _=int)
    cdef inline uint64_t _bases(self, int cell, bint own) noexcept nogil
    @cython.locals(bases=uint64_t)
    cdef inline uint64_t _goals(self, int cell, bint own, uint64_t occupied) noexcept nogil
    cdef inline int _barred(self, int player) noexcept nogil
    @cython.locals(barred=int, cells=uint64_t, cell=int, top=int)
    cdef inline bint _can_move(self, int player, int mine, uint64_t occupied) noexcept nogil
    @cython.locals(cells=uint64_t, colour=int)
    cdef inline uint64_t _holding(self, int colours) noexcept nogil
    @cython.locals(mine=int, cells=uint64_t, cell=int, top=int, goals=uint64_t)
    cdef inline int _list_stacks(self, MoveList out, int colours) noexcept nogil
    cdef inline int _free_colours(self) noexcept nogil
    @cython.locals(mine=int)
    cdef inline int _claimable(self, int player) noexcept nogil
    cdef inline uint64_t _obstacles(self, int colour) noexcept nogil
    @cython.locals(topped=uint64_t, cells=uint64_t, cell=int)
    cdef inline uint64_t _topped(self, int colours, int height) noexcept nogil
    @cython.locals(mine=int)
    cdef inline bint _move_follows(self, int player, int colour) noexcept nogil
    cdef inline bint _may_claim(self, int colour) noexcept nogil
    @cython.locals(colours=int, at_hand=bint, colour=int)
    cdef inline int _list_claims(self, MoveList out) noexcept nogil
    cdef int _list_moves(self, MoveList out) except -1 nogil
    cdef inline int _list_neutral(self, MoveList out) noexcept nogil
    @cython.locals(cell=int, top=int, own=bint)
    cdef bint _is_legal(self, int move) except -1
    cdef int _apply(self, int move) except -1 nogil
    @cython.locals(obstacles=uint64_t)
    cdef inline int _claim(self, int colour) noexcept nogil
    @cython.locals(moved=uint64_t, complete=bint)
    cdef inline int _move_stack(self, int start, int end) noexcept nogil
    @cython.locals(base=uint64_t, height=int, letters=int)
    cdef inline bint _stack_up(self, int cell, uint64_t moved) noexcept nogil
    @cython.locals(colours=int, colour=int)
    cdef inline bint _has_turn(self, int player) noexcept nogil
    cdef inline int _next_turn(self) noexcept nogil
    @cython.locals(count=int, cells=uint64_t)
    cdef inline int _own_stacks(self, int player, int height) noexcept nogil
    @cython.locals(lead=int, height=int)
    cdef inline int _finish(self) noexcept nogil
    @cython.locals(many=bint, count=int, move=int)
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    @cython.locals(_=int, place=int, move=int)
    cdef inline int _draw(self, Random random, MoveList own) noexcept nogil
    @cython.locals(cell=int, word=uint64_t, goal=uint64_t)
    cdef inline int _move_at(self, int place) noexcept nogil
    @cython.locals(turn=int, claims=int, options=int, key=uint64_t, cell=int)
    cdef uint64_t _hash(self) except? 0 nogil
    @cython.locals(chances=int)
    cdef int _evaluate(self, int player) except? -1 nogil
    @cython.locals(mover=int, lead=int, stage=int)
    cdef inline int _chances(self) noexcept nogil
    @cython.locals(worth=int, cells=uint64_t, cell=int, height=int, mobile=bint)
    cdef inline int _wealth(self, int player) noexcept nogil
    @cython.locals(showing=uint64_t, cells=uint64_t, cell=int)
    cdef inline uint64_t _incomplete(self, int colours) noexcept nogil
    @cython.locals(colours=int, best=int, second=int, colour=int, worth=int)
    cdef inline int _prospects(self, int player) noexcept nogil
    @cython.locals(stacks=int)
    cdef inline int _prospect(self, int colour) noexcept nogil
    @cython.locals(colours=int, cells=uint64_t, cell=int, height=int, others=uint64_t)
    cdef inline bint _can_complete(self, int player) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
    @cython.locals(colour=int, height=int, higher=uint64_t, mine=int, other=int)
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    cdef inline int _show(self, uint64_t board, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(cells=uint64_t, cell=int, seen=int, top=int)
    cdef inline int _show_tops(self, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(colour=int)
    cdef inline int _show_claims(self, int player, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(
        moving=uint64_t, goals=uint64_t, complete=uint64_t, cells=uint64_t, cell=int,
        reached=uint64_t, height=int,
    )
    cdef inline int _show_reach(
        self, int colours, bint own, uint64_t[::1] words, int at
    ) noexcept nogil
    cdef inline int _show_numbers(self, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(arrival=int)
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    @cython.locals(seen=uint64_t, way=int)
    cdef inline int _arrival(self, int start, int end) noexcept nogil
