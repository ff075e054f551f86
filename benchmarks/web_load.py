"""How many moves per second one server accepts, and how soon both players see them. There are
hundreds of live streams and an equal mix of games; each move is sent to both players with its
board.

    python benchmarks/web_load.py                        100 moves a second, then more
    python benchmarks/web_load.py --rates 100 --seconds 60 --profile
    python benchmarks/web_load.py --postgres --servers 2 how it grows with the servers

One server uses SQLite, several servers share one PostgreSQL; there are no computer players. This
program creates the load on the same machine; its own CPU time is not counted for the servers. It
sends moves at times that are fixed in advance, so that a slow answer does not delay later moves. If
a move is due before its player has received the position, it is counted as late.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from statistics import quantiles
from time import perf_counter

from tabuleiro.games import GAMES
from web_servers import ServerProcess, private_postgres
from web_wire import Data, LostError, Told, Wire, command, join_game, open_game

SAMPLED = Path(__file__).with_name("web_sampled.py")
PORT = 18_765
CONTROL = "60+5"
OPENING = 8  # games that are opened at a time
SETTLING = 2.0  # seconds before measuring begins
PATIENCE = 30.0  # seconds after the end for late answers; long, since a test runs this
REQUESTS = count()
TICKS = os.sysconf("SC_CLK_TCK")


# --- players -------------------------------------------------------------------------------


class Player:
    """A simulated player, who follows a game and knows the legal moves."""

    def __init__(self, address: str, load: Load) -> None:
        self.load = load
        self.secret = token_urlsafe(32)
        self.wire = Wire(address, self.secret)
        self.stream = Wire(address, self.secret)
        self.moves: list[str] = []
        self.version = 0
        self.asked = self.over = False

    async def follow(self, game: Table) -> None:
        """Reads the live stream to its end."""
        async for told in self.stream.follow(f"/games/{game.id}/live"):
            if told.name == "state":
                self._see(game, told)

    def _see(self, game: Table, told: Told) -> None:
        self.load.bytes += len(told.data)
        self.version = told.version
        self.moves = told.moves()
        self.asked = b'"layout":true' in told.data
        self.over = b'"finish":{' in told.data
        game.arrived(told.version)

    def close(self) -> None:
        """Closes both connections."""
        self.wire.close()
        self.stream.close()


class Table:
    """A game of two players. When it is over, they start another."""

    def __init__(self, kind: str, addresses: list[str], load: Load, seed: int) -> None:
        self.kind = kind
        self.addresses = addresses
        self.load = load
        self.chance = Random(seed)
        self.id = ""
        self.players: list[Player] = []
        self.streams: list[asyncio.Task[None]] = []
        self.waiting: dict[int, Sent] = {}
        self.busy = False

    async def open(self) -> None:
        """Starts a game that both players follow."""
        self.close()
        self.players = [Player(address, self.load) for address in self.addresses]
        opener, guest = (player.wire for player in self.players)
        self.id = await open_game(opener, self.kind, "me", "open", control=CONTROL)
        await join_game(opener, guest, self.id)
        self.streams = [asyncio.create_task(player.follow(self)) for player in self.players]
        while not all(player.version for player in self.players):
            await asyncio.sleep(0.01)
        if asked := next((player for player in self.players if player.asked), None):
            await self._send(asked, "layout", "")
            while asked.asked:
                await asyncio.sleep(0.01)

    async def step(self, measured: bool) -> None:
        """Makes the next move, if its player has received the position."""
        mover = next((player for player in self.players if player.moves), None)
        if self.busy or mover is None:
            self.load.counts["late"] += 1
            return
        self.busy = True
        try:
            await self._move(mover, measured)
            if any(player.over for player in self.players):
                await self.open()
        except LostError as error:
            self.load.counts[f"lost: {error}"] += 1
        finally:
            self.busy = False

    async def _move(self, mover: Player, measured: bool) -> None:
        move, mover.moves = self.chance.choice(mover.moves), []
        sent = Sent(perf_counter(), measured)
        self.waiting[mover.version + 1] = sent
        if await self._send(mover, "move", move):
            sent.confirmed = perf_counter()
            self.load.confirmed(sent)

    async def _send(self, player: Player, do: str, move: str) -> bool:
        body = command(f"r{next(REQUESTS)}", player.version, do, move=move)
        reply = await player.wire.ask(
            "POST", f"/games/{self.id}/commands", body, Prefer="return=minimal"
        )
        self.load.counts[f"answered {reply.status}"] += 1
        return reply.status == 200

    def arrived(self, version: int) -> None:
        """Records that a player has received a version."""
        sent = self.waiting.get(version)
        if sent is None:
            return
        sent.shown += 1
        if sent.shown == len(self.players):
            del self.waiting[version]
            self.load.pushed(sent)

    def close(self) -> None:
        """Closes the connections of both players."""
        for stream in self.streams:
            stream.cancel()
        for player in self.players:
            player.close()


@dataclass
class Sent:
    """A move on its way: when it was sent and confirmed, and how many players have it."""

    at: float
    measured: bool
    confirmed: float = 0.0
    shown: int = 0


# --- the load ------------------------------------------------------------------------------


@dataclass
class Load:
    """What is measured."""

    confirmations: list[float] = field(default_factory=list)
    pushes: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    bytes: int = 0

    def confirmed(self, sent: Sent) -> None:
        """Records the time of a move that was confirmed."""
        if sent.measured:
            self.confirmations.append(1000 * (sent.confirmed - sent.at))

    def pushed(self, sent: Sent) -> None:
        """Records the time of a move that both players have received."""
        if sent.measured:
            self.pushes.append(1000 * (perf_counter() - sent.at))

    def clear(self) -> None:
        """Starts again with no measurements."""
        self.confirmations, self.pushes, self.bytes = [], [], 0
        self.counts.clear()


async def open_all(tables: list[Table]) -> None:
    """Opens all games, a few at a time."""
    gate = asyncio.Semaphore(OPENING)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open()

    await asyncio.gather(*map(open_one, tables))


async def press(tables: list[Table], load: Load, rate: float, seconds: float) -> float:
    """Makes moves at a rate, in one game after another; returns the seconds it took."""
    tasks: set[asyncio.Task[None]] = set()
    begun = perf_counter() + 0.1
    moves = round(rate * (SETTLING + seconds))
    for number in range(moves):
        due = begun + number / rate
        if (wait := due - perf_counter()) > 0:
            await asyncio.sleep(wait)
        measured = due - begun >= SETTLING
        task = asyncio.create_task(tables[number % len(tables)].step(measured))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    took = perf_counter() - begun - SETTLING
    await asyncio.wait([*tasks, asyncio.create_task(asyncio.sleep(0))], timeout=PATIENCE)
    await asyncio.sleep(0.2)
    return took


async def measure(
    tables: list[Table], load: Load, servers: list[ServerProcess], rate: float, seconds: float
) -> Data:
    """Measures the servers at one rate of moves."""
    load.clear()
    before, begun = cpu_now(servers), perf_counter()
    took = await press(tables, load, rate, seconds)
    passed, now = perf_counter() - begun, cpu_now(servers)
    used = {who: now[who] - before[who] for who in now}
    accepted = load.counts["answered 200"]
    return {
        "rate asked": rate,
        "moves/s accepted": round(len(load.confirmations) / took, 1),
        "confirmed ms": marks(load.confirmations),
        "pushed to both ms": marks(load.pushes),
        "pushed to both": len(load.pushes),
        "cores used": {who: round(seconds / passed, 2) for who, seconds in used.items()},
        "CPU ms/move": {
            who: round(1000 * used[who] / max(1, accepted), 2)
            for who in ("server", "its other processes")
        },
        "pushed MB/s": round(load.bytes / passed / 1e6, 2),
        "counts": dict(load.counts),
    }


def marks(values: list[float]) -> Data:
    """The 50th, 95th and 99th percentiles."""
    if len(values) < 2:
        return {}
    parts = quantiles(values, n=100, method="inclusive")
    return {name: round(parts[int(name[1:]) - 1], 1) for name in ("p50", "p95", "p99")}


def cpu_now(servers: list[ServerProcess]) -> dict[str, float]:
    """The CPU seconds used so far: by the servers, by their event loops, by their other processes,
    and by this program."""
    used = defaultdict(float, load=cpu_of(Path("/proc/self/stat")))
    for server in servers:
        assert server.process
        process = server.process.pid
        used["server"] += cpu_of(Path(f"/proc/{process}/stat"))
        used["its event loop"] += cpu_of(Path(f"/proc/{process}/task/{process}/stat"))
        for child in server.workers():
            used["its other processes"] += cpu_of(Path(f"/proc/{child}/stat"))
    return used


def cpu_of(stat: Path) -> float:
    """The CPU seconds of a process or a thread, from its file in /proc."""
    parts = stat.read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICKS


# --- the program ---------------------------------------------------------------------------


async def try_out(options: argparse.Namespace, servers: list[ServerProcess]) -> list[Data]:
    """Opens games, then measures one rate after another. With several servers, the two players of a
    game use different ones."""
    load = Load()
    addresses = [server.address for server in servers]
    tables = [
        Table(
            GAMES[number % len(GAMES)].id,
            [addresses[(number + seat) % len(addresses)] for seat in range(2)],
            load,
            number,
        )
        for number in range(options.games)
    ]
    begun = perf_counter()
    await open_all(tables)
    say(
        options,
        f"{options.games} games, {2 * options.games} streams: {perf_counter() - begun:.1f} s",
    )
    found = []
    for rate in options.rates:
        found.append(await measure(tables, load, servers, rate, options.seconds))
        say(options, "  ".join(f"{name}: {value}" for name, value in found[-1].items()))
    for table in tables:
        table.close()
    return found


def say(options: argparse.Namespace, words: str) -> None:
    """Prints a line, unless only the JSON result is wanted."""
    if not options.json:
        sys.stdout.write(f"{words}\n")
        sys.stdout.flush()


def read_options() -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser(description="Measure one server under load.")
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rates", type=float, nargs="+", default=[100, 150, 200, 300])
    parser.add_argument("--profile", action="store_true", help="where the server's time goes")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL for this alone")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="the result for programs")
    options = parser.parse_args()
    if options.servers > 1 and not options.postgres:
        parser.error("--servers 2 needs --postgres: one server at a time has SQLite")
    if options.servers > 1 and options.profile:
        parser.error("--profile looks into one server")
    return options


@contextmanager
def database_url(options: argparse.Namespace) -> Iterator[str]:
    """The URL of the database; empty for a SQLite file."""
    if not options.postgres:
        yield ""
        return
    with private_postgres() as (address, _):
        yield address


def main() -> None:
    """Measures and prints."""
    options = read_options()
    with tempfile.TemporaryDirectory() as folder, database_url(options) as database:
        report = Path(folder, "report")
        program = (str(SAMPLED), str(report)) if options.profile else ("-m", "tabuleiro")
        servers = [
            ServerProcess(Path(folder), PORT + i, database, {"TABULEIRO_WORKERS": "1"}, program)
            for i in range(options.servers)
        ]
        try:
            for server in servers:
                server.start()
                server.wait()
            found = asyncio.run(try_out(options, servers))
        finally:
            for server in servers:
                server.stop()
        if options.profile:
            say(options, report.read_text())
    if options.json:
        sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
