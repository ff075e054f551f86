"""The wheel: compiled once for Python 3.11 and later, and all that a player has to install.

The tests build it with bounds checks. It has the same limited API and the same files as the
released wheel, and no array index is out of bounds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from builds import OFFLINE, PIP, ROOT, checked_wheel, no_compiler, run
from installed import rules
from tabuleiro.games import GAMES

BUILT = (".so", ".c", ".pyc")
OVERRUN = """# cython: annotation_typing=False
class Row:
    def at(self, place):
        return self.cells[place]
"""
OVERRUN_TYPES = """
cdef class Row:
    cdef int[4] cells
"""


pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def wheel() -> Path:
    """A wheel with checks and an additional module that reads an array at a given index."""
    return checked_wheel({"overrun.py": OVERRUN, "overrun.pxd": OVERRUN_TYPES})


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH without a compiler."""
    return no_compiler(tmp_path_factory.mktemp("path"))


@pytest.fixture(scope="module")
def python(wheel: Path, path: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with only the wheel installed."""
    folder = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    run(*PIP, "--python", python, "install", *OFFLINE, wheel, PATH=path)
    return python


def test_one_wheel_serves_python_3_11_and_later(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_holds_every_module_compiled_and_no_generated_source(wheel: Path) -> None:
    held = set(ZipFile(wheel).namelist())
    types = {name.removesuffix(".pxd") for name in held if name.endswith(".pxd")}
    assert types
    assert {f"{name}.abi3.so" for name in types} <= held
    assert not [name for name in held if name.endswith((".c", ".pyc"))]
    pages = {name for name in held if name.endswith(".html")}
    assert all("/templates/" in name for name in pages)


def test_the_wheel_holds_all_data_of_the_package(wheel: Path) -> None:
    data = (path for path in (ROOT / "src" / "tabuleiro").rglob("*") if path.suffix not in BUILT)
    wanted = {str(path.relative_to(ROOT / "src")) for path in data if path.is_file()}
    assert wanted <= set(ZipFile(wheel).namelist())


def test_the_wheel_plays_compiled_without_compiler_or_cython(python: Path, path: str) -> None:
    report = json.loads(run(python, ROOT / "tests" / "installed.py", PATH=path))
    assert report["files"]
    assert all(file.endswith(".abi3.so") for file in report["files"])
    assert not report["needs_cython"]
    assert report["rules"] == rules()


def test_the_checks_stop_at_an_overrun(python: Path) -> None:
    def read_at(place: int) -> int:
        code = f"from tabuleiro.overrun import Row; Row().at({place})"
        return subprocess.run([python, "-c", code], check=False).returncode

    assert read_at(3) == 0
    assert read_at(4) < 0  # it was ended by a signal


def test_random_games_of_every_game_never_overrun(python: Path) -> None:
    said = run(python, ROOT / "tests" / "random_play.py")
    assert [line.split()[0] for line in said.splitlines()] == [game.id for game in GAMES]
