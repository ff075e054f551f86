cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit, set_bit, set_byte
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position

cdef int _SEATS, _COPY, _ACROSS, _DOWN, _HALF, _CLOCKWISE, _ANTICLOCKWISE
cdef int _PARITIES, _OWN_LINE, _MOST_OF_A_BLOCK
cdef int _CELL, _LARGEST, _ROOM, _TO_MOVE, _HIGHEST, _BEATEN, _MOST_COPIES, _CLOSEST
cdef uint64_t _EVERY_ROW
cdef int[256] CELL_BY_TEXT, PLACING, COPYING
cdef uint64_t[256] WHOLE_ROWS
cdef uint64_t[24] SUMS, DIFFERENCES
cdef int[1024] CHOICES
cdef int[2048] TOGETHER

cpdef int cell_at(int row, int column) noexcept nogil
cpdef int row_of(int cell) noexcept nogil
cpdef int column_of(int cell) noexcept nogil
cpdef (int, int) image(int row, int column, int symmetry, int a, int b) noexcept nogil
@cython.locals(axes=int)
cpdef int copy_code(int cell, int symmetry, int a, int b, int size) noexcept nogil
@cython.locals(cell=int, first=int, second=int)
cpdef (int, int, int, int) copy_parts(int move, int size) noexcept nogil
@cython.locals(_=int)
cdef int bit_number(int n, uint64_t word) noexcept nogil
cdef int half_lines(int low, int high, int parity) noexcept nogil
cdef uint64_t landings_between(uint64_t* table, int low, int high) noexcept nogil
@cython.locals(i=int, j=int, rows=int, least=int, bit=uint64_t)
cdef int _fill_masks() except -1
cdef uint64_t rotated(uint64_t word, int by) noexcept nogil

