"""External engines as players, good ones and faulty ones."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from time import monotonic
from typing import Any

import pytest

from engine.session import Session
from players.unruly_engine import KINDS
from processes import is_running
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.engine.arguments import read_limit
from tabuleiro.games import games, start
from tabuleiro.players import PlayerError, engine_process, external, make_player
from tabuleiro.players.external import EngineCommand, EngineError, ExternalPlayer, Reason
from tabuleiro.players.ugi_lines import go_line, parse_info, position_line
from tabuleiro.search.limit import NO_LIMIT, Limit, RemainingTime
from variants import variants
from waiting import PATIENCE, wait_for

SCRIPT = str(Path(__file__).with_name("unruly_engine.py"))
OURS = (sys.executable, "-m", "tabuleiro", "engine")
BOARD = start("squex rows=3 columns=3").play("b2")
SECOND = Limit(movetime=1000)
NEVER_ENDING = ("closes its output", "ignores quit")

Make = Callable[..., ExternalPlayer]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace"


@pytest.fixture
def make(trace: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Make players of unruly engines, which are all ended after the test. They have as much time as
    they need unless the test says otherwise; there is no waiting for engines that never end."""
    made: list[ExternalPlayer] = []
    monkeypatch.setattr(external, "GRACE", PATIENCE)

    def one(kind: str, **settings: Any) -> ExternalPlayer:
        monkeypatch.setattr(
            engine_process, "QUIT_SECONDS", 0.05 if kind in NEVER_ENDING else PATIENCE
        )
        settings = {"start_seconds": PATIENCE, "margin": PATIENCE} | settings
        command = EngineCommand((sys.executable, "-S", SCRIPT, kind, str(trace)), **settings)
        made.append(ExternalPlayer(command, BOARD.game))
        return made[-1]

    yield one
    for player in made:
        player.close()


def fault(player: ExternalPlayer, limit: Limit = SECOND) -> EngineError:
    """The error of a player that cannot make a move."""
    with pytest.raises(EngineError) as caught:
        player.choose(BOARD, limit)
    return caught.value


# --- engines that behave, more or less ------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["good", "slow to start", "nonsense", "unasked", "windows", "complains", "ignores quit"]
)
def test_an_engine_whose_moves_are_legal_plays(make: Make, kind: str) -> None:
    player = make(kind)
    for _ in range(2):
        assert BOARD.move_text(player.choose(BOARD, SECOND).move) == "a1"
    player.forget()
    assert BOARD.move_text(player.choose(BOARD.play("a1"), SECOND).move) == "b1"


def test_what_an_engine_hears(make: Make, trace: Path) -> None:
    player = make("listens")
    player.choose(BOARD, Limit(clocks=(RemainingTime(5000, 10), RemainingTime(6000, 20)), nodes=7))
    player.choose(BOARD.play("a1"), NO_LIMIT)
    player.forget()
    player.choose(BOARD.play("c3"), Limit(depth=3))
    player.close()
    heard = trace.read_text().splitlines()
    assert heard == [
        "ugi",
        "setoption name rows value 3",
        "setoption name columns value 3",
        "isready",
        "uginewgame",
        f"position fen {BOARD.text}",
        "isready",
        "go p1time 5000 p2time 6000 p1inc 10 p2inc 20 nodes 7",
        f"position fen {BOARD.play('a1').text}",
        "isready",
        "go",
        "uginewgame",
        f"position fen {BOARD.play('c3').text}",
        "isready",
        "go depth 3",
        "quit",
    ]


def heard_positions(trace: Path) -> list[str]:
    """The `position` and `uginewgame` lines that a listening engine has received."""
    lines = trace.read_text().splitlines()
    return [line for line in lines if line.startswith(("position", "uginewgame"))]


def observe(player: ExternalPlayer, position: Position, *moves: str) -> Position:
    """The position after these moves, which the player observes."""
    for move in moves:
        player.observe(position, position.move(move))
        position = position.play(move)
    return position


