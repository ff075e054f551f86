"""Matches: the same games with any number of processes, in any order; players that fail lose."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from arena.troublesome import CLOCK, make
from tabuleiro import cli
from tabuleiro.arena import (
    ArenaError,
    GameTask,
    MatchSummary,
    Result,
    Tournament,
    game_runner,
    iterate_match,
    new_match,
    play_game,
    summarise,
    workers,
)
from tabuleiro.arena.game import End, ScoreSheet
from tabuleiro.arena.results_file import json_line, parse_result, record_of
from tabuleiro.arena.tournament import MARGIN
from tabuleiro.arena.tournament_runner import Schedule
from tabuleiro.arena.workers import GRACE, WEEK, Worker, play_to_end, turn_timeout
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.games import read, start
from tabuleiro.players import Player, PlayerError
from waiting import PATIENCE


def small(**changes: Any) -> Tournament:
    """A small match, with some arguments changed."""
    usual = {"first": "mcts:nodes=30", "second": "random", "game": "squex rows=4 columns=4"}
    return new_match(**{**usual, "games": 8, **changes})


SMALL = small()


def task_of(match: Tournament, number: int = 0) -> GameTask:
    """The task of playing one game of a match."""
    schedule = Schedule(match, {})
    tasks = [schedule.next_task() for _ in range(number + 1)]
    assert tasks[-1]
    return tasks[-1]


def played(match: Tournament, number: int = 0) -> Result:
    """The result of one game of a match, played in this process."""
    return play_game(match, task_of(match, number))


def score(match: Tournament, number: int = 0) -> float:
    """The first player's score in a game."""
    return played(match, number).score_of(match.entries[0].name)


def play(match: Tournament, processes: int, record: Path | None = None) -> MatchSummary:
    """The summary of a whole match."""
    summary = summarise(match, iterate_match(match, processes, record))
    assert summary
    return summary


def without_times(value: Result | MatchSummary) -> dict[str, Any]:
    facts = asdict(value)
    return {name: fact for name, fact in facts.items() if name != "spent" and "seconds" not in name}


# --- games ---------------------------------------------------------------------------------


def test_a_game_of_every_game_ends_by_its_rules(game: Game[Any]) -> None:
    match = new_match("mcts:nodes=10", "random", game.id, 2)
    result = played(match)
    position = read(result.opening)
    for move in result.moves:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome
    assert (result.end, result.scores) == (End.rules, outcome.values)
    assert min(result.turns) > 0
    assert min(result.seconds) > 0


def test_the_first_player_changes_seats_within_a_pair() -> None:
    first, second = played(SMALL, 0), played(SMALL, 1)
    assert first.players == ("mcts:nodes=30", "random")
    assert second.players == ("random", "mcts:nodes=30")
    assert first.opening == second.opening != played(SMALL, 2).opening
    assert (first.pair, second.pair, played(SMALL, 2).pair) == (0, 0, 1)


def test_a_player_that_meets_itself_has_two_names() -> None:
    assert played(new_match("random", "random", "noughts", 2)).players == ("random", "random (2)")


def test_a_turn_is_all_moves_of_a_player_together() -> None:
    result = played(new_match("random", "random", "eigenstate", 2, cap=12))
    assert len(result.moves) == 12
    assert result.turns == (2, 2)


def test_a_player_alone_on_the_board_has_many_turns() -> None:
    result = played(new_match("random", "random", "fuse rows=3 columns=3", 2))
    assert sum(result.turns) == len(result.moves)


def test_the_cap_ends_a_game_as_a_draw_with_a_note() -> None:
    match = small(cap=3)
    result = played(match)
    assert (len(result.moves), result.scores, result.end) == (3, (0.5, 0.5), End.cap)
    assert "a draw after 3 moves" in str(result.note())


