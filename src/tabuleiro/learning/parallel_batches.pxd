from libc.stdint cimport uint64_t
from tabuleiro.learning.game_batch cimport GameBatch

cdef class BoundBatch:
    cdef GameBatch game_batch
    cdef const float[::1] answers
    cdef uint64_t[::1] questions

# By its address, as in game_batch.pxd.
cdef inline int step_batch(uint64_t batch) except -1 nogil:
    return (<BoundBatch><void*>batch).game_batch._step(
        (<BoundBatch><void*>batch).answers, (<BoundBatch><void*>batch).questions
    )

cdef class ParallelBatches:
    cdef readonly list batches
    cdef uint64_t[::1] addresses
    cpdef int step(self, int threads) except -1
