"""The nodes and edges of a search tree, as records in memory.

A node and the edge that leads to it have the same number. Fields that are used together are in the
same record, because trees are larger than the processor's cache and a search mostly waits for
memory. Of a node that was never visited, only the edge is read. tree.pxd declares the same records
for the compiled search.
"""

from ctypes import Array, Structure, c_byte, c_double, c_float, c_int, c_short, c_ushort, sizeof
from typing import Any


def struct_fields(names: str, kind: type[Any]) -> list[tuple[str, type[Any]]]:
    """Fields of one type."""
    return [(name, kind) for name in names.split()]


class Node(Structure):
    """A node."""

    total: float  # the sum of the scores of the player who moved into it
    visits: int
    first: int  # its first child; the others follow it
    count: int  # the number of children; 0 until it is expanded
    opened: int  # how many of them have been visited; these come first
    place: int  # where it goes when the tree is moved to a new root
    mover: int  # the player who moved into it
    floor: int  # the winners of its best proved child; else 0
    hidden: int  # how many more children follow that are not searched
    _fields_ = [
        *struct_fields("total", c_double),
        *struct_fields("visits first count opened place", c_int),
        *struct_fields("mover floor", c_byte),
        *struct_fields("hidden", c_ushort),
    ]


class Edge(Structure):
    """The move into a node, and what can be known before the first visit."""

    move: int
    prior: float  # its share of the search before anything else is known
    distance: int  # moves to the end when it is proved
    proof: int  # the winners, a bit for each player, once they are proved; else 0
    _fields_ = [
        *struct_fields("move", c_int),
        *struct_fields("prior", c_float),
        *struct_fields("distance", c_short),
        *struct_fields("proof", c_byte),
    ]


NODE_BYTES, EDGE_BYTES = sizeof(Node), sizeof(Edge)
BYTES_PER_NODE = NODE_BYTES + EDGE_BYTES

Nodes = Array[Node]
Edges = Array[Edge]


def nodes_in(memory: memoryview) -> Nodes:
    """The nodes in a buffer."""
    return (Node * (len(memory) // NODE_BYTES)).from_buffer(memory)


def edges_in(memory: memoryview) -> Edges:
    """The edges in a buffer."""
    return (Edge * (len(memory) // EDGE_BYTES)).from_buffer(memory)
