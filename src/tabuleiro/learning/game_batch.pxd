from libc.stdint cimport uint64_t
from tabuleiro.core.primitives cimport Random
from tabuleiro.core.position cimport Position
from tabuleiro.core.tensors cimport working_copy
from tabuleiro.learning.self_play_game cimport LeafShape, SelfPlayGame, SelfPlayContext
from tabuleiro.learning.sample_buffer cimport SampleBuffer

# Objects are passed by their addresses while the batch keeps them: no reference is counted, so
# Python's lock is not needed.
cdef inline int start_game(uint64_t game, uint64_t start) except -1 nogil:
    return (<SelfPlayGame><void*>game).start_game(<Position><void*>start)

cdef inline bint advance_game(uint64_t game, const float[::1] answers, int answered, uint64_t[::1] words,
                       int at) except -1 nogil:
    return (<SelfPlayGame><void*>game).advance_game(answers, answered, words, at)

cdef inline int write_leaf(uint64_t game, LeafShape shape, short[::1] out, int at) except -1 nogil:
    return (<SelfPlayGame><void*>game).write_leaf(shape, out, at)

cdef class GameBatch:
    cdef SelfPlayContext context
    cdef SampleBuffer sample_buffer
    cdef readonly list games, starts
    cdef uint64_t[::1] game_addresses, start_addresses
    cdef readonly int words, entries, seats
    cdef int _start_all_games(self) except -1
    cdef int _start_game(self, int number) except -1 nogil
    cdef int _step(self, const float[::1] answers, uint64_t[::1] questions) except -1 nogil
    cdef int _advance(self, const float[::1] answers, uint64_t[::1] questions) except -1
    cdef int _write_leaves(self, LeafShape shape, short[::1] out) except -1
