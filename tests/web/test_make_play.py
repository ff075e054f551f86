"""`make play`: from a clone to a running server, and its messages if it cannot start one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from shutil import copytree

import pytest

from processes import members_of
from tabuleiro.core.primitives import COMPILED
from waiting import PATIENCE, wait_for
from web.serving import PROGRAM, Browser, python_path

ROOT = Path(__file__).parents[2]

STEPS = ("made", "installed", "playable")


def add_program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture(scope="module")
def venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment in which every step is done. It contains no Python, so running a step
    again would fail."""
    folder = tmp_path_factory.mktemp("venv")
    program = " ".join(map(quote, PROGRAM))
    command = f'exec env PYTHONPATH={quote(python_path())} {program} "$@"'
    add_program(folder / "bin" / "tabuleiro", command)
    for step in STEPS:
        (folder / step).touch()
    return folder


class Play:
    """`make play` in a terminal without a screen."""

    def __init__(self, venv: Path, data: Path) -> None:
        self.make = subprocess.Popen(
            ["make", "-s", "play", f"VENV={venv}", "WEB=--workers 1"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**screenless(), "XDG_DATA_HOME": str(data)},
        )
        assert self.make.stdout
        self.said = self.make.stdout.readline()
        assert self.said, self.make.communicate()[1]

    @property
    def address(self) -> str:
        return next(word for word in self.said.split() if word.startswith("http")).rstrip("/")

    def interrupt(self) -> str:
        """Press Ctrl-C, which reaches all processes of the terminal; return what they printed."""
        os.killpg(self.make.pid, signal.SIGINT)
        return self.make.communicate(timeout=PATIENCE)[1]

    def end(self) -> None:
        if self.make.poll() is None:
            os.killpg(self.make.pid, signal.SIGKILL)
        self.make.communicate()


def screenless() -> dict[str, str]:
    """The environment without a display and without settings."""
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "MAKEFLAGS", "MAKELEVEL")
    return {
        name: value
        for name, value in os.environ.items()
        if name not in left_out and not name.startswith("TABULEIRO_")
    }


@pytest.fixture
def played(venv: Path, tmp_path: Path) -> Iterator[list[Play]]:
    """The servers of a test, which are stopped after it."""
    started: list[Play] = []
    yield started
    for each in started:
        each.end()


def test_it_says_its_address_keeps_its_data_at_home_and_ctrl_c_ends_every_process(
    venv: Path, tmp_path: Path, played: list[Play]
) -> None:
    play = Play(venv, tmp_path / "home")
    played.append(play)
    assert play.said == f"Tabuleiro runs at {play.address}/ (Ctrl-C stops it)\n"
    assert (tmp_path / "home" / "tabuleiro" / "tabuleiro.db").exists()
    with Browser(play.address) as ana:
        game_id = ana.opens("squex rows=3 columns=3", "level:1", "me")
        wait_for(lambda: len(ana.sees(game_id)["moves"]) == 1)
    assert len(members_of(play.make.pid)) > 2, "make, the server and its worker"
    said = play.interrupt()
    assert "Traceback" not in said and len(said.splitlines()) <= 1, "only make says so"
    wait_for(lambda: members_of(play.make.pid) == [])


def test_a_later_start_does_nothing_but_start(venv: Path) -> None:
    commands = commands_of(venv)
    assert not [command for command in commands if command.startswith("touch ")]
    assert commands[-1].startswith(f"{venv}/bin/tabuleiro web ")


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_has_not_been_done_is_done_first(venv: Path, tmp_path: Path, step: str) -> None:
    other = tmp_path / "venv"
    copytree(venv, other)
    (other / step).unlink()
    commands = commands_of(other)
    assert f"touch {other}/{step}" in commands
    assert commands[-1].startswith(f"{other}/bin/tabuleiro web ")


def commands_of(venv: Path) -> list[str]:
    """The commands that `make play` would run."""
    command = ["make", "-s", "-n", "play", f"VENV={venv}"]
    done = subprocess.run(
        command, cwd=ROOT, env=screenless(), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_a_port_that_is_taken_is_passed_over_and_ctrl_c_is_quiet_while_workers_are_being_started(
    venv: Path, tmp_path: Path, played: list[Play]
) -> None:
    for place in ("one", "other"):
        played.append(Play(venv, tmp_path / place))
    assert played[0].address != played[1].address
    assert "Traceback" not in played[1].interrupt()
    wait_for(lambda: members_of(played[1].make.pid) == [])


@pytest.mark.skipif(not COMPILED, reason="the modules that it compiles are meant")
def test_where_only_playing_is_compiled_training_says_what_to_run(tmp_path: Path) -> None:
    shown = tmp_path / "tabuleiro"
    copytree(ROOT / "src" / "tabuleiro", shown)
    for compiled in (shown / "learning").glob("*.so"):
        compiled.unlink()
    program = "import tabuleiro.games, tabuleiro.search.alphabeta, tabuleiro.learning.game_batch"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.endswith("tabuleiro.learning is not installed; to fix it: make build\n")


# --- missing programs ----------------------------------------------------------------------


def make(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "-s", "play", *arguments],
        cwd=ROOT,
        env={**screenless(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_python_that_is_new_enough_it_says_so(tmp_path: Path) -> None:
    add_program(tmp_path / "old", "exit 1")
    done = make(f"VENV={tmp_path}/venv", f"PYTHON={tmp_path}/old")
    assert done.returncode == 2
    assert done.stdout.startswith("Tabuleiro needs Python 3.11 or later: install it")


def test_without_the_venv_module_it_says_which_command_fixes_it(tmp_path: Path) -> None:
    add_program(tmp_path / "bare", 'case "$*" in *ensurepip*) exit 1;; esac')
    done = make(f"VENV={tmp_path}/venv", f"PYTHON={tmp_path}/bare")
    assert done.returncode == 2
    assert done.stdout.endswith("to fix it: apt-get install python3-venv.\n")


def test_without_a_network_it_says_what_fixes_it(tmp_path: Path) -> None:
    no_pip = 'case "$*" in *pip*) echo no route to host; exit 1;; esac'
    add_program(tmp_path / "bin" / "python", no_pip)
    (tmp_path / "made").touch()
    done = make(f"VENV={tmp_path}")
    assert done.returncode == 2
    assert done.stdout.endswith("to fix it: connect to the network, then run make play.\n")
    assert len(done.stdout.splitlines()) == 2
    assert (tmp_path / "log").read_text() == "no route to host\n"


@pytest.mark.parametrize(
    ("missing", "command"),
    [("{'CC': '/none/cc'}", "build-essential"), ("{'CC': 'sh'}", "python3-dev")],
)
def test_without_a_compiler_or_headers_it_says_which_command_fixes_it(
    missing: str, command: str
) -> None:
    program = f"""
import os, runpy, sys, sysconfig
os.environ.update({missing})
sysconfig.get_path = lambda name: '/none'
sys.argv[1:] = ['--check']
runpy.run_path('tools/build.py', run_name='__main__')
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.endswith(f"to fix it: apt-get install {command}.\n")
