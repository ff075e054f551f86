"""List the tests affected by uncommitted changes or, if there are none, by the last commit.

    python tools/affected_tests.py tests/web/browser tests/cluster

Lists the tests of each changed package, and a few quick tests of each package that imports it.
Folders given as arguments are left out. The paths are printed to standard output, for pytest; tests
that were left out are listed on standard error, with the command that runs them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tabuleiro"

ALWAYS = ("tests/test_layers.py", "tests/test_build.py", "tests/test_affected_tests.py")

COMMANDS = ("tests/test_cli.py", "tests/test_record_commands.py")
OWN: dict[str, tuple[str, ...]] = {
    "cli": COMMANDS,
    "__init__": COMMANDS,
    "__main__": COMMANDS,
    "bench": COMMANDS,
    "core": ("tests/core", "tests/games/test_contract.py", "tests/games/test_golden.py"),
}
"""The tests of a package whose tests are not, or not all, in a folder of its name."""

QUICK: dict[str, tuple[str, ...]] = {
    "core": ("tests/core/test_scene_description.py",),
    "games": ("tests/games/test_golden.py", "tests/games/test_rulebook.py"),
    "search": ("tests/search/test_alphabeta.py", "tests/search/test_puct.py"),
    "language": ("tests/language",),
    "players": ("tests/players/test_players.py", "tests/players/test_names.py"),
    "records": ("tests/records/test_record.py", "tests/records/test_record_json.py"),
    "play": ("tests/play/test_table.py", "tests/play/test_local_game.py"),
    "analysis": ("tests/analysis/test_analyse.py",),
    "learning": ("tests/learning",),
    "engine": ("tests/engine/test_ugi.py",),
    "environments": ("tests/environments/test_vector.py",),
    "arena": ("tests/arena/test_match.py",),
    "report": ("tests/report/test_report_figures.py",),
    "terminal": ("tests/terminal/test_classic_interface.py", "tests/terminal/test_plain.py"),
    "web": (
        "tests/web/test_game_service.py",
        "tests/web/test_live.py",
        "tests/web/test_positions_api.py",
    ),
    "cli": ("tests/test_record_commands.py",),
}
"""A few quick tests of each package, for changes in packages that it imports."""

BUILD = ("tests/web/test_make_play.py", "tests/test_programs.py", "tests/test_c_types.py")
OTHERS: dict[str, tuple[str, ...]] = {
    "Makefile": BUILD,
    "pyproject.toml": BUILD,
    "setup.py": BUILD,
    "constraints.txt": BUILD,
    "stubs": ("tests/test_c_types.py",),
    "tabuleiro_site": ("tests/web/test_site_server.py",),
}
"""Tests of files and folders at the top of the repository, and in `tools`."""

MOST_USERS = 8
"""If more test files than this use a helper, the quick tests of all packages are run instead."""


def changed_files() -> list[str]:
    """The files with uncommitted changes or, if there are none, those in the last commit."""
    since = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return since or _git("show", "--name-only", "--format=", "HEAD")


def _git(*arguments: str) -> list[str]:
    said = subprocess.run(
        ["git", *arguments],  # noqa: S607 - found on the path
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return said.stdout.splitlines()


def affected_by(file: str) -> Iterator[str]:
    """The test files and folders to run when this file has changed."""
    match Path(file).parts:
        case ("src", "tabuleiro", first, *_):
            package = Path(first).stem
            yield from own_tests(package)
            for user in users_of(package):
                yield from QUICK.get(user, ())
        case ("tests", *_, name) if name.startswith("test_") and name.endswith(".py"):
            yield file
        case ("tests", folder, _, *_) if (ROOT / "tests" / folder).is_dir():
            yield f"tests/{folder}"
        case ("tests" | "tools" | "benchmarks", name) if name.endswith(".py"):
            yield from OTHERS.get(name, ())
            yield from users_among_tests(Path(name).stem)
        case (*_, name) if name.endswith(".md"):
            yield "tests/test_docs.py"
        case ("tools", name, *_):
            yield from OTHERS.get(name, ())
        case (first, *_):
            yield from OTHERS.get(first, ())


def own_tests(package: str) -> tuple[str, ...]:
    """The tests of a package."""
    return OWN.get(package, (f"tests/{package}",))


@cache
def users_of(package: str) -> list[str]:
    """The other packages that import a package."""
    imports = re.compile(rf"\b(?:from|c?import) (?:cython\.cimports\.)?tabuleiro\.{package}\b")
    paths = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pxd")]
    users = {
        path.relative_to(PACKAGE).parts[0] for path in paths if imports.search(path.read_text())
    }
    return sorted({Path(user).stem for user in users} - {package})


def users_among_tests(helper: str) -> Iterable[str]:
    """The test files that use a helper, a tool or a benchmark with this name, or quick tests of all
    packages if many or all of them do."""
    uses = re.compile(rf"^(?:from|import) {helper}\b|\b{helper}\.py\b|\(\"{helper}\"", re.MULTILINE)
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if uses.search(path.read_text())
    ]
    if helper == "conftest" or len(found) > MOST_USERS:
        return [test for tests in QUICK.values() for test in tests]
    return found


def main() -> None:
    """Print the affected tests."""
    files = changed_files()
    separate = tuple(sys.argv[1:])
    wanted = dict.fromkeys([*ALWAYS, *(test for file in files for test in affected_by(file))])
    existing = [test for test in wanted if (ROOT / test).exists()]
    chosen = [test for test in existing if not test.startswith(separate)]
    for test in existing:
        if test not in chosen:
            print(f"Left out: {test}; make test-all runs it", file=sys.stderr)
    print("Running", *chosen, file=sys.stderr)
    print("make test runs the rest", file=sys.stderr)
    print(*chosen)


if __name__ == "__main__":
    main()
