cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.search.tree cimport score_of

cdef int _NONE

cdef class SampleBuffer:
    cdef int words, moves, parts, seats, rows, free, finished
    cdef uint64_t[::1] questions
    cdef short[::1] entries
    cdef unsigned char[::1] visits
    cdef float[::1] values, results
    cdef signed char[::1] players
    cdef int[::1] following
    @cython.locals(row=int, i=int)
    cdef int new_row(self, int chain) except -1 nogil
    @cython.locals(count=int, seat=int, score=double, after=int)
    cdef int finish_chain(self, int chain, int winners, int players) noexcept nogil
