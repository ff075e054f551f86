"""Files written by version 0.1.0 can still be opened and continued, with the same contents.

The files are in `stored`, with the programs that wrote them. Never rewrite them: if a test
fails, a name in a format has changed, and the format must keep the old name or read both. The
strings below are part of the formats, too; do not change them when names in the program change.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tabuleiro
from tabuleiro.cli import run
from tabuleiro.games import start
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records import Ply, Record
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.records.stream import RecordFormat, open_stream, read_stream, write_stream
from tabuleiro.terminal.app.application import SETTINGS_FILE
from tabuleiro.terminal.app.settings_screen import AppSettings
from tabuleiro.web.games.commands import GameCommand
from tabuleiro.web.games.errors import UsedUpError
from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.studies import read_study
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.settings import read_settings
from tabuleiro.web.store.event_data import event_data, read_event
from tabuleiro.web.store.store import Store
from web.players_at_server import Person, QuickPool, Time
from web.serving import Served

Data = dict[str, Any]
Capture = pytest.CaptureFixture[str]

STORED = Path(__file__).parent / "stored"
ROOT = Path(__file__).parents[1]
WEB = Path(tabuleiro.__file__).parent / "web"
FOREVER = 36_500  # days


def facts(name: str) -> Any:
    return json.loads((STORED / name).read_text("utf-8"))


SERVER = facts("server.json")
GAMES: dict[str, Data] = SERVER["games"]
RUNNING = [name for name, game in GAMES.items() if "next" in game]
SAVED = facts("games.json")
NAMES = facts("names.json")

EVENTS = {
    "opened": {"record"},
    "joined": {"seat", "name"},
    "layout answered": {"seat", "likes"},
    "redrawn": {"start"},
    "moved": {"seat", "move", "value", "by"},
    "proposed": {"seat", "what"},
    "answered": {"seat", "agrees"},
    "taken back": {"moves"},
    "redone": set(),
    "drawn": set(),
    "resigned": {"seat"},
    "timed out": {"seat"},
    "paused": set(),
    "continued": set(),
    "followed": {"game"},
}
"""The kinds of events in a database, and the fields of each besides its time."""


def said_in(record: Record) -> Data:
    """The contents of a record, with the keys of the stored lists."""
    return {
        "game": record.game_text,
        "start": record.start.full_text,
        "players": list(record.players),
        "moves": moves_of(record),
        "result": record.result,
        "headers": dict(record.headers),
        "final": record.final.full_text,
    }


def moves_of(record: Record) -> list[str]:
    return [ply.move for ply in record.plies]


# --- the database of the browser app -------------------------------------------------------


@pytest.fixture
def time() -> Time:
    """The time of the last heartbeat of the stored server."""
    return Time(SERVER["now"])


@pytest.fixture
def service(tmp_path: Path, time: Time) -> Iterator[GameService]:
    """A game service with the stored games."""
    shutil.copy(STORED / "server.db", tmp_path / "server.db")
    with closing(Store.open(f"sqlite:///{tmp_path}/server.db", time(), tmp_path)) as store:
        yield GameService(store, time, Random(1))


def person(service: GameService, name: str, seat: int = 0) -> Person:
    """The person who holds a seat in a stored game."""
    return Person(service, GAMES[name]["secrets"][seat])


def stored_events(tmp_path: Path) -> list[Data]:
    """The events of the database, read without our own code."""
    shutil.copy(STORED / "server.db", tmp_path / "raw.db")
    with closing(sqlite3.connect(tmp_path / "raw.db")) as connection:
        query = "SELECT data FROM events ORDER BY game, version"
        return [json.loads(data) for (data,) in connection.execute(query)]


def test_stored_events_are_of_every_kind_and_have_every_field(tmp_path: Path) -> None:
    found: dict[str, set[str]] = {}
    for event in stored_events(tmp_path):
        found.setdefault(event["kind"], set()).update(event.keys() - {"kind", "at"})
    assert found == EVENTS


def test_stored_events_are_read_and_written_as_before(tmp_path: Path) -> None:
    for event in stored_events(tmp_path):
        assert event_data(read_event(event)) == event


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_stands_as_it_did(service: GameService, name: str) -> None:
    wanted = GAMES[name]
    table = service.view(wanted["id"]).game.table
    seats = table.setup.seats
    assert table.version == wanted["version"]
    assert (table.over, table.player) == (wanted["over"], wanted["player"])
    assert [seat.name for seat in seats] == wanted["names"]
    assert [seat.computer for seat in seats] == wanted["computers"]
    assert list(table.free_seats) == wanted["free"]
    assert [table.time_left(seat, service.now()) for seat in range(len(seats))] == wanted["left"]
    proposed = table.open_proposal and [table.open_proposal.seat, table.open_proposal.what]
    assert proposed == wanted["proposed"]
    assert said_in(service.record(wanted["id"])) == wanted["record"]


def test_stored_games_are_there_in_every_state() -> None:
    over = {name: game["record"] for name, game in GAMES.items() if game["over"]}
    assert {name: record["headers"].get("Ending") for name, record in over.items()} == {
        "rules": None,
        "resigned": "resignation",
        "time": "time",
        "drawn": "agreement",
    }
    assert GAMES["running"]["proposed"] == [0, "draw"]
    assert GAMES["computer"]["computers"] == ["", "level:1"]
    assert set(RUNNING) == GAMES.keys() - over.keys() - {"listed", "invited"}


@pytest.mark.parametrize("name", RUNNING)
def test_a_stored_game_takes_its_next_move(service: GameService, name: str) -> None:
    stored = GAMES[name]
    game_id, seat, move = stored["id"], stored["player"], stored["next"]
    table = service.view(game_id).game.table
    if seat < len(stored["secrets"]) and seat in table.remaining:
        assert person(service, name, seat).moves(game_id, move).version > stored["version"]
    else:
        assert service.move_for_computer(game_id, stored["version"], move, 0.5)
    assert moves_of(service.record(game_id)) == [*stored["record"]["moves"], move]


def test_a_stored_draw_offer_can_be_accepted(service: GameService) -> None:
    game_id = GAMES["running"]["id"]
    person(service, "running", 1).does(game_id, "answer", agrees=True)
    record = service.record(game_id)
    assert (record.result, record.headers["Ending"]) == ("draw", "agreement")


def test_a_request_that_was_answered_is_answered_the_same_again(service: GameService) -> None:
    game_id, asked = GAMES["running"]["id"], SERVER["request"]
    command = GameCommand(request=asked["id"], version=0, do="draw")
    again = service.command(game_id, GAMES["running"]["secrets"][0], command)
    assert again.version == asked["answered"] == GAMES["running"]["version"]


def test_further_devices_of_a_stored_game_act_for_their_seats(service: GameService) -> None:
    game_id = GAMES["running"]["id"]
    assert service.view(game_id, SERVER["phone"]).seats == (0,)
    (used,) = service.device_links.links(game_id, GAMES["running"]["secrets"][0])
    assert used.used is not None
    tablet = new_secret()
    assert service.device_links.use_link(SERVER["link"], tablet) == game_id
    assert service.view(game_id, tablet).seats == (1,)
    with pytest.raises(UsedUpError):
        service.device_links.use_link(SERVER["link"], new_secret())


def test_a_stored_game_in_the_public_list_can_be_joined(service: GameService) -> None:
    (listed,) = service.open_games()
    game_id = GAMES["listed"]["id"]
    assert (listed.row.id, listed.row.game) == (game_id, "squex rows=3 columns=3")
    assert listed.row.settings == {"hints": False, "listed": True, "control": "3+2"}
    service.join_listed(game_id, new_secret(), "Rui")
    assert not service.open_games()
    assert (
        person(service, "listed").moves(game_id, "b2").seen.game.table.time_left(0, service.now())
    )


def test_a_stored_invitation_leads_to_its_seat(service: GameService) -> None:
    invited, token = GAMES["invited"], SERVER["invitation"]
    assert service.invitations(invited["id"], invited["secrets"][0]) == {0: token}
    assert service.join(token, new_secret(), "Rui") == invited["id"]
    assert service.view(invited["id"]).game.table.begun


def test_a_stored_game_leads_to_the_one_that_followed(service: GameService) -> None:
    secret = GAMES["rules"]["secrets"][0]
    found = [(each.row.id, each.own, each.row.over) for each in service.my_games(secret)]
    following = GAMES["following"]["id"]
    assert found == [(following, (1,), False), (GAMES["rules"]["id"], (0,), True)]
    assert service.view(GAMES["rules"]["id"]).game.table.next_game == following


def test_a_stored_lease_is_kept_until_it_ends(service: GameService, time: Time) -> None:
    def claimed() -> list[str]:
        with service.store.transaction() as transaction:
            leases = transaction.claim("computer", "another", time(), time() + 5, 10)
        return [lease.game for lease in leases]

    assert SERVER["leases"] == [GAMES["computer"]["id"]]
    assert claimed() == []
    time.seconds += 31
    assert claimed() == SERVER["leases"]


def test_the_stored_server_was_last_alive_when_it_was(service: GameService, time: Time) -> None:
    with service.store.transaction() as transaction:
        downtime = transaction.heartbeat(time() + 1, 0.0)
    assert downtime == (SERVER["now"], time() + 1)


def test_a_stored_study_has_its_comments_and_variations(service: GameService) -> None:
    kept = SERVER["study"]
    study = service.studies.get_own(kept["id"], kept["secret"])
    assert (study.title, study.version, study.shared) == ("Mine", 2, kept["shared"])
    assert service.studies.get_shared(kept["shared"]).id == kept["id"]
    assert [each.id for each in service.studies.list_own(kept["secret"])] == [kept["id"]]
    assert read_study(study.record) == RICH
    assert service.studies.change(kept["id"], kept["secret"], 2, RICH, "Changed") == 3


RICH = Record(
    start("squex rows=4 columns=4"),
    ("Ana", "Rui {the second}"),
    (
        Ply("b2", value=0.75, clock=290.5, spent=12.25, comment="! [b2 c3] the middle, \\ and }"),
        Ply(
            "c3",
            value=0.125,
            clock=300,
            spent=0,
            by="level:1",
            variations=(
                (Ply("a1", before="instead"), Ply("a2", comment="then\ntwo lines")),
                (Ply("d4", variations=((Ply("d1"),),)),),
            ),
        ),
    ),
    result="p2win",
    headers={"Date": "2026-11-16", "Clock": "5+3", "Ending": "resignation", "Event": "A „test“"},
    comment="before the first move",
)
"""The stored study, which is also the first of the stored records."""


# --- a server on the stored data, and its names --------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the stored games."""
    folder = tmp_path_factory.mktemp("data")
    shutil.copy(STORED / "server.db", folder / "tabuleiro.db")
    server = Served(folder, lambda settings: QuickPool(), expiry_days=FOREVER)
    yield server
    server.close()


