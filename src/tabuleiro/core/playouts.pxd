cimport cython
from libc.stdint cimport int64_t
from tabuleiro.core.primitives cimport MoveList, Random, StopFlag
from tabuleiro.core.position cimport Position

cdef int _CAP, SEATS, _POINTS

cdef class PlayoutRunner:
    cdef Position root, work
    cdef Random random
    cdef MoveList scratch
    cdef int64_t moves, shared
    cdef int64_t[4] wins
    cdef int64_t[4] points
    cpdef int play(self, int games) except -1
    cdef int count(self, int winners) noexcept nogil

cpdef Position random_walk(Position position, int moves, object seed)

cdef class Perft:
    cdef list works, lists
    cdef StopFlag stop
    cdef int64_t visited
    @cython.locals(position=Position, child=Position, moves=MoveList, i=int)
    cdef int64_t count(self, int depth) except -1
    cdef int poll_signals(self) except -1
