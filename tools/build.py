"""Compile every module that has a `.pxd` file, in place, and report progress.

If this machine cannot compile, print the reason; the modules then run as plain Python. With
`--check`, compile nothing, and fail if this machine cannot. With `--for-play`, leave out modules
that only training needs, unless they were compiled before. Compiler output goes to `build/log`.
"""

from __future__ import annotations

import argparse
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
TRAINING = "tabuleiro.learning"  # the package that only training needs
STEPS = ("Cythonizing ", "building '")  # setup.py prints one line of each for every module
PARTS = 4  # how often progress is reported


def why_not_compiled() -> str | None:
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


def has_compiled(package: str) -> bool:
    """Whether a package contains compiled modules."""
    return any(SOURCE.joinpath(*package.split(".")).glob("*.so"))


def compile_modules(left_out: str = "") -> int:
    """Compile modules changed since the last build, except a package; return the exit status."""
    LOG.parent.mkdir(exist_ok=True)
    build = subprocess.Popen(
        [sys.executable, "-u", "setup.py", "build_ext", "--inplace"],
        env={**os.environ, "TABULEIRO_BUILD": "native", "TABULEIRO_LEAVE_OUT": left_out},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert build.stdout
    with LOG.open("w", encoding="utf-8") as log:
        log.writelines(report_progress(build.stdout, left_out))
    if build.wait():
        sys.stdout.write(LOG.read_text("utf-8"))
    return build.returncode


def report_progress(lines: Iterable[str], left_out: str) -> Iterator[str]:
    """Pass on the output of a build, and print its progress."""
    folder = SOURCE.joinpath(*left_out.split("."))
    modules = [types for types in SOURCE.rglob("*.pxd") if types.parent != folder]
    steps = len(STEPS) * max(1, len(modules))
    done = reported = 0
    for line in lines:
        yield line
        done += any(step in line for step in STEPS)
        if reported < done * PARTS // steps < PARTS:
            reported = done * PARTS // steps
            print(f"Compiling: {100 * reported // PARTS} % done", flush=True)


def main() -> int:
    """Compile if possible; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only check that compiling works")
    parser.add_argument("--for-play", action="store_true", help="leave out what training needs")
    options = parser.parse_args()
    reason = why_not_compiled()
    if options.check:
        if reason:
            sys.stderr.write(f"{reason}\n")
        return 1 if reason else 0
    if reason:
        remove_compiled(only_stale=False)
        print(f"{reason} Then run make build. Until then, Tabuleiro runs as plain Python.")
        return 0
    remove_compiled(only_stale=True)
    print("Compiling the rules and searches (half a minute the first time)", flush=True)
    # A compiled module must match the modules that it uses, so existing ones are kept up to date.
    return compile_modules(TRAINING if options.for_play and not has_compiled(TRAINING) else "")


if __name__ == "__main__":
    sys.exit(main())