def test_a_browser_with_a_stored_secret_has_its_games(served: Served) -> None:
    browser = served.browser(Cookie=f"tabuleiro={GAMES['running']['secrets'][1]}")
    (mine,) = browser.get("mine").json()["games"]
    assert (mine["id"], mine["you"]) == (GAMES["running"]["id"], [1])
    assert (mine["control"], mine["hints"]) == ("5+3", True)
    (waiting,) = browser.get("games").json()["games"]
    assert (waiting["id"], waiting["control"]) == (GAMES["listed"]["id"], "3+2")
    assert waiting["hints"] is False


@pytest.mark.parametrize(
    ("cookie", "value"), [("lang", "pt"), ("theme", "dark"), ("sound", "on"), ("name", "Zulmira")]
)
def test_what_a_browser_keeps_of_its_reader_still_counts(
    served: Served, cookie: str, value: str
) -> None:
    form = f"tabuleiro_form={'f' * 43}"
    page = "new/squex"
    plain = served.visitor(Cookie=form).get(page).text
    assert "f" * 43 in plain
    assert served.visitor(Cookie=form).get(page).text == plain
    assert served.visitor(Cookie=f"{form}; {cookie}={value}").get(page).text != plain


def test_every_cookie_is_named_in_the_sources() -> None:
    assert set(NAMES["cookies"]) == {
        "tabuleiro",
        "tabuleiro_form",
        "lang",
        "theme",
        "sound",
        "name",
    }
    sources = "".join(path.read_text("utf-8") for path in WEB.rglob("*.py"))
    assert [name for name in NAMES["cookies"] if f'"{name}"' not in sources] == []


