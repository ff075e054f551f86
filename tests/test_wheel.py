"""The wheel: compiled once for Python 3.11 and later, and all that a player has to install.

The tests build it with bounds checks. It has the same limited API and the same files as the
released wheel, and no array index is out of bounds.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from builds import OFFLINE, PIP, ROOT, checked_wheel, no_compiler, run
from installed import rules
from tabuleiro.games import GAMES

BUILT = (".so", ".c", ".pyc")
OVERRUN = """# cython: annotation_typing=False
class Row:
    def at(self, place):
        return self.cells[place]
"""
OVERRUN_TYPES = """
cdef class Row:
    cdef int[4] cells
"""


pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def wheel() -> Path:
    """A wheel with checks and an additional module that reads an array at a given index."""
    return checked_wheel({"overrun.py": OVERRUN, "overrun.pxd": OVERRUN_TYPES})


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH without a compiler."""
    return no_compiler(tmp_path_factory.mktemp("path"))


@pytest.fixture(scope="module")
def python(wheel: Path, path: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with only the wheel installed."""
    folder = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    run(*PIP, "--python", python, "install", *OFFLINE, wheel, PATH=path)
    return python


@pytest.fixture(scope="module")
def base(python: Path) -> Path:
    """The same with the packages that the wheel depends on, and nothing else."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = Path(run(python, "-c", code).strip())
    for package in dependencies():
        for file in distribution(package).files or ():
            if (source := Path(str(file.locate()))).is_file() and ".." not in file.parts:
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, folder / file)
    return python


