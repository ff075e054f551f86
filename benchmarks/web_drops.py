"""Opens hundreds of live streams and unfinished requests, drops them all, and checks that the
server has the same memory, files and threads as before, and still answers.

    python benchmarks/web_drops.py                 1,000 streams, three times
    python benchmarks/web_drops.py --streams 50

The first round is not counted: it fills caches.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

from web_servers import ServerProcess, free_ports
from web_wire import Data, Wire, open_game

ENVIRONMENT = {"TABULEIRO_WORKERS": "1"}
HEAD = "POST /api/v1/games HTTP/1.1\r\nHost: {host}\r\nX-Tabuleiro: 1\r\n"
RUDE = (
    "GET /api/v1/games HTTP/1.1\r\nHost: {host}\r\nX-Slow: ",
    HEAD + "Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{{",
    HEAD + "Content-Length: 99999999\r\n\r\n{{}}",
    HEAD + "Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{{",
    "\x00\x01\x02\r\n\r\n",
)
"""Incomplete and invalid requests."""

SETTLING = 180.0  # seconds in which a busy server must notice that all clients are gone
MOST_MEGABYTES = 32  # by which memory may grow in later rounds
MOST_FILES = 8  # a server keeps connections to its database and its workers


class Footprint:
    """The resources of a process."""

    def __init__(self, process: int) -> None:
        folder = Path(f"/proc/{process}")
        self.files = len(list((folder / "fd").iterdir()))
        status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        self.megabytes = int(status["VmRSS"].split()[0]) / 1024
        self.threads = int(status["Threads"])


async def follow_once(address: str, game_id: str) -> Wire:
    """A stream whose first state has arrived."""
    wire = Wire(address)
    async for _ in wire.follow(f"/games/{game_id}/live", close=False):
        return wire
    raise RuntimeError("a stream ended")


async def be_rude(port: int, text: str) -> asyncio.StreamWriter:
    """A connection on which only part of a request has been sent."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text.format(host=f"127.0.0.1:{port}").encode("latin-1"))
    return writer


async def round_of(server: ServerProcess, game_id: str, streams: int) -> None:
    """Opens streams and a tenth as many unfinished requests, and drops them all."""
    following = [await follow_once(server.address, game_id) for _ in range(streams)]
    rude = [await be_rude(server.port, RUDE[i % len(RUDE)]) for i in range(streams // 10)]
    await asyncio.sleep(0.2)
    for wire in following:
        wire.abort()
    for writer in rude:
        writer.transport.abort()


async def settle(server: ServerProcess, files: int) -> Footprint:
    """The footprint of the server, once it has noticed that all connections are gone."""
    assert server.process
    until = monotonic() + SETTLING
    while (found := Footprint(server.process.pid)).files > files and monotonic() < until:
        await asyncio.sleep(0.2)
    return found


async def try_out(server: ServerProcess, rounds: int, streams: int) -> Data:
    """Runs all rounds, and compares the server after the first and after the last."""
    assert server.process
    idle = Footprint(server.process.pid).files
    async with Wire(server.address) as opener:
        game_id = await open_game(opener, "squex", "me", "open")
        footprints = []
        for _ in range(rounds + 1):
            await round_of(server, game_id, streams)
            footprints.append(await settle(server, idle + MOST_FILES))
        answered = await opener.ask("GET", f"/games/{game_id}")
    first, last = footprints[0], footprints[-1]
    return {
        "streams dropped": streams * (rounds + 1),
        "files kept": last.files - idle,
        "megabytes grown": round(last.megabytes - first.megabytes, 1),
        "threads grown": last.threads - first.threads,
        "answers afterwards": answered.status == 200,
        "failures in the log": server.log.read_text().count("Traceback"),
    }


def is_well(found: Data) -> bool:
    """Whether the server is as it was before."""
    return bool(
        found["answers afterwards"]
        and not found["failures in the log"]
        and found["files kept"] <= MOST_FILES
        and found["megabytes grown"] <= MOST_MEGABYTES
    )


def main() -> int:
    """Measures and prints; the exit status is 1 if the server is not as it was before."""
    parser = argparse.ArgumentParser(description="Open streams, drop them, look what stays.")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2, help="after the first")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (port,) = free_ports(1)
        server = ServerProcess(Path(folder), port, "", ENVIRONMENT)
        server.start()
        try:
            server.wait()
            found: dict[str, Any] = asyncio.run(try_out(server, options.rounds, options.streams))
        finally:
            server.stop()
    sys.stdout.write(json.dumps(found) + "\n")
    return 0 if is_well(found) else 1


if __name__ == "__main__":
    sys.exit(main())
