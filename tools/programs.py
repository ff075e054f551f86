"""Check that the programs needed by the tests are installed.

If run as root, install missing ones with apt-get; its output goes to `build/programs.log`.
Otherwise print the command that installs them, and fail.
"""

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
"""The programs, and the Debian packages that contain them."""

OTHER_NAMES: Mapping[str, str] = {"chromium": "chromium-browser"}
"""What some systems call a program."""

ELSEWHERE: Mapping[str, str] = {"initdb": "/usr/lib/postgresql"}
"""Where Debian installs programs that are not on the path."""

LOG = Path("build", "programs.log")


def is_here(program: str) -> bool:
    """Whether a program is given by a variable such as $CHROMIUM, on the path, or in its folder."""
    named = os.environ.get(program.upper())
    if any(map(shutil.which, [named] if named else [program, OTHER_NAMES.get(program, program)])):
        return True
    folder = ELSEWHERE.get(program)
    return folder is not None and any(Path(folder).glob(f"*/bin/{program}"))


def missing_packages() -> list[str]:
    """The packages of the programs that are missing."""
    return [package for program, package in PACKAGES.items() if not is_here(program)]


def install(packages: list[str]) -> None:
    """Install packages without starting the PostgreSQL server: the tests start their own. Stop at
    the first command that fails; the log says why."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w", encoding="utf-8") as log:
        for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            done = subprocess.run(
                ["apt-get", "-qq", *arguments],  # noqa: S607 - found on the path
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                check=False,
            )
            if done.returncode:
                return


def main() -> None:
    """Install missing programs if possible, and fail if any are still missing."""
    missing = missing_packages()
    log = ""
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing", *missing, flush=True)
        install(missing)
        missing = missing_packages()
        log = f" (see {LOG})"
    if missing:
        fix = f"apt-get install {' '.join(missing)}"
        sys.exit(f"Programs that the tests need are missing{log}; to fix it: {fix}.")


if __name__ == "__main__":
    main()