def test_an_engine_hears_the_moves_since_the_start(make: Make, trace: Path) -> None:
    player, position = make("listens"), start("squex rows=3 columns=3")
    player.prepare(position)
    position = observe(player, position, "b2")
    assert position.move_text(player.choose(position, SECOND).move) == "a1"
    position = observe(player, position, "a1", "c3")
    assert position.move_text(player.choose(position, SECOND).move) == "b1"
    assert heard_positions(trace) == [
        "uginewgame",
        "position startpos",
        "position startpos moves b2",
        "position startpos moves b2 a1 c3",
    ]


def test_moves_are_sent_from_the_position_where_a_game_starts(make: Make, trace: Path) -> None:
    player = make("listens")
    player.prepare(BOARD)
    player.choose(observe(player, BOARD, "a1", "c3"), SECOND)
    assert heard_positions(trace)[1:] == [
        f"position fen {BOARD.text}",
        f"position fen {BOARD.text} moves a1 c3",
    ]


def test_moves_that_are_taken_back_are_not_sent(make: Make, trace: Path) -> None:
    player, position = make("listens"), start("squex rows=3 columns=3")
    before = observe(player, position, "b2")
    player.choose(observe(player, before, "a1", "c3"), SECOND)
    player.choose(observe(player, before, "c1"), SECOND)
    player.choose(before, SECOND)
    assert heard_positions(trace)[1:] == [
        "position startpos moves b2 a1 c3",
        "position startpos moves b2 c1",
        "position startpos moves b2",
    ]


def test_a_new_game_and_an_unknown_position_start_a_new_line(make: Make, trace: Path) -> None:
    player, position = make("listens"), start("squex rows=3 columns=3")
    after = observe(player, position, "b2", "a1")
    player.choose(after, SECOND)
    unknown = position.play("c1")
    player.choose(unknown, SECOND)  # nobody has told how the game got there
    player.choose(observe(player, position, "a1"), SECOND)
    player.forget()
    player.choose(position, SECOND)
    assert heard_positions(trace) == [
        "uginewgame",
        "position startpos moves b2 a1",
        f"position fen {unknown.text}",
        "position startpos moves a1",
        "uginewgame",
        "position startpos",
    ]


def test_a_new_process_hears_the_whole_game(make: Make, trace: Path) -> None:
    player, position = make("listens"), start("squex rows=3 columns=3")
    position = observe(player, position, "b2", "a1")
    player.choose(position, SECOND)
    player.close()
    player.choose(position, SECOND)
    assert heard_positions(trace) == ["uginewgame", "position startpos moves b2 a1"] * 2


@pytest.mark.parametrize("game", list(games()))
def test_a_random_start_is_written_out(game: str) -> None:
    position = start(game)
    is_random = any(option.name == "seed" for option in position.game.options)
    expected = f"position fen {position.text}" if is_random else "position startpos"
    assert position_line(position, []) == expected


def test_only_the_best_of_several_lines_counts() -> None:
    line = "info depth 1 multipv {} score cp 100 nodes 5 pv a1"
    assert parse_info(BOARD, line.format(1), 0.0)
    assert parse_info(BOARD, line.format(2), 0.0) is None


def test_other_options_take_another_process(make: Make, trace: Path) -> None:
    player = make("listens")
    player.choose(BOARD, SECOND)
    player.choose(start("squex rows=4 columns=4"), SECOND)
    heard = trace.read_text().splitlines()
    assert heard.count("ugi") == 2
    assert "setoption name rows value 4" in heard[heard.index("quit") :]


@pytest.mark.parametrize(
    "limit",
    [
        NO_LIMIT,
        Limit(infinite=True),
        Limit(movetime=0, nodes=1, depth=2),
        Limit(clocks=(RemainingTime(1), None, RemainingTime(2, 3), RemainingTime(0))),
    ],
    ids=str,
)
def test_a_limit_is_written_as_the_engine_of_ours_reads_it(limit: Limit) -> None:
    assert read_limit(go_line(limit).split()[1:]) == limit


