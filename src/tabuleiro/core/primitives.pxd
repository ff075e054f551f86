cimport cython
from libc.stdint cimport uint64_t

cdef uint64_t MASK64
cdef int _SMALL
cdef list SMALL

@cython.final
cdef class Random:
    cdef public uint64_t state
    cdef uint64_t[8] padding  # keeps the states of two threads in different cache lines
    cdef int below(self, int bound) noexcept nogil

@cython.final
cdef class MoveList:
    cdef int count, capacity
    cdef int[::1] items
    cdef int reserve(self, int capacity) except -1 nogil
    cdef bint contains(self, int move) noexcept nogil
    @cython.locals(descents=int)
    cdef list to_list(self)

@cython.final
cdef class StopFlag:
    cdef readonly bint is_set
