cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.learning.forest cimport Forest

cdef class Place:
    cdef Forest forest
    cdef const float[::1] answers
    cdef uint64_t[::1] questions

# By its address, while somebody holds it, as in forest.pxd.
cdef inline int advance(uint64_t place) except -1 nogil:
    return (<Place><void*>place).forest._step(
        (<Place><void*>place).answers, (<Place><void*>place).questions
    )

cdef class Team:
    cdef readonly list places
    cdef uint64_t[::1] addresses
    @cython.locals(number=int, count=int, most=int)
    cpdef int step(self, int threads) except -1
