cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.learning.game_batch cimport GameBatch

cdef class BoundBatch:
    cdef GameBatch game_batch
    cdef const float[::1] answers
    cdef uint64_t[::1] questions

# By its address, while somebody holds it, as in game_batch.pxd.
cdef inline int step_batch(uint64_t place) except -1 nogil:
    return (<BoundBatch><void*>place).game_batch._step(
        (<BoundBatch><void*>place).answers, (<BoundBatch><void*>place).questions
    )

cdef class ParallelBatches:
    cdef readonly list batches
    cdef uint64_t[::1] addresses
    @cython.locals(number=int, count=int, most=int)
    cpdef int step(self, int threads) except -1
