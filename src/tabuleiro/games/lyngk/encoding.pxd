from libc.stdint cimport int8_t, uint64_t
from tabuleiro.core.bits cimport lowest_bit, set_bit, set_byte
from tabuleiro.games.lyngk.features cimport FeaturedLyngk
from tabuleiro.games.lyngk.rules cimport RAYS, bit_of, height_of, is_claim, top_of

cdef int _CLAIM, _LAST_COLOUR, _STACK6, _OBSTACLE_CAPTURE
cdef uint64_t _BOARD
cdef int _GRID_CELLS, _GRID_WORDS, _MOST_SHOWN
cdef int _HOLDING, _TOPPED, _OWN_TOP, _HIGH, _CLAIMED, _REACHING, _PLANES
cdef int _ALONG, _LINKED, _CLAIMING
cdef int8_t[2][43] GRID_CELLS
cdef int8_t[2][6] GRID_WAY

cdef class LyngkPosition(FeaturedLyngk):
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    cdef inline int _show(self, uint64_t board, uint64_t[::1] words, int at) noexcept nogil
    cdef inline int _show_tops(self, uint64_t[::1] words, int at) noexcept nogil
    cdef inline int _show_claims(self, int player, uint64_t[::1] words, int at) noexcept nogil
    cdef inline int _show_reach(
        self, int colours, bint own, uint64_t[::1] words, int at
    ) noexcept nogil
    cdef inline int _show_numbers(self, uint64_t[::1] words, int at) noexcept nogil
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    cdef inline int _arrival(self, int start, int end) noexcept nogil
