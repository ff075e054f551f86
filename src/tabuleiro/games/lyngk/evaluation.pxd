cimport cython
from libc.stdint cimport uint64_t
from tabuleiro.core.bits cimport count_bits, lowest_bit
from tabuleiro.core.primitives cimport MoveList
from tabuleiro.games.lyngk.rules cimport Lyngk, height_of, is_claim, top_of

cdef int _LAST_COLOUR, _STACK6, _OBSTACLE_CAPTURE, _LAST_STACKS
cdef int _POINT, _COMPLETION, _THREAT, _STAGES, _STAGE_BITS, _CERTAIN
cdef int[6] _MOBILE, _STUCK

cdef class EvaluatedLyngk(Lyngk):
    @cython.locals(chances=int)
    cdef int _evaluate(self, int player) except? -1 nogil
    @cython.locals(
        mover=int, other=int, mine=uint64_t, theirs=uint64_t, my_claims=int, their_claims=int,
        lead=int, open_to_me=uint64_t, open_to_them=uint64_t, stage=int,
    )
    cdef inline int _chances(self) noexcept nogil
    @cython.locals(worth=int, movable=uint64_t, cell=int, height=int)
    cdef inline int _material(self, int player, uint64_t stacks) noexcept nogil
    @cython.locals(best=int, second=int, colour=int, worth=int)
    cdef inline int _prospects(self, int player, int colours, uint64_t stacks) noexcept nogil
    @cython.locals(worth=int, cells=uint64_t)
    cdef inline int _prospect(self, int colour, uint64_t stacks) noexcept nogil
    cdef bint _may_end(self) except -1 nogil
    @cython.locals(mine=int, cells=uint64_t, total=int, word=uint64_t)
    cpdef int own_height(self, int player)
    @cython.locals(moves=MoveList, after=EvaluatedLyngk, found=list, i=int, move=int)
    cpdef list tallies(self, int player)
