cimport cython
from libc.stdint cimport uint16_t, uint64_t
from tabuleiro.core.bits cimport count_bits
from tabuleiro.games.squex.rules cimport Squex

cdef int _MOST, _WORDS, _FINE, _SURE, _TURN, _SECOND
cdef uint64_t _EVERY_ROW, _ROW_ABOVE

cdef uint64_t above(uint64_t* words, int w) noexcept nogil
cdef uint64_t below(uint64_t* words, int w) noexcept nogil

cdef class EvaluatedSquex(Squex):
    cdef int _evaluate(self, int player) except? -1 nogil
    @cython.locals(mine=uint64_t[6], empty=uint64_t[6], falling=uint64_t[6], rising=uint64_t[6],
                   near=uint64_t[6], reached=uint64_t[6], goals=int)
    cdef inline int _way(self, int me) noexcept nogil
    cdef inline int _pack(self, uint16_t* rows, uint64_t* words) noexcept nogil
    @cython.locals(theirs=uint64_t[6], squares=uint64_t[6], across=uint64_t)
    cdef inline int _find_steps(self, int me, uint64_t* mine, uint64_t* empty, uint64_t* falling,
                                uint64_t* rising) noexcept nogil
    cdef inline int _find_empty(self, uint64_t* mine, uint64_t* theirs,
                                uint64_t* empty) noexcept nogil
    cdef inline int _last_word(self) noexcept nogil
    cdef inline int _leave(self, int me, uint64_t* reached) noexcept nogil
    cdef inline bint _follow(self, int me, uint64_t* mine, uint64_t* falling, uint64_t* rising,
                             uint64_t* near, uint64_t* reached) noexcept nogil
    cdef inline int _goals(self, int me, uint64_t* reached) noexcept nogil
    @cython.locals(missing=int)
    cdef bint _may_end(self) except -1 nogil