def test_every_key_of_the_browsers_memory_is_named_in_the_scripts() -> None:
    assert len(NAMES["localStorage"]) == 6
    scripts = "".join(path.read_text("utf-8") for path in (WEB / "static").rglob("*.js"))
    quoted = {name: (f'"{name}"', f"`{name}`") for name in NAMES["localStorage"]}
    assert [
        name for name, forms in quoted.items() if not any(map(scripts.__contains__, forms))
    ] == []


@pytest.mark.parametrize("variable", NAMES["variables of the server"])
def test_a_variable_of_the_environment_sets_one_setting(variable: str) -> None:
    text = NAMES["variables of the server"][variable]
    usual, given = read_settings({}), read_settings({variable: text})
    pairs = ((getattr(usual, one.name), getattr(given, one.name)) for one in fields(usual))
    assert len([new for old, new in pairs if new != old]) == 1


def test_every_other_variable_is_named_in_the_sources() -> None:
    paths = [ROOT / "setup.py", *(ROOT / "src" / "tabuleiro").rglob("*.py")]
    sources = "".join(path.read_text("utf-8") for path in paths)
    assert len(NAMES["other variables"]) == 3
    assert [name for name in NAMES["other variables"] if f'"{name}"' not in sources] == []


# --- the terminal --------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SavedGames:
    """The saved games in the data folder that is set in the environment."""
    shutil.copytree(STORED / "games", tmp_path / "games")
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path))
    return SavedGames(on_warning=lambda message: pytest.fail(str(message)))


