"""For operators: health, metrics, the log, and the commands `admin`."""

from __future__ import annotations

import logging
import re
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from tabuleiro.cli import run
from tabuleiro.web import logs
from tabuleiro.web.games.errors import ForeignSeatError, NoSuchGameError
from tabuleiro.web.games.service import GameService
from tabuleiro.web.http import monitoring
from tabuleiro.web.logs import RepeatFilter
from tabuleiro.web.server import OTHER_FILES
from tabuleiro.web.settings import ServerSettings, SettingError, read_settings
from tabuleiro.web.store.database import UnavailableError
from tabuleiro.web.store.store import Store
from waiting import wait_for
from web.players_at_server import ME, ROBOT, SMALL, Person, QuickPool, Time, two_people
from web.serving import Served

# --- health --------------------------------------------------------------------------------


def test_a_server_that_stores_moves_is_healthy(site: Served) -> None:
    answer = site.visitor().get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_server_without_its_database_is_not(
    site: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise UnavailableError("connection refused")

    ana = site.browser()
    game_id = ana.opens(SMALL, "me", "me")
    store = site.app.state.services.games.store
    monkeypatch.setattr(monitoring, "HEALTHY_SECONDS", 0.5)
    monkeypatch.setattr(store, "transaction", fail)
    assert ana.does(game_id, "move", move="b2").status_code == 503
    assert "/commands was answered with 503: connection refused" in caplog.text
    wait_for(lambda: "jobs wait: connection refused" in caplog.text)
    monkeypatch.setattr(store, "reading", fail)
    wait_for(lambda: site.visitor().get("/health").status_code == 503)
    refused = site.browser().post("games", json={"game": SMALL, "seats": [{"who": "me"}] * 2})
    assert refused.status_code == 503
    assert "/api/v1/games was answered with 503: connection refused" in caplog.text
    monkeypatch.undo()
    wait_for(lambda: site.visitor().get("/health").status_code == 200)


def test_a_server_without_room_on_its_disk_is_not(
    site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitoring, "LEAST_FREE", 2**80)
    answer = site.visitor().get("/health")
    assert (answer.status_code, answer.json()["reason"]) == (503, "the disk is full")


# --- metrics -------------------------------------------------------------------------------


def metrics_of(site: Served) -> dict[str, float]:
    text = site.visitor().get("/metrics").text
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'tabuleiro_\w+(\{\w+="[^"]+"\})? \S+', line) for line in lines)
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_the_metrics_count_moves_requests_and_streams(site: Served) -> None:
    before = metrics_of(site)
    ana = site.browser()
    game_id = ana.opens(SMALL, "me", "level:1")
    assert ana.does(game_id, "move", move="b2").status_code == 200
    wait_for(lambda: len(ana.sees(game_id)["moves"]) == 2)
    told = ana.follows(game_id)
    next(told)
    after = metrics_of(site)
    for player in ("person", "computer"):
        name = f'tabuleiro_moves_total{{player="{player}"}}'
        assert after[name] == before.get(name, 0) + 1
    assert after["tabuleiro_streams"] == 1
    assert after["tabuleiro_healthy"] == after["tabuleiro_workers"] == 1
    assert after['tabuleiro_requests_total{status="200"}'] >= 2
    counts = [after[name] for name in after if "_bucket" in name]
    assert counts == sorted(counts) and counts[-1] == after["tabuleiro_request_seconds_count"]
    told.close()  # type: ignore[attr-defined]  # a generator


def test_only_monitors_see_the_metrics(tmp_path: Path) -> None:
    served = Served(tmp_path, lambda settings: QuickPool(), monitors=("192.0.2.1",))
    try:
        assert served.visitor().get("/metrics").status_code == 404
    finally:
        served.close()


# --- the log -------------------------------------------------------------------------------


def test_a_repeated_warning_is_folded(caplog: pytest.LogCaptureFixture) -> None:
    time, lines = Time(), []
    folding = RepeatFilter(time)
    for wait, text in [(0, "busy"), (1, "busy"), (1, "away"), (1, "busy"), (100, "busy")]:
        time.seconds += wait
        record = logging.LogRecord("web", logging.WARNING, "", 0, "%s", (text,), None)
        if folding.filter(record):
            lines.append(record.getMessage())
    assert lines == ["busy", "away", "busy (2 more since the last time)"]


