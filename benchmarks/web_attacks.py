"""Attacks of one address on a server, and what somebody at another address notices.

    python benchmarks/web_attacks.py games          100 games against level 10; a move of level 1
    python benchmarks/web_attacks.py exports        ten long GIFs; a GIF of another game
    python benchmarks/web_attacks.py connections    1,100 half-sent requests; a page
    python benchmarks/web_attacks.py analyses       30 analyses, 48 large games; 300 moves
    python benchmarks/web_attacks.py cookies        60 analyses at once with made-up cookies
    python benchmarks/web_attacks.py reasons        100 questions for reasons; another question
    python benchmarks/web_attacks.py list           60 public games

Addresses are forged by a header, which the server believes from a proxy on this machine. The exit
status is 1 if somebody else waited for too long or was refused, or if a limit did not hold.
"""

from __future__ import annotations

import argparse
import resource
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from statistics import quantiles
from threading import Event, Semaphore
from time import monotonic, sleep

import httpx

from tabuleiro.games import start
from web_servers import ServerProcess, free_ports

GREEDY, OTHER = "192.0.2.1", "198.51.100.1"
NEIGHBOUR = "127.0.0.2", 0
LARGE = "squex rows=15 columns=15"
LONGEST = 5.0  # seconds that somebody else may wait
SLOWEST = 50.0  # milliseconds that 99 % of the moves of somebody else may take
MOST_ANALYSES, MOST_LISTED = 10, 5  # of one address
COMMANDS = 300
SEEDS = count(100)  # of GIFs that are not cached
FILES = 1024  # that the server may open
ENVIRONMENT = {
    "TABULEIRO_WORKERS": "1",
    "TABULEIRO_PROXIES": "127.0.0.1",
    "TABULEIRO_CONNECTIONS_PER_ADDRESS": "250",
}

Verdict = tuple[str, bool]
"""What was seen, and whether it is good enough."""


def client(server: ServerProcess, address: str, cookie: str = "") -> httpx.Client:
    """A client at an address."""
    headers = {"X-Tabuleiro": "1", "X-Forwarded-For": address}
    if cookie:
        headers["Cookie"] = f"tabuleiro={cookie}"
    return httpx.Client(base_url=server.address, headers=headers, timeout=120)


def waited(act: Callable[[ServerProcess], None], server: ServerProcess) -> Verdict:
    """How long somebody else waits for something."""
    began = monotonic()
    act(server)
    seconds = monotonic() - began
    return f"somebody else waited for {seconds:.1f} s", seconds <= LONGEST


# --- games against the computer ------------------------------------------------------------


def open_game(browser: httpx.Client, game: str, level: int) -> str:
    """Opens a game in which the computer player begins; its id."""
    seats = [{"who": "computer", "computer": f"level:{level}"}, {"who": "me"}]
    answer = browser.post("/api/v1/games", json={"game": game, "seats": seats})
    answer.raise_for_status()
    return str(answer.json()["id"])


def open_large_games(server: ServerProcess, games: int) -> None:
    """Opens games in which level 10 is to move."""
    with client(server, GREEDY) as browser:
        for _ in range(games):
            open_game(browser, LARGE, 10)


def wait_for_move(server: ServerProcess) -> None:
    """A game against level 1, until it has moved."""
    with client(server, OTHER) as browser:
        game_id = open_game(browser, "squex", 1)
        while not browser.get(f"/api/v1/games/{game_id}").json()["moves"]:
            sleep(0.05)


def attack_by_games(server: ServerProcess) -> Verdict:
    """A hundred games in which level 10 is to move."""
    wait_for_move(server)  # everything is loaded
    open_large_games(server, 100)
    return waited(wait_for_move, server)


# --- exports -------------------------------------------------------------------------------


def gif_path(seed: int, moves: int) -> str:
    """The path of the GIF of a game of random moves."""
    chance, position, line = Random(seed), start(LARGE), []
    for _ in range(moves):
        line.append(position.move_text(chance.choice(position.legal_moves())))
        position = position.play(line[-1])
    return f"/p/squex/game.gif?rows=15&columns=15&moves={'+'.join(line)}"


def make_export(server: ServerProcess) -> None:
    """A short GIF, which must not be refused."""
    with client(server, OTHER) as browser:
        browser.get(gif_path(next(SEEDS), 2)).raise_for_status()


def attack_by_exports(server: ServerProcess) -> Verdict:
    """Ten long GIFs at once."""
    make_export(server)
    with ThreadPoolExecutor(10) as threads, client(server, GREEDY) as browser:
        for seed in range(10):
            threads.submit(browser.get, gif_path(seed, 60))
        sleep(0.5)
        return waited(make_export, server)


# --- connections ---------------------------------------------------------------------------


def read_page(server: ServerProcess) -> None:
    """A page."""
    with httpx.Client(base_url=server.address, timeout=60) as browser:
        browser.get("/api/v1/rules/squex").raise_for_status()


def attack_by_connections(server: ServerProcess) -> Verdict:
    """1,100 connections that send half a head, from another address of this machine."""
    read_page(server)
    assert server.process
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
    with ExitStack() as stack:
        for _ in range(1100):
            connection = stack.enter_context(
                socket.create_connection(("127.0.0.1", server.port), source_address=NEIGHBOUR)
            )
            with suppress(ConnectionError):
                connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        return waited(read_page, server)


# --- analyses ------------------------------------------------------------------------------


