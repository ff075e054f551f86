cimport cython
from libc.stdint cimport int64_t, uint64_t
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.core.position cimport Position

cdef int _INFINITE, _DEEPEST, _BUCKET, _BOTH

cdef class ProofTable:
    cdef int64_t buckets
    cdef readonly bint draws
    cdef uint64_t[::1] key
    cdef int[::1] phi, delta, effort
    cdef int64_t find(self, uint64_t key) noexcept nogil
    cdef int store(self, uint64_t key, int phi, int delta, int64_t effort) noexcept nogil
    cdef inline int64_t bucket_start(self, uint64_t key) noexcept nogil

cdef class ProofQuestion:
    cdef readonly ProofTable table
    cdef readonly bint too_deep
    cdef readonly int64_t nodes
    cdef int attacker
    cdef int64_t pause_at
    cdef bint paused

cdef class ProofFrame:
    cdef Position work
    cdef MoveList moves
    cdef ProofQuestion question
    cdef ProofFrame next
    cdef int depth, capacity, best, least, second, others, total
    cdef bint opened
    cdef int64_t begun
    cdef int[::1] phi, delta
    cpdef int run(self, int nodes) except -1
    cdef int search(self, int phi_limit, int delta_limit) except -1 nogil
    cdef bint expand(self) except -1 nogil
    cdef int reserve(self) except -1 nogil
    cdef int make_move(self, Position position, int move) except -1 nogil
    @cython.locals(achieved=bint)
    cdef int number_child(self, int i) except -1 nogil
    cdef inline int set_numbers(self, int i, int phi, int delta) noexcept nogil
    cdef int update_numbers(self) noexcept nogil
    cdef uint64_t key(self) except? 0 nogil
