"""Check that the programs that the tests start are installed. Install missing ones with apt-get if
run by root, or else print the command and fail. Output of apt-get goes to `build/programs.log`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PACKAGES: Mapping[str, str] = {
    "chromium": "chromium",
    "initdb": "postgresql",
    "pg_dump": "postgresql-client",
    "npm": "npm",
}
"""The programs, and Debian's packages that have them."""

ELSEWHERE: Mapping[str, str] = {"initdb": "/usr/lib/postgresql"}
"""Folders off the path in which Debian keeps programs."""

LOG = Path("build", "programs.log")


def is_here(program: str) -> bool:
    """Whether a program is named by a variable such as $CHROMIUM, on the path, or in its folder."""
    named = os.environ.get(program.upper())
    if shutil.which(named or program):
        return True
    folder = ELSEWHERE.get(program)
    return folder is not None and any(Path(folder).glob(f"*/bin/{program}"))


def missing_packages() -> list[str]:
    """The packages of the programs that are not here."""
    return [package for program, package in PACKAGES.items() if not is_here(program)]


def install(packages: list[str]) -> None:
    """Installs packages; PostgreSQL's own server is not started, the tests have theirs."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w", encoding="utf-8") as log:
        for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            done = subprocess.run(
                ["apt-get", "-qq", *arguments],  # noqa: S607 - wherever the system has it
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                check=False,
            )
            if done.returncode:
                return


def main() -> None:
    """Installs what is missing if it can, and fails if anything still is."""
    missing = missing_packages()
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing", *missing, flush=True)
        install(missing)
        missing = missing_packages()
    if missing:
        names = " ".join(missing)
        sys.exit(f"The tests need programs that are missing; to fix it: apt-get install {names}.")


if __name__ == "__main__":
    main()
