cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.kit cimport Random
from tabuleiro.core.position cimport Position
from tabuleiro.learning.game cimport Game, Shared
from tabuleiro.learning.harvest cimport Harvest

# Objects by their addresses, while somebody holds them: no reference is counted, so that the lock
# of Python is not needed.
cdef inline int begin(uint64_t game, uint64_t start) except -1 nogil:
    return (<Game><void*>game).begin(<Position><void*>start)

cdef inline bint go_on(uint64_t game, const float[::1] answers, int answered, uint64_t[::1] words,
                       int at) except -1 nogil:
    return (<Game><void*>game).go_on(answers, answered, words, at)

cdef Position working_copy(Position position)

cdef class Forest:
    cdef Shared shared
    cdef Harvest harvest
    cdef readonly list games, starts
    cdef uint64_t[::1] game_places, start_places
    cdef readonly int words, entries, seats
    @cython.locals(number=int)
    cdef int _begin_all(self) except -1
    @cython.locals(start=int)
    cdef int _begin(self, int number) except -1 nogil
    @cython.locals(number=int, size=int)
    cdef int _step(self, const float[::1] answers, uint64_t[::1] questions) except -1 nogil
    cdef int _go_on(self, const float[::1] answers, uint64_t[::1] questions) except -1
