"""Run the tests affected by uncommitted changes or, if there are none, by the last commit.

For a changed package these are its own tests and some tests of the packages that use it.
`make test` runs the rest. Arguments are passed on to pytest.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ALWAYS = ("tests/test_layers.py", "tests/test_build.py")
MORE: dict[str, tuple[str, ...]] = {
    "core": ("tests/games", "tests/search/test_searches.py"),
    "games": ("tests/search/test_searches.py",),
    "search": ("tests/players/test_players.py",),
    "players": ("tests/play",),
    "play": ("tests/terminal/test_classic_interface.py", "tests/web/test_api.py"),
    "records": ("tests/test_record_commands.py",),
    "arena": ("tests/report",),
    "cli": ("tests/test_cli.py",),
    "language": ("tests/terminal/test_classic_interface.py",),
}
"""Tests to run for a changed package, in addition to those in its own folder."""


def changed_files() -> list[str]:
    """The files with uncommitted changes or, if there are none, those in the last commit."""
    since = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return since or _git("show", "--name-only", "--format=", "HEAD")


def _git(*arguments: str) -> list[str]:
    said = subprocess.run(
        ["git", *arguments],  # noqa: S607 - found on the path
        capture_output=True,
        text=True,
        check=True,
    )
    return said.stdout.splitlines()


def tests_of(files: Iterable[str]) -> Iterator[str]:
    """The test files and folders to run when these files have changed."""
    yield from ALWAYS
    for file in files:
        match Path(file).parts:
            case ("src", "tabuleiro", package, *_):
                name = Path(package).stem
                yield f"tests/{name}"
                yield from MORE.get(name, ())
            case ("tests", *_, name) if name.startswith("test_"):
                yield file
            case ("tests", folder, _, *_):
                yield f"tests/{folder}"
            case (*_, name) if name.endswith(".md"):
                yield "tests/test_docs.py"


def main() -> int:
    """Run the affected tests; return the exit status of pytest."""
    wanted = dict.fromkeys(path for path in tests_of(changed_files()) if Path(path).exists())
    print("Running", *wanted)
    left_out = ("--ignore=tests/web/browser", "-m", "not (extended or postgres)")
    workers = ("-n", "auto", "--dist", "worksteal")
    command = (sys.executable, "-m", "pytest", "-q", *workers, *left_out, *sys.argv[1:], *wanted)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