# --- progress --------------------------------------------------------------------------------


def test_progress_is_what_the_engine_says_as_far_as_it_can_be(make: Make) -> None:
    choices = list(make("lies").think(start("squex rows=3 columns=3"), SECOND))
    told = [choice.progress for choice in choices if choice.progress]
    a1, a2, c3 = (start("squex rows=3 columns=3").move(text) for text in ("a1", "a2", "c3"))
    assert [(one.depth, one.value, one.mate, one.nodes, one.line) for one in told] == [
        (5, 1.0, None, 7, (a1,)),
        (0, 0.0, -4, 0, (a2,)),
        (2, 0.5, None, 1, (a1,)),
    ]
    assert choices[-1].move == c3
    assert choices[-1].progress is None  # of that move nothing was told


def test_the_last_word_has_the_progress_of_its_move(make: Make) -> None:
    choice = make("good").choose(BOARD, SECOND)
    assert choice.progress
    assert choice.progress.value == 0.55
    assert choice.progress.line == (choice.move,)


# --- faults ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "reason", "words"),
    [
        ("dies at start", Reason.died, "exit code 1; its last output: found"),
        ("dies at go", Reason.died, "ended with exit code 3"),
        ("dies once", Reason.died, "was ended by signal 9"),
        ("closes its output", Reason.died, "closed its output"),
        ("off the board", Reason.illegal, "answered 'z9'"),
        ("taken cell", Reason.illegal, "b2 already holds"),
        ("no move", Reason.illegal, "answered 'none'"),
        ("nothing", Reason.illegal, "answered ''"),
        ("garbage", Reason.illegal, "answered '"),
        ("chess", Reason.refused, "does not play squex"),
        ("refuses position", Reason.refused, r"no such\x1b position"),
        ("refuses go", Reason.refused, "go does not know nodes"),
        ("refuses options", Reason.refused, "rows cannot be 3"),
        ("floods without lines", Reason.flooded, "writes endless output"),
    ],
)
def test_a_fault_is_named(make: Make, kind: str, reason: Reason, words: str) -> None:
    error = fault(make(kind))
    assert error.reason is reason
    assert words in str(error)
    assert str(error).isprintable()
    assert len(str(error)) < 500


@pytest.mark.parametrize("kind", ["floods at start", "floods at go"])
def test_a_flood_is_a_fault(make: Make, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "MOST_BYTES", 200_000)
    assert fault(make(kind)).reason is Reason.flooded


def test_who_floods_while_nobody_listens_is_read_no_further_than_a_bound(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "MOST_BYTES", 200_000)
    player = make("floods after")
    assert BOARD.move_text(player.choose(BOARD, SECOND).move) == "a1"
    assert player._program
    wait_for(player._program._lines.full)
    assert fault(player).reason is Reason.flooded


@pytest.mark.parametrize("kind", ["silent", "never ready"])
def test_an_engine_that_does_not_get_ready_hangs(make: Make, kind: str) -> None:
    error = fault(make(kind, start_seconds=0.3))
    assert error.reason is Reason.hung
    assert "within 0.3 s" in str(error)


@pytest.mark.parametrize(
    "limit", [Limit(movetime=20), Limit(clocks=(None, RemainingTime(20)))], ids=str
)
def test_a_move_that_comes_too_late_is_slow(make: Make, limit: Limit) -> None:
    error = fault(make("thinks until stopped", margin=0.05), limit)
    assert error.reason is Reason.slow
    assert "that may take 0.07 s" in str(error)


@pytest.mark.parametrize("limit", [Limit(movetime=20), Limit(nodes=1)], ids=str)
@pytest.mark.parametrize("kind", ["hangs", "ignores stop"])
def test_an_engine_that_never_answers_hangs(
    make: Make, kind: str, limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "GRACE", 0.2)
    error = fault(make(kind, margin=0.1, move_timeout=0.1), limit)
    assert error.reason is Reason.hung
    assert "did not move" in str(error)