def test_lines_have_a_time_and_a_level() -> None:
    assert logs.FORMAT.startswith("%(asctime)s %(levelname)s")
    assert ServerSettings(log_level="info").log_level == "info"
    with pytest.raises(SettingError, match="log_level"):
        ServerSettings(log_level="loud")


# --- administration ------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path: Path) -> GameService:
    """The games of a data folder, while a server has them."""
    return GameService(Store.open(ServerSettings(data=tmp_path).database_url, 0.0, tmp_path))


def test_the_operator_deletes_a_game_and_closes_a_seat(
    stored: GameService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(stored.store):
        gone = Person(stored).opens(ME, ROBOT)
        game_id, ana, rui = two_people(stored)
        data = ("--data", str(tmp_path))
        assert run(["admin", "delete", gone, *data]) == 0
        assert run(["admin", "close", game_id, "2", *data]) == 0
        with pytest.raises(NoSuchGameError):
            stored.view(gone)
        table = stored.view(game_id).game.table
        assert table.finish and table.finish.result == "p1win"
        with pytest.raises(ForeignSeatError):
            rui.does(game_id, "rematch")
        ana.does(game_id, "rematch")
        assert run(["admin", "close", game_id, "3", *data]) == 2
        assert run(["admin", "delete", gone, *data]) == 2
    said = capsys.readouterr()
    assert said.out == "deleted\nclosed\n" and said.err.count("\n") == 2


def test_the_operator_blocks_an_address(
    site: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(site.settings.data))
    assert run(["admin", "block", "127.0.0.0/8", *data]) == 0
    wait_for(lambda: site.visitor().get("/health").status_code == 403)
    refused = site.browser().get("games")
    assert refused.json()["error"]["code"] == "blocked"
    assert run(["admin", "block", "127.0.0.0/8", "--off", *data]) == 0
    wait_for(lambda: site.visitor().get("/health").status_code == 200)
    assert run(["admin", "block", "127.0.0.0/8", "--off", *data]) == 2
    assert run(["admin", "block", "nobody", *data]) == 2
    assert run(["admin", "block", "192.0.2.7", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


# --- files for operators -------------------------------------------------------------------

NEEDED_EXTRAS = ("cli", "net", "pictures", "postgres", "web")


def test_the_files_for_systemd_fit_the_settings() -> None:
    folder = Path(__file__).parents[2] / "docs" / "deploy"
    unit = (folder / "tabuleiro.service").read_text()
    environment = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
    settings = read_settings(environment)
    assert settings.https and settings.proxies and settings.data == Path("/var/lib/tabuleiro")
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)
    assert int(files) >= settings.streams + OTHER_FILES
    backup = (folder / "tabuleiro-backup.service").read_text()
    assert "tabuleiro backup" in backup
    assert f"TABULEIRO_DATA={environment['TABULEIRO_DATA']}\n" in backup


def test_servers_install_the_tested_versions_and_check_their_hashes() -> None:
    root = Path(__file__).parents[2]
    tested = pinned_versions((root / "tools" / "constraints.txt").read_text())
    text = (root / "docs" / "deploy" / "requirements.txt").read_text()
    locked = pinned_versions(text)
    for name in locked.keys() & tested.keys():
        assert locked[name] == tested[name], name
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = {
        plain_name(each)
        for part in (project["dependencies"], *map(extras.get, NEEDED_EXTRAS))
        for each in part
    }
    assert needed - {"tabuleiro"} <= locked.keys()
    assert {"cython", "setuptools"} <= locked.keys()  # with which it is built
    entries = re.split(r"\n(?=\w)", text.partition("\n")[2])
    assert len(entries) == len(locked)
    assert all("--hash=sha256:" in entry for entry in entries)


def pinned_versions(text: str) -> dict[str, str]:
    """The versions in a file of requirements, by the names of packages."""
    found = re.findall(r"^([\w.-]+)==([^ \n]+)", text, re.MULTILINE)
    return {plain_name(name): version for name, version in found}


def plain_name(requirement: str) -> str:
    """The name of a package as all tools write it."""
    (name,) = re.findall(r"^[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", str(name)).lower()


def test_the_proxies_pass_events_on_at_once() -> None:
    folder = Path(__file__).parents[2] / "docs" / "deploy"
    assert "proxy_buffering off;" in (folder / "nginx.conf").read_text()
    assert "flush_interval -1" in (folder / "Caddyfile").read_text()
