cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from tabuleiro.core.primitives cimport Random
from tabuleiro.core.position cimport Position
from tabuleiro.core.tensors cimport TensorWriter, working_copy

# By their addresses, while the batch keeps the games: no reference is counted, so Python's lock is
# not needed.
cdef inline int show_game(uint64_t game) except -1 nogil:
    return (<BatchGame><void*>game).show()

cdef inline int step_game(uint64_t game, int action) except -1 nogil:
    return (<BatchGame><void*>game).step(action)

cdef class BatchArrays:
    cdef unsigned char[::1] masks, terminated, truncated
    cdef float[::1] tensors, rewards
    cdef int32_t[::1] players
    cdef bint with_tensors

cdef class BatchGame:
    cdef Py_ssize_t number
    cdef int length, most
    cdef Position position, start
    cdef TensorWriter writer
    cdef BatchArrays arrays
    cdef int show(self) except -1 nogil
    @cython.locals(over=bint)
    cdef int step(self, int action) except -1 nogil
    @cython.locals(reward=float)
    cdef int _write_rewards(self) noexcept nogil

cdef class Batch:
    cdef readonly list games
    cdef Py_ssize_t first, count, actions
    cdef BatchArrays arrays
    cdef uint64_t[::1] addresses
    cpdef int show(self) except -1
    cpdef int first_illegal(self, const int64_t[::1] actions) except? -1
    cpdef int step(self, const int64_t[::1] actions) except -1
    cpdef int sample(self, Random random, int64_t[::1] out) except -1
    cdef int pick(self, Random random, Py_ssize_t at) noexcept nogil
