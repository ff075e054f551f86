cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.position cimport Position
from tabuleiro.search.guided cimport GuidedTree
from tabuleiro.search.tree cimport _DEEPEST, _MOST_VISITS

cdef int _KNOWN, _ASKED, _MET, _NOWHERE
cdef double _ALMOST, _LEAST

cdef class AdvisedTree(GuidedTree):
    cdef int seats, words, entries, held, stands_at
    cdef int[::1] parts, paths, depths, added
    cdef bint may_expand(self, int node) noexcept nogil
    @cython.locals(child=int, count=int, i=int)
    cdef bint expand(self, int node) except -1 nogil
    cdef bint make_room(self, int count) except -1 nogil
    @cython.locals(i=int)
    cdef int begin_nodes(self, int first, int count) except -1 nogil
    cdef int try_out(self, int child) except -1 nogil
    cdef int ask_root(self, uint64_t[::1] words, int at) except -1 nogil
    @cython.locals(depth=int, node=int, grown=bint)
    cdef int seek(self, uint64_t[::1] words, int at) except -1 nogil
    @cython.locals(slot=int)
    cdef bint waits(self, int node) noexcept nogil
    @cython.locals(slot=int, i=int)
    cdef int hold(self, int depth, int added) noexcept nogil
    @cython.locals(i=int)
    cdef int put_question(self, uint64_t[::1] words, int at) except -1 nogil
    @cython.locals(depth=int, i=int, node=int)
    cdef int take_answer(self, int slot, const float[::1] answers, int at) except -1 nogil
    @cython.locals(i=int)
    cdef int reach(self, int slot) except -1 nogil
    @cython.locals(best=double, logit=double, child=int, i=int)
    cdef int take_priors(self, int node, const float[::1] answers, int at) except -1 nogil
    @cython.locals(player=int, players=int, seat=int, every=double, total=double, value=double)
    cdef int take_values(self, const float[::1] answers, int at) except -1 nogil
    cdef int refuse(self) except -1 nogil

cdef class AskingTree(AdvisedTree):
    cdef object network, shape
    cdef int batch
    cdef uint64_t[::1] questions
    @cython.locals(done=int, most=int)
    cpdef int run(self, int games) except -1
    @cython.locals(size=int)
    cdef int ask(self) except -1
    @cython.locals(size=int, slot=int)
    cdef int take_answers(self, const float[::1] answers) except -1
