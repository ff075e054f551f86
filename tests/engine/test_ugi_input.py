"""No input ends the engine or fills its memory, and no failure of a stream does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from threading import active_count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clocks import TICK, FakeClock, set_search_clock
from engine.session import GAMES, START, Lines, Session, answers, best, error, figure
from growth import grows_linearly
from strategies import few_and_many
from tabuleiro.engine import streams as engine_lines
from tabuleiro.engine import ugi
from tabuleiro.engine.arguments import CLOCKS, INCREMENTS, LIMITS
from tabuleiro.engine.replies import QUERIES
from tabuleiro.engine.streams import read_lines
from tabuleiro.engine.ugi import run_engine
from tabuleiro.players import make_player
from tabuleiro.search import mcts
from waiting import PATIENCE

# --- hostile input -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["nonsense", "UGI", "isready!", "go\x00", "\x00", "ugi\x07x", "квадрат", "position\x85start x",
     "quit!", "-", "?" * 5000, "info error", "bestmove a1", "setoption\tname"],
)  # fmt: skip
def test_an_unknown_command_is_an_error(line: str) -> None:
    lines = answers(line, "isready")
    assert error(lines[:1])
    assert lines[1:] == ["readyok"]


@pytest.mark.parametrize("line", [b"\xff\xfe\xfd\n", b"go \xc3\n", b"position fen \x80\x81\n"])
def test_bytes_that_are_no_text_are_an_error(line: bytes) -> None:
    lines = answers(line, "isready")
    assert error(lines[:1])
    assert lines[1:] == ["readyok"]


def test_an_error_is_one_line_of_printable_text_and_not_too_long() -> None:
    lines = answers("position startpos moves \x1b[31m", "setoption name \x1b value 5", "x" * 10**6)
    assert len(lines) == 3
    assert all(line.isprintable() and len(line) < 500 for line in lines)


@pytest.mark.parametrize("line", ["position fen a{}b", "setoption name a{}b", "go{}x"])
def test_long_lines_are_read_in_linear_time(line: str) -> None:
    def read(blanks: int) -> None:
        assert error(answers(line.format(" " * blanks)))

    assert grows_linearly(read, 25_000)


def test_a_line_of_a_megabyte_is_obeyed() -> None:
    moves = "a1 " * 350_000
    lines = answers(f"position startpos moves {moves}", f"isready{' ' * 10**6}", "query player")
    assert error(lines[:1])
    assert "move 2, 'a1'" in lines[0]
    assert lines[1:] == ["readyok", "response x"]


def test_a_line_that_is_too_long_is_an_error_and_what_follows_is_obeyed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_lines, "LONGEST_LINE", 100)
    longest = b"isready".ljust(99) + b"\n"
    stream = BytesIO(b"x" * 1000 + b" quit\n" + longest + b"y" * 100 + b"\n" + longest.strip())
    lines = answers(*read_lines(stream))
    assert error(lines[:1])
    assert lines[0] == lines[2] == "info error a line has at most 100 bytes"
    assert lines[1] == lines[3] == "readyok"


@pytest.mark.parametrize("end", [b"", b"\r\n", b"\n", b"\r", b" \t\r\n"], ids=repr)
def test_the_last_line_needs_no_end(end: bytes) -> None:
    assert answers(*read_lines(BytesIO(b"isready\r\nquery player" + end))) == [
        "readyok",
        "response x",
    ]


@pytest.mark.parametrize("length", [8, 10_000])
def test_a_flood_of_commands_waits_in_the_pipe(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 20 * (length + engine_lines.COMMAND_OVERHEAD)
    monkeypatch.setattr(engine_lines, "MOST_WAITING", most)
    line = b"isready ".ljust(length, b"x") + b"\n"
    ahead: list[int] = []
    count, answered = 0, 0

    def flood() -> Iterator[bytes]:
        nonlocal count
        for _ in range(3000):
            count += 1
            yield line

    class Counting:
        def write(self, data: bytes) -> int:
            nonlocal answered
            answered += 1
            ahead.append(count - answered)
            return len(data)

    run_engine(flood(), Counting())
    assert answered == 3000
    assert max(ahead) <= 20 + 3


def test_many_counts_that_are_left_some_time_take_one_thread() -> None:
    before = active_count()
    assert answers(*["query perft 1", "go nodes 1", "stop"] * 100, "isready")[-1] == "readyok"
    assert active_count() < before + 10


def test_a_fault_inside_is_an_error_and_the_engine_lives_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(ugi, "perft", fail)
    monkeypatch.setattr(mcts.Mcts, "search", fail)
    assert error(answers("query perft 3"))
    lines = answers("go nodes 5")
    assert error(lines[:1])
    assert lines[1:] == ["bestmove none"]


def test_an_output_that_nobody_reads_ends_the_engine() -> None:
    class Gone:
        def write(self, data: bytes) -> int:
            raise BrokenPipeError

    run_engine([b"isready\n", b"go nodes 5\n", b"isready\n"], Gone())


def test_an_input_that_cannot_be_read_is_at_its_end() -> None:
    def broken() -> Iterator[bytes]:
        yield b"isready\n"
        raise OSError

    output = Lines()
    run_engine(broken(), output)
    assert output.taken() == ["readyok"]


def test_many_searches_that_are_stopped_leave_no_threads() -> None:
    before = active_count()
    assert len(answers(*["go infinite", "stop"] * 50)) >= 50
    assert active_count() < before + 10


words = st.one_of(
    st.sampled_from([*ugi.COMMANDS, *QUERIES, *LIMITS, *CLOCKS, *INCREMENTS]),
    st.sampled_from(["name", "value", "Game", "Level", "rows", "swap", "on", *GAMES]),
    st.sampled_from(["startpos", "fen", "moves", "a1", "b2", "swap", "infinite", "perft", START]),
    st.sampled_from(["0", "1", "2", "5", "-1", "99999999999999999999"]),
    st.text(max_size=8),
)
typed = st.lists(words, max_size=7).map(lambda line: " ".join(line).encode("utf-8", "replace"))


def draws_a_board(line: bytes) -> bool:
    """Whether the command is `d`, whose lines may start with anything."""
    return line.decode("utf-8", "replace").split()[:1] == ["d"]


@few_and_many(50, 150)
def test_no_input_ends_the_engine(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.lists(st.one_of(typed, st.binary(max_size=30)), max_size=8))
    def check(lines: list[bytes]) -> None:
        parts = [part for line in lines for part in line.split(b"\n") if b"quit" not in part]
        sent = [part + b"\n" for part in parts if not draws_a_board(part)]
        answered = answers(*sent, b"stop\n", b"isready\n")
        assert answered[-1] == "readyok"
        known = ("info ", "response", "bestmove ", "id ", "option ", "ugiok", "readyok")
        assert all(line.startswith(known) for line in answered)

    check()


# --- the end -------------------------------------------------------------------------------


def test_at_the_end_of_input_a_search_with_a_limit_is_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK))
    lines = answers("go movetime 400")
    assert figure(lines[-2], "time") >= 400
    assert best(lines)


def test_at_the_end_of_input_an_infinite_search_is_stopped_and_answered(
    searching: Session,
) -> None:
    assert best(searching.end())


def test_at_the_end_of_input_a_count_is_finished() -> None:
    assert answers("query perft 3") == ["response 249984"]


def test_quit_stops_a_search_and_prints_its_best_move(searching: Session) -> None:
    searching.send("quit")
    searching.await_end()
    assert best(searching.output.taken())


def test_quit_does_not_wait_for_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = f"mcts:nodes={10**12}"
    monkeypatch.setattr(ugi, "new_player", lambda game, settings: make_player(endless, game))
    session = Session()
    session.send("go", "quit")
    session.await_end()
    assert best(session.end())


# --- as a process --------------------------------------------------------------------------

PROGRAM = [sys.executable, "-m", "tabuleiro", "engine"]
ENVIRONMENT = dict(os.environ)


def run_program(script: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        PROGRAM, input=script, env=ENVIRONMENT, capture_output=True, timeout=PATIENCE, check=True
    )


def test_a_session_over_pipes() -> None:
    done = run_program(b"ugi\nisready\nposition startpos moves c4\n\xff\ngo nodes 100\nquit\n")
    lines = done.stdout.decode().splitlines()
    assert "ugiok" in lines
    assert "readyok" in lines
    assert best(lines)
    assert done.stderr == b""


def test_bytes_of_all_kinds_over_pipes() -> None:
    binary = bytes(range(256)) * 4000
    done = run_program(b"isready\r\n" + binary + b"\r\n\x00\n" + b"z" * 5_000_000 + b"\nisready")
    lines = done.stdout.decode().splitlines()
    assert lines[0] == lines[-1] == "readyok"
    assert all(line.startswith("info error ") for line in lines[1:-1])
    assert done.stderr == b""


def test_every_line_is_flushed_at_once() -> None:
    with subprocess.Popen(
        PROGRAM, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(b"isready\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"readyok\n"
        process.stdin.write(b"go infinite\nisready\nquit\n")
        process.stdin.close()
        assert process.stdout.read().splitlines()[-1].startswith(b"bestmove ")
        assert process.wait(PATIENCE) == 0


def test_it_ends_quietly_when_nobody_reads_or_writes_any_more() -> None:
    with subprocess.Popen(
        PROGRAM, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"ugi\nisready\ngo nodes 10\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0
