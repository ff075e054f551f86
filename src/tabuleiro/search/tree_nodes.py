"""The nodes and edges of a search tree, as records in memory.

A node and the edge that leads to it have the same number. What stands together in a record is
needed together: trees are larger than the processor's cache, and a search mostly waits for memory.
Of a node that was never visited only the edge is looked at. The same records stand in tree.pxd,
for the compiled search.
"""

from __future__ import annotations

from ctypes import Array, Structure, c_byte, c_double, c_float, c_int, c_short, sizeof
from typing import Any


def struct_fields(names: str, kind: type[Any]) -> list[tuple[str, type[Any]]]:
    """Fields of one kind."""
    return [(name, kind) for name in names.split()]


class Node(Structure):
    """A node."""

    total: float  # the sum of the scores of the player who moved into it
    visits: int
    first: int  # its first child; the children lie side by side
    count: int  # how many children; 0 until it is expanded
    opened: int  # how many of them, from the first, have been visited
    place: int  # where it goes when the tree is moved to a new root
    mover: int  # the player who moved into it
    floor: int  # the winners of its best child that is proved; else 0
    _fields_ = [
        *struct_fields("total", c_double),
        *struct_fields("visits first count opened place", c_int),
        *struct_fields("mover floor", c_byte),
    ]


class Edge(Structure):
    """The move into a node, and what can be known before the first visit."""

    move: int
    prior: float  # its part of the searching before anything else is known
    distance: int  # moves to the end when it is proved
    proof: int  # the winners, a bit a player, once they are proved; else 0
    _fields_ = [
        *struct_fields("move", c_int),
        *struct_fields("prior", c_float),
        *struct_fields("distance", c_short),
        *struct_fields("proof", c_byte),
    ]


NODE_BYTES, EDGE_BYTES = sizeof(Node), sizeof(Edge)
BYTES_PER_NODE = NODE_BYTES + EDGE_BYTES  # of a node with its edge

Nodes = Array[Node]
Edges = Array[Edge]


def nodes_in(memory: memoryview) -> Nodes:
    """The nodes that fill a piece of memory."""
    return (Node * (len(memory) // NODE_BYTES)).from_buffer(memory)


def edges_in(memory: memoryview) -> Edges:
    """The edges that fill a piece of memory."""
    return (Edge * (len(memory) // EDGE_BYTES)).from_buffer(memory)
