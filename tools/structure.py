"""Measure the structure: package sizes, repeated class names, and the modules on three walks.

    python tools/structure.py           # lines and modules of each package, repeated class names
    python tools/structure.py --walks   # the modules whose functions run on each walk

The walks are a click (from the POST of a move to the event that the other browser receives),
`tabuleiro match`, and a position's text to its picture. They run uncompiled, so that functions of
compiled modules are traced too. `--source` names another checkout to measure.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

CLICKS = 12
TIMEOUT = 120.0
GAME = "squex"
WALKS = {
    "tabuleiro match": ["match", "random", "classic:greedy", "squex", "--games", "2"],
    "text to picture": ["show", "squex", "--moves", "d4 e4", "--format", "svg", "--out", "OUT"],
}
TRACER = Path(__file__).with_name("tracer")  # Python runs its `sitecustomize` at startup


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--walks", action="store_true", help="trace the walks")
    parser.add_argument("--source", type=Path, default=Path(__file__).parents[1], metavar="FOLDER")
    given = parser.parse_args()
    if given.walks:
        print_walks(given.source.resolve())
    else:
        print_packages(given.source / "src" / "tabuleiro")


# --- lines, modules and names --------------------------------------------------------------


def print_packages(source: Path) -> None:
    """Print lines and modules of each package, and the class names defined more than once."""
    lines: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for path in source.rglob("*.py"):
        package = path.relative_to(source).parts[0].removesuffix(".py")
        lines[package] += len(path.read_text("utf-8").splitlines())
        modules[package] += 1
    for package in sorted(lines):
        print(f"{package:16} {modules[package]:4} modules {lines[package]:6} lines")
    print(f"{'all':16} {modules.total():4} modules {lines.total():6} lines")
    repeated = repeated_classes(source)
    print(f"{len(repeated)} class names are defined in more than one module")
    for name, places in sorted(repeated.items()):
        print(f"    {name}: {', '.join(places)}")


def repeated_classes(source: Path) -> dict[str, list[str]]:
    """The class names that several modules define, with these modules."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(source.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        for name in names:
            places[name].append(str(path.relative_to(source).with_suffix("")))
    return {name: found for name, found in places.items() if len(found) > 1}


# --- walks ---------------------------------------------------------------------------------


def print_walks(checkout: Path) -> None:
    """Run the walks and print the modules on each."""
    walks = {"a click": click(checkout)}
    for name, arguments in WALKS.items():
        walks[name] = command(checkout, arguments)
    for name, modules in walks.items():
        print(f"{name}: {len(modules)} modules")
        for module in sorted(modules):
            print(f"    {module}")


def command(checkout: Path, arguments: list[str]) -> set[str]:
    """The modules on the walk of a command."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [each.replace("OUT", f"{folder}/board.svg") for each in arguments]
        run = program(checkout, Path(folder), arguments)
        if run.wait(TIMEOUT):
            raise SystemExit(f"tabuleiro {' '.join(arguments)} failed")
        return {module for _, module in calls(checkout, Path(folder))}


def click(checkout: Path) -> set[str]:
    """The modules that run on most clicks, in every process of a server."""
    with tempfile.TemporaryDirectory() as folder:
        port = str(free_port())
        data = f"{folder}/data"
        options = ["web", "--no-browser", "--port", port, "--data", data, "--workers", "1"]
        run = program(checkout, Path(folder), options)
        try:
            windows = make_clicks(f"http://127.0.0.1:{port}")
        finally:
            run.terminate()
            run.wait(TIMEOUT)
        made = list(calls(checkout, Path(folder)))
    found = Counter(
        module
        for first, last in windows
        for module in {module for at, module in made if first <= at <= last}
    )
    return {module for module, count in found.items() if 2 * count > len(windows)}


def program(checkout: Path, folder: Path, arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start `tabuleiro` with its calls logged to the folder."""
    (folder / "log").mkdir()
    return subprocess.Popen(
        [sys.executable, "-m", "tabuleiro", *arguments],
        env={
            **os.environ,
            "PYTHONPATH": f"{TRACER}:{checkout / 'src'}",
            "TABULEIRO_UNCOMPILED": "1",
            "WALK_LOG": f"{folder}/log",
        },
        cwd=folder,
        stdout=subprocess.DEVNULL,
    )


def calls(checkout: Path, folder: Path) -> Iterator[tuple[float, str]]:
    """The logged calls: their times and modules."""
    source = f"{checkout / 'src' / 'tabuleiro'}/"
    for log in (folder / "log").iterdir():
        for line in log.read_text("utf-8").splitlines():
            at, name = line.split(" ", 1)
            if name.startswith(source):
                yield float(at), name.removeprefix(source)


def free_port() -> int:
    """A port that is not in use."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Browser:
    """A client of the API with its own cookies."""

    def __init__(self, server: str) -> None:
        self.api = f"{server}/api/v1"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def call(self, path: str, body: object = None) -> Any:
        """The response of the API."""
        with self.stream(path, body) as answer:
            return json.loads(answer.read())

    def stream(self, path: str, body: object = None) -> Any:
        """The response of the API before its body is read."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-Tabuleiro": "1"}
        request = urllib.request.Request(self.api + path, data, headers)  # noqa: S310 - our own server
        return self.opener.open(request, timeout=TIMEOUT)


def make_clicks(server: str) -> list[tuple[float, float]]:
    """Play moves of one browser while the other follows the game; return the times of each."""
    white, black = Browser(server), Browser(server)
    wait_for(white)
    seats = [{"who": "me"}, {"who": "open"}]
    opened = white.call("/games", {"game": GAME, "seats": seats})["id"]
    token = white.call(f"/games/{opened}/invitations")["invitations"][0]["token"]
    black.call("/join", {"token": token})
    browsers = (white, black)
    windows = []
    for number in range(CLICKS):
        state = white.call(f"/games/{opened}")
        mover = browsers[state["player"]]
        other = browsers[1 - state["player"]]
        windows.append(make_click(mover, other, opened, state, number))
    return windows


def make_click(
    mover: Browser, other: Browser, game: str, state: dict[str, Any], number: int
) -> tuple[float, float]:
    """Make a move; return when it was sent and when the other browser received the event."""
    following = threading.Event()
    received: list[float] = []

    def follow() -> None:
        with other.stream(f"/games/{game}/live?version={state['version']}") as events:
            following.set()
            for line in events:
                if line.startswith(b"event: state"):
                    received.append(time.time())
                    return

    follower = threading.Thread(target=follow)
    follower.start()
    following.wait(TIMEOUT)
    time.sleep(0.5)  # so that calls of opening the stream are not counted
    move = "abcde"[number % 5] + str(number // 5 + 1)
    sent = time.time()
    body = {"request": f"move{number}", "version": state["version"], "do": "move", "move": move}
    mover.call(f"/games/{game}/commands", body)
    follower.join(TIMEOUT)
    return sent, received[0]


def wait_for(browser: Browser) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        try:
            browser.call("/rules")
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
