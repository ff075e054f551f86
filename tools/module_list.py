"""Write `docs/modules.md`: every module of the package with the first sentence of its docstring.

python tools/module_list.py
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tabuleiro"
PAGE = ROOT / "docs" / "modules.md"
ORDER = (
    "core games search players records play engine analysis learning arena report language"
    " terminal web cli"
).split()
"""The packages, lower layers first. Others follow them."""
GAME = "games/<game>"
"""Stands for the folder of each game."""
HEAD = """\
# Modules

Written by `python tools/module_list.py` from the docstrings of the modules; do not edit it by hand.
[Architecture](architecture.md) explains how they fit together. Modules marked † are compiled; their
C types are in the `.pxd` file of the same name. `<game>` stands for each of the five games.
"""


def module_list() -> str:
    """The page."""
    return HEAD + "".join(section(folder) for folder in sorted(folders(), key=place))


def folders() -> set[str]:
    """The folders that hold modules; all folders of games are one."""
    inside = {str(path.parent.relative_to(SOURCE)) for path in SOURCE.rglob("*.py")}
    return {shared_name(folder) for folder in inside}


def place(folder: str) -> tuple[int, str]:
    """The order of folders on the page; the package itself is last."""
    package = folder.split("/", maxsplit=1)[0]
    return (ORDER.index(package) if package in ORDER else len(ORDER), folder)


def shared_name(path: str) -> str:
    """A path with `<game>` instead of the name of a game."""
    return re.sub(r"^games/\w+", GAME, path)


def section(folder: str) -> str:
    """The heading of a folder, its purpose, and a table of its modules."""
    found = modules_in(folder)
    title = "tabuleiro" if folder == "." else folder
    head = f"\n## `{title}`\n\n{description(found.pop('__init__'))}\n"
    rows = [row(name, paths) for name, paths in sorted(found.items())]
    return head + "".join(["\n| module | content |\n|---|---|\n", *rows] if rows else [])


def row(name: str, paths: list[Path]) -> str:
    """The line of a module."""
    compiled = " †" if paths[0].with_suffix(".pxd").exists() else ""
    return f"| `{name}.py`{compiled} | {description(paths)} |\n"


def modules_in(folder: str) -> dict[str, list[Path]]:
    """The modules of a folder by name; for games, all modules with that name."""
    found: dict[str, list[Path]] = {}
    for path in sorted(SOURCE.glob(f"{folder.replace('<game>', '*')}/*.py")):
        found.setdefault(path.stem, []).append(path)
    return found


def description(paths: list[Path]) -> str:
    """The first sentence of the docstrings, as far as it is the same for all games."""
    sentences = [general(path) for path in paths]
    text = sentences[0] if len(set(sentences)) == 1 else common_beginning(sentences)
    only = [path.parent.name for path in paths] if paths[0].parts[-3] == "games" else []
    return f"{text} ({only[0].capitalize()} only)" if len(only) == 1 else text


def common_beginning(sentences: list[str]) -> str:
    """The words that all sentences begin with, ignoring punctuation after a word."""
    columns = zip(*(sentence.split() for sentence in sentences), strict=False)
    alike = takewhile(lambda words: len({word.rstrip(",:.") for word in words}) == 1, columns)
    return " ".join(words[0] for words in alike).rstrip(",:.") + "."


def general(path: Path) -> str:
    """The first sentence of a docstring, with `<game>` instead of the name of a game."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    first = re.split(r"(?<=\.)\s+(?=[A-Z`])|\n\n", text)[0].replace("\n", " ")
    return re.sub("|".join(names()), "`<game>`", first) if path.parts[-3] == "games" else first


def names() -> Iterator[str]:
    """The names of the games as in their docstrings."""
    for path in SOURCE.glob("games/*/__init__.py"):
        yield re.escape(path.parent.name.replace("_v", "+v").title())


if __name__ == "__main__":
    PAGE.write_text(module_list(), "utf-8")
