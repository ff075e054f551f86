cimport cython
from libc.math cimport log, sqrt
from libc.stdint cimport int64_t
from tabuleiro.core.primitives cimport MoveList, Random
from tabuleiro.core.position cimport Position

cdef double _PROVED
cdef int _CAP, _DEEPEST, _SEATS, _MOST_VISITS, _FULL_TREE_VISITS

# The records of tree_nodes.py, in memory that `Tree.buffers` keeps.
cdef struct Node:
    double total
    int visits, first, count, opened, place
    signed char mover, floor
    unsigned short hidden

cdef struct Edge:
    int move
    float prior
    short distance
    signed char proof

cdef inline Node[::1] nodes_in(unsigned char[::1] memory):
    return <Node[:memory.shape[0] // <Py_ssize_t>sizeof(Node)]><Node*>&memory[0]

cdef inline Edge[::1] edges_in(unsigned char[::1] memory):
    return <Edge[:memory.shape[0] // <Py_ssize_t>sizeof(Edge)]><Edge*>&memory[0]

cdef double score_of(int winners, int player) noexcept nogil

cdef class Tree:
    cdef Position root  # as it was given, None before the first
    cdef Position base  # a copy of it for compiled code
    cdef Position work  # the position at the end of the path
    cdef list padding  # five copies; `work` is the middle one, see tree.py
    cdef Random random
    cdef MoveList scratch  # for the moves of the working position
    cdef object seed
    cdef int restarts  # how often the tree started again, each time with another seed
    cdef readonly int capacity  # how many nodes the memory has room for
    cdef readonly int used  # how many nodes there are
    cdef readonly bint full  # whether there was no room for the moves of a node
    cdef double exploration  # the weight of the exploration term, or of the priors
    cdef int64_t iterations  # since this root
    cdef int[512] path  # the nodes from the root to the leaf
    cdef double[4] leaf_values  # the value of the end of the path for each player
    cdef double[4] score_sums  # the scores of each player, since this root
    cdef list buffers  # the memory of the nodes, and of the edges that lead to them
    cdef Node[::1] nodes
    cdef Edge[::1] edges
    cpdef int run(self, int most) except -1
    cdef int descend(self) except -1 nogil
    cdef int evaluate_leaf(self, int node) except -1 nogil
    cdef int score_winners(self, int winners) noexcept nogil
    @cython.locals(used=int64_t, capacity=int64_t)
    cdef bint may_expand(self, int node) noexcept nogil
    cdef bint expand(self, int node) except -1 nogil
    cdef bint make_room(self, int count) except -1 nogil
    cdef int init_nodes(self, int first, int count) noexcept nogil
    cdef int select(self, int node) noexcept nogil
    cdef int back_up(self, int depth) noexcept nogil
    cdef int prove_end(self, int depth) noexcept nogil
    cdef int back_up_proof(self, int depth) noexcept nogil
    cdef bint update_proof(self, int node) noexcept nogil
    @cython.locals(winning=bint)
    cdef int prove(self, int node, int winners) noexcept nogil
    cdef int init_node(self, int node, int move, int mover) noexcept nogil
    @cython.locals(prior=double)
    cdef int hide_redundant_moves(self, int depth) except -1 nogil
    @cython.locals(ends=bint)
    cdef int other_order(self, int depth, int child) except -1 nogil
    cdef int swap_children(self, int child, int other) noexcept nogil
    cdef int reveal_moves(self) noexcept nogil
    cdef int reveal_moves_of(self, int node) noexcept nogil
    cdef int look_ahead(self, int node, Position position, Position probe) except -1 nogil
    cdef int keep_subtree(self, int node) noexcept nogil
    cdef bint is_better(self, int child, int other) noexcept nogil
    @cython.locals(node=int)
    cpdef int copy_proofs(self, Tree other) except -1

cdef class MergedRoot(Tree):
    cdef readonly list trees
    cdef dict best_trees
