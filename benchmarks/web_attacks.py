"""Attacks of one address on a server, and what somebody at another address notices.

    python benchmarks/web_attacks.py games          100 games against level 10; a move of level 1
    python benchmarks/web_attacks.py exports        ten long GIFs; a GIF of another game
    python benchmarks/web_attacks.py connections    1,100 half-sent requests; a page

Addresses are forged by a header, which the server believes from a proxy on this machine. The exit
status is 1 if somebody else waited for more than 5 seconds, or was refused.
"""

from __future__ import annotations

import argparse
import resource
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, sleep

import httpx

from tabuleiro.games import start
from web_servers import ServerProcess, free_ports

GREEDY, OTHER = "192.0.2.1", "198.51.100.1"
NEIGHBOUR = "127.0.0.2", 0
LONGEST = 5.0  # seconds that somebody else may wait
SEEDS = count(100)  # of GIFs that are not cached
FILES = 1024  # that the server may open
ENVIRONMENT = {
    "TABULEIRO_WORKERS": "1",
    "TABULEIRO_PROXIES": "127.0.0.1",
    "TABULEIRO_CONNECTIONS_PER_ADDRESS": "250",
}


def client(server: ServerProcess, address: str) -> httpx.Client:
    """A client at an address."""
    headers = {"X-Tabuleiro": "1", "X-Forwarded-For": address}
    return httpx.Client(base_url=server.address, headers=headers, timeout=120)


def open_game(browser: httpx.Client, game: str, level: int) -> str:
    """Opens a game in which the computer player begins; its id."""
    seats = [{"who": "computer", "computer": f"level:{level}"}, {"who": "me"}]
    answer = browser.post("/api/v1/games", json={"game": game, "seats": seats})
    answer.raise_for_status()
    return str(answer.json()["id"])


@contextmanager
def many_games(server: ServerProcess) -> Iterator[None]:
    """A hundred games in which level 10 is to move."""
    with client(server, GREEDY) as browser:
        for _ in range(100):
            open_game(browser, "squex rows=15 columns=15", 10)
        yield


def wait_for_move(server: ServerProcess) -> None:
    """A game against level 1, until it has moved."""
    with client(server, OTHER) as browser:
        game_id = open_game(browser, "squex", 1)
        while not browser.get(f"/api/v1/games/{game_id}").json()["moves"]:
            sleep(0.05)


def gif_path(seed: int, moves: int) -> str:
    """The path of the GIF of a game of random moves."""
    chance, position, line = Random(seed), start("squex rows=15 columns=15"), []
    for _ in range(moves):
        line.append(position.move_text(chance.choice(position.legal_moves())))
        position = position.play(line[-1])
    return f"/p/squex/game.gif?rows=15&columns=15&moves={'+'.join(line)}"


@contextmanager
def many_exports(server: ServerProcess) -> Iterator[None]:
    """Ten long GIFs at once."""
    with ThreadPoolExecutor(10) as threads, client(server, GREEDY) as browser:
        for seed in range(10):
            threads.submit(browser.get, gif_path(seed, 60))
        sleep(0.5)
        yield


def make_export(server: ServerProcess) -> None:
    """A short GIF, which must not be refused."""
    with client(server, OTHER) as browser:
        browser.get(gif_path(next(SEEDS), 2)).raise_for_status()


@contextmanager
def many_connections(server: ServerProcess) -> Iterator[None]:
    """1,100 connections that send half a head, from another address of this machine."""
    assert server.process
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
    with ExitStack() as stack:
        for _ in range(1100):
            connection = stack.enter_context(
                socket.create_connection(("127.0.0.1", server.port), source_address=NEIGHBOUR)
            )
            with suppress(ConnectionError):
                connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        yield


def read_page(server: ServerProcess) -> None:
    """A page."""
    with httpx.Client(base_url=server.address, timeout=60) as browser:
        browser.get("/api/v1/rules/squex").raise_for_status()


Attack = tuple[
    Callable[[ServerProcess], AbstractContextManager[None]], Callable[[ServerProcess], None]
]
ATTACKS: dict[str, Attack] = {
    "games": (many_games, wait_for_move),
    "exports": (many_exports, make_export),
    "connections": (many_connections, read_page),
}


def waited(name: str) -> float:
    """How long somebody else waited during an attack, in seconds."""
    attack, other = ATTACKS[name]
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), free_ports(1)[0], environment=ENVIRONMENT)
        server.start()
        try:
            server.wait()
            other(server)  # everything is loaded
            with attack(server):
                began = monotonic()
                other(server)
                return monotonic() - began
        finally:
            server.kill()


def main() -> int:
    """Runs one attack."""
    parser = argparse.ArgumentParser(description="What an attack does to others.")
    parser.add_argument("attack", choices=ATTACKS)
    seconds = waited(parser.parse_args().attack)
    sys.stdout.write(f"somebody else waited for {seconds:.1f} s\n")
    return int(seconds > LONGEST)


if __name__ == "__main__":
    sys.exit(main())
