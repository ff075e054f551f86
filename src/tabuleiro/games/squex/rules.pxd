cimport cython
from libc.stdint cimport uint16_t, uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit, set_bit, set_byte
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position

cdef int _MOST, _SWAP, _BOTH, _WORDS, _FINE, _SURE, _TURN, _SECOND
cdef uint64_t _EVERY_ROW, _ROW_ABOVE
cdef int[16] ROW_AT

cdef uint64_t above(uint64_t* words, int w) noexcept nogil
cdef uint64_t below(uint64_t* words, int w) noexcept nogil

cdef class Squex(Position):
    cdef readonly int rows, columns, left
    cdef int stones
    cdef bint swap
    cdef uint16_t[2][17] own
    cdef uint16_t[2][17] squares
    cdef uint16_t[2][17] joined
    @cython.locals(p=int, r=int)
    cdef inline int _clear(self) except -1 nogil
    @cython.locals(p=int, r=int)
    cdef inline int _assign(self, Squex other) except -1 nogil
    @cython.locals(r=int)
    cdef inline bint _may_swap(self) noexcept nogil
    @cython.locals(n=int, c=int, slot=int, r=int)
    cdef int _list_moves(self, MoveList out) except -1 nogil
    @cython.locals(c=int, slot=int)
    cdef bint _is_legal(self, int move) except -1
    @cython.locals(bit=int, cut=bint)
    cdef int _apply(self, int move) except -1 nogil
    @cython.locals(bit=int)
    cdef int _play_on(self, int move) except -1
    cdef inline int _hand_over(self, bint cut) noexcept nogil
    @cython.locals(above=bint, below=bint)
    cdef inline bint _put(self, int me, int row, int bit) noexcept nogil
    @cython.locals(gained=int, lost=int)
    cdef inline bint _take_squares(self, int me, int row, int diagonal, int bit) noexcept nogil
    cdef inline bint _at_first_side(self, int me, int row, int bit) noexcept nogil
    cdef inline bint _at_last_side(self, int me, int row, int bit) noexcept nogil
    @cython.locals(kept=int, across=int, diagonal=int)
    cdef inline int _linked(self, int me, int row, int beside, int bit) noexcept nogil
    @cython.locals(squares=int)
    cdef inline int _across_own(self, int me, int row, int beside, int bit) noexcept nogil
    @cython.locals(above=int, below=int)
    cdef inline bint _touches(self, int me, int row, int bit) noexcept nogil
    cdef inline int _join(self, int me, int row, int bit) noexcept nogil
    @cython.locals(bit=int)
    cdef inline int _join_all(self, int me, int row, int bits) noexcept nogil
    @cython.locals(row=int, bits=int, column=int, bit=int)
    cdef inline int _take_over(self) except -1 nogil
    @cython.locals(count=int, n=int, i=int, move=int)
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    @cython.locals(key=uint64_t, octagons=uint64_t, r=int)
    cdef uint64_t _hash(self) except? 0 nogil
    @cython.locals(first=int, second=int, turn=int, lead=int, value=int)
    cdef int _evaluate(self, int player) except? -1 nogil
    @cython.locals(mine=uint64_t[6], empty=uint64_t[6], falling=uint64_t[6], rising=uint64_t[6],
                   near=uint64_t[6], reached=uint64_t[6], moves=int, goals=int, w=int)
    cdef inline int _way(self, int me) noexcept nogil
    @cython.locals(w=int, r=int)
    cdef inline int _pack(self, uint16_t* rows, uint64_t* words) noexcept nogil
    @cython.locals(theirs=uint64_t[6], squares=uint64_t[6], w=int, across=uint64_t)
    cdef inline int _find_steps(self, int me, uint64_t* mine, uint64_t* empty, uint64_t* falling,
                                uint64_t* rising) noexcept nogil
    @cython.locals(row=int, w=int, missing=int)
    cdef inline int _find_empty(self, uint64_t* mine, uint64_t* theirs,
                                uint64_t* empty) noexcept nogil
    cdef inline int _last_word(self) noexcept nogil
    @cython.locals(w=int)
    cdef inline int _leave(self, int me, uint64_t* reached) noexcept nogil
    @cython.locals(new=uint64_t, w=int, here=uint64_t, down=uint64_t, up=uint64_t)
    cdef inline bint _follow(self, int me, uint64_t* mine, uint64_t* falling, uint64_t* rising,
                             uint64_t* near, uint64_t* reached) noexcept nogil
    @cython.locals(goals=int, w=int)
    cdef inline int _goals(self, int me, uint64_t* reached) noexcept nogil
    @cython.locals(missing=int, columns=int, r=int)
    cdef bint _may_end(self) except -1 nogil
    @cython.locals(size=int, other=int)
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    @cython.locals(r=int, left=uint64_t)
    cdef inline int _show(self, uint16_t* rows, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(r=int, c=int)
    cdef inline int _show_outside(self, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(r=int)
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    cdef inline int _side(self) noexcept nogil
    cdef inline int _seen_cell(self, int row, int column) noexcept nogil
    @cython.locals(me=int, row=int, c=int, bit=int)
    cdef inline int _join_sides(self) except -1
