cimport cython
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.games.eigenstate.evaluation cimport EvaluatedEigenstate
from tabuleiro.games.eigenstate.rules cimport TARGET

cdef int _CELLS, _HOLES, _STRIDE, _CLASSES, _OFF_BOARD
cdef int _PEG_ROWS, _PIECE_ROWS, _COUNT_ROWS, _STEP_ROWS
cdef int _PEG_ENTRIES, _PEG_TABLE, _ATTACK_TABLE
cdef int8_t[36][24] _TARGET

cdef class FeaturedEigenstate(EvaluatedEigenstate):
    cdef uint8_t[36] classes
    cdef uint64_t unguarded
    cdef uint64_t[2] once, twice
    cdef int _allocate(self) except -1
    cdef int _head(self) except -1 nogil
    cdef int _features(self, int[::1] rows, uint64_t[::1] notes) except -1 nogil
    cdef inline int _count_attacks(self, int player) noexcept nogil
    cdef inline int _class_of(self, int cell) noexcept nogil
    @cython.locals(pegs=uint32_t)
    cdef inline int _piece_features(self, int owner, int[::1] rows, int count) noexcept nogil
    @cython.locals(hole=int, target=int, place=int, piece=int, reached=uint64_t, kind=int,
                   occupant=int, aims_at_loose=int, there=int, classes=int, attacks=int)
    cdef int _move_features(
        self, MoveList moves, int[::1] rows, uint64_t[::1] notes
    ) except -1 nogil
