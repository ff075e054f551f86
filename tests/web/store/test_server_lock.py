"""One server at a time on the same data."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.web.store.server_lock import AlreadyRunningError, hold_server_lock

ADDRESS = "http://127.0.0.1:8765/"

SERVER = """
import sys, time
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from tabuleiro.web.store.server_lock import hold_server_lock
with hold_server_lock(Path(sys.argv[1])) as announce:
    announce(sys.argv[2])
    print("running", flush=True)
    time.sleep(600)
"""


def running_address(database: Path) -> str | None:
    """The address of the server that runs on a database; None if there is none."""
    try:
        with hold_server_lock(database):
            return None
    except AlreadyRunningError as refusal:
        return refusal.address


def test_a_second_server_is_refused_by_the_address_of_the_first(tmp_path: Path) -> None:
    database = tmp_path / "data" / "games.db"
    with hold_server_lock(database) as announce:
        announce(ADDRESS)
        with pytest.raises(
            AlreadyRunningError, match=f"games.db, at {ADDRESS}: open that"
        ) as refused:
            hold_server_lock(database).__enter__()
    assert refused.value.address == ADDRESS


def test_a_server_that_is_starting_has_no_address_yet(tmp_path: Path) -> None:
    with hold_server_lock(tmp_path / "games.db"):
        assert running_address(tmp_path / "games.db") == ""
        with pytest.raises(AlreadyRunningError, match="another server is using") as refused:
            hold_server_lock(tmp_path / "games.db").__enter__()
    assert refused.value.address == ""


def test_the_same_data_by_another_path_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    with hold_server_lock(tmp_path / "games.db"), pytest.raises(AlreadyRunningError):
        hold_server_lock(tmp_path / "link" / "games.db").__enter__()


def test_after_a_server_has_stopped_another_may_run(tmp_path: Path) -> None:
    for _ in range(2):
        with hold_server_lock(tmp_path / "games.db") as announce:
            announce(ADDRESS)
            assert running_address(tmp_path / "games.db") == ADDRESS
        assert running_address(tmp_path / "games.db") is None


def test_other_data_are_not_concerned(tmp_path: Path) -> None:
    with hold_server_lock(tmp_path / "games.db"), hold_server_lock(tmp_path / "other.db"):
        assert running_address(tmp_path / "third.db") is None


def test_a_server_that_is_killed_leaves_the_data_to_the_next(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, database, ADDRESS, *sys.path], stdout=subprocess.PIPE
    ) as server:
        assert server.stdout and server.stdout.readline() == b"running\n"
        assert running_address(database) == ADDRESS
        server.kill()
        server.wait()
    assert running_address(database) is None
    with hold_server_lock(database):
        assert running_address(database) == ""
