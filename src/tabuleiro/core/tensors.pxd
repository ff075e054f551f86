cimport cython
from libc.math cimport exp
from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport lowest_bit
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.core.position cimport Position

cdef double _INFINITE
cdef int _WORD_BITS

cdef class TensorWriter:
    cdef readonly Position example
    cdef readonly int actions, size
    cdef readonly tuple shape
    cdef MoveList moves
    cdef int span, cells, planes, plane_words, numbers, words
    cdef bint several_rows
    cdef int[::1] moves_of_actions, actions_of_moves, entries
    cdef float[::1] divisors
    cdef uint64_t[::1] question
    cdef int action_of(self, int player, int move) except -1 nogil
    cdef int move_of(self, int player, int action) noexcept nogil
    cdef int write_mask(self, Position position, unsigned char[::1] out, Py_ssize_t at) except -1 nogil
    cdef int write_planes(self, Position position, float[::1] out, Py_ssize_t at) except -1 nogil
    cdef int _write_number(self, int number, float[::1] out, Py_ssize_t at) noexcept nogil
    cdef int write_policy(self, Position position, const float[::1] answers, Py_ssize_t start,
                          float[::1] out, Py_ssize_t at) except -1 nogil

@cython.locals(position=Position, at=Py_ssize_t)
cpdef int write_tensors(TensorWriter writer, list positions, float[::1] out) except -1
@cython.locals(position=Position, start=Py_ssize_t, at=Py_ssize_t, valid=bint)
cpdef bint write_policies(TensorWriter writer, list positions, const float[::1] answers,
                          int length, float[::1] out) except -1
cpdef int write_mask(TensorWriter writer, Position position, unsigned char[::1] out) except -1
cdef Position working_copy(Position position)