def test_stored_games_are_listed_on_the_shelf(shelf: SavedGames) -> None:
    found = {entry.name: entry.finished for entry in shelf.games()}
    assert found == {name: game["result"] != "none" for name, game in SAVED.items()}
    assert sorted(found.values()) == [False] * 5 + [True] * 5


@pytest.mark.parametrize("name", SAVED)
def test_a_saved_game_says_what_it_did(shelf: SavedGames, name: str) -> None:
    text = shelf.path_of(name).read_text("utf-8")
    record = shelf.load(name)
    wanted = {key: value for key, value in SAVED[name].items() if key != "next"}
    assert said_in(record) == wanted
    shelf.save(name, record)
    assert shelf.path_of(name).read_text("utf-8") == text


@pytest.mark.parametrize("name", [name for name, game in SAVED.items() if "next" in game])
def test_a_saved_game_goes_on(shelf: SavedGames, name: str) -> None:
    with closing(LocalGame.resume(name, shelf, Random(1))) as sitting:
        assert [seat.computer for seat in sitting.table.setup.seats] == ["", "level:1"]
        assert (sitting.table.clock is not None) == ("Clock" in SAVED[name]["headers"])
        sitting.play(SAVED[name]["next"])
    assert moves_of(shelf.load(name)) == [*SAVED[name]["moves"], SAVED[name]["next"]]


def test_stored_preferences_are_those_of_the_app(tmp_path: Path) -> None:
    shutil.copytree(STORED / "preferences", tmp_path / "data")
    path = tmp_path / "data" / SETTINGS_FILE
    text = path.read_text("utf-8")
    settings = AppSettings.load(path)
    assert (settings.theme, settings.language) == ("classic", "pt")
    settings.save(path)
    assert path.read_text("utf-8") == text


# --- records -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("games.txt", RecordFormat.text),
        ("games.jsonl", RecordFormat.json),
        ("games.parquet", RecordFormat.parquet),
    ],
)
def test_stored_records_say_what_they_did(tmp_path: Path, name: str, form: RecordFormat) -> None:
    path = Path(shutil.copy(STORED / name, tmp_path))
    with open_stream(path) as (stream, found):
        assert found is form
        records = list(read_stream(stream, found))
    assert records[0] == RICH
    assert [said_in(record) for record in records] == facts("records.json")
    assert {record.start.game.id for record in records} == {
        "squex",
        "control_v",
        "fuse",
        "eigenstate",
        "lyngk",
    }


@pytest.mark.parametrize(
    ("name", "form"), [("games.txt", RecordFormat.text), ("games.jsonl", RecordFormat.json)]
)
def test_stored_records_are_written_as_before(
    tmp_path: Path, name: str, form: RecordFormat
) -> None:
    with open_stream(Path(shutil.copy(STORED / name, tmp_path))) as (stream, _):
        records = list(read_stream(stream, form))
    with (tmp_path / "again").open("wb") as file:
        write_stream(file, records, form)
    assert (tmp_path / "again").read_bytes() == (STORED / name).read_bytes()


# --- tournaments ---------------------------------------------------------------------------


def whole_lines(text: bytes) -> bytes:
    """A file without a last line that was only partly written."""
    return text[: text.rfind(b"\n") + 1]


def check_goes_on(capsys: Capture, record: Path, games: int, *words: str) -> None:
    """Check that stored games are kept, missing ones are played, and no game is played twice."""
    stored = whole_lines(record.read_bytes())
    assert 1 < stored.count(b"\n") < games
    assert run([*words, "--processes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == games
    after = record.read_bytes()
    assert after.startswith(stored)
    head, *lines = map(json.loads, after.splitlines())
    assert sorted(line["number"] for line in lines) == list(range(games))
    assert head == json.loads(stored.splitlines()[0])
    first = json.loads(stored.splitlines()[1])
    assert all(line.keys() >= first.keys() for line in lines)


def test_a_stored_tournament_goes_on(capsys: Capture, tmp_path: Path) -> None:
    shutil.copytree(STORED / "tournament", tmp_path / "cup")
    cup = tmp_path / "cup" / "cup.toml"
    check_goes_on(capsys, cup.with_suffix(".jsonl"), 12, "arena", str(cup))


def test_a_stored_match_goes_on(capsys: Capture, tmp_path: Path) -> None:
    record = Path(shutil.copy(STORED / "match.jsonl", tmp_path))
    words = ["match", "random", "classic:greedy", "squex", "rows=3", "columns=3", "--games", "6"]
    check_goes_on(capsys, record, 6, *words, "--record", str(record))
