"""Build and install Tabuleiro in tests: copies of the source, and commands in other processes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock

from waiting import PATIENCE

ROOT = Path(__file__).parents[1]
BUILT = re.compile(r"\.so$|\.c$|\.egg-info\b|\b__pycache__\b")
BESIDE_SOURCE = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
MEDDLING = ("CC", "PYTHON", "TABULEIRO")  # prefixes of environment variables that affect a build
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
OFFLINE = ("--no-index", "--no-deps")


def copy_source(folder: Path) -> Path:
    """Copy what a build needs to `folder`, without compiled files."""
    for name in BESIDE_SOURCE:
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "src", folder / "src", ignore=built_ones)
    return folder


def built_ones(folder: str, names: list[str]) -> list[str]:
    """The files in a folder that a build created."""
    return [name for name in names if BUILT.search(name)]


def checked_wheel(more: Mapping[str, str]) -> Path:
    """A wheel with bounds checks, and with `more` files in the package (text by name). It is built
    once for each state of the sources and kept in `build` for other processes and later runs."""
    folder = ROOT / "build" / "checked-wheel"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        wheels = folder / state_of_sources(more)
        if not wheels.exists():
            for earlier in folder.glob("*/"):
                shutil.rmtree(earlier)
            with TemporaryDirectory() as copy:
                _build_checked(copy_source(Path(copy)), more, wheels)
        (wheel,) = wheels.iterdir()
        return wheel


def _build_checked(source: Path, more: Mapping[str, str], into: Path) -> None:
    for name, text in more.items():
        (source / "src" / "tabuleiro" / name).write_text(text)
    built = source / "wheels"
    command = (*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", built, source)
    run(*command, TABULEIRO_BUILD="checked")
    shutil.move(built, into)


def state_of_sources(more: Mapping[str, str]) -> str:
    """A digest of everything that a build depends on."""
    digest = sha256(f"{sys.version} {version('cython')} {sorted(more.items())}".encode())
    files = [ROOT / name for name in BESIDE_SOURCE]
    files += [path for path in (ROOT / "src").rglob("*") if path.is_file()]
    for path in sorted(path for path in files if not BUILT.search(str(path))):
        digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def no_compiler(folder: Path) -> str:
    """A PATH without any programs."""
    empty = folder / "empty"
    empty.mkdir()
    return str(empty)


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """The output of a program that must succeed, run with additional environment variables."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(MEDDLING)}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=usual | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
