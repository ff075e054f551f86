cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from tabuleiro.core.kit cimport Moves, Random
from tabuleiro.core.position cimport Position

cdef int _SEATS, _COPY, _ACROSS, _DOWN, _HALF, _CLOCKWISE, _ANTICLOCKWISE
cdef int _PARITIES, _OWN_LINE, _MOST_OF_A_BLOCK
cdef uint64_t _EVERY_ROW, _PAIRS, _FOURS, _EIGHTS
cdef int[256] CELL_BY_TEXT, PLACING, COPYING

cpdef int cell_at(int row, int column) noexcept nogil
cpdef int row_of(int cell) noexcept nogil
cpdef int column_of(int cell) noexcept nogil
cpdef (int, int) image(int row, int column, int symmetry, int a, int b) noexcept nogil
@cython.locals(axes=int)
cpdef int copy_code(int cell, int symmetry, int a, int b, int size) noexcept nogil
@cython.locals(cell=int, first=int, second=int)
cpdef (int, int, int, int) copy_parts(int move, int size) noexcept nogil
cdef int bit_count(uint64_t word) noexcept nogil
cdef int lowest(uint64_t word) noexcept nogil
cdef uint64_t rotated(uint64_t word, int by) noexcept nogil

cdef class ControlV(Position):
    cdef readonly uint8_t size, castles, placed
    cdef uint8_t stuck
    cdef bint automatic, quarter_turns, alternate_castles
    cdef uint64_t[4][4] own
    cdef uint64_t[4] empty
    cdef uint64_t[4] heads
    cdef uint8_t[256] ring
    @cython.final
    @cython.locals(w=int, player=int, cell=int)
    cdef int _assign(self, ControlV other) except -1 nogil
    @cython.final
    cdef bint _setting_up(self) noexcept nogil
    @cython.final
    @cython.locals(pieces=int)
    cdef int _set_up_player(self) noexcept nogil
    @cython.final
    cdef int _place(self, int cell) noexcept nogil
    @cython.final
    cdef int _claim(self, int player, int cell) noexcept nogil
    @cython.final
    @cython.locals(bit=uint64_t)
    cdef int _toggle(self, uint64_t* cells, int cell) noexcept nogil
    @cython.final
    @cython.locals(cell=int, last=int, beside=int, above=int)
    cdef int _regroup(self, int player, int first) noexcept nogil
    @cython.final
    cdef int _follow(self, uint64_t* own, int last, int cell) noexcept nogil
    @cython.final
    @cython.locals(bit=uint64_t, head=int, cell=int)
    cdef int _choose_head(self, uint64_t* own, int first) noexcept nogil
    @cython.final
    @cython.locals(turned=uint64_t, across=uint64_t, down=uint64_t, columns=uint64_t, slant=int,
                   way=int, left=int, right=int, bottom=int, cell=int, rows=int, least=int, most=int)
    cdef uint64_t _fan(self, int head) noexcept nogil
    @cython.final
    @cython.locals(fan=uint64_t, bit=uint64_t, turn=int, top=int, bottom=int, left=int, right=int,
                   cell=int, row=int, column=int, by=int, landing=int, on_board=bint)
    cdef uint64_t _quarter_fan(self, int head, int symmetry, int w) noexcept nogil
    @cython.locals(n=int, w=int)
    cdef int _list_moves(self, Moves out) except -1 nogil
    @cython.final
    @cython.locals(left=uint64_t)
    cdef int _list_cells(self, Moves out, int n, int w) noexcept nogil
    @cython.final
    @cython.locals(left=uint64_t)
    cdef int _list_copies(self, Moves out, int n, int w) except -1 nogil
    @cython.final
    @cython.locals(fan=uint64_t, symmetry=int)
    cdef int _list_block(self, Moves out, int n, int head) noexcept nogil
    @cython.final
    @cython.locals(fan=uint64_t)
    cdef int _list_quarter_turns(self, Moves out, int n, int head, int symmetry, int w) noexcept nogil
    @cython.final
    @cython.locals(half_row=int, half_column=int, a=int, b=int)
    cdef int _fan_move(self, int head, int landing) noexcept nogil
    @cython.final
    @cython.locals(total=int, difference=int, a=int, b=int)
    cdef int _quarter_move(self, int head, int symmetry, int landing) noexcept nogil
    @cython.final
    @cython.locals(symmetry=int)
    cdef bint _has_landing(self, int head) noexcept nogil
    @cython.final
    @cython.locals(w=int, left=uint64_t)
    cdef bint _can_copy(self, int player) noexcept nogil
    @cython.final
    @cython.locals(head=int, symmetry=int, a=int, b=int, cell=int, row=int, column=int)
    cdef int _copy_block(self, int move) noexcept nogil
    @cython.final
    @cython.locals(step=int, player=int)
    cdef int _hand_over(self) noexcept nogil
    @cython.final
    cdef int _settle(self) noexcept nogil
    @cython.final
    @cython.locals(best=int, leaders=int, player=int, score=int)
    cdef int _leaders(self) noexcept nogil
    @cython.final
    @cython.locals(count=int, w=int)
    cdef int _cells(self, int player) noexcept nogil
    @cython.locals(count=int)
    cdef int _playout(self, Random random, Moves scratch, int limit) except -1 nogil
    @cython.final
    @cython.locals(cell=int)
    cdef int _random_empty(self, Random random) noexcept nogil
    @cython.final
    @cython.locals(total=int, n=int, w=int, left=uint64_t, head=int, drawn=int, fan=uint64_t)
    cdef bint _copy_at_random(self, Random random, Moves scratch) noexcept nogil
    @cython.locals(key=uint64_t, w=int, player=int, flags=int)
    cdef uint64_t _hash(self) except? 0 nogil
