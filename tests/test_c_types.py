"""The C types in `.pxd` files: each belongs to a name that its module still uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
TYPES = sorted(SOURCE.rglob("*.pxd"))

IMPORT = re.compile(r"from \S+ cimport (.*)")
CLASS = re.compile(r"cdef class (\w+)")
LOCALS = re.compile(r"@cython\.locals\((.*)\)")
FUNCTION = re.compile(r"(\s*)cp?def [^=]*?\b(\w+)\(")
PADDING = "padding"  # declared only to fill space in memory
VARIABLES = re.compile(r"\s*cdef (?:readonly )?(?:const )?\w+\S*? (\w+(?:, \w+)*)$")


def stale_types(types: str, code: str) -> Iterator[str]:
    """The names that a `.pxd` file declares although the code no longer uses them."""
    tree = ast.parse(code)
    used = names_in(tree)
    owner = ""
    typed: list[str] = []
    for line in logical_lines(types):
        if found := IMPORT.match(line):
            for name in re.findall(r"\w+", found[1]):
                if name not in used and len(re.findall(rf"\b{name}\b", types)) == 1:
                    yield name
        elif found := CLASS.match(line):
            owner = found[1]
        elif found := LOCALS.match(line.strip()):
            typed = re.findall(r"(\w+)=", found[1])
        elif found := FUNCTION.match(line):
            body = function(tree, owner if found[1] else "", found[2])
            if body is None and not line.endswith(":"):
                yield found[2]
            yield from (f"{name} in {found[2]}" for name in typed if name not in locals_of(body))
            typed = []
        elif found := VARIABLES.match(line):
            names = found[1].split(", ")
            yield from (name for name in names if name not in used and name != PADDING)


def logical_lines(types: str) -> Iterator[str]:
    """The lines of a file without comments; text in brackets counts as one line."""
    line = ""
    for part in re.sub(r"\s*#.*", "", types).splitlines():
        line = f"{line} {part.strip()}" if line else part
        if line.count("(") == line.count(")"):
            yield line
            line = ""


def names_in(tree: ast.AST) -> set[str]:
    """Every name and attribute in a piece of code."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def locals_of(function: ast.FunctionDef | None) -> set[str]:
    """The arguments of a function, and the names that it assigns to."""
    nodes = list(ast.walk(function)) if function else []
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and not is_read(node)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def is_read(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def function(tree: ast.Module, owner: str, name: str) -> ast.FunctionDef | None:
    """The function with this name, if the code has one."""
    place: ast.AST = tree
    if owner:
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        place = next(node for node in classes if node.name == owner)
    for node in ast.walk(place):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    return None


def test_every_c_type_belongs_to_a_name_that_is_used() -> None:
    for path in TYPES:
        code = path.with_suffix(".py").read_text("utf-8")
        assert list(stale_types(path.read_text("utf-8"), code)) == [], path


def test_stale_types_are_found() -> None:
    types = """
from libc.stdint cimport int64_t, uint8_t
from tabuleiro.core.position cimport Position

cdef int _SIZE, _GONE

cdef class Board(Position):
    cdef readonly int64_t rows, lost
    cdef Board[::1] others
    @cython.locals(
        i=int, old=int,
    )
    cdef int fill(self, int count) except -1 nogil
    @cython.locals(i=int)
    cdef int removed(self) noexcept nogil
"""
    code = """
class Board(Position):
    def fill(self, count):
        for i in range(_SIZE):
            self.others[i] = self.rows + self.old
"""
    expected = ["uint8_t", "_GONE", "lost", "old in fill", "removed", "i in removed"]
    assert list(stale_types(types, code)) == expected
