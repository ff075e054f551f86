"""Flip conditions in the source one at a time, and report which flips no test notices.

    python tools/mutants.py --seed 1                 # twenty conditions, five in each layer
    python tools/mutants.py --seed 1 --layers table  # only one layer
    python tools/mutants.py --seed 1 --list          # only show them

A flipped condition is a mutant. Each is made and compiled in a copy of the checkout, and the tests
that `make test` has for its layer are run there until one fails: first those named after the
changed module, then all. The test that failed is then run alone, with the mutant and without it, so
that a test that fails for another reason, such as a busy machine, does not count. Tests that start
programs without PYTHONPATH do not see the mutant.
Results are kept in `build/mutants.jsonl`: run the command again to resume it.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = Path("src", "tabuleiro")
RESULTS = ROOT / "build" / "mutants.jsonl"


class Layer(NamedTuple):
    """Files of the source, and the tests that cover them."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    first: str
    """Which of the tests to run first, as for `pytest -k`."""


LAYERS = {
    "rules": Layer(("games/*/rules.py",), ("tests/games",), "{package}"),
    "searches": Layer(("search/*.py",), ("tests/search", "tests/players"), "{module}"),
    "table": Layer(("play/table.py",), ("tests/play",), "{module}"),
    "store": Layer(
        ("web/store/*.py", "web/games/*.py"),
        ("tests/web", "--ignore=tests/web/browser"),
        "{module} or test_store or service or attacks",
    ),
}
PASSED, NOTHING_TO_RUN = 0, 5
"""Two exit statuses of pytest."""
FAILED = re.compile(
    r"^(?:\[gw\d+\] \[ *\d+%\] )?(?:FAILED|ERROR) (tests/[^\[\s]+(?:\[.*\])?)", re.MULTILINE
)
NO_CONFTEST = re.compile(r"^ImportError while loading conftest '.*/(tests/[^']+)'", re.MULTILINE)
NOT_MUTATED = ("cython.compiled", "TYPE_CHECKING", "__name__")
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


@dataclass(frozen=True)
class Mutant:
    """A condition in a file, and its replacement."""

    layer: str
    file: str
    line: int
    column: int  # in bytes
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.layer:8} {self.file}:{self.line}: {self.before} → {self.after}"


# --- choosing ------------------------------------------------------------------------------


def choose(layer: str, count: int, seed: int) -> list[Mutant]:
    """Mutants of a layer; the same seed gives the same ones."""
    chance = random.Random(f"{layer} {seed}")
    patterns = LAYERS[layer].files
    files = sorted(path for pattern in patterns for path in (ROOT / SOURCE).glob(pattern))
    places = [(path, node) for path in files for node in conditions(path)]
    return [mutant(layer, *place, chance) for place in chance.sample(places, count)]


def conditions(path: Path) -> Iterator[ast.expr]:
    """The expressions in a file that are used as conditions."""
    found: dict[ast.expr, None] = {}  # each one once, in order
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            found[node.test] = None
        if isinstance(node, ast.Compare | ast.BoolOp):
            found[node] = None
    for node in found:
        if not isinstance(node, ast.Constant) and not any(
            words in ast.unparse(node) for words in NOT_MUTATED
        ):
            yield node


def mutant(layer: str, path: Path, node: ast.expr, chance: random.Random) -> Mutant:
    """One way to flip a condition."""
    before = ast.get_source_segment(path.read_text("utf-8"), node) or ""
    after = f"({ast.unparse(chance.choice(list(flips(node))))})"
    return Mutant(layer, str(path.relative_to(ROOT)), node.lineno, node.col_offset, before, after)


def flips(node: ast.expr) -> Iterator[ast.expr]:
    """The ways to flip a condition."""
    match node:
        case ast.Compare(left, [operator], [right]):
            yield ast.Compare(left, [OPPOSITE[type(operator)]()], [right])
            if boundary := BOUNDARY.get(type(operator)):
                yield ast.Compare(left, [boundary()], [right])
            if isinstance(right, ast.Constant) and type(right.value) is int:
                for value in (right.value - 1, right.value + 1):
                    yield ast.Compare(left, [operator], [ast.Constant(value)])
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case _:
            yield ast.UnaryOp(ast.Not(), node)


# --- testing -------------------------------------------------------------------------------


