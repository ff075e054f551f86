"""Kills servers without warning while people and computer players play, and checks that nothing was
lost: every confirmed move is stored exactly once, and nothing else is.

    python benchmarks/web_kills.py                                   SQLite, one server
    python benchmarks/web_kills.py --postgres --servers 2            PostgreSQL, two servers
    python benchmarks/web_kills.py --postgres --servers 2 --kill-database
    python benchmarks/web_kills.py --database postgresql://...       your own database

Simulated people play over HTTP as browsers do: they follow live streams, reconnect when one ends,
and repeat a command with the same id until it is answered. After the servers, worker processes are
killed, paused and deprived of memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from time import time
from typing import Any

from tabuleiro.games import GAMES
from tabuleiro.web.store.store import Store
from web_servers import ServerProcess, free_ports, private_postgres
from web_verdict import Confirmed, Outage, Protocol, Verdict
from web_wire import Data, LostError, Reply, Told, Wire, command, join_game, open_game

AGAIN = 0.05  # seconds before a lost request is repeated
LONGEST_THOUGHT = 0.4  # seconds that a person thinks
TAKEBACKS, REPEATS = 0.03, 0.1  # how often moves are taken back, and confirmed commands repeated
BETWEEN = (1, 20)  # confirmed commands between two kills
LONGEST_WAIT = 60.0  # seconds for these commands; long, since tests run this on busy machines
SHORT_CLOCKS = ("0:02+0", "0:04+0", "0:07+0")  # for games in which nobody moves
USUAL_CLOCK = "9+5"
COMPUTER = "level:2"
MOVES_AFTER = 5  # moves after which computer players count as recovered from a failure
SETTLING = 180.0  # seconds at the end for everything that is pending
WRONG, LATE = 1, 3  # exit statuses
ENVIRONMENT = {"TABULEIRO_THINK_SECONDS": "3", "TABULEIRO_WORKERS": "1"}


# --- games and players ---------------------------------------------------------------------


@dataclass(frozen=True)
class Seating:
    """A game that is played repeatedly; seats are `me`, `open` or a computer player."""

    game: str
    seats: tuple[str, ...]


SEATINGS = (
    *(Seating(game.id, ("me", "open")) for game in GAMES),
    *(Seating(game.id, ("me", COMPUTER)) for game in GAMES),
    Seating("control_v players=3", ("me", COMPUTER, "open")),
)


class Trial:
    """Servers, and what clients have seen from them."""

    def __init__(self, servers: Sequence[ServerProcess], seed: int) -> None:
        self.servers = servers
        self.chance = Random(seed)
        self.protocol = Protocol()
        self.stopping = False

    def wire(self, secret: str) -> Wire:
        """A connection to one of the servers."""
        return Wire(self.chance.choice(self.servers).address, secret)

    async def until_answered(self, secret: str, ask: Callable[[Wire], Any]) -> Any:
        """Repeats a request, to any of the servers, until it is answered."""
        while True:
            async with self.wire(secret) as wire:
                with suppress(LostError):
                    return await ask(wire)
            await asyncio.sleep(AGAIN)

    async def open_table(self, seating: Seating, control: str) -> tuple[str, list[Person]]:
        """Opens a game and lets everybody join it."""
        people = [Person(self, seat) for seat, who in enumerate(seating.seats) if who != COMPUTER]
        opener = people[0].secret
        game_id: str = await self.until_answered(
            opener, lambda wire: open_game(wire, seating.game, *seating.seats, control=control)
        )
        for person in people:
            person.game_id = game_id
            if person.secret != opener:
                await self.join(game_id, opener, person.secret)
        return game_id, people

    async def join(self, game_id: str, opener: str, guest: str) -> None:
        """Lets a guest join a game. If the invitation is gone, the guest has already used it."""
        async with self.wire(guest) as wire:
            await self.until_answered(opener, lambda other: join_game(other, wire, game_id))
        state = await self.until_answered(guest, lambda wire: look(wire, game_id))
        if not state["you"]:
            await self.join(game_id, opener, guest)


async def look(wire: Wire, game_id: str) -> Data:
    """The state of a game."""
    reply = await wire.ask("GET", f"/games/{game_id}")
    if reply.status != 200:
        raise LostError(f"status {reply.status}")
    state: Data = reply.data
    return state


class Person:
    """A simulated person who plays one seat of a game."""

    def __init__(self, trial: Trial, seat: int) -> None:
        self.trial = trial
        self.seat = seat
        self.secret = token_urlsafe(32)
        self.game_id = ""
        self.state: Data = {"version": 0, "finish": None}
        self.news = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state["finish"] is not None

    async def play(self) -> None:
        """Follows the game and makes its moves, until the game or the trial ends."""
        following = asyncio.create_task(self._follow())
        try:
            while not self.over and not self.trial.stopping:
                await self._wait_for_news()
                if chosen := self._choose():
                    await asyncio.sleep(self.trial.chance.uniform(0, LONGEST_THOUGHT))
                    await self._do(*chosen)
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def _wait_for_news(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await self.news.wait()
        self.news.clear()

    async def _follow(self) -> None:
        while not self.over:
            path = f"/games/{self.game_id}/live?version={self.state['version']}"
            async with self.trial.wire(self.secret) as wire:
                with suppress(LostError):
                    async for told in wire.follow(path):
                        self._hear(told)
            self.trial.protocol.counts["streams that ended"] += 1
            await asyncio.sleep(AGAIN)

    def _hear(self, told: Told) -> None:
        if told.name == "state":
            self.trial.protocol.counts["states pushed"] += 1
            self._see(json.loads(told.data))

    def _see(self, state: Data) -> None:
        self.trial.protocol.see(state)
        if state["version"] > self.state["version"]:
            self.state = state
            self.news.set()

    def _choose(self) -> tuple[str, str] | None:
        """The next command and, if it is a move, its text; None if there is nothing to do."""
        can, chance = self.state.get("can", {}), self.trial.chance
        if can.get("layout"):
            return "layout", ""
        if not can.get("move"):
            return None
        alone = sum(not seat["computer"] for seat in self.state["seats"]) == 1
        if alone and can["undo"] and chance.random() < TAKEBACKS:
            return "takeback", ""
        return "move", chance.choice(self.state["choices"]["moves"])[0]

    async def _do(self, do: str, move: str) -> None:
        """Sends a command until it is answered; sometimes repeats it after it was confirmed."""
        version = self.state["version"]
        body = command(token_urlsafe(12), version, do, move=move)
        reply = await self._send(body)
        while reply.status == 200 and self.trial.chance.random() < REPEATS:
            again = await self._send(body)
            self.trial.protocol.counts["repeated"] += 1
            if again.status != 200 or again.data["accepted"] != reply.data["accepted"]:
                self._complain(body, again)
        self._note(body, reply)

    async def _send(self, body: Data) -> Reply:
        counts, path = self.trial.protocol.counts, f"/games/{self.game_id}/commands"
        while True:
            async with self.trial.wire(self.secret) as wire:
                try:
                    reply = await wire.ask("POST", path, body)
                except LostError:
                    counts["commands without an answer"] += 1
                else:
                    if reply.status < 500:
                        return reply
                    counts[f"commands answered {reply.status}"] += 1
            await asyncio.sleep(AGAIN)

    def _note(self, body: Data, reply: Reply) -> None:
        if reply.status == 200:
            made = Confirmed(
                self.game_id, self.seat, body["do"], body["move"], body["version"],
                reply.data["accepted"],
            )  # fmt: skip
            self.trial.protocol.confirmed.append(made)
            self._see(reply.data["state"])
        elif reply.status == 409:
            self.trial.protocol.counts["came too late"] += 1
            if state := reply.data["error"].get("state"):
                self._see(state)
        else:
            self._complain(body, reply)

    def _complain(self, body: Data, reply: Reply) -> None:
        self.trial.protocol.problems.append(f"{body} was answered {reply.status} {reply.body!r}")


# --- playing and killing -------------------------------------------------------------------


async def keep_playing(trial: Trial, seating: Seating) -> None:
    """Plays one game after another."""
    while not trial.stopping:
        game_id, people = await trial.open_table(seating, USUAL_CLOCK)
        trial.protocol.games.add(game_id)
        await asyncio.gather(*(person.play() for person in people))


async def let_flags_fall(trial: Trial) -> None:
    """Opens games in which nobody moves, so that clocks run out."""
    while not trial.stopping:
        seating = Seating(trial.chance.choice(GAMES).id, ("me", "open"))
        game_id, people = await trial.open_table(seating, trial.chance.choice(SHORT_CLOCKS))
        await settle_layout(trial, people[0])
        trial.protocol.flagged.add(game_id)
        await asyncio.sleep(1.0)


async def settle_layout(trial: Trial, person: Person) -> None:
    """Accepts the starting layout, in games that ask for it."""
    state = await trial.until_answered(person.secret, lambda wire: look(wire, person.game_id))
    if state["can"]["layout"]:
        person.state = state
        await person._do("layout", "")


async def kill_servers(trial: Trial, kills: int, database: Any) -> None:
    """Kills servers, and the database if one is given, at random moments."""
    for number in range(kills):
        await play_for_a_while(trial)
        if database and number % 2:
            outage = await asyncio.to_thread(kill_database, database)
        else:
            outage = await asyncio.to_thread(kill_server, trial)
        trial.protocol.outages.append(outage)
        progress(f"{number + 1} of {kills} killed, {len(trial.protocol.confirmed)} confirmed")


async def play_for_a_while(trial: Trial) -> None:
    """Waits until some more commands are confirmed, and then a little longer."""
    confirmed, until = trial.protocol.confirmed, time() + LONGEST_WAIT
    wanted = len(confirmed) + trial.chance.randint(*BETWEEN)
    while len(confirmed) < wanted and time() < until:
        await asyncio.sleep(AGAIN)
    await asyncio.sleep(trial.chance.uniform(0, LONGEST_THOUGHT))


def kill_server(trial: Trial) -> Outage:
    """Kills one server and restarts it."""
    server = trial.chance.choice(trial.servers)
    killed = time()
    server.kill()
    server.start()
    server.wait()
    return Outage("server", killed, time(), all_down=len(trial.servers) == 1)


def kill_database(database: Any) -> Outage:
    """Kills PostgreSQL with all its processes and restarts it."""
    killed = time()
    with database.killed():
        pass
    return Outage("database", killed, time(), all_down=True)


def starve(process: int) -> None:
    """Allows a process no more memory than it has."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[0])
    used = pages * resource.getpagesize()
    resource.prlimit(process, resource.RLIMIT_AS, (used, resource.RLIM_INFINITY))


