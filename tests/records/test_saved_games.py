"""Saved games: nothing is lost, whatever happens to the process, the disk or the files."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from builds import ROOT
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.games import start
from tabuleiro.records import Ply, Record, UnknownGameError, write_record
from tabuleiro.records.files import FileError
from tabuleiro.records.saved_games import (
    LEFT_OVER,
    DamagedGameError,
    LockedGameError,
    SavedGames,
    data_folder,
)

NOW = datetime(2026, 11, 15, 14, 30, 12, tzinfo=UTC)
BEGUN = Record(start("squex"), ("Ana", "level:3"), (Ply("d4"),))
RESIGNED = replace(BEGUN, result="p2win", headers={"Ending": "resignation"})
SAVER = Path(__file__).with_name("saver.py")


@pytest.fixture
def said() -> list[Message]:
    """The messages that the user got."""
    return []


@pytest.fixture
def saved_games(tmp_path: Path, said: list[Message]) -> SavedGames:
    return SavedGames(tmp_path / "data" / "games", said.append)


def test_a_game_of_every_kind_is_saved_and_loaded(game: Game[Any], saved_games: SavedGames) -> None:
    begin = game.start()
    record = Record(begin, tuple("abcd"[: begin.players]))
    saved = saved_games.new(record, NOW)
    assert saved_games.load(saved) == record
    assert saved_games.path_of(saved).name.startswith(f"2026-11-15-143012-{game.id}-")
    assert saved_games.path_of(saved).read_text(encoding="utf-8") == write_record(record)


def test_a_game_is_saved_again_under_its_name(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    saved_games.save(saved, RESIGNED)
    assert saved_games.load(saved) == RESIGNED
    assert [entry.name for entry in saved_games.games()] == [saved]
    assert sorted(path.name for path in saved_games.folder.iterdir()) == [
        saved_games.path_of(saved).name,
        "locks",
    ]


def test_games_of_the_same_second_have_names_of_their_own(saved_games: SavedGames) -> None:
    names = {saved_games.new(BEGUN, NOW) for _ in range(20)}
    assert len(names) == len(saved_games.games()) == 20


def test_a_name_that_is_taken_or_held_is_not_given_again(
    saved_games: SavedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter([b"\1\1", b"\1\1", b"\2\2", b"\3\3"])
    noise = os.urandom
    monkeypatch.setattr(os, "urandom", lambda size: next(drawn) if size == 2 else noise(size))
    first = saved_games.new(BEGUN, NOW)
    with SavedGames(saved_games.folder).lock(first.replace("0101", "0202")):
        other = saved_games.new(RESIGNED, NOW)
    assert (first[-4:], other[-4:]) == ("0101", "0303")
    assert saved_games.load(first) == BEGUN


def test_the_list_has_unfinished_games_first_then_the_newest(saved_games: SavedGames) -> None:
    order = [RESIGNED, BEGUN, RESIGNED, BEGUN]
    names = [saved_games.new(record, NOW) for record in order]
    for age, name in enumerate(names):
        os.utime(saved_games.path_of(name), (10**9 - age, 10**9 - age))
    assert [entry.name for entry in saved_games.games()] == [names[i] for i in (1, 3, 0, 2)]
    entry = saved_games.games()[0]
    assert (entry.summary.players, entry.summary.moves) == (("Ana", "level:3"), 1)
    assert (entry.finished, entry.saved) == (False, datetime.fromtimestamp(10**9 - 1, UTC))


def test_without_a_folder_there_are_no_saved_games(saved_games: SavedGames) -> None:
    assert saved_games.games() == []
    assert not saved_games.folder.exists()


def test_a_saved_game_is_deleted(saved_games: SavedGames) -> None:
    kept, deleted = (saved_games.new(BEGUN, NOW) for _ in range(2))
    saved_games.delete(deleted)
    assert [entry.name for entry in saved_games.games()] == [kept]
    for use in (saved_games.delete, saved_games.load):
        with pytest.raises(TabuleiroError, match=f"there is no saved game '{deleted}'"):
            use(deleted)


def test_a_game_that_is_open_elsewhere_is_not_deleted(saved_games: SavedGames) -> None:
    name = saved_games.new(BEGUN, NOW)
    with SavedGames(saved_games.folder).lock(name), pytest.raises(LockedGameError):
        saved_games.delete(name)
    assert saved_games.load(name) == BEGUN
    with saved_games.lock(name):
        saved_games.delete(name)
    assert not saved_games.games()


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a.b", "/etc/passwd", "-x", "a\n", "x" * 200])
def test_what_could_lead_elsewhere_is_no_name(name: str, saved_games: SavedGames) -> None:
    refused = pytest.raises(FileError, match="is not the name of a saved game")
    with refused:
        saved_games.load(name)
    with refused:
        saved_games.save(name, BEGUN)
    with refused:
        saved_games.delete(name)
    with refused, saved_games.lock(name):
        pass


def test_another_game_is_never_overwritten(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    with pytest.raises(FileError, match="is another game: it is left as it is"):
        saved_games.save(saved, Record(start("squex rows=5"), ("Ana", "Rui")))
    assert saved_games.load(saved) == BEGUN


def test_a_record_that_cannot_have_happened_leaves_the_saved_game(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    with pytest.raises(ValueError, match="move 2"):
        saved_games.save(saved, replace(BEGUN, plies=(Ply("d4"), Ply("d4"))))
    assert saved_games.load(saved) == BEGUN


DAMAGES = {
    "empty": b"",
    "truncated": write_record(BEGUN).encode()[:-5],
    "in the headers": write_record(BEGUN).encode()[:30],
    "in the result": write_record(BEGUN).encode().replace(b'"none"', b'"won"'),
    "binary": bytes(range(256)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_set_aside_and_the_list_goes_on(
    damage: bytes, saved_games: SavedGames, said: list[Message]
) -> None:
    damaged, whole = saved_games.new(BEGUN, NOW), saved_games.new(BEGUN, NOW)
    saved_games.path_of(damaged).write_bytes(damage)
    assert [entry.name for entry in saved_games.games()] == [whole]
    aside = saved_games.folder / "damaged" / saved_games.path_of(damaged).name
    assert aside.read_bytes() == damage
    assert not saved_games.path_of(damaged).exists()
    (message,) = said
    assert str(aside) in str(message) and damaged in str(message)


def test_a_damaged_file_is_set_aside_where_it_is_opened(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    text = write_record(BEGUN).replace("d4", "z9")  # a list at a glance does not see that
    saved_games.path_of(saved).write_text(text)
    assert len(saved_games.games()) == 1
    damaged = pytest.raises(DamagedGameError, match="line 7, column 4: z9 is not on the board")
    with damaged as told, saved_games.lock(saved):
        saved_games.load(saved)
    assert told.value.path.read_text() == text


def test_files_set_aside_never_overwrite_each_other(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    for damage in ("one", "two", "three"):
        saved_games.path_of(saved).write_text(damage)
        assert saved_games.games() == []
    aside = saved_games.folder / "damaged"
    assert {path.read_text() for path in aside.iterdir()} == {"one", "two", "three"}


def test_a_damaged_file_is_set_aside_before_its_game_is_saved_anew(
    saved_games: SavedGames, said: list[Message]
) -> None:
    saved = saved_games.new(BEGUN, NOW)
    saved_games.path_of(saved).write_bytes(b"\xff")
    saved_games.save(saved, RESIGNED)
    assert saved_games.load(saved) == RESIGNED
    assert (
        saved_games.folder / "damaged" / saved_games.path_of(saved).name
    ).read_bytes() == b"\xff"
    assert len(said) == 1


def test_a_damaged_file_that_is_held_elsewhere_is_left_alone(
    saved_games: SavedGames, said: list[Message]
) -> None:
    saved = saved_games.new(BEGUN, NOW)
    saved_games.path_of(saved).write_text("")
    with SavedGames(saved_games.folder).lock(saved):
        assert saved_games.games() == []
    assert saved_games.path_of(saved).exists()
    assert "is open elsewhere" in str(said[0])


def test_a_game_that_is_not_installed_is_listed_and_left_alone(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    saved_games.path_of(saved).write_text(write_record(BEGUN).replace("squex", "chess"))
    assert saved_games.games()[0].summary.game == "chess"
    with pytest.raises(UnknownGameError, match="there is no game 'chess'"):
        saved_games.load(saved)
    assert saved_games.path_of(saved).exists()


def test_other_files_in_the_folder_are_left_alone(
    saved_games: SavedGames, said: list[Message]
) -> None:
    saved_games.new(BEGUN, NOW)
    for name in ("notes.txt", "my game.record", ".record"):
        (saved_games.folder / name).write_text("mine")
    (saved_games.folder / "folder.record").mkdir()
    assert len(saved_games.games()) == 1
    assert (saved_games.folder / "notes.txt").read_text() == "mine"
    assert ["folder.record: Is a directory" in str(message) for message in said] == [True]


def test_only_old_files_of_dead_processes_are_taken_away(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    young, old = (
        saved_games.path_of(saved).with_name(f"{saved_games.path_of(saved).name}.{n}.part")
        for n in ("1", "2")
    )
    young.touch()
    old.touch()
    os.utime(old, (time.time() - LEFT_OVER - 60,) * 2)
    assert len(saved_games.games()) == 1
    assert young.exists() and not old.exists()


# --- what the system may do -----------------------------------------------------------------


def test_a_file_where_the_folder_should_be_is_told_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    saved_games = SavedGames(tmp_path / "data")
    for use in (
        lambda: saved_games.new(BEGUN, NOW),
        lambda: saved_games.save("a", BEGUN),
        saved_games.games,
    ):
        with pytest.raises(FileError, match="data"):
            use()


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_refuses_leaves_the_last_saved_game(
    call: str, number: int, saved_games: SavedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = saved_games.new(BEGUN, NOW)

    def refuse(*arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, refuse)
        with pytest.raises(FileError, match=f"{saved}.*{os.strerror(number)}"):
            saved_games.save(saved, RESIGNED)
    assert saved_games.load(saved) == BEGUN
    assert not list(saved_games.folder.glob("*.part"))


def test_the_data_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path))
    assert SavedGames().folder == tmp_path / "games"
    monkeypatch.delenv("TABULEIRO_DATA")
    assert data_folder().name == "tabuleiro"


# --- several processes ----------------------------------------------------------------------


def test_a_game_is_open_once_at_a_time(saved_games: SavedGames) -> None:
    saved = saved_games.new(BEGUN, NOW)
    other = SavedGames(saved_games.folder)
    refused = pytest.raises(LockedGameError, match="is open elsewhere")
    with saved_games.lock(saved), refused, other.lock(saved):
        pass
    with other.lock(saved):
        pass


@contextmanager
def saving(saved_games: SavedGames, name: str) -> Iterator[subprocess.Popen[str]]:
    """A process that locks a game and saves it again and again; it is killed at the end."""
    paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, SAVER, saved_games.folder, name],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "saving\n"
        yield process
        process.kill()


def test_a_killed_process_leaves_a_whole_game(saved_games: SavedGames, said: list[Message]) -> None:
    saved = saved_games.new(BEGUN, NOW)
    for readings in (0, 1, 4, 9, 20):
        with saving(saved_games, saved):
            for _ in range(readings):
                saved_games.load(saved)
        saved_games.load(saved).check()
        with saved_games.lock(saved):
            pass
    assert len(saved_games.games()) == 1
    assert said == []


def test_a_game_is_read_while_another_process_saves_it(
    saved_games: SavedGames, said: list[Message]
) -> None:
    saved = saved_games.new(BEGUN, NOW)
    with saving(saved_games, saved):
        for _ in range(30):
            saved_games.load(saved)
            assert len(saved_games.games()) == 1
        with (
            pytest.raises(LockedGameError, match="is open elsewhere"),
            saved_games.lock(saved),
        ):
            pass
    assert said == []
