cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.search.tree cimport share

cdef int _NONE

cdef class Harvest:
    cdef int words, moves, parts, seats, rows, free, ripe
    cdef uint64_t[::1] questions
    cdef short[::1] entries
    cdef unsigned char[::1] visits
    cdef float[::1] values, results
    cdef signed char[::1] players
    cdef int[::1] following
    @cython.locals(row=int, i=int)
    cdef int take(self, int chain) except -1 nogil
    @cython.locals(count=int, seat=int, score=double, after=int)
    cdef int ripen(self, int chain, int winners, int players) noexcept nogil
