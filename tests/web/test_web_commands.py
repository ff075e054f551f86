"""Backing up and restoring the games of the browser app from the command line."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tabuleiro.cli import run
from tabuleiro.records import Record
from tabuleiro.web.games.service import GameService
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.store import Store
from web.players_at_server import ME, ROBOT, Person, two_people

Capture = pytest.CaptureFixture[str]


def records(data: Path, ids: list[str]) -> list[Record]:
    """The games of a data folder."""
    with closing(Store.open(ServerSettings(data=data).database_url, 0.0, data)) as store:
        return [GameService(store).record(game_id) for game_id in ids]


def test_a_backup_made_while_a_server_has_the_games_is_restored_elsewhere(
    tmp_path: Path, capsys: Capture
) -> None:
    old, new, backup = tmp_path / "old", tmp_path / "new", tmp_path / "games.backup"
    with closing(Store.open(ServerSettings(data=old).database_url, 0.0, old)) as store:
        service = GameService(store)
        ids = [two_people(service)[0], Person(service).opens(ME, ROBOT, name="Ana")]
        assert run(["backup", str(backup), "--data", str(old)]) == 0
    assert run(["restore", str(backup), "--data", str(new)]) == 0
    said = capsys.readouterr()
    assert said.out == f"backed up in {backup}\nrestored from {backup}\n" and not said.err
    assert records(new, ids) == records(old, ids)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_cannot_be_done_is_one_sentence(command: str, tmp_path: Path, capsys: Capture) -> None:
    assert run([command, str(tmp_path / "games.backup"), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("tabuleiro: ") and said.count("\n") == 1
