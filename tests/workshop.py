"""Where tests build and install Tabuleiro anew: copies of the source, and programs run apart."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILT = shutil.ignore_patterns("*.so", "*.c", "*.egg-info", "__pycache__")
MEDDLING = ("CC", "PYTHON", "TABULEIRO")  # begin the names of variables that change a build
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
OFFLINE = ("--no-index", "--no-deps")


def copy_source(folder: Path) -> Path:
    """A copy in `folder` of what a build needs, nothing compiled in it."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "src", folder / "src", ignore=BUILT)
    return folder


def no_compiler(folder: Path) -> str:
    """A PATH on which there is no program at all."""
    empty = folder / "empty"
    empty.mkdir()
    return str(empty)


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """What a program prints that ends well, run with these variables over the usual ones."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(MEDDLING)}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=usual | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