cdef class ControlV(Position):
    cdef readonly uint8_t size, castles
    cdef uint8_t placed, stuck
    cdef readonly bint quarter_turns
    cdef bint automatic, alternate_castles
    cdef uint64_t[4][4] own
    cdef uint64_t[4] empty
    cdef uint64_t[4] heads
    cdef uint8_t[256] ring
    @cython.locals(w=int, player=int, cell=int)
    cdef inline int _assign(self, ControlV other) except -1 nogil
    cdef inline bint _setting_up(self) noexcept nogil
    @cython.locals(pieces=int)
    cdef inline int _set_up_player(self) noexcept nogil
    @cython.locals(placed=int)
    cdef inline int _castles_left(self, int player) noexcept nogil
    cdef inline int _place(self, int cell) noexcept nogil
    cdef inline int _claim(self, int player, int cell) noexcept nogil
    @cython.locals(bit=uint64_t)
    cdef inline int _toggle(self, uint64_t* cells, int cell) noexcept nogil
    @cython.locals(cell=int, last=int, beside=int, above=int)
    cdef inline int _regroup(self, int player, int first) noexcept nogil
    cdef inline int _follow(self, uint64_t* own, int last, int cell) noexcept nogil
    @cython.locals(head=int, cell=int)
    cdef inline int _choose_head(self, uint64_t* own, int first) noexcept nogil
    cdef inline int _fans(self) noexcept nogil
    cdef inline uint64_t _landings(self, int head, int fan) noexcept nogil
    @cython.locals(turned=uint64_t, across=uint64_t, down=uint64_t, rows=uint64_t,
                   columns=uint64_t, slant=int, way=int, left=int, right=int, bottom=int, cell=int)
    cdef inline uint64_t _mirror_landings(self, int head) noexcept nogil
    cdef inline uint64_t _rows(self, int w, int top, int bottom) noexcept nogil
    cdef inline uint64_t _columns(self, int w, int left, int right) noexcept nogil
    @cython.locals(half_row=int, half_column=int, a=int, b=int)
    cdef inline int _mirror_move(self, int head, int landing) noexcept nogil
    cdef inline int _quarter_word(self, int head, int fan) noexcept nogil
    @cython.locals(landings=uint64_t, turn=int, w=int, top=int, bottom=int, left=int, right=int,
                   cell=int, row=int, column=int, by=int)
    cdef inline uint64_t _quarter_landings(self, int head, int fan) noexcept nogil
    @cython.locals(a=int, b=int, last=int, sums=uint64_t, differences=uint64_t)
    cdef inline uint64_t _centred(self, int head, int fan) noexcept nogil
    @cython.locals(cell=int, total=int, difference=int)
    cdef inline (int, int) _centre(self, int head, int fan, int landing) noexcept nogil
    @cython.locals(a=int, b=int)
    cdef inline int _quarter_move(self, int head, int fan, int landing) noexcept nogil
    cdef inline int _fan_move(self, int head, int fan, int landing) noexcept nogil
    cdef int _list_moves(self, MoveList out) except -1 nogil
    @cython.locals(w=int, left=uint64_t)
    cdef inline int _list_cells(self, MoveList out) noexcept nogil
    @cython.locals(w=int, left=uint64_t)
    cdef inline int _list_copies(self, MoveList out) except -1 nogil
    @cython.locals(fan=int, landings=uint64_t)
    cdef inline int _list_block(self, MoveList out, int head) noexcept nogil
    @cython.locals(count=int, fan=int)
    cdef inline int _count_block(self, int head) noexcept nogil
    @cython.locals(w=int, left=uint64_t)
    cdef inline bint _can_copy(self, int player) noexcept nogil
    @cython.locals(head=int, symmetry=int, a=int, b=int, cell=int, row=int, column=int)
    cdef inline int _copy_block(self, int move) noexcept nogil
    @cython.locals(step=int, player=int)
    cdef inline int _hand_over(self) noexcept nogil
    cdef inline int _settle(self) noexcept nogil
    @cython.locals(best=int, leaders=int, player=int, score=int)
    cdef inline int _leaders(self) noexcept nogil
    @cython.locals(cells=int, w=int)
    cdef int64_t _score(self, int player) except? -1 nogil
    @cython.locals(count=int, move=int)
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    @cython.locals(row=int, cell=int)
    cdef inline int _random_empty(self, Random random) noexcept nogil
    @cython.locals(n=int, total=int, w=int, left=uint64_t, head=int, drawn=int)
    cdef inline int _random_copy(self, Random random, MoveList scratch) noexcept nogil
    @cython.locals(fan=int, landings=uint64_t)
    cdef inline int _copy_number(self, int n, int head) noexcept nogil
    @cython.locals(key=uint64_t, w=int, player=int, flags=int)
    cdef uint64_t _hash(self) except? 0 nogil
    @cython.locals(others=int, step=int, strength=int)
    cdef int _evaluate(self, int player) except? -1 nogil
    cdef inline int _together(self, int first, int second) noexcept nogil
    @cython.locals(copies=int, largest=int, w=int, left=uint64_t, head=int, count=int, strength=int)
    cdef inline int _strength(self, int player) noexcept nogil
    @cython.locals(size=int, cell=int)
    cdef inline int _block_size(self, int head) noexcept nogil
    @cython.locals(room=int, w=int)
    cdef inline int _room(self) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
    @cython.locals(size=int, step=int)
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    cdef inline int _seat(self, int step) noexcept nogil
    @cython.locals(w=int, left=uint64_t)
    cdef inline int _show(self, uint64_t* cells, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(castles=uint64_t[4], w=int, player=int)
    cdef inline int _show_castles(self, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(heads=uint64_t[4], w=int)
    cdef inline int _show_heads(self, uint64_t[::1] words, int at) noexcept nogil
    @cython.locals(castles=int, step=int)
    cdef inline int _show_numbers(self, uint64_t[::1] words, int at) noexcept nogil
    cdef inline bint _is_out(self, int player) noexcept nogil
    @cython.locals(cells=int, head=int, symmetry=int, a=int, b=int, row=int, column=int)
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    cdef inline int _seen_cell(self, int cell) noexcept nogil
