"""A package imports only packages of lower layers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
MODULES = sorted([*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pxd")])

# What each package may import. docs/architecture.md shows it as a diagram.
BELOW: dict[str, set[str]] = {"core": set(), "games": {"core"}, "search": {"core"}}
BELOW["language"] = {"core"}
BELOW["players"] = {"core", "games", "search"}
BELOW["records"] = {"core", "games"}
COMMON = BELOW["players"] | {"players", "records"}
BELOW |= dict.fromkeys(("play", "analysis", "learning"), COMMON)
BELOW["environments"] = BELOW["players"] | {"players"}
BELOW["engine"] = COMMON | {"analysis"}
BELOW["arena"] = COMMON | {"play"}
BELOW["report"] = BELOW["arena"] | {"arena"}
FRONT_ENDS = ("bench", "testing", "base_cli", "terminal", "web", "cli")
EVERYTHING = {*BELOW, *FRONT_ENDS}
BELOW |= dict.fromkeys((*FRONT_ENDS, "__init__", "__main__"), EVERYTHING)
BELOW["web"] = COMMON | {"play", "analysis", "language"}


def imported(path: Path) -> Iterator[list[str]]:
    """The modules of this package that a file imports, as the parts of their names."""
    text = path.read_text()
    if path.suffix == ".pxd":
        text = as_python(text)
    names = [name for node in ast.walk(ast.parse(text)) for name in names_of(node)]
    names = [name.removeprefix("cython.cimports.") for name in names]
    yield from (name.split(".")[1:] for name in names if name.startswith("tabuleiro."))


def as_python(types: str) -> str:
    """The imports of a `.pxd` file, as Python code."""
    lines = re.findall(r"^\s*((?:from|import|cimport)\b.*)$", types, re.MULTILINE)
    return "\n".join(re.sub(r"\bcimport\b", "import", line) for line in lines)


def names_of(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_a_module_imports_only_what_lies_below() -> None:
    for path in MODULES:
        part, *inside = path.relative_to(SOURCE / "tabuleiro").with_suffix("").parts
        for to, *rest in imported(path):
            assert to == part or to in BELOW[part], f"{path} may not import {to}"
            if to == "games" and rest and (SOURCE / "tabuleiro" / "games" / rest[0]).is_dir():
                own = part == "games" and inside[0] in ("__init__", rest[0])
                assert own, f"{path} may not import the single game {rest[0]}"


@pytest.mark.parametrize(
    "line",
    ["from tabuleiro.games.squex.rules cimport Squex", "cimport tabuleiro.games.squex.rules",
     "from tabuleiro.games cimport squex", "from tabuleiro cimport games"],
)  # fmt: skip
def test_imports_between_c_types_are_seen(line: str, tmp_path: Path) -> None:
    types = tmp_path / "rules.pxd"
    types.write_text(f"cimport cython\n{line}\n\ncdef class Row:\n    cdef int[4] cells\n")
    assert [name[0] for name in imported(types)] == ["games"]


@pytest.mark.parametrize("line", ["from . cimport rules", "from ..core.bits cimport Row"])
def test_imports_are_never_relative(line: str, tmp_path: Path) -> None:
    types = tmp_path / "rules.pxd"
    types.write_text(line)
    with pytest.raises(AssertionError, match="absolute"):
        list(imported(types))


def test_the_architecture_page_draws_these_layers() -> None:
    page = (SOURCE.parent / "docs" / "architecture.md").read_text()
    drawing = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0]
    rows = [line[:40].split() for line in drawing.splitlines()]
    height = {name: -number for number, row in enumerate(rows) for name in row}
    assert set(height) == {part for part in BELOW if not part.startswith(("bench_", "__"))}
    for part in set(height) - set(FRONT_ENDS):
        assert all(height[below] < height[part] for below in BELOW[part])
