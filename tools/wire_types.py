"""Write `static/board/types.js`: the wire format of boards as types of the scripts.

python tools/wire_types.py

The types are the TypedDicts of `web/board/schema.py`, the remarks their docstrings.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from types import NoneType, UnionType
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from tabuleiro.web.board import schema

FILE = Path(__file__).parents[1] / "src" / "tabuleiro" / "web" / "static" / "board" / "types.js"
HEAD = """\
/**
 * The data that the server gives a board. Written by `python tools/wire_types.py` from
 * `web/board/schema.py`; do not edit it by hand.
 *
"""
TAIL = """\
 *
 * @typedef {SiteData & {taken?: boolean}} Site  with whether something stands there
 * @typedef {CardData} Card
 * @typedef {Moving & {choices?: Choices | null}} State  with the choices for who is to move
 */

export {};
"""
PLAIN = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null"}


def wire_types() -> str:
    """The file."""
    box = " * @typedef {[number, number, number, number]} Box\n"
    return HEAD + " *\n".join([box, *map(typedef, described_classes())]) + TAIL


def described_classes() -> list[type[Any]]:
    """The classes of the schema, in their order."""
    return [each for each in vars(schema).values() if is_typeddict(each)]


def typedef(described: type[Any]) -> str:
    """A class as a comment of JSDoc."""
    remark = " ".join((described.__doc__ or "").split())
    text = fill(remark, 100, initial_indent=" *   ", subsequent_indent=" *   ")
    types = get_type_hints(described, include_extras=True)
    fields = [field(name, kind) for name, kind in types.items()]
    return "\n".join([f" * @typedef {{object}} {described.__name__}", text, *fields, ""])


def field(name: str, kind: Any) -> str:
    """A field; one that may be missing has brackets around its name."""
    if get_origin(kind) is NotRequired:
        kind, name = get_args(kind)[0], f"[{name}]"
    return f" * @property {{{script_type(kind)}}} {name}"


def script_type(kind: Any) -> str:
    """A type as TypeScript writes it."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind == schema.Box:
        return "Box"
    if origin is list:
        return f"{script_type(inside[0])}[]"
    if origin is dict:
        return f"Record<string, {script_type(inside[1])}>"
    if origin is tuple:
        return f"[{', '.join(map(script_type, inside))}]"
    if origin is UnionType:
        return " | ".join(map(script_type, inside))
    return PLAIN.get(kind) or str(kind.__name__)


if __name__ == "__main__":
    FILE.write_text(wire_types(), "utf-8")
