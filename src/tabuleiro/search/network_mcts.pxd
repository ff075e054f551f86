cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.position cimport Position
from tabuleiro.search.guided_mcts cimport PuctTree
from tabuleiro.search.tree cimport Tree, _DEEPEST, _MOST_VISITS

cdef int _KNOWN, _ASKED, _MET, _NOWHERE
cdef double _ALMOST, _LEAST

cdef class NetworkTree(PuctTree):
    cdef int seats, words, entries, held, work_slot
    cdef int[::1] parts, paths, depths, added
    cdef bint may_expand(self, int node) noexcept nogil
    cdef bint expand(self, int node) except -1 nogil
    cdef int write_root_question(self, uint64_t[::1] words, int at) except -1 nogil
    cdef int select_leaf(self, uint64_t[::1] words, int at) except -1 nogil
    cdef bint is_held(self, int node) noexcept nogil
    cdef int hold_leaf(self, int depth, int added) noexcept nogil
    cdef int write_question(self, uint64_t[::1] words, int at) except -1 nogil
    cdef int apply_answer(self, int slot, const float[::1] answers, int at) except -1 nogil
    cdef int return_to_leaf(self, int slot) except -1 nogil
    cdef int set_priors(self, int node, const float[::1] answers, int at) except -1 nogil
    @cython.locals(value=double)
    cdef int set_values(self, const float[::1] answers, int at) except -1 nogil
    cdef int reject_answer(self) except -1 nogil

cdef class EvaluatingTree(NetworkTree):
    cdef object network, shape
    cdef int batch
    cdef uint64_t[::1] questions
    cpdef int run(self, int most) except -1
    cdef int evaluate_leaves(self) except -1
    cdef int apply_answers(self, const float[::1] answers) except -1
