"""A UGI engine for Squex that takes the first empty cell, and does one thing that it must not do.

It is a program of its own and knows nothing of ours: `python unruly_engine.py KIND [FILE]`. The
kinds are the functions below; `good` does nothing wrong. FILE is where some leave a trace.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

POSITION = ""
SIDES = {"rows": 8, "columns": 8}
OPTIONS = ("rows type spin default 8 min 3 max 15", "columns type spin default 8 min 3 max 15")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def first_empty() -> str:
    """The first empty octagon of the position."""
    start, _, moves = POSITION.partition(" moves ")
    empty_rows = "/".join([str(SIDES["columns"])] * SIDES["rows"])
    rows = start.replace("startpos", empty_rows).split(maxsplit=1)[0].split("/")
    for number, row in enumerate(rows, start=1):
        cells = re.sub(r"\d+", lambda run: "." * int(run[0]), row)
        names = [f"{chr(ord('a') + place)}{number}" for place in range(len(cells))]
        for name, cell in zip(names, cells, strict=True):
            if cell == "." and name not in moves.split():
                return name
    raise AssertionError("a full board")


def obey(line: str) -> None:
    """What a good engine does."""
    global POSITION  # noqa: PLW0603 - the whole state of a small program
    word, _, rest = line.partition(" ")
    if word == "ugi":
        say("id name Unruly")
        for option in OPTIONS:
            say(f"option name {option}")
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "position":
        POSITION = rest.removeprefix("fen ")
    elif word == "setoption":
        _, name, _, value = rest.split()
        SIDES[name] = int(value)
    elif word == "go":
        say(f"info depth 1 score cp 100 nodes 5 pv {first_empty()}")
        say(f"bestmove {first_empty()}")
    elif word == "quit":
        sys.exit(0)


# --- each kind does something else with some lines, and says whether it has -----------------


def good(line: str) -> bool:
    return False


def silent(line: str) -> bool:
    return True


def slow_to_start(line: str) -> bool:
    if line == "ugi":
        time.sleep(0.1)
    return False


def never_ready(line: str) -> bool:
    return line == "isready"


def dies_at_start(line: str) -> bool:
    sys.exit("no licence\nfound")


def dies_at_go(line: str) -> bool:
    if line.startswith("go"):
        sys.exit(3)
    return False


def dies_once(line: str) -> bool:
    trace = Path(sys.argv[2])
    if line.startswith("go") and not trace.exists():
        trace.write_text("died")
        signal.raise_signal(signal.SIGKILL)
    return False


def closes_its_output(line: str) -> bool:
    if line.startswith("go"):
        os.close(1)
        time.sleep(1000)
    return False


def hangs(line: str) -> bool:
    """It does not end when it is asked to, and it has a child process."""
    if line.startswith("go"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        Path(sys.argv[2]).write_text(str(child.pid))
        say(f"info depth 1 score cp 1 nodes 1 pv {first_empty()}")
        time.sleep(1000)
    return False


def ignores_stop(line: str) -> bool:
    """It continues to report."""
    while line.startswith("go"):
        say(f"info depth 1 score cp 1 nodes 1 pv {first_empty()}")
        time.sleep(0.005)
    return False


def thinks_until_stopped(line: str) -> bool:
    if line.startswith("go"):
        say(f"info depth 1 score cp 1 nodes 1 pv {first_empty()}")
        return True
    if line == "stop":
        say(f"bestmove {first_empty()}")
    return False


def answers(move: str) -> Callable[[str], bool]:
    def answer(line: str) -> bool:
        if line.startswith("go"):
            say(f"bestmove {move}".rstrip())
        return line.startswith("go")

    return answer


def talks_nonsense(line: str) -> bool:
    sys.stdout.buffer.write(
        b"\xff\xfe\x00 nonsense\r\n\n  \r\ninfo\ninfo string pv a1\nresponse 7\n"
    )
    return False


def answers_unasked(line: str) -> bool:
    if not line.startswith("go"):
        say("bestmove b2")
    return False


def ends_lines_like_windows(line: str) -> bool:
    if line.startswith("go"):
        sys.stdout.write(f"bestmove {first_empty()} ponder c3\r\n")
        sys.stdout.flush()
    return line.startswith("go")


def lies_about_its_search(line: str) -> bool:
    if line.startswith("go"):
        for told in (
            "depth 5 score cp 5000 nodes 7 pv a1 a1 a2",
            "depth -3 score mate -4 nodes -8 time 99 pv a2 zz",
            "depth 1 score cp 0 pv z9",
            "depth 1 score mate 0 pv a1",
            "depth 1 pv a1",
            "score cp 10",
            f"depth {'9' * 5000} score cp {'9' * 5000} pv a1",
            f"depth 2 score cp 0 nodes 1 pv {'a1 ' * 20000}",
        ):
            say(f"info {told}")
        say("bestmove c3")
    return line.startswith("go")


def plays_chess(line: str) -> bool:
    if line == "ugi":
        say("option name Game type combo default chess var chess var ataxx")
    return False


def refuses_a_position(line: str) -> bool:
    if line.startswith("position"):
        say("info error no such\x1b position")
    return False


def refuses_to_search(line: str) -> bool:
    if line.startswith("go"):
        say("info error go does not know nodes")
    return line.startswith("go")


def refuses_options(line: str) -> bool:
    if line.startswith("setoption"):
        say("info error rows cannot be 3")
    return False


def floods_at(word: str, text: str) -> Callable[[str], bool]:
    def flood(line: str) -> bool:
        while line.startswith(word):
            sys.stdout.write(text)
        return False

    return flood


def floods_after_its_answer(line: str) -> bool:
    if line.startswith("go"):
        say(f"bestmove {first_empty()}")
        while True:
            say("info string still here")
    return False


def complains_without_end(line: str) -> bool:
    for _ in range(3000):
        sys.stderr.write("oh dear " * 20 + "\n")
    return False


def ignores_quit(line: str) -> bool:
    return line == "quit"


def lists_what_it_hears(line: str) -> bool:
    with Path(sys.argv[2]).open("a") as trace:
        trace.write(f"{line}\n")
    return False


KINDS: dict[str, Callable[[str], bool]] = {
    "good": good,
    "silent": silent,
    "slow to start": slow_to_start,
    "never ready": never_ready,
    "dies at start": dies_at_start,
    "dies at go": dies_at_go,
    "dies once": dies_once,
    "closes its output": closes_its_output,
    "hangs": hangs,
    "ignores stop": ignores_stop,
    "thinks until stopped": thinks_until_stopped,
    "off the board": answers("z9"),
    "taken cell": answers("b2"),
    "no move": answers("none"),
    "nothing": answers(""),
    "garbage": answers("\x1b[2J" + "?" * 5000),
    "nonsense": talks_nonsense,
    "unasked": answers_unasked,
    "windows": ends_lines_like_windows,
    "lies": lies_about_its_search,
    "chess": plays_chess,
    "refuses position": refuses_a_position,
    "refuses go": refuses_to_search,
    "refuses options": refuses_options,
    "floods at start": floods_at("ugi", "option name x type spin default 1\n"),
    "floods at go": floods_at("go", "info depth 1 score cp 0 nodes 1 pv a1\n" * 100),
    "floods without lines": floods_at("go", "x" * 1000),
    "floods after": floods_after_its_answer,
    "complains": complains_without_end,
    "ignores quit": ignores_quit,
    "listens": lists_what_it_hears,
}


def main() -> None:
    does_otherwise = KINDS[sys.argv[1]]
    for line in sys.stdin:
        if not does_otherwise(line.strip()):
            obey(line.strip())


if __name__ == "__main__":
    main()
