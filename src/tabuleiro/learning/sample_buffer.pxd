from libc.stdint cimport uint64_t
from tabuleiro.search.tree cimport score_of

cdef int _NONE

cdef class SampleBuffer:
    cdef int words, moves, parts, seats, rows, free, finished
    cdef dict arrays, widths
    cdef public uint64_t[::1] questions
    cdef public short[::1] entries
    cdef public unsigned char[::1] visits
    cdef public float[::1] values, results
    cdef public signed char[::1] players
    cdef public int[::1] following
    cdef int new_row(self, int chain) except -1 nogil
    cdef int finish_chain(self, int chain, int winners, int players) noexcept nogil
