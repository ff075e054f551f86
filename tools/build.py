"""Compile every module that has a `.pxd` file, in place, and report progress.

If this machine cannot compile, print the reason; the modules then run as plain Python. With
`--check`, compile nothing, and fail if this machine cannot. Compiler output goes to `build/log`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

SOURCE = Path("src")
LOG = Path("build", "log")
SHARED = "_shared"  # the code that all modules share; it has no source file
STEPS = ("Cythonizing ", "building '")  # setup.py prints one line of each for every module
PARTS = 4  # how often progress is reported


def obstacle() -> str | None:
    """Why this machine cannot compile and the command that fixes it, or None if it can."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if shutil.which(compiler) is None:
        return f"No C compiler was found ({compiler}); to fix it: apt-get install build-essential."
    if not headers.exists():
        return f"Python's headers ({headers}) are missing; to fix it: apt-get install python3-dev."
    return None


def remove_compiled(*, only_stale: bool) -> None:
    """Remove compiled modules: all of them, or only those whose `.pxd` file is gone."""
    for path in SOURCE.rglob("*.so"):
        name = path.name.partition(".")[0]
        stale = name != SHARED and not path.with_name(f"{name}.pxd").exists()
        if stale or not only_stale:
            path.unlink()


def compile_modules() -> int:
    """Compile what has changed since the last build; return the exit status."""
    LOG.parent.mkdir(exist_ok=True)
    build = subprocess.Popen(
        [sys.executable, "-u", "setup.py", "build_ext", "--inplace"],
        env={**os.environ, "TABULEIRO_BUILD": "native"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert build.stdout
    with LOG.open("w", encoding="utf-8") as log:
        log.writelines(report_progress(build.stdout))
    if build.wait():
        sys.stdout.write(LOG.read_text("utf-8"))
    return build.returncode


def report_progress(lines: Iterable[str]) -> Iterator[str]:
    """Pass on the output of a build, and print its progress."""
    steps = len(STEPS) * len(list(SOURCE.rglob("*.pxd")))
    done = reported = 0
    for line in lines:
        yield line
        done += any(step in line for step in STEPS)
        if reported < done * PARTS // steps < PARTS:
            reported = done * PARTS // steps
            print(f"Compiling: {100 * reported // PARTS} % done", flush=True)


def main() -> int:
    """Compile if possible; return the exit status."""
    reason = obstacle()
    if "--check" in sys.argv:
        if reason:
            sys.stderr.write(f"{reason}\n")
        return 1 if reason else 0
    if reason:
        remove_compiled(only_stale=False)
        print(f"{reason} Then run make build. Until then, Tabuleiro runs as plain Python.")
        return 0
    remove_compiled(only_stale=True)
    print("Compiling the rules and searches (half a minute the first time)", flush=True)
    return compile_modules()


if __name__ == "__main__":
    sys.exit(main())
