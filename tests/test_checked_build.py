"""The compiled modules run without checks; here they run with them, and nothing overruns."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.games import GAMES
from workshop import ROOT, copy_source, run

OVERRUN = """# cython: annotation_typing=False
class Row:
    def at(self, place):
        return self.cells[place]
"""
OVERRUN_TYPES = """
cdef class Row:
    cdef int[4] cells
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checked build, with one module more that reads where it is told."""
    folder = copy_source(tmp_path_factory.mktemp("checked"))
    package = folder / "src" / "tabuleiro"
    (package / "overrun.py").write_text(OVERRUN)
    (package / "overrun.pxd").write_text(OVERRUN_TYPES)
    run(sys.executable, "setup.py", "build_ext", "--inplace", cwd=folder, TABULEIRO_BUILD="checked")
    return folder / "src"


def test_the_checked_build_stops_at_an_overrun(checked: Path) -> None:
    def read_at(place: int) -> int:
        code = f"from tabuleiro.overrun import Row; Row().at({place})"
        environment = os.environ | {"PYTHONPATH": str(checked)}
        return subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode

    assert read_at(3) == 0
    assert read_at(4) < 0  # ended by a signal


def test_random_games_of_every_game_never_overrun(checked: Path) -> None:
    said = run(sys.executable, ROOT / "tests" / "random_play.py", PYTHONPATH=str(checked))
    assert [line.split()[0] for line in said.splitlines()] == [game.id for game in GAMES]
