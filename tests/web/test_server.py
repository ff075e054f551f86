"""The server as people start it: addresses, ports, Ctrl-C, kill -9."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from processes import children_of, is_running
from tabuleiro import cli
from tabuleiro.web import server
from tabuleiro.web.server import ServerError, address_of, bind_first, has_browser, listening
from tabuleiro.web.settings import ServerSettings
from waiting import PATIENCE, wait_for
from web.serving import Browser, Process


@pytest.fixture(autouse=True)
def own_umask() -> Iterator[None]:
    """Restore the umask, which a server that is run in this process changes."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[Process]]:
    """The processes of a test, which are ended after it."""
    processes: list[Process] = []
    yield processes
    for each in processes:
        each.end(signal.SIGKILL)


def start(started: list[Process], data: Path, **settings: object) -> Process:
    started.append(Process(data, **settings))
    return started[-1]


def workers_of(process: Process) -> list[int]:
    """The worker processes of computer players, if the server itself draws boards."""
    return [
        child
        for child in children_of(process.process.pid)
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@contextmanager
def stopped_worker(process: Process) -> Iterator[None]:
    """Stop the only worker, so that computer players cannot move, and kill it afterwards."""
    wait_for(lambda: workers_of(process))
    (worker,) = workers_of(process)
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGKILL)


def test_it_says_where_it_runs_leads_others_there_and_ctrl_c_stops_it_with_its_workers(
    started: list[Process], tmp_path: Path
) -> None:
    process = start(started, tmp_path)
    assert process.said == f"Tabuleiro runs at {process.address}/ (Ctrl-C stops it)\n"
    second = start(started, tmp_path)
    assert second.said == f"Tabuleiro already runs at {process.address}/\n"
    assert second.process.wait(PATIENCE) == 0
    with Browser(process.address) as ana:
        game_id = ana.opens("squex rows=4 columns=4", "level:1", "me")
        wait_for(lambda: len(ana.sees(game_id)["moves"]) == 1)
        workers = children_of(process.process.pid)
        assert workers
        events = ana.follows(game_id)
        next(events)
        assert process.end(signal.SIGINT) == (0, "")
        assert list(events) == []
    wait_for(lambda: not any(map(is_running, workers)))


def test_after_kill_9_nothing_confirmed_is_lost_and_the_computer_moves(
    started: list[Process], tmp_path: Path
) -> None:
    first = start(started, tmp_path, drawing_apart=False)
    with stopped_worker(first), Browser(first.address) as ana:
        game_id = ana.opens("squex", "me", "level:1")
        assert ana.does(game_id, "move", move="d4").json()["accepted"] == 2
        cookies = ana.cookies
        first.process.kill()
        first.process.wait(PATIENCE)  # the second server would find the first one running
    second = start(started, tmp_path)
    with Browser(second.address) as ana:
        ana.cookies = cookies
        wait_for(lambda: len(ana.sees(game_id)["moves"]) == 2)
        assert ana.sees(game_id)["moves"][0]["text"] == "d4"
        assert ana.sees(game_id)["can"]["move"]


# --- errors at the start -------------------------------------------------------------------


def with_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("CREATE TABLE films (title TEXT)")


WRONG_FILES: dict[str, Callable[[Path], object]] = {
    "is empty": Path.touch,
    "belongs to another program": with_table,
    "not a database": lambda path: path.write_text("bread"),
    "unable to open": Path.mkdir,
}


def said_at_start(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """What a server says that cannot start: one line."""
    assert cli.run(["web", "--no-browser", "--port", "0", *options]) == 2
    said = capsys.readouterr()
    assert not said.out and said.err.startswith("tabuleiro: ") and said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize("said", WRONG_FILES)
def test_a_file_that_is_not_our_database_is_refused_in_a_line_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], said: str
) -> None:
    path = tmp_path / "games.db"
    WRONG_FILES[said](path)
    before = path.read_bytes() if path.is_file() else b""
    assert said in said_at_start(capsys, "--database", f"sqlite:///{path}")
    assert before == (path.read_bytes() if path.is_file() else b"")


@pytest.mark.parametrize(
    ("driver", "said"),
    [
        pytest.param(True, "cannot be opened: ", marks=pytest.mark.postgres),
        (False, "pip install 'tabuleiro[postgres]'"),
    ],
)
def test_a_database_that_is_away_is_told_in_a_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    driver: bool,
    said: str,
) -> None:
    if not driver:
        monkeypatch.setitem(sys.modules, "psycopg", None)
    address = "postgresql://x@localhost:1/y"
    assert said in said_at_start(capsys, "--database", address, "--data", str(tmp_path))


def test_a_folder_or_a_port_that_cannot_be_used_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    assert "File exists" in said_at_start(capsys, "--data", str(tmp_path / "file"))
    monkeypatch.setattr(server, "MORE_PORTS", 0)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        options = ("--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
        assert "Address already in use" in said_at_start(capsys, *options)


def test_the_data_folder_is_private(started: list[Process], tmp_path: Path) -> None:
    data = tmp_path / "new"
    start(started, data)
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "tabuleiro.db").stat().st_mode & 0o777 == 0o600


def test_a_low_limit_of_open_files_is_raised_or_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    resource = pytest.importorskip("resource")
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limit: limits.append(limit))
    server.check_file_limit(ServerSettings(streams=800))
    server.check_file_limit(ServerSettings(streams=2000))
    assert limits == [(2200, 4096)] and not caplog.records
    server.check_file_limit(ServerSettings(streams=5000))
    assert "at most 4096 files can be open, but STREAMS is 5000" in caplog.text


# --- ports and browsers --------------------------------------------------------------------


def test_the_next_free_port_is_taken() -> None:
    with listening("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listening("127.0.0.1", port) as second:
            assert port < second.getsockname()[1] <= port + server.MORE_PORTS


def test_no_free_port_is_told_with_the_reason() -> None:
    with listening("127.0.0.1", 0) as taken, socket.socket() as other:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=f"ports {port} to {port}: Address already in use"):
            bind_first(other, "127.0.0.1", range(port, port + 1))


@pytest.mark.parametrize(
    ("settings", "address"),
    [(ServerSettings(), "http://127.0.0.1:{port}/"), (ServerSettings(host="::1"), "http://[::1]:{port}/"),
     (ServerSettings(host="::"), "http://127.0.0.1:{port}/"),
     (ServerSettings(https=True, hosts=("play.example",)), "https://play.example/")],
)  # fmt: skip
def test_the_address_is_one_that_can_be_opened(settings: ServerSettings, address: str) -> None:
    with listening("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        assert address_of(settings, bound) == address.format(port=port)


@pytest.mark.skipif(sys.platform != "linux", reason="where a screen is told by variables")
def test_without_a_screen_there_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in server.GRAPHICAL:
        monkeypatch.delenv(name, raising=False)
    assert not has_browser()
