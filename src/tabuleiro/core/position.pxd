cimport cython
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy
from tabuleiro.core.primitives cimport MoveList, Random

cdef int LARGEST_MOVE
cdef uint64_t WORD, SPREAD
cdef MoveList SCRATCH

# Calls the constructor of the class in C: looking it up in Python takes as long as a whole move.
cdef extern from *:
    """
    static inline PyObject *new_like(PyObject *object) {
        PyTypeObject *type = Py_TYPE(object);
        PyObject *nothing = PyTuple_New(0), *made = NULL;
        if (nothing) made = ((newfunc)PyType_GetSlot(type, Py_tp_new))(type, nothing, NULL);
        Py_XDECREF(nothing);
        return made;
    }
    """
    object new_like(object)

cdef class Position:
    cdef readonly int player
    cdef readonly int players
    cdef readonly int winners
    cdef int _allocate(self) except -1
    cdef int _copy_from(self, Position other) except -1 nogil
    cdef int _list_moves(self, MoveList out) except -1 nogil
    cdef int _apply(self, int move) except -1 nogil
    cdef uint64_t _hash(self) except? 0 nogil
    cdef int64_t _score(self, int player) except? -1 nogil
    cdef int _evaluate(self, int player) except? -1 nogil
    cdef int _encode(self, uint64_t[::1] words, int at) except -1 nogil
    cdef int _policy_indices(self, int move, int[::1] entries, int at) except -1 nogil
    cdef int _head(self) except -1 nogil
    cdef int _features(self, int[::1] rows, uint64_t[::1] notes) except -1 nogil
    cdef int _move_features(
        self, MoveList moves, int[::1] rows, uint64_t[::1] notes
    ) except -1 nogil
    cdef bint _may_end(self) except -1 nogil
    cdef bint _commutes(self, int previous, int move) except -1 nogil
    @cython.locals(code=int)
    cdef int _checked(self, move) except -1
    @cython.locals(other=Position)
    cdef Position _copy(self)
    cdef Position _after(self, int move)
    cdef bint _is_legal(self, int move) except -1
    cdef int _playout(self, Random random, MoveList scratch, int limit) except -1 nogil
    cdef int _end(self, int winners) noexcept nogil
    cdef uint64_t _mix(self, uint64_t key, uint64_t word) noexcept nogil

# All fields of an object are in one piece of memory, from `player` to the end of its C struct.
cdef inline int copy_fields(Position target, Position source, size_t size) noexcept nogil:
    cdef size_t begin = <char*>&source.player - <char*><void*>source
    memcpy(<char*><void*>target + begin, <char*><void*>source + begin, size - begin)
    return 0

cdef class PythonPosition(Position):
    pass

cdef class Bridge(Position):
    cdef readonly object value
