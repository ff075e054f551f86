cimport cython
from libc.stdint cimport int64_t, uint64_t
from tabuleiro.core.kit cimport Moves
from tabuleiro.core.position cimport Position

cdef int _INFINITE, _DEEPEST, _BUCKET, _BOTH

cdef class ProofTable:
    cdef int64_t buckets
    cdef readonly bint draws
    cdef uint64_t[::1] key
    cdef int[::1] hope, doubt, effort
    @cython.locals(first=int64_t, slot=int64_t)
    cdef int64_t find(self, uint64_t key) noexcept nogil
    @cython.locals(first=int64_t, slot=int64_t, place=int64_t)
    cdef int put(self, uint64_t key, int hope, int doubt, int64_t effort) noexcept nogil
    @cython.locals(number=uint64_t)
    cdef inline int64_t first_of(self, uint64_t key) noexcept nogil

cdef class Question:
    cdef readonly ProofTable table
    cdef readonly bint endless
    cdef readonly int64_t nodes
    cdef int attacker
    cdef int64_t pause
    cdef bint paused

cdef class Frame:
    cdef Position work
    cdef Moves moves
    cdef Question question
    cdef Frame next
    cdef int depth, capacity, best, least, second, others, total
    cdef bint opened
    cdef int64_t begun
    cdef int[::1] hope, doubt
    cpdef int run(self, int nodes) except -1
    @cython.locals(hope=int, doubt=int)
    cdef int search(self, int hope_limit, int doubt_limit) except -1 nogil
    @cython.locals(i=int)
    cdef bint enter(self) except -1 nogil
    cdef int reserve(self) except -1 nogil
    cdef int follow(self, Position position, int move) except -1 nogil
    @cython.locals(slot=int64_t, achieved=bint)
    cdef int assess(self, int i) except -1 nogil
    cdef inline int note(self, int i, int hope, int doubt) noexcept nogil
    @cython.locals(i=int, hope=int, open_moves=int, most=int)
    cdef int sum_up(self) noexcept nogil
    cdef uint64_t key(self) except? 0 nogil