def dependencies() -> set[str]:
    """The packages that the base needs, and those that they need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return package_names(project["dependencies"])


def package_names(requirements: Sequence[str]) -> set[str]:
    """The packages of these requirements, without extras, and those that they need."""
    lines = [line for line in requirements if "extra ==" not in line]
    names = {re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in lines}
    return names.union(*(package_names(distribution(name).requires or ()) for name in names))


def said(python: Path, *words: str, given: str = "", expected: int = 0) -> str:
    """What a command says."""
    command = [str(python.with_name("tabuleiro")), *words]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == expected, done.stderr
    return done.stderr if expected else done.stdout


def test_the_base_has_two_dependencies_and_25_megabytes(base: Path) -> None:
    assert dependencies() == {"filelock", "platformdirs"}
    files = [path for path in base.parents[1].glob("lib/**/*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 25_000_000


def test_the_base_has_an_engine_and_an_arena(base: Path, tmp_path: Path) -> None:
    for game in GAMES:
        answer = said(base, "engine", game.id, given="go nodes 20\n")
        assert answer.splitlines()[-1].startswith("bestmove ")
    small = ("squex", "rows=3", "columns=3")
    played = json.loads(said(base, "match", "level:3", "random", *small, "--games", "4"))
    assert played["games"] == 4
    bot = f"bot={base} -m tabuleiro engine"
    words = ("arena", "bot", "random", *small, "--engine", bot, "--nodes", "9", "--pairs", "1")
    assert json.loads(said(base, *words))["games"] == 2
    record = tmp_path / "games.jsonl"
    said(base, *words, "--record", str(record))
    assert len(record.read_text().splitlines()) == 3


def test_the_base_names_the_extra_that_is_missing(base: Path) -> None:
    assert "pip install 'tabuleiro[all]'" in said(base, "web", expected=2)
    assert "invalid int value: 'x'" in said(base, "match", "a", "--games", "x", expected=2)
    assert "there is no game 'chess'" in said(base, "match", "a", "b", "chess", expected=2)
    calls = {
        "tb.make_player('net', 'squex')": "net",
        "tb.start('squex').png()": "pictures",
    }
    for call, extra in calls.items():
        code = f"""if True:
            import tabuleiro as tb
            try:
                {call}
            except tb.TabuleiroError as error:
                print(error)
        """
        assert f"pip install 'tabuleiro[{extra}]'" in run(base, "-W", "ignore", "-c", code)


def test_the_base_is_a_library(base: Path) -> None:
    """What the library page promises without extras: rules, searches, records and drawings."""
    code = """if True:
        import tabuleiro as tb
        for game in tb.games():
            position = tb.start(game)
            assert "<svg" in position.svg() and str(position)
            assert tb.analyse(position, tb.Limit(nodes=50)).best
            assert tb.make_player("guided:nodes=20", game).choose(position)
        record = tb.Record(tb.start("squex"), ("A", "B"))
        assert tb.read_records(tb.write_records([record])) == [record]
        assert tb.play_match(lambda p: p.legal_moves()[0], "random", "squex", games=2).games == 2
        assert tb.solve(tb.start("squex", rows=3, columns=3)).winners == (0,)
    """
    run(base, "-W", "ignore", "-c", code)


def test_the_bot_of_the_tutorial_plays_in_the_base(base: Path, tmp_path: Path) -> None:
    """The program of docs/first-bot.md, with nothing but the wheel."""
    text = (ROOT / "docs" / "first-bot.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len([line for line in program.splitlines() if line.strip()]) <= 15
    (tmp_path / "bot.py").write_text(program)
    engine = f"greedy={base} {tmp_path / 'bot.py'}"
    words = ("greedy", "random", "fuse", "--engine", engine, "--turn-time", "60", "--pairs", "1")
    played = json.loads(said(base, "arena", *words))
    assert (played["games"], played["notes"]) == (2, [])


def test_the_game_of_the_tutorial_works_in_the_base(base: Path, tmp_path: Path) -> None:
    """The game of docs/new-game.md, whose crosses have a shape of their own."""
    shutil.copytree(ROOT / "tests" / "sixth_game", tmp_path, dirs_exist_ok=True)
    code = """if True:
        import tabuleiro as tb
        from tabuleiro.testing import check_game
        assert check_game("noughts", games=2) == []
        position = tb.start("noughts").play("b2")
        assert "\\u2573" in str(position) and "<polygon" in position.svg()
        assert tb.play_match("mcts:nodes=50", "random", "noughts", games=2, processes=0).games == 2
    """
    run(base, "-W", "ignore", "-c", code, PYTHONPATH=str(tmp_path))


def test_one_wheel_serves_python_3_11_and_later(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_holds_every_module_compiled_and_no_generated_source(wheel: Path) -> None:
    held = set(ZipFile(wheel).namelist())
    types = {name.removesuffix(".pxd") for name in held if name.endswith(".pxd")}
    assert types
    assert {f"{name}.abi3.so" for name in types} <= held
    assert not [name for name in held if name.endswith((".c", ".pyc"))]
    pages = {name for name in held if name.endswith(".html")}
    assert all("/templates/" in name for name in pages)


def test_the_wheel_holds_all_data_of_the_package(wheel: Path) -> None:
    data = (path for path in (ROOT / "src" / "tabuleiro").rglob("*") if path.suffix not in BUILT)
    wanted = {str(path.relative_to(ROOT / "src")) for path in data if path.is_file()}
    assert wanted <= set(ZipFile(wheel).namelist())


def test_the_wheel_plays_compiled_without_compiler_or_cython(python: Path, path: str) -> None:
    report = json.loads(run(python, ROOT / "tests" / "installed.py", PATH=path))
    assert report["files"]
    assert all(file.endswith(".abi3.so") for file in report["files"])
    assert not report["needs_cython"]
    assert report["rules"] == rules()


def test_the_checks_stop_at_an_overrun(python: Path) -> None:
    def read_at(place: int) -> int:
        code = f"from tabuleiro.overrun import Row; Row().at({place})"
        return subprocess.run([python, "-c", code], check=False).returncode

    assert read_at(3) == 0
    assert read_at(4) < 0  # it was ended by a signal


def test_random_games_of_every_game_never_overrun(python: Path) -> None:
    said = run(python, ROOT / "tests" / "random_play.py")
    assert [line.split()[0] for line in said.splitlines()] == [game.id for game in GAMES]
