"""A public server as `docs/server.md` describes it, once through everything an operator does:

    python benchmarks/web_operation.py
    python benchmarks/web_operation.py --proxy caddy

A proxy with its file in `docs/deploy`, `tabuleiro web` and PostgreSQL run together, for this alone.
Two people play through the proxy; the database is backed up, killed and started again, upgraded
from the previous schema, and restored into another database. Then a server with SQLite is not
allowed to write. Each step prints a line; the exit status is 1 if one fails, 3 if something took
too long. It needs PostgreSQL, and nginx with openssl, or Caddy.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import httpx

from web_servers import SOURCE, ServerProcess, free_ports, private_postgres

if TYPE_CHECKING:
    from postgres import PostgresServer

DEPLOY = Path(__file__).parents[1] / "docs" / "deploy"
HOST = "games.example"
UNHEALTHY, HEALTHY = 503, 200
MOST_SECONDS = 5.0  # until /health tells of a trouble
SOON = 1.0  # seconds in which a viewer sees a move, if the proxy does not hold it back
PATIENCE = 60.0
LATE = 3  # the exit status if everything holds, but not in time
TOO_LATE: list[str] = []
PREVIOUS_SCHEMA = """
    ALTER TABLE games DROP COLUMN source;
    UPDATE meta SET value = '3' WHERE key = 'schema'
"""
"""From the current schema to the one before."""
ENVIRONMENT = {
    "TABULEIRO_HOSTS": HOST,
    "TABULEIRO_HTTPS": "yes",
    "TABULEIRO_PROXIES": "127.0.0.1",
    "TABULEIRO_WORKERS": "1",
}


def say(words: str) -> None:
    """Prints a line."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def say_time(words: str, seconds: float, most: float) -> None:
    """Prints a line about a time, and whether it was too long."""
    if seconds > most:
        TOO_LATE.append(words)
        words = f"{words}: too late"
    say(words)


def seconds_until(holds: Callable[[], bool]) -> float:
    """How long it takes until something holds."""
    began = monotonic()
    while not holds():
        if monotonic() - began > PATIENCE:
            raise TimeoutError("it does not hold")
        sleep(0.05)
    return monotonic() - began


# --- the proxy -----------------------------------------------------------------------------


@contextmanager
def proxy(name: str, folder: Path, server: int) -> Iterator[str]:
    """Runs a proxy with its file in `docs/deploy`, except for ports and certificate; its URL."""
    secure, plain = free_ports(2)
    command = {"nginx": nginx, "caddy": caddy}[name](folder, server, secure, plain)
    with (folder / "proxy.log").open("wb") as log:
        running = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield f"https://127.0.0.1:{secure}"
    finally:
        running.terminate()
        running.wait()


def nginx(folder: Path, server: int, secure: int, plain: int) -> list[str]:
    """The command of nginx."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    make_certificate(certificate, key)
    text = changed(
        (DEPLOY / "nginx.conf").read_text(),
        (r"listen \[::\].*\n", ""),
        (r"listen 443 ", f"listen 127.0.0.1:{secure} "),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"ssl_certificate \S+;", f"ssl_certificate {certificate};"),
        (r"ssl_certificate_key \S+;", f"ssl_certificate_key {key};"),
        (r"127\.0\.0\.1:8765", f"127.0.0.1:{server}"),
    )
    paths = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{text}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    log = str(folder / "nginx.log")
    return ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", log, "-g", "daemon off;"]


def caddy(folder: Path, server: int, secure: int, plain: int) -> list[str]:
    """The command of Caddy."""
    text = changed(
        (DEPLOY / "Caddyfile").read_text(),
        (rf"\n{HOST} {{", f"\n{HOST} {{\n\ttls internal"),
        (r"127\.0\.0\.1:8765", f"127.0.0.1:{server}"),
    )
    options = ["admin off", "skip_install_trust", "default_bind 127.0.0.1"]
    options += [f"default_sni {HOST}", f"storage file_system {folder}"]
    options += [f"http_port {plain}", f"https_port {secure}"]
    (folder / "Caddyfile").write_text("\n".join(["{", *options, "}", text]))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with all occurrences of patterns replaced; each must occur."""
    for old, new in changes:
        text, found = re.subn(old, new, text)
        assert found, f"{old} does not occur"
    return text


