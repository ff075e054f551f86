cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.core.position cimport Position, copy_fields

cdef int _MOST_PLAYERS, _COPY, _ACROSS, _DOWN, _HALF, _CLOCKWISE, _ANTICLOCKWISE
cdef int _PARITIES, _OWN_LINE, _MOST_OF_A_BLOCK
cdef uint64_t _EVERY_ROW
cdef int[256] CELL_BY_TEXT, PLACING, COPYING
cdef uint64_t[256] WHOLE_ROWS
cdef uint64_t[24] SUMS, DIFFERENCES

cpdef int cell_at(int row, int column) noexcept nogil
cpdef int row_of(int cell) noexcept nogil
cpdef int column_of(int cell) noexcept nogil
cpdef (int, int) image(int row, int column, int symmetry, int a, int b) noexcept nogil
cpdef int copy_code(int cell, int symmetry, int a, int b, int size) noexcept nogil
cpdef (int, int, int, int) copy_parts(int move, int size) noexcept nogil
cdef int half_lines(int low, int high, int parity) noexcept nogil
cdef uint64_t landings_between(uint64_t* table, int low, int high) noexcept nogil
@cython.locals(bit=uint64_t)
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
    cdef int _list_moves(self, MoveList out) except -1 nogil
    cdef inline int _hand_over(self) noexcept nogil
    cdef inline int _settle(self) noexcept nogil
    cdef inline bint _setting_up(self) noexcept nogil
    cdef inline int _set_up_player(self) noexcept nogil
    cdef inline int _castles_left(self, int player) noexcept nogil
    cdef inline int _list_cells(self, MoveList out) noexcept nogil
    cdef inline int _place(self, int cell) noexcept nogil
    cdef inline int _list_copies(self, MoveList out) except -1 nogil
    cdef inline bint _can_copy(self, int player) noexcept nogil
    cdef inline int _list_block(self, MoveList out, int head) noexcept nogil
    cdef inline int _count_block(self, int head) noexcept nogil
    cdef inline int _count_copies(self, MoveList out) noexcept nogil
    cdef inline int _copy_block(self, int move) noexcept nogil
    cdef inline int _batches(self) noexcept nogil
    cdef inline uint64_t _landings(self, int head, int batch) noexcept nogil
    cdef inline int _move_to(self, int head, int batch, int landing) noexcept nogil
    cdef inline uint64_t _mirror_landings(self, int head) noexcept nogil
    cdef inline uint64_t _rows(self, int w, int top, int bottom) noexcept nogil
    cdef inline uint64_t _columns(self, int w, int left, int right) noexcept nogil
    cdef inline int _mirror_move(self, int head, int landing) noexcept nogil
    cdef inline uint64_t _quarter_landings(self, int head, int batch) noexcept nogil
    cdef inline int _quarter_word(self, int head, int batch) noexcept nogil
    cdef inline uint64_t _centred(self, int head, int batch) noexcept nogil
    cdef inline (int, int) _centre(self, int head, int batch, int landing) noexcept nogil
    cdef inline int _claim(self, int player, int cell) noexcept nogil
    @cython.locals(bit=uint64_t)
    cdef inline int _toggle(self, uint64_t* cells, int cell) noexcept nogil
    cdef inline int _regroup(self, int player, int first) noexcept nogil
    cdef inline int _follow(self, uint64_t* own, int last, int cell) noexcept nogil
    cdef inline int _choose_head(self, uint64_t* own, int first) noexcept nogil
    cdef inline int _leaders(self) noexcept nogil
    cdef int64_t _score(self, int player) except? -1 nogil
    cdef uint64_t _hash(self) except? 0 nogil