def follow_analysis(server: ServerProcess, address: str, begun: Semaphore, over: Event) -> bool:
    """Follows the analysis of a position until `over` is set, with a made-up cookie; whether the
    server accepted it, which is known when `begun` is released."""
    body = {"position": start(LARGE).full_text, "seconds": 30}
    with (
        client(server, address, token_urlsafe(32)) as browser,
        browser.stream("POST", "/api/v1/analysis", json=body) as answer,
    ):
        accepted = answer.status_code == 200
        for number, line in enumerate(answer.iter_lines()):
            if line.startswith("event: trouble"):
                accepted = False
            if number == 0:
                begun.release()
            if over.is_set() or not accepted:
                break
        return accepted


@contextmanager
def many_analyses(server: ServerProcess, addresses: list[str]) -> Iterator[list[bool]]:
    """An analysis for each address, once all were accepted or refused; the list tells afterwards
    which were accepted."""
    begun, over, accepted = Semaphore(0), Event(), list[bool]()
    with ThreadPoolExecutor(len(addresses)) as threads:
        asked = [threads.submit(follow_analysis, server, each, begun, over) for each in addresses]
        try:
            for _ in addresses:
                begun.acquire(timeout=60)
            yield accepted
        finally:
            over.set()
        accepted += [each.result() for each in asked]


def attack_by_analyses(server: ServerProcess) -> Verdict:
    """Thirty analyses, ten from each of three addresses, while 48 large games are played."""
    open_large_games(server, 48)
    addresses = [f"192.0.2.{1 + i % 3}" for i in range(30)]
    with many_analyses(server, addresses) as accepted, client(server, OTHER) as browser:
        taken = list(confirmations(browser))
    worst = quantiles(taken, n=100, method="inclusive")[98]
    words = f"99 % of the moves of somebody else were confirmed within {worst:.0f} ms"
    return words, worst <= SLOWEST and all(accepted)


def confirmations(browser: httpx.Client) -> Iterator[float]:
    """The milliseconds until each of many moves, or its takeback, is confirmed."""
    game_id = open_hot_seat_game(browser)
    version = browser.get(f"/api/v1/games/{game_id}").json()["version"]
    for number in range(COMMANDS):
        sleep(0.02)
        act = {"do": "takeback"} if number % 2 else {"do": "move", "move": "c3"}
        body = {"request": f"r{number}", "version": version, **act}
        began = monotonic()
        answer = browser.post(f"/api/v1/games/{game_id}/commands", json=body)
        yield 1000 * (monotonic() - began)
        version = answer.raise_for_status().json()["state"]["version"]


def open_hot_seat_game(browser: httpx.Client) -> str:
    """Opens a game of one person against themselves; its id."""
    order = {"game": "squex", "seats": [{"who": "me"}, {"who": "me"}]}
    return str(browser.post("/api/v1/games", json=order).raise_for_status().json()["id"])


def attack_by_cookies(server: ServerProcess) -> Verdict:
    """Sixty analyses at once from one address, each with another made-up cookie."""
    with many_analyses(server, [GREEDY] * 60) as accepted:
        pass
    return f"{sum(accepted)} of 60 analyses were accepted", sum(accepted) == MOST_ANALYSES


def ask_reasons(server: ServerProcess, address: str, moves: int = 20) -> None:
    """Asks for reasons for a move on a large board."""
    position, chance = start(LARGE), Random(moves)
    for _ in range(moves):
        position = position.play(chance.choice(position.legal_moves()))
    move = position.move_text(chance.choice(position.legal_moves()))
    with client(server, address) as browser:
        body = {"position": position.full_text, "line": [move]}
        browser.post("/api/v1/reasons", json=body).raise_for_status()


def attack_by_reasons(server: ServerProcess) -> Verdict:
    """A hundred questions for reasons at once, from one address."""
    ask_reasons(server, OTHER)
    with ThreadPoolExecutor(100) as threads:
        for moves in range(20, 120):
            threads.submit(ask_reasons, server, GREEDY, moves)
        sleep(0.5)
        return waited(lambda server: ask_reasons(server, OTHER), server)


# --- the public list -----------------------------------------------------------------------


def attack_by_listing(server: ServerProcess) -> Verdict:
    """Sixty public games from one address, opened at once."""
    order = {"game": "squex", "seats": [{"who": "me"}, {"who": "open"}], "listed": True}
    with ThreadPoolExecutor(12) as threads, client(server, GREEDY) as browser:
        list(threads.map(lambda _: browser.post("/api/v1/games", json=order), range(60)))
        listed = len(browser.get("/api/v1/games").json()["games"])
    return f"{listed} of 60 games are in the public list", listed == MOST_LISTED


# --- the program ---------------------------------------------------------------------------

ATTACKS: dict[str, Callable[[ServerProcess], Verdict]] = {
    "games": attack_by_games,
    "exports": attack_by_exports,
    "connections": attack_by_connections,
    "analyses": attack_by_analyses,
    "cookies": attack_by_cookies,
    "reasons": attack_by_reasons,
    "list": attack_by_listing,
}


def attacked(name: str) -> Verdict:
    """What an attack does to a new server."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), free_ports(1)[0], environment=ENVIRONMENT)
        server.start()
        try:
            server.wait()
            return ATTACKS[name](server)
        finally:
            server.kill()


def main() -> int:
    """Runs one attack."""
    parser = argparse.ArgumentParser(description="What an attack does to others.")
    parser.add_argument("attack", choices=ATTACKS)
    words, good = attacked(parser.parse_args().attack)
    sys.stdout.write(f"{words}\n")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