@pytest.mark.parametrize(
    ("name", "end", "words"),
    [
        ("fail", End.failed, "fail failed and loses: RuntimeError: no idea what to do\ufffd"),
        ("unmade", End.failed, "unmade failed and loses: RuntimeError: out of wood"),
        ("cheat", End.illegal, "cheat loses by an illegal move: 2147483647"),
        ("dawdle", End.slow, "dawdle took "),
    ],
)
@pytest.mark.parametrize("number", [0, 1])
def test_a_player_that_misbehaves_loses_with_a_note(
    name: str, end: End, words: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_runner, "perf_counter", CLOCK)
    facts: dict[str, Any] = {"turn_time": 0.01, "make": make}
    result = played(new_match(name, "random", "squex", 2, **facts), number)
    assert (result.score_of(name), result.end, result.fault) == (0.0, end, number)
    assert f"game {number + 1}: {words}" in str(result.note())
    assert score(new_match("random", name, "squex", 2, **facts), number) == 1.0


def test_the_time_of_a_turn_is_for_all_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_runner, "perf_counter", CLOCK)
    match = new_match("spend_all", "random", "eigenstate", 2, turn_time=0.05, cap=3, make=make)
    result = played(match)
    assert (result.end, result.turns) == (End.cap, (1, 0))
    assert result.seconds == pytest.approx((0.05, 0.0))


# --- three players -------------------------------------------------------------------------


def test_with_three_players_the_first_sits_once_on_every_seat() -> None:
    match = new_match("mcts:nodes=10", "random", "control_v players=3 size=5", 6)
    results = list(iterate_match(match, 2))
    summary = summarise(match, results)
    assert summary
    seats = {result.number: result.players.index("mcts:nodes=10") for result in results}
    assert [seats[number] for number in range(6)] == [0, 1, 2, 0, 1, 2]
    assert len({result.opening for result in results}) == 2
    assert (summary.games, summary.elo) == (6, None)
    assert summary.score == pytest.approx(
        sum(result.score_of("mcts:nodes=10") for result in results) / 6
    )


def test_with_three_players_a_draw_is_a_third_and_a_forfeit_leaves_halves_to_the_others() -> None:
    def match(first: str, second: str) -> Tournament:
        return new_match(first, second, "control_v players=3 size=5", 3, cap=1, make=make)

    assert score(match("random", "fail"), 0) == pytest.approx(1 / 3)
    assert score(match("random", "fail"), 1) == 0.5
    assert score(match("fail", "random"), 0) == 0.0


# --- processes -----------------------------------------------------------------------------


def test_the_number_of_processes_changes_nothing() -> None:
    found = []
    for processes in (1, 2):
        results = sorted(iterate_match(SMALL, processes), key=lambda result: result.number)
        summary = summarise(SMALL, results)
        assert summary
        found.append((without_times(summary), [without_times(result) for result in results]))
    assert found[0] == found[1]
    assert found[0][1] == [without_times(played(SMALL, number)) for number in range(8)]
    assert found[0][0]["games"] == 8


def test_the_seed_decides_everything() -> None:
    assert played(SMALL).moves == played(SMALL).moves
    assert played(SMALL).moves != played(small(seed=2)).moves
    assert played(small(seed=-(2**70))).end is End.rules


def test_deterministic_players_repeat_each_other() -> None:
    match = new_match("chatter", "chatter", "noughts", 4, make=make)
    assert play(match, 1).identical == 2


def test_what_players_print_is_no_output_of_the_match(capfd: pytest.CaptureFixture[str]) -> None:
    play(new_match("chatter", "random", "noughts", 2, make=make), 1)
    printed = capfd.readouterr()
    assert "let me think" in printed.err
    assert printed.out == ""


