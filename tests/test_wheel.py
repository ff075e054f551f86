"""The wheel: compiled once for every Python from 3.11 on, and all that a player has to install."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from installed import rules
from workshop import OFFLINE, PIP, ROOT, copy_source, no_compiler, run

BUILT = (".so", ".c", ".pyc")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = copy_source(tmp_path_factory.mktemp("source"))
    into = tmp_path_factory.mktemp("wheel")
    run(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", into, source, TABULEIRO_BUILD="abi3")
    (wheel,) = into.iterdir()
    return wheel


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


def test_the_wheel_plays_compiled_without_compiler_or_cython(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    path = no_compiler(tmp_path)
    run(python, *PIP[1:], "install", *OFFLINE, wheel, PATH=path)
    report = json.loads(run(python, ROOT / "tests" / "installed.py", cwd=tmp_path, PATH=path))
    assert report["files"]
    assert all(file.endswith(".abi3.so") for file in report["files"])
    assert not report["needs_cython"]
    assert report["rules"] == rules()