def verdict(checkout: Path, mutant: Mutant, processes: int, seconds: float) -> tuple[str, str]:
    """Whether the tests of a layer notice a mutant, and the first test that does."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = Path(folder, "tabuleiro")
        shutil.copytree(checkout, copy)  # with the times of the files, for the build
        mutate(copy / mutant.file, mutant)
        if (copy / mutant.file).with_suffix(".pxd").exists():
            code, said = run(copy, [sys.executable, "tools/build.py"], seconds)
            if code or not is_compiled(copy / mutant.file):
                return "invalid", f"not compiled: {said[-200:]}"
        quick = ["-m", "not (extended or postgres)", "-x", "-n", str(processes)]
        for tests in (telling_tests(mutant), LAYERS[mutant.layer].tests):
            code, said = run_tests(copy, [*quick, *tests], seconds)
            if test := failed_test(said):  # perhaps while another test was in an endless loop
                return confirmed(checkout, copy, test, seconds)
            if code is None:
                return "too slow", f"more than {seconds:.0f} s: an endless loop, or a busy machine"
            if code not in (PASSED, NOTHING_TO_RUN):
                raise SystemExit(said)
    return "survived", ""


def telling_tests(mutant: Mutant) -> tuple[str, ...]:
    """The tests of a layer that are most likely to notice a mutant."""
    file, layer = Path(mutant.file), LAYERS[mutant.layer]
    return *layer.tests, "-k", layer.first.format(package=file.parent.name, module=file.stem)


def failed_test(said: str) -> str:
    """The first test that failed, or the module that could not be imported; "" if there is none."""
    found = FAILED.search(said) or NO_CONFTEST.search(said)
    return found[1] if found else ""


def confirmed(checkout: Path, copy: Path, test: str, seconds: float) -> tuple[str, str]:
    """Whether a test that failed does so again, but not without the mutant."""
    again, _ = run_tests(copy, [test], seconds)
    without, said = run_tests(checkout, [test], seconds)
    if without not in (PASSED, NOTHING_TO_RUN):
        raise SystemExit(f"a test fails without a mutant: {said}")
    return "killed" if again != PASSED else "unclear", test


def run_tests(folder: Path, options: list[str], seconds: float) -> tuple[int | None, str]:
    """Run tests in a copy of the checkout."""
    return run(folder, [sys.executable, "-m", "pytest", "-v", *options], seconds)


def is_compiled(path: Path) -> bool:
    """Whether the compiled module is newer than its source."""
    made = [each.stat().st_mtime for each in path.parent.glob(f"{path.stem}.*.so")]
    return bool(made) and min(made) >= path.stat().st_mtime


def copy_checkout(to: Path) -> None:
    """Copy the files that git tracks or would add, and the compiled modules."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    files = [ROOT / name for name in listed.stdout.splitlines()]
    compiled = [*(ROOT / "src").rglob("*.so"), *(ROOT / "build" / "native").rglob("*")]
    for path in (*files, *compiled):
        if path.is_file():
            (to / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, to / path.relative_to(ROOT))


def mutate(path: Path, mutant: Mutant) -> None:
    """Put the flipped condition into a file."""
    lines = path.read_bytes().splitlines(keepends=True)
    start = sum(map(len, lines[: mutant.line - 1])) + mutant.column
    text = b"".join(lines)
    end = start + len(mutant.before.encode())
    assert text[start:end].decode() == mutant.before
    path.write_bytes(text[:start] + mutant.after.encode() + text[end:])


def run(folder: Path, command: list[str], seconds: float) -> tuple[int | None, str]:
    """Run a command; return its exit status, or None if it took too long, and its output."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:  # also if you interrupt it
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)  # including the processes that it started
                process.wait()
        output.seek(0)
        return code, output.read()


# --- all together --------------------------------------------------------------------------


def known() -> dict[Mutant, tuple[str, str]]:
    """The results of earlier runs."""
    lines = RESULTS.read_text("utf-8").splitlines() if RESULTS.exists() else []
    found = [json.loads(line) for line in lines]
    return {Mutant(**each["mutant"]): (each["verdict"], each["by"]) for each in found}


def keep(mutant: Mutant, result: str, by: str) -> None:
    """Add a result to the file."""
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"mutant": asdict(mutant), "verdict": result, "by": by}) + "\n")


def test_all(checkout: Path, mutants: list[Mutant], processes: int, seconds: float) -> None:
    """Test mutants and print each result."""
    earlier = known()
    for each in mutants:
        if each not in earlier:
            earlier[each] = verdict(checkout, each, processes, seconds)
            if earlier[each][0] not in ("too slow", "unclear"):
                keep(each, *earlier[each])
        result, by = earlier[each]
        print(f"{result:9} {each}\n{'':10}{by}".rstrip(), flush=True)


def main() -> None:
    """Choose mutants by a seed and test them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=5, help="mutants in each layer")
    parser.add_argument("--layers", nargs="+", choices=LAYERS, default=list(LAYERS))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=900, help="limit for each mutant")
    parser.add_argument("--list", action="store_true", help="only show the mutants")
    given = parser.parse_args()
    mutants = [each for layer in given.layers for each in choose(layer, given.each, given.seed)]
    if given.list:
        print(*mutants, sep="\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        copy_checkout(Path(folder))  # so that you can continue working
        test_all(Path(folder), mutants, given.processes, given.seconds)


if __name__ == "__main__":
    main()