def make_certificate(certificate: Path, key: Path) -> None:
    """A certificate that nobody trusts."""
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 1".split()
    command += ["-subj", f"/CN={HOST}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)


def visitor(address: str) -> httpx.Client:
    """A person who uses the server through the proxy."""
    headers = {"Host": HOST, "X-Tabuleiro": "1"}
    return httpx.Client(
        base_url=address,
        headers=headers,
        timeout=PATIENCE,
        verify=False,  # noqa: S501 - the proxies on this machine have self-signed certificates
    )


# --- steps ---------------------------------------------------------------------------------


def play(address: str) -> str:
    """A game of two people, of whom one moves and the other sees it; its id."""
    with visitor(address) as ana, visitor(address) as rui:
        order = {"game": "squex", "seats": [{"who": "me"}, {"who": "open"}]}
        game_id = ana.post("/api/v1/games", json=order).raise_for_status().json()["id"]
        keep_cookies(ana, rui)
        (found,) = ana.get(f"/api/v1/games/{game_id}/invitations").json()["invitations"]
        rui.post("/api/v1/join", json={"token": found["token"], "name": "Rui"}).raise_for_status()
        seconds = seconds_to_see_move(ana, rui, game_id)
        say_time(f"a move was seen through the proxy after {seconds:.2f} s", seconds, SOON)
        assert ana.get("/metrics").status_code == 404, "the proxy shows the metrics"
    return str(game_id)


def keep_cookies(*people: httpx.Client) -> None:
    """Sends the cookies back to an address that is not the host's name."""
    for person in people:
        person.get("/").raise_for_status()
        cookies = "; ".join(f"{each.name}={each.value}" for each in person.cookies.jar)
        person.headers["Cookie"] = cookies


def seconds_to_see_move(mover: httpx.Client, watcher: httpx.Client, game_id: str) -> float:
    """How long after a move its event arrives."""
    version = mover.get(f"/api/v1/games/{game_id}").json()["version"]
    watching, arrived = Event(), list[float]()

    def watch() -> None:
        with watcher.stream("GET", f"/api/v1/games/{game_id}/live") as answer:
            for line in answer.iter_lines():
                watching.set()
                if line == f"id: {version + 1}":
                    arrived.append(monotonic())
                    return

    thread = Thread(target=watch)
    thread.start()
    assert watching.wait(PATIENCE), "the stream does not begin"
    body = {"request": "r1", "version": version, "do": "move", "move": "c4"}
    began = monotonic()
    mover.post(f"/api/v1/games/{game_id}/commands", json=body).raise_for_status()
    thread.join(PATIENCE)
    return arrived[0] - began


def check_game(server: ServerProcess, game_id: str) -> None:
    """Checks that a server has the game with its move."""
    answer = httpx.get(f"{server.address}/api/v1/games/{game_id}", timeout=PATIENCE)
    moves = [move["text"] for move in answer.raise_for_status().json()["moves"]]
    assert moves == ["c4"], f"the game has the moves {moves}"


def tabuleiro(*arguments: str) -> None:
    """Runs a command."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "tabuleiro", *arguments]
    subprocess.run(command, env=environment, check=True, capture_output=True)


def status_of(server: ServerProcess) -> int:
    """The status of `/health`."""
    return httpx.get(f"{server.address}/health", timeout=PATIENCE).status_code


def check_health(server: ServerProcess, trouble: Any) -> None:
    """Checks that `/health` tells in time of a trouble, and of its end."""
    with trouble:
        seconds = seconds_until(lambda: status_of(server) == UNHEALTHY)
    say_time(f"/health answered 503 after {seconds:.1f} s", seconds, MOST_SECONDS)
    say(f"and 200 after {seconds_until(lambda: status_of(server) == HEALTHY):.1f} s")


@contextmanager
def full_disk(server: ServerProcess) -> Iterator[None]:
    """Lets no file of a server grow, as on a full disk."""
    assert server.process
    unlimited = resource.RLIM_INFINITY, resource.RLIM_INFINITY
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def running(server: ServerProcess) -> Iterator[ServerProcess]:
    """A server, until it is stopped."""
    server.start()
    try:
        seconds_until(lambda: is_reached(server.address))
        yield server
    finally:
        server.stop()


# --- the program ---------------------------------------------------------------------------


def operate(folder: Path, address: str, postgres: PostgresServer, front: str) -> None:
    """Everything with PostgreSQL, behind a proxy."""
    backup = folder / "games.backup"
    server = ServerProcess(folder, free_ports(1)[0], address, ENVIRONMENT)
    with running(server):
        with proxy(front, folder, server.port) as public:
            seconds_until(lambda: is_reached(public))
            game_id = play(public)
        tabuleiro("backup", str(backup), "--database", address)
        say(f"a backup of {backup.stat().st_size} bytes, mode {backup.stat().st_mode & 0o777:o}")
        check_health(server, postgres.killed())
    postgres.execute(PREVIOUS_SCHEMA, address)
    with running(server):
        check_game(server, game_id)
    (made,) = (folder / "backups").glob("*schema3*")
    say("the previous schema was migrated, after a backup")
    for number, source in enumerate((backup, made)):
        with postgres.empty_database() as another:
            tabuleiro("restore", str(source), "--database", another)
            restored = ServerProcess(folder, free_ports(1)[0], another, ENVIRONMENT)
            with running(restored):
                check_game(restored, game_id)
        say(f"backup {number + 1} was restored into another database")


def is_reached(address: str) -> bool:
    """Whether a server, or the one behind a proxy, answers that it is healthy."""
    try:
        with visitor(address) as person:
            return person.get("/health").status_code == HEALTHY
    except httpx.TransportError:
        return False


def main() -> int:
    """Takes all steps."""
    parser = argparse.ArgumentParser(description="Operate a public server.")
    parser.add_argument("--proxy", choices=("nginx", "caddy"), default="nginx")
    front = parser.parse_args().proxy
    with tempfile.TemporaryDirectory() as folder, private_postgres() as (address, postgres):
        operate(Path(folder), address, postgres, front)
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), free_ports(1)[0], environment=ENVIRONMENT)
        with running(server):
            check_health(server, full_disk(server))
    say(f"everything holds, {len(TOO_LATE)} times too late")
    return LATE if TOO_LATE else 0


if __name__ == "__main__":
    sys.exit(main())