ACCIDENTS: dict[str, Callable[[int], None]] = {
    "killed": lambda process: os.kill(process, signal.SIGKILL),
    "hanging": lambda process: os.kill(process, signal.SIGSTOP),
    "without memory": starve,
}
"""What happens to workers."""


async def hurt_workers(trial: Trial, times: int) -> None:
    """Causes each kind of worker failure; computer players must continue."""
    for kind in list(ACCIDENTS) * times:
        await asyncio.sleep(trial.chance.uniform(0.2, 1.0))
        workers = [worker for server in trial.servers for worker in server.workers()]
        if not workers:
            trial.protocol.problems.append("there was no worker")
            continue
        killed = time()
        with suppress(ProcessLookupError, FileNotFoundError):
            ACCIDENTS[kind](trial.chance.choice(workers))
        await computers_move_on(trial)
        outage = Outage(f"worker {kind}", killed, time(), all_down=False)
        trial.protocol.outages.append(outage)
        progress(f"a worker {kind}: computer players went on within {time() - killed:.1f} s")


async def computers_move_on(trial: Trial) -> None:
    """Waits until computer players have made several moves, more than they had found already."""
    moves = trial.protocol.computer_moves
    wanted, until = len(moves) + MOVES_AFTER, time() + SETTLING
    while len(moves) < wanted:
        await asyncio.sleep(0.05)
        if time() > until:
            trial.protocol.problems.append("computer players stand still")
            return


