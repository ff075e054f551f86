"""Compiles the modules that have C types beside them, in their places, and says how far it is.

Where this machine cannot compile, it says in one sentence why, and the modules run as plain Python;
with `--check` it says so and fails. What the compiler says goes to `build/log`.
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
SHARED = "_shared"  # what Cython adds to every module, compiled once: it has no source of ours
STEPS = ("Cythonizing ", "building '")  # what is said of a module when each of its steps begins


def obstacle() -> str | None:
    """What keeps this machine from compiling, and what helps."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if shutil.which(compiler) is None:
        return f"There is no C compiler ({compiler}); to mend it: apt-get install build-essential."
    if not headers.exists():
        return f"Python's headers ({headers}) are missing; to mend it: apt-get install python3-dev."
    return None


def compiled_files() -> Iterator[tuple[Path, str]]:
    """The compiled modules that lie in the source, each with the path of its module."""
    for path in SOURCE.rglob("*.so"):
        yield path, str(path.with_name(path.name.partition(".")[0]))


def remove_compiled(*, all_of_them: bool) -> None:
    """Removes compiled modules: all, or those that have no C types any more."""
    for path, module in compiled_files():
        has_types = Path(f"{module}.pxd").exists() or Path(module).name == SHARED
        if all_of_them or not has_types:
            path.unlink()


def compile_modules() -> int:
    """Compiles what has changed since the last time; the exit status."""
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
        for line in tell_progress(build.stdout):
            log.write(line)
    if build.wait():
        sys.stdout.write(LOG.read_text("utf-8"))
    return build.returncode


def tell_progress(lines: Iterable[str]) -> Iterator[str]:
    """Passes on what a build says, and tells now and then how much of it is done."""
    whole = len(STEPS) * len(list(SOURCE.rglob("*.pxd")))
    done = told = 0
    for line in lines:
        yield line
        done += any(step in line for step in STEPS)
        if done * 4 // whole > told and told < 3:
            told = done * 4 // whole
            print(f"Compiling: {min(told, 3)} of 4 parts done", flush=True)


def main() -> int:
    """Compiles as far as possible; the exit status."""
    missing = obstacle()
    if "--check" in sys.argv:
        if missing:
            sys.stderr.write(f"{missing}\n")
        return 1 if missing else 0
    if missing:
        remove_compiled(all_of_them=True)
        print(f"{missing} Until then and a new make build, Tabuleiro runs as plain Python, slower.")
        return 0
    remove_compiled(all_of_them=False)
    print("Compiling the rules and searches (half a minute the first time)", flush=True)
    return compile_modules()


if __name__ == "__main__":
    sys.exit(main())
