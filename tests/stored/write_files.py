"""Write the files of this folder that an earlier version left behind, all but the training run.

It ran with version 0.1.0, commit 55691fd, in a clone of that:

    PYTHONPATH=tests python write_files.py FOLDER

It is kept to show how the files came about. It uses names of that version and may stop working
with later ones, which does not matter: the files are not to be written anew.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from tabuleiro.play.sitting import Sitting
from tabuleiro.records.shelf import Shelf
from tabuleiro.web.orders import SeatOrder
from tabuleiro.web.service import House

from tabuleiro.cli import run
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, start
from tabuleiro.play import Seat, Setup, read_control
from tabuleiro.records import Ply, Record
from tabuleiro.records.stream import Form, write_stream
from tabuleiro.terminal.app.settings_screen import Settings
from tabuleiro.web.settings import abouts, variable
from tabuleiro.web.store.store import Store
from variants import variants
from web.players_at_server import ME, OPEN, ROBOT, Person, Time, two_people

Data = dict[str, Any]
MOST = 40  # moves of a record on a large board
CUP = """\
title = "Small cup"
kind = "round-robin"
game = "squex rows=3 columns=3"
players = ["random", "classic:greedy", "mcts:nodes=20"]
pairs = 2
cap = 3
[openings]
moves = 2
balance = false
[adjudication]
proof = 2
"""
MATCH = ["match", "random", "classic:greedy", "squex", "rows=3", "columns=3", "--games", "6"]
RICH = Record(
    start("squex rows=4 columns=4"),
    ("Ana", "Rui {the second}"),
    (
        Ply("b2", 0.75, 290.5, 12.25, comment="! [b2 c3] the middle, \\ and }"),
        Ply(
            "c3",
            0.125,
            300,
            0,
            "level:1",
            variations=(
                (Ply("a1", before="instead"), Ply("a2", comment="then\ntwo lines")),
                (Ply("d4", variations=((Ply("d1"),),)),),
            ),
        ),
    ),
    "p2win",
    {"Date": "2026-11-16", "Clock": "5+3", "Ending": "resignation", "Event": "A „test“"},
    "before the first move",
)


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", "utf-8")


def some_move(position: Position, chance: Random) -> str:
    return position.move_text(chance.choice(position.legal_moves()))


def facts_of(record: Record) -> Data:
    """What a record says, in plain words."""
    return {
        "game": record.game_text,
        "start": record.start.full_text,
        "players": record.players,
        "moves": [ply.move for ply in record.plies],
        "result": record.result,
        "headers": record.headers,
        "final": record.final.full_text,
    }


# --- the database of the browser app --------------------------------------------------------


class Evening:
    """Everything that can happen in a game service, once."""

    def __init__(self, service: House, time: Time) -> None:
        self.service, self.time, self.chance = service, time, Random(7)
        self.games: dict[str, Data] = {}
        self.more: Data = {}

    def note(self, name: str, game_id: str, *people: Person) -> None:
        self.games[name] = {"id": game_id, "secrets": [person.secret for person in people]}

    def wait(self, seconds: int) -> None:
        """Time in which the server runs."""
        for _ in range(seconds):
            self.time.seconds += 1
            self.service.pulse.beat("first start")

    def play(self, game_id: str, count: int, *people: Person) -> None:
        """Moves of whoever is to move, two seconds each."""
        for _ in range(count):
            table = self.service.look(game_id).game.table
            if table.player is None:
                return
            self.wait(2)
            move = some_move(table.position, self.chance)
            if table.player < len(people) and table.player in table.remaining:
                people[table.player].moves(game_id, move)
            else:
                self.service.move_for_computer(game_id, table.version, move, 0.625)

    def finish(self) -> Data:
        """All that can be known of it, and how each game may go on."""
        for game in self.games.values():
            table = self.service.look(game["id"]).game.table
            game["version"] = table.version
            game["over"], game["player"] = table.over, table.player
            game["names"] = [seat.name for seat in table.setup.seats]
            game["computers"] = [seat.computer for seat in table.setup.seats]
            game["free"] = table.free_seats
            game["left"] = [
                table.time_left(seat, self.time()) for seat in range(table.position.players)
            ]
            game["proposed"] = table.proposition and [
                table.proposition.seat,
                table.proposition.what,
            ]
            game["record"] = facts_of(self.service.record(game["id"]))
            if table.player is not None:
                game["next"] = some_move(table.position, self.chance)
        return {"now": self.time(), "games": self.games, **self.more}


def running(evening: Evening) -> None:
    service = evening.service
    game_id, ana, rui = two_people(service, "squex rows=5 columns=5", control="5+3", hints=True)
    evening.play(game_id, 4, ana, rui)
    ana.does(game_id, "takeback")
    rui.does(game_id, "answer", agrees=True)
    evening.play(game_id, 3, ana, rui)
    rui.does(game_id, "takeback")
    ana.does(game_id, "answer", agrees=False)
    phone = Person(service)
    service.devices.use_link(service.devices.new_link(game_id, ana.secret), phone.secret)
    link = service.devices.new_link(game_id, rui.secret)
    evening.time.seconds += 50
    service.pulse.begin("second start")  # nobody served for 50 seconds
    last = ana.does(game_id, "draw", request="asked-for-a-draw", version=version(service, game_id))
    evening.note("running", game_id, ana, rui)
    evening.more |= {
        "phone": phone.secret,
        "link": link,
        "request": {"id": "asked-for-a-draw", "answered": last.version},
    }


def version(service: House, game_id: str) -> int:
    return service.look(game_id).game.table.version


def against_computer(evening: Evening) -> None:
    ana = Person(evening.service)
    game_id = ana.opens(ME, ROBOT, game="fuse rows=3 columns=4 scoring=product", name="Ana")
    evening.play(game_id, 3, ana)
    evening.note("computer", game_id, ana)


def by_the_rules(evening: Evening) -> None:
    game_id, ana, rui = two_people(evening.service)
    evening.play(game_id, 20, ana, rui)
    ana.does(game_id, "rematch")
    rui.does(game_id, "rematch")
    evening.note("rules", game_id, ana, rui)
    (following,) = (each for each in evening.service.my_games(ana.secret) if not each.row.over)
    evening.play(following.row.id, 1, rui, ana)
    evening.note("following", following.row.id, rui, ana)


def resigned(evening: Evening) -> None:
    game_id, ana, rui = two_people(evening.service, "eigenstate variant=last-two")
    evening.play(game_id, 3, ana, rui)
    ana.does(game_id, "resign")
    evening.note("resigned", game_id, ana, rui)


def on_time(evening: Evening) -> None:
    game_id, ana, rui = two_people(evening.service, "squex rows=4 columns=4 swap=on", control="1+0")
    evening.play(game_id, 3, ana, rui)
    evening.wait(61)
    assert evening.service.fell_flag(game_id)
    evening.note("time", game_id, ana, rui)


def drawn(evening: Evening) -> None:
    game_id, ana, rui = two_people(evening.service, "lyngk variant=stack6", control="2d")
    evening.play(game_id, 1, ana, rui)
    ana.does(game_id, "draw")
    rui.does(game_id, "answer", agrees=True)
    evening.note("drawn", game_id, ana, rui)


def stand_in(evening: Evening) -> None:
    """One of three resigns, and a computer player moves for him."""
    service = evening.service
    people = [Person(service) for _ in range(3)]
    game_id = people[0].opens(ME, OPEN, OPEN, game="control_v players=3", name="Ana")
    tokens = service.invitations(game_id, people[0].secret)
    people[1].joins(tokens[1], "Rui")
    people[2].joins(tokens[2], "Zé")
    evening.play(game_id, 4, *people)
    people[1].does(game_id, "resign")
    evening.play(game_id, 4, *people)
    evening.note("stand-in", game_id, *people)


def layout(evening: Evening) -> None:
    game_id, ana, rui = two_people(evening.service, "fuse rows=4 columns=4")
    ana.does(game_id, "layout", agrees=False)
    rui.does(game_id, "layout", agrees=False)
    rui.does(game_id, "layout", agrees=True)
    evening.play(game_id, 2, ana, rui)
    evening.note("layout", game_id, ana, rui)


def alone(evening: Evening) -> None:
    ana = Person(evening.service)
    game_id = ana.opens(ME, ME, game="squex rows=4 columns=4", name="Ana", moves=("b2", "c3"))
    evening.play(game_id, 2, ana, ana)
    ana.does(game_id, "takeback")
    ana.does(game_id, "redo")
    evening.note("alone", game_id, ana, ana)


def waiting(evening: Evening) -> None:
    """One game waits for anybody, one for whoever is invited."""
    ana = Person(evening.service)
    open_id = ana.opens(ME, OPEN, name="Ana", listed=True, control="3+2")
    evening.note("listed", open_id, ana)
    closed_id = ana.opens(OPEN, ME, SeatOrder("computer", "level:1"), game="control_v players=3")
    evening.note("invited", closed_id, ana)
    evening.more["invitation"] = evening.service.invitations(closed_id, ana.secret)[0]


def studied(evening: Evening) -> None:
    ana, studies = Person(evening.service), evening.service.studies
    study = studies.new(ana.secret, replace(RICH, plies=()), "First title")
    studies.change(study, ana.secret, 1, RICH, "Mine")
    shared = studies.share(study, ana.secret)
    evening.more["study"] = {"id": study, "secret": ana.secret, "shared": shared, "version": 2}


EVENTS: tuple[Callable[[Evening], None], ...] = (
    by_the_rules,
    resigned,
    on_time,
    drawn,
    stand_in,
    layout,
    alone,
    waiting,
    studied,
    against_computer,
    running,
)


def write_database(folder: Path) -> None:
    path, time = folder / "server.db", Time()
    with closing(Store.open(f"sqlite:///{path}", time(), folder)) as store:
        service = House(store, time, Random(1))
        service.pulse.begin("first start")
        evening = Evening(service, time)
        for happen in EVENTS:
            happen(evening)
        with store.transaction() as transaction:
            leases = transaction.claim("computer", "second start", time(), time() + 30, 10)
        facts = evening.finish()
        facts["leases"] = [lease.game for lease in leases]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    write_json(folder / "server.json", facts)


# --- games of the terminal ------------------------------------------------------------------


def write_saved(folder: Path) -> None:
    chance, found = Random(3), {}
    shelf = Shelf(folder / "games")
    for number, game in enumerate(GAMES):
        seats = (Seat("Ana"), Seat("Level 1", "level:1"))
        control = read_control("5+3") if number % 2 else None
        for setup, most in ((Setup(seats, control), 3), (Setup(seats, control), 1000)):
            sitting = Sitting.begin(game.start(), setup, shelf, chance)
            while len(sitting.table.plies) < most and not sitting.table.over:
                sitting.play(some_move(sitting.table.position, chance))
            sitting.close()
            assert sitting.name
            found[sitting.name] = facts_of(shelf.load(sitting.name))
            if not sitting.table.over:
                found[sitting.name]["next"] = some_move(sitting.table.position, chance)
    for lock in (shelf.folder / "locks").iterdir():
        lock.unlink()
    (shelf.folder / "locks").rmdir()
    write_json(folder / "games.json", found)


def write_records(folder: Path) -> None:
    chance, records = Random(5), [RICH]
    for game in GAMES:
        for values in variants(game):
            position = game.start(**values)
            start_ = position
            plies: list[Ply] = []
            while not position.over and len(plies) < MOST:
                plies.append(Ply(some_move(position, chance)))
                position = position.play(plies[-1].move)
            outcome = position.outcome()
            names = tuple(f"Player {n + 1}" for n in range(position.players))
            result = outcome.result if outcome else "none"
            records.append(Record(start_, names, tuple(plies), result))
    for form, name in ((Form.text, "txt"), (Form.json, "jsonl"), (Form.parquet, "parquet")):
        with (folder / f"games.{name}").open("wb") as stream:
            write_stream(stream, records, form)
    write_json(folder / "records.json", [facts_of(record) for record in records])


# --- the rest -------------------------------------------------------------------------------


def break_off(path: Path, games: int) -> None:
    """Leave the first games, as if the run had been killed while it wrote the next."""
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > games + 2
    path.write_bytes(b"".join(lines[: games + 1]) + lines[games + 1][:20])
    path.with_name(f"{path.name}.lock").unlink(missing_ok=True)


def write_arena(folder: Path) -> None:
    (folder / "tournament").mkdir()
    cup = folder / "tournament" / "cup.toml"
    cup.write_text(CUP)
    assert run(["arena", str(cup), "--processes", "1"]) == 0
    break_off(cup.with_suffix(".jsonl"), 5)
    record = folder / "match.jsonl"
    assert run([*MATCH, "--processes", "1", "--record", str(record)]) == 0
    break_off(record, 3)


SAMPLES = {"DATA": "/srv/data", "DATABASE": "sqlite:////srv/games.db", "HOST": "0.0.0.0"}  # noqa: S104 - only a sample
SAMPLES |= {"HOSTS": "a.example,b.example", "PROXIES": "10.0.0.0/8", "HTTPS": "yes"}
SAMPLES |= {"DRAWING_APART": "no", "BODY_BYTES": "4096", "IMPORT_BYTES": "4096"}
SAMPLES |= {"WORKER_MEGABYTES": "300"}


def write_names(folder: Path) -> None:
    names = [variable(name) for name in abouts()]
    found = {name: SAMPLES.get(name.removeprefix("TABULEIRO_"), "77") for name in names}
    write_json(
        folder / "names.json",
        {
            "variables of the server": found,
            "other variables": ["TABULEIRO_BUILD", "TABULEIRO_DATA", "TABULEIRO_UNCOMPILED"],
            "cookies": ["tabuleiro", "tabuleiro_form", "lang", "theme", "sound", "name"],
            "localStorage": [
                "tabuleiro-analysis",
                "tabuleiro-command-${game}",
                "tabuleiro-confirm",
                "tabuleiro-puzzle-grade",
                "tabuleiro-puzzle-rating",
                "tabuleiro-puzzles",
            ],
        },
    )


if __name__ == "__main__":
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    write_database(out)
    write_saved(out)
    write_records(out)
    write_arena(out)
    write_names(out)
    Settings(theme="classic", language="pt").save(out / "preferences" / "settings.json")