async def flags_have_fallen(trial: Trial) -> None:
    """Waits until the games in which nobody moves are over."""
    until = time() + SETTLING
    for game_id in trial.protocol.flagged:
        while True:
            state = await trial.until_answered("", partial(look, game_id=game_id))
            if state["finish"]:
                break
            if time() > until:
                trial.protocol.problems.append(f"no flag fell in {game_id}")
                break
            await asyncio.sleep(0.1)


async def run(trial: Trial, kills: int, accidents: int, database: Any) -> None:
    """The whole trial."""
    async with asyncio.TaskGroup() as playing:
        for seating in SEATINGS:
            playing.create_task(keep_playing(trial, seating))
        playing.create_task(let_flags_fall(trial))
        await kill_servers(trial, kills, database)
        await hurt_workers(trial, accidents)
        await asyncio.sleep(1.0)
        trial.stopping = True
    await flags_have_fallen(trial)


# --- the program ---------------------------------------------------------------------------


def progress(words: str) -> None:
    """Prints progress."""
    if sys.stderr.isatty() or "-v" in sys.argv:
        sys.stderr.write(f"{words}\n")


@contextmanager
def databases(options: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """The URL of the database, empty for a file, and the PostgreSQL that may be killed."""
    if not options.postgres:
        yield options.database, None
        return
    with private_postgres() as found:
        yield found


@asynccontextmanager
async def started(servers: Sequence[ServerProcess]) -> AsyncIterator[None]:
    """Runs all servers."""
    try:
        for server in servers:
            server.start()
            await asyncio.to_thread(server.wait)
        yield
    finally:
        for server in servers:
            server.stop()


async def try_out(options: argparse.Namespace, folder: Path, address: str, database: Any) -> Data:
    """Plays, kills and judges."""
    servers = [
        ServerProcess(folder, port, address, ENVIRONMENT) for port in free_ports(options.servers)
    ]
    trial = Trial(servers, options.seed)
    killable = database if options.kill_database else None
    async with started(servers):
        await run(trial, options.kills, options.accidents, killable)
    verdict = Verdict(trial.protocol)
    with closing(
        Store.open(address or f"sqlite:///{folder}/tabuleiro.db", time(), folder)
    ) as store:
        verdict.judge(store)
    return verdict.summary()


def read_options() -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser(description="Kill servers under play; compare what is left.")
    parser.add_argument("--database", default="", metavar="URL", help="an empty database")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL for this alone")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--servers", type=int, default=1, choices=(1, 2))
    parser.add_argument("--kill-database", action="store_true", help="every other time that")
    parser.add_argument("--accidents", type=int, default=3, help="of each kind, to workers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="the result for programs")
    parser.add_argument("-v", action="store_true", help="say how far it is")
    options = parser.parse_args()
    if options.kill_database and not options.postgres:
        parser.error("--kill-database needs --postgres")
    if options.servers > 1 and not (options.postgres or options.database):
        parser.error("--servers 2 needs --postgres or --database: one server at a time has SQLite")
    return options


def main() -> int:
    """Runs the trial and prints the result. The exit status is 1 if anything was lost, doubled or
    wrong, 3 if something was only late, 0 otherwise."""
    options = read_options()
    with tempfile.TemporaryDirectory() as folder, databases(options) as (address, database):
        found = asyncio.run(try_out(options, Path(folder), address, database))
    lines = [json.dumps(found)] if options.json else [f"{name}: {found[name]}" for name in found]
    sys.stdout.write("\n".join(lines) + "\n")
    if found["problems"]:
        return WRONG
    return LATE if found["late"] else 0


if __name__ == "__main__":
    sys.exit(main())