def test_after_a_death_the_next_thought_starts_a_new_process(make: Make) -> None:
    player = make("dies once")
    assert fault(player).reason is Reason.died
    assert BOARD.move_text(player.choose(BOARD, SECOND).move) == "a1"


def test_whatever_an_engine_has_started_ends_with_it(
    make: Make, trace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "GRACE", 0.1)
    thought = make("hangs").think(BOARD, Limit(infinite=True))
    next(thought)
    thought.close()
    child = int(trace.read_text())
    wait_for(lambda: not is_running(child))


def test_a_player_that_is_let_go_ends_its_process() -> None:
    words = (sys.executable, "-S", SCRIPT, "ignores quit")
    player = ExternalPlayer(EngineCommand(words, start_seconds=PATIENCE), BOARD.game)
    player.choose(BOARD, NO_LIMIT)
    assert player._program
    process = player._program._process
    del player
    assert process.returncode == -9


def test_every_kind_of_unruly_engine_is_tried() -> None:
    text = Path(__file__).read_text()
    assert [kind for kind in KINDS if f'"{kind}"' not in text] == []


# --- stopping --------------------------------------------------------------------------------


def test_a_raised_sign_stops_the_engine(make: Make) -> None:
    stop = StopFlag()
    thought = make("thinks until stopped").think(BOARD, Limit(infinite=True), stop)
    first = next(thought)
    stop.set()
    assert [choice.move for choice in thought] == [first.move]


def test_an_engine_stopped_before_it_begins_still_answers(make: Make) -> None:
    stop = StopFlag()
    stop.set()
    player = make("thinks until stopped")
    assert BOARD.move_text(player.choose(BOARD, Limit(infinite=True), stop).move) == "a1"


def test_a_thought_that_is_left_is_stopped_and_its_answer_is_not_taken_for_another(
    make: Make,
) -> None:
    player = make("thinks until stopped")
    thought = player.think(BOARD, Limit(infinite=True))
    next(thought)
    thought.close()
    stop = StopFlag()
    stop.set()
    after = BOARD.play("a1")
    assert after.move_text(player.choose(after, Limit(infinite=True), stop).move) == "b1"


def test_leaving_an_engine_that_will_not_stop_ends_it_without_a_word(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "GRACE", 0.1)
    player = make("ignores stop")
    thought = player.think(BOARD, Limit(infinite=True))
    next(thought)
    thought.close()
    assert player._program is None


