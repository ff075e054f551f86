cimport cython
from libc.stdint cimport uint64_t

cdef int _BUCKET, _AGES, _OUTDATED
cdef uint64_t _SPREAD, _FULL
cdef int _MOVE_MASK, _SCORE_AT, _SCORE_MASK, _SCORE_ZERO, _DEPTH_AT, _DEPTH_MASK
cdef int _BOUND_AT, _BOUND_MASK, _COMPLETE_AT, _AGE_AT

cdef class TranspositionTable:
    cdef uint64_t[::1] words
    cdef uint64_t buckets
    cdef int age
    cdef readonly int move, score, depth, bound
    cdef readonly bint complete
    cdef inline uint64_t bucket_start(self, uint64_t key) noexcept nogil
    cdef bint find(self, uint64_t key) noexcept nogil
    cdef inline int unpack(self, uint64_t word) noexcept nogil
    @cython.locals(word=uint64_t)
    cdef int store(self, uint64_t key, int move, int score, int depth, int bound,
                 bint complete) noexcept nogil
    cdef uint64_t slot_for(self, uint64_t key) noexcept nogil
    cdef inline int worth(self, uint64_t word) noexcept nogil