def test_a_player_whose_process_dies_or_hangs_loses_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each loses the game that it starts. The match waits for the one that dies, but not for the
    one that hangs."""
    monkeypatch.setattr(
        workers,
        "turn_timeout",
        lambda tournament, task, sheet: 0.1 if sheet.players[sheet.player] == "hang" else WEEK,
    )
    summary = play(new_match("die", "hang", "noughts", 2, make=make), 1)
    assert (summary.games, summary.wins, summary.losses) == (2, 1, 1)
    assert list(map(str, summary.notes)) == [
        "game 1: the process of die ended, so it loses: exit code 7",
        "game 2: hang did not answer within 0.1 s and loses",
    ]


@pytest.mark.parametrize(
    ("name", "game", "least"),
    [
        ("random", "squex", PATIENCE),
        ("level:10", "squex", PATIENCE),
        ("mcts:time=3600", "squex", 3600 + PATIENCE),
        ("level:10,time=3600", "squex", 3600 + PATIENCE),
        ("mcts:nodes=1000", "squex", 100 + PATIENCE),
        ("mcts:nodes=1000", "eigenstate", 300 + PATIENCE),
        ("mcts:nodes=1000000000000", "squex", WEEK),
        ("alphabeta:depth=250", "squex", WEEK),
        ("mcts:nodes=1000000000000,time=5", "squex", 5 + PATIENCE),
        ("my:own,name", "squex", PATIENCE),
        ("my:time=soon", "squex", PATIENCE),
    ],
)
def test_a_turn_is_waited_for_longer_than_the_player_may_take(
    name: str, game: str, least: float
) -> None:
    tournament, task = (
        new_match(name, "random", game, 2),
        GameTask(0, 0, (0, 1), start(game)),
    )
    sheet = ScoreSheet(0, 0, (name, "random"), "", player=0)
    assert least <= turn_timeout(tournament, task, sheet) <= min(WEEK, 2 * least)
    sheet.player = 1
    assert turn_timeout(tournament, task, sheet) == PATIENCE
    sheet.allowed = 1.0
    assert turn_timeout(tournament, task, sheet) == 1.0 + MARGIN + GRACE


def test_a_process_that_ended_between_two_games_is_replaced() -> None:
    worker = Worker(SMALL)
    try:
        first = play_to_end(worker, task_of(SMALL))
        worker._child.process.kill()
        worker._child.process.join()
        assert without_times(play_to_end(worker, task_of(SMALL))) == without_times(first)
    finally:
        worker.end()


def test_a_process_that_cannot_begin_ends_the_match() -> None:
    worker = Worker(SMALL)
    worker._child.process.kill()
    with pytest.raises(ArenaError, match=r"before its game began.* under if __name__ == "):
        play_to_end(worker, task_of(SMALL))


def test_a_clear_match_may_end_early() -> None:
    match = new_match("mcts:nodes=30", "random", "squex rows=4 columns=4", 60, stop_early=True)
    summary = play(match, 2)
    assert 20 <= summary.games < 60
    assert summary.low > 0.5


# --- records -------------------------------------------------------------------------------


def count_played(match: Tournament, record: Path) -> tuple[int, MatchSummary]:
    """How many games are in the record after the match, and its summary."""
    summary = play(match, 1, record)
    return len(record.read_text().splitlines()) - 1, summary


def test_only_missing_games_are_played(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    count, whole = count_played(SMALL, record)
    lines = record.read_text().splitlines(keepends=True)
    assert count == 8
    assert json.loads(lines[0]) == {"tournament": SMALL.facts()}
    record.write_text("".join([lines[0], lines[3], lines[6], lines[7][:-10]]))
    assert count_played(SMALL, record)[0] == 8
    assert without_times(play(SMALL, 1, record)) == without_times(whole)
    assert count_played(SMALL, record) == count_played(SMALL, record)


def test_a_match_can_be_made_longer(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    play(small(games=4), 1, record)
    before = record.read_text()
    assert count_played(SMALL, record)[0] == 8
    assert record.read_text().startswith(before)
    assert play(small(games=4), 1, record).games == 4


@pytest.mark.parametrize("text", ["", '{"tournament": {"ki'])
def test_a_record_that_was_hardly_begun_is_begun_again(tmp_path: Path, text: str) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text(text)
    assert count_played(small(games=2), record)[0] == 2


@pytest.mark.parametrize(
    "text", ["my diary", "my diary\n", "[]\n", '{"tournament": 1}\n', "\xff\n", '{"games": []}\n']
)
def test_a_file_of_another_kind_is_refused_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    record = tmp_path / "diary"
    record.write_text(text, encoding="latin-1")
    with pytest.raises(ArenaError, match="is not a results file of a tournament"):
        play(SMALL, 1, record)
    assert record.read_text(encoding="latin-1") == text


@pytest.mark.parametrize("line", ["nonsense", "{}", '{"turns": 1}', '{"turns": [1, 2]}', "[]"])
def test_a_line_that_is_no_game_is_named(tmp_path: Path, line: str) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text(json.dumps({"tournament": SMALL.facts()}) + f"\n{line}\n")
    with pytest.raises(ArenaError, match="line 2 is not a game"):
        play(SMALL, 1, record)


SOUND: dict[str, Any] = {
    "number": 1,
    "pair": 0,
    "players": ["random", "mcts:nodes=30"],
    "scores": [1.0, 0],
    "opening": "",
    "moves": "a1 a2",
    "turns": [1, 1],
    "seconds": [0.5, 0],
    "end": "died",
    "fault": 1,
    "detail": "7",
}


@pytest.mark.parametrize(
    "changes",
    [
        {"number": "0"},
        {"number": -1},
        {"number": 1.0},
        {"number": True},
        {"pair": 1},
        {"pair": None},
        {"players": ["random"]},
        {"players": ["random", 1]},
        {"players": ["random", "nobody"]},
        {"opening": 1},
        {"moves": ["a1"]},
        {"turns": [1, "1"]},
        {"turns": [1, -1]},
        {"turns": [1, 1, 1]},
        {"seconds": [0.5]},
        {"seconds": [0.5, float("nan")]},
        {"seconds": [0.5, 10**400]},
        {"scores": [1.5, 0]},
        {"scores": [-0.5, 1]},
        {"scores": ["1", 0]},
        {"scores": [1]},
        {"scores": [float("nan"), 1]},
        {"end": "tired"},
        {"end": "rules"},
        {"fault": 2},
        {"fault": -1},
        {"detail": None},
        {"more": 1},
    ],
)
def test_a_game_with_a_wrong_fact_is_named(tmp_path: Path, changes: dict[str, Any]) -> None:
    record = tmp_path / "match.jsonl"
    sound = parse_result(json_line(SOUND))
    assert sound and sound.scores == (1.0, 0)
    head, line = json_line({"tournament": SMALL.facts()}), json_line(SOUND)
    record.write_bytes(head + line + json_line(SOUND | changes))
    with pytest.raises(ArenaError, match="line 3 is not a game"):
        play(SMALL, 1, record)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"second": "classic:greedy"}, "its players is"),
        ({"game": "squex"}, 'its game is "squex rows=4 columns=4", not "squex"'),
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"opening": 1}, "its opening is 2, not 1"),
        ({"cap": 9}, "its cap is 1000, not 9"),
        ({"turn_time": 0.5}, "its turn_time is null, not 0.5"),
    ],
)
def test_a_record_of_another_match_is_refused_with_what_differs(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text(json.dumps({"tournament": SMALL.facts()}) + "\n")
    with pytest.raises(ArenaError) as refused:
        play(small(**changes), 1, record)
    assert words in str(refused.value)


# --- bad input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"games": 7}, "a multiple of 2 games, not 7"),
        ({"games": 0}, "multiple of 2 games, not 0"),
        ({"games": 0, "game": "control_v players=3"}, "multiple of 3 games, not 0"),
        ({"games": 1}, "a multiple of 2 games, not 1"),
        ({"games": 8, "game": "control_v players=3"}, "a multiple of 3 games, not 8"),
        ({"opening": -1}, "from 0 to 10000 moves"),
        ({"opening": 10**11}, "from 0 to 10000 moves"),
        ({"cap": 0}, "at least 1 move"),
        ({"turn_time": 0.0}, "more than 0 seconds"),
        ({"turn_time": float("nan")}, "more than 0 seconds"),
        ({"turn_time": float("inf")}, "at most a day"),
        ({"turn_time": 1e308}, "at most a day"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "squex rows=99"}, "rows"),
    ],
)
def test_a_match_that_cannot_be_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(TabuleiroError) as refused:
        small(**changes)
    assert words in str(refused.value)


def test_unknown_players_and_too_few_processes_are_refused_before_anything_is_played(
    tmp_path: Path,
) -> None:
    record = tmp_path / "match.jsonl"
    for match in (small(first="nobody"), small(second="nobody")):
        with pytest.raises(PlayerError, match="nobody"):
            iterate_match(match, 1, record)
    with pytest.raises(ArenaError, match="cannot be negative"):
        iterate_match(SMALL, -1, record)
    assert not record.exists()


def test_players_that_other_processes_cannot_import_are_refused() -> None:
    def local(name: str, game: Game[Any], seed: int) -> Player:
        return make(name, game, seed)

    for one in (local, lambda name, game, seed: make("random", game, seed)):
        with pytest.raises(ArenaError, match=r"other processes cannot import .*processes=0"):
            iterate_match(small(make=one), 1)
        assert list(iterate_match(small(make=one), 0))


def test_players_of_a_notebook_are_refused() -> None:
    code = """if True:
        from tabuleiro.arena import iterate_match, new_match
        from tabuleiro.players import make_player
        def make(name, game, seed):
            return make_player(name, game, seed)
        iterate_match(new_match("random", "random", "squex", 2, make=make))
    """
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "other processes cannot import make" in told.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("squex rows=8 columns=5", "squex columns=5"),
        ("fuse seed=1", "fuse seed=1"),
        ("fuse seed=2 rows=4", "fuse rows=4 seed=2"),
        ("control_v quarter_turns=on", "control_v quarter-turns=on"),
    ],
)
def test_a_match_has_one_text_for_its_game(given: str, text: str) -> None:
    assert new_match("random", "random", given, 2).game_text == text


def test_a_sheet_knows_who_is_to_blame() -> None:
    sheet = ScoreSheet(3, 1, ("a", "b"), "")
    sheet.player = 0
    assert not sheet.begun
    assert sheet.forfeited(End.died, "7").scores == (0.0, 1.0)
    sheet.begin_turn(1, None)
    assert sheet.begun
    assert sheet.forfeited(End.died, "7").scores == (1.0, 0.0)


def test_records_have_the_evaluation_and_the_time_of_each_move(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play = ["match", "mcts:nodes=30", "random", "squex", "rows=3", "columns=3", "--games", "2"]
    assert cli.run([*play, "--record", str(path)]) == 0
    for line in path.read_bytes().splitlines()[1:]:
        result = parse_result(line)
        assert result
        record = record_of(result)
        searching = result.players.index("mcts:nodes=30")
        plies = zip(record.plies, record.positions(), result.spent, strict=False)
        for ply, position, spent in plies:
            assert ply.spent == (spent or None)
            assert (ply.value is not None) == (position.player == searching)
        facts = json.loads(line)
        del facts["values"], facts["spent"]  # as earlier versions wrote it
        earlier = parse_result(json.dumps(facts).encode())
        assert earlier == replace(result, values=(), spent=())
        assert {ply.spent for ply in record_of(earlier).plies} == {None}
        facts["values"] = [2.0] * len(result.moves)
        assert parse_result(json.dumps(facts).encode()) is None


@pytest.mark.parametrize("value", [None, float("nan"), -0.1, 1.5])
def test_an_evaluation_that_is_no_score_is_left_out(value: float | None) -> None:
    sheet = ScoreSheet(0, 0, ("a", "b"), "")
    sheet.add_move("a1", value, 0.12345)
    assert (sheet.moves, sheet.values, sheet.spent) == (["a1"], [None], [0.123])