# --- commands --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        {"words": ()},
        {"words": ("",)},
        {"words": ("engine", "a\0b")},
        {"words": ("engine",), "options": (("Level", "3\nquit"),)},
        {"words": ("engine",), "margin": -0.1},
        {"words": ("engine",), "start_seconds": float("nan")},
        {"words": ("engine",), "move_timeout": float("inf")},
    ],
)
def test_an_impossible_command_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(PlayerError):
        EngineCommand(**bad)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"words": ("/no/such/program",)}, "/no/such/program cannot be started: No such file"),
        ({"words": ("sh",), "folder": Path("/no/such/folder")}, "No such file or directory: /no"),
        ({"words": ("sh",), "log": Path("/no/such/log")}, "/no/such/log cannot be written"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(settings: dict[str, Any], words: str) -> None:
    error = fault(ExternalPlayer(EngineCommand(**settings), BOARD.game))
    assert error.reason is Reason.refused
    assert words in str(error)


def test_an_option_that_the_engine_does_not_have_is_refused(make: Make) -> None:
    error = fault(make("good", options=(("Hash", "5"),)))
    assert "there is no option 'Hash': the options are rows, columns" in str(error)
    player = make("good")
    with pytest.raises(EngineError, match="it has no option swap"):
        player.choose(start("squex rows=3 columns=3 swap=on"), SECOND)


def test_a_position_of_another_game_is_refused(make: Make) -> None:
    with pytest.raises(PlayerError, match="plays Squex only"):
        make("good").choose(start("fuse"))


def test_everything_that_passes_is_logged(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "log"
    for kind in ("good", "dies at start"):
        player = make(kind, log=log, folder=tmp_path)
        if kind == "good":
            player.choose(BOARD, SECOND)
            player.close()
        else:
            fault(player)
    lines = [line.split(" ", 3) for line in log.read_text().splitlines()]
    assert all(time_.endswith("+00:00") and process.isdecimal() for time_, process, *_ in lines)
    said = [f"{way} {text}" for _, _, way, text in lines]
    for line in ("> ugi", "< ugiok", "> go movetime 1000", "< bestmove a1", "# ended: 0"):
        assert line in said
    assert "! no licence" in said
    assert said[-1] == "# ended: 1"


def test_an_error_survives_the_way_between_processes() -> None:
    error = fault(ExternalPlayer(EngineCommand(("/no/such/program",)), BOARD.game))
    again = pickle.loads(pickle.dumps(error))
    assert (again.reason, str(again)) == (error.reason, str(error))


def test_no_name_of_a_player_starts_a_program() -> None:
    for name in ("external:sh", "engine:sh", "ugi:sh", "command:sh"):
        with pytest.raises(PlayerError):
            make_player(name, BOARD.game)


# --- our own engine --------------------------------------------------------------------------


class InThisProcess:
    """Our engine in a thread, in place of a program."""

    def __init__(self, command: EngineCommand) -> None:
        self.session = Session()

    def send(self, line: str) -> None:
        self.session.send(line)

    def read_line(self, seconds: float) -> tuple[float, str]:
        return monotonic(), self.session.next()

    def end(self, *, politely: bool = False) -> None:
        self.session.end()


def check_it_plays_as_its_level(position: Position) -> None:
    """Whether the engine plays what its level plays."""
    command = EngineCommand(
        OURS, options=(("level", "9"),), start_seconds=PATIENCE, margin=PATIENCE
    )
    player = ExternalPlayer(command, position.game, seed=5)
    choice = player.choose(position, Limit(nodes=30))
    player.close()
    same = make_player("level:9", position.game, 5).choose(position, Limit(nodes=30))
    assert choice.move == same.move
    assert choice.progress
    assert same.progress
    assert choice.progress.line == same.progress.line
    assert choice.progress.value == pytest.approx(same.progress.value, abs=0.001)


@pytest.mark.parametrize("game", list(games()))
def test_our_own_engine_plays_every_game_under_every_option(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "EngineProcess", InThisProcess)
    for options in variants(games()[game]):
        check_it_plays_as_its_level(random_walk(games()[game].start(**options), 5, 1))


@pytest.mark.in_base("control_v")
@pytest.mark.parametrize("game", list(games()))
def test_our_own_engine_plays_as_a_program(game: str) -> None:
    check_it_plays_as_its_level(random_walk(start(game), 5, 1))


DEAF = "trap '' HUP INT TERM PIPE; sleep 600 & echo $!; while true; do sleep 600; done"
"""A shell that reads nothing, heeds no signal that it can ignore, and has started another."""
KEEPER = """
from tabuleiro.players.engine_process import EngineCommand, EngineProcess
import sys, time
deaf = EngineProcess(EngineCommand(("sh", "-c", sys.argv[1])))
print(deaf.read_line(float(sys.argv[2]))[1], deaf._process.pid, flush=True)
time.sleep(600)
"""


def test_no_process_of_an_engine_outlives_ours_when_it_is_killed() -> None:
    ours = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", KEEPER, DEAF, str(PATIENCE)]
    with Popen(words, stdout=PIPE, text=True, env=ours) as keeper:
        assert keeper.stdout
        processes = [int(number) for number in keeper.stdout.readline().split()]
        assert len(processes) == 2
        assert all(map(is_running, processes))
        keeper.kill()
    wait_for(lambda: not any(map(is_running, processes)))
