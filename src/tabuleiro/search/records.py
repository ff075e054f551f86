"""What a tree knows of its nodes, as records side by side in memory.

A node and the edge that leads to it have the same number. What stands together in a record is needed
together: trees are larger than the processor's cache, and a search mostly waits for memory. Of a
node that was never visited only the edge is looked at. The same records stand in tree.pxd, for the
compiled search.
"""

from __future__ import annotations

from ctypes import Array, Structure, c_byte, c_double, c_float, c_int, c_short, sizeof


class Node(Structure):
    """A node."""

    _fields_ = (
        ("total", c_double),  # the sum of the scores of the player who moved into it
        ("visits", c_int),
        ("first", c_int),  # its first child; the children lie side by side
        ("count", c_int),  # how many children; 0 until it is expanded
        ("opened", c_int),  # how many of them, from the first, have been visited
        ("place", c_int),  # where it goes when the tree is moved to a new root
        ("mover", c_byte),  # the player who moved into it
        ("floor", c_byte),  # the winners of its best child that is proved; else 0
    )


class Edge(Structure):
    """The move into a node, and what can be known before the first visit."""

    _fields_ = (
        ("move", c_int),
        ("prior", c_float),  # its part of the searching before anything else is known
        ("distance", c_short),  # moves to the end when it is proved
        ("proof", c_byte),  # the winners, a bit a player, once they are proved; else 0
    )


NODE_BYTES, EDGE_BYTES = sizeof(Node), sizeof(Edge)
BYTES = NODE_BYTES + EDGE_BYTES  # of a node with its edge


def nodes_in(memory: memoryview) -> Array[Node]:
    """The nodes that fill a piece of memory."""
    return (Node * (len(memory) // NODE_BYTES)).from_buffer(memory)


def edges_in(memory: memoryview) -> Array[Edge]:
    """The edges that fill a piece of memory."""
    return (Edge * (len(memory) // EDGE_BYTES)).from_buffer(memory)
