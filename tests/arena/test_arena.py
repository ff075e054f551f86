"""Tournaments: the games are the same however they are played, even after interruptions."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from arena.troublesome import CLOCK, make
from builds import ROOT
from processes import run_benchmark
from tabuleiro.arena import (
    Adjudication,
    ArenaError,
    Entry,
    Limits,
    OpeningPlan,
    Result,
    Tournament,
    TournamentKind,
    counted_games,
    game_runner,
    local_backend,
    play_game,
    play_tournament,
)
from tabuleiro.arena.game import End
from tabuleiro.arena.pairing import count_pairs
from tabuleiro.arena.results_file import ResultsFile
from tabuleiro.arena.sprt import Sprt
from tabuleiro.arena.tournament_runner import Backend, Schedule
from tabuleiro.arena.workers import TaskSource, available_cores
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import read
from tabuleiro.play.clock import TimeControl
from tabuleiro.players import MoveChoice, Player, external
from tabuleiro.players.external import EngineError
from tabuleiro.search.limit import NO_LIMIT, Limit
from waiting import PATIENCE

PLAYERS = ("random", "classic:greedy", "mcts:nodes=10", "mcts:nodes=40", "level:1")
SMALL = "squex rows=3 columns=3"
UNRULY = str(ROOT / "tests" / "players" / "unruly_engine.py")


def tournament(kind: TournamentKind, *players: str, game: str = SMALL, **facts: Any) -> Tournament:
    entries = tuple(Entry(name, name) for name in players or PLAYERS)
    usual: dict[str, Any] = {"pairs": 2, "openings": OpeningPlan(2, balance=None)}
    return Tournament(kind, entries, game, **usual | facts)


def here(played: Tournament, schedule: TaskSource) -> Generator[Result]:
    """Play the games in this process, one after the other."""
    while task := schedule.next_task():
        yield play_game(played, task)


def backwards(played: Tournament, schedule: TaskSource) -> Generator[Result]:
    """Take all available games and play the last one first."""
    while tasks := list(iter(schedule.next_task, None)):
        for task in reversed(tasks):
            yield play_game(played, task)


def play(played: Tournament, backend: Backend, record: Path | None = None) -> list[Result]:
    """The games of a tournament that count, by number."""
    return counted_games(played, play_tournament(played, backend, record))


def plain(results: list[Result]) -> list[dict[str, Any]]:
    """Results without times."""
    return [asdict(replace(result, seconds=(), spent=())) for result in results]


# --- the same games whatever happens --------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [
        TournamentKind.gauntlet,
        TournamentKind.round_robin,
        TournamentKind.swiss,
        TournamentKind.ladder,
    ],
)
def test_the_order_of_games_and_a_break_anywhere_change_nothing(
    kind: TournamentKind, tmp_path: Path
) -> None:
    played = tournament(kind)
    record = tmp_path / "cup.jsonl"
    whole = play(played, here, record)
    assert [result.number for result in whole] == list(range(2 * count_pairs(played)))
    assert plain(play(played, backwards)) == plain(whole)
    text = record.read_bytes()
    for part in (0, 1, 7, 13, 20):
        broken = tmp_path / f"broken{part}.jsonl"
        broken.write_bytes(text[: len(text) * part // 20])
        assert plain(play(played, here, broken)) == plain(whole)
        lines = broken.read_bytes().splitlines()[1:]
        assert sorted(json.loads(line)["number"] for line in lines) == list(range(len(whole)))


def test_processes_play_rounds_as_this_one_does() -> None:
    played = tournament(TournamentKind.swiss)
    assert plain(play(played, local_backend(played, 2))) == plain(play(played, here))


def test_a_round_robin_may_get_more_pairs_and_a_swiss_tournament_more_rounds(
    tmp_path: Path,
) -> None:
    for fewer, more in (
        (
            tournament(TournamentKind.round_robin, pairs=1),
            tournament(TournamentKind.round_robin, pairs=2),
        ),
        (tournament(TournamentKind.swiss, rounds=1), tournament(TournamentKind.swiss, rounds=3)),
    ):
        record = tmp_path / f"{fewer.kind}.jsonl"
        short = play(fewer, here, record)
        long = play(more, here, record)
        assert plain(long[: len(short)]) == plain(short)
        assert plain(long) == plain(play(more, here))


def test_the_seeds_of_a_game_come_from_its_number_and_its_seat_alone() -> None:
    played = tournament(TournamentKind.round_robin)
    seeds = {played.seed_of(number, seat) for number in range(50) for seat in range(2)}
    assert len(seeds) == 100
    assert played.seed_of(3, 1) == tournament(TournamentKind.ladder, "random", "level:1").seed_of(
        3, 1
    )


def test_every_pair_has_an_opening_of_its_own() -> None:
    results = play(tournament(TournamentKind.round_robin, cap=1), here)
    openings = {result.pair: result.opening for result in results}
    assert len(set(openings.values())) == len(openings) == 20


def test_a_record_of_other_pairings_is_refused(tmp_path: Path) -> None:
    played = tournament(TournamentKind.gauntlet, "random", "level:1", "classic:greedy")
    record = tmp_path / "cup.jsonl"
    play(played, here, record)
    head, *games = record.read_text().splitlines()
    changed = [json.loads(line) for line in games]
    changed[0]["players"] = ["level:1", "classic:greedy"]
    record.write_text("\n".join([head, *map(json.dumps, changed)]) + "\n")
    with pytest.raises(
        ArenaError, match="game 1 of the results file is level:1 - classic:greedy, but"
    ):
        play(played, here, record)


def test_a_record_is_written_by_one_run_at_a_time(tmp_path: Path) -> None:
    played = tournament(TournamentKind.match, "random", "level:1")
    file = ResultsFile(tmp_path / "cup.jsonl", played)
    with pytest.raises(ArenaError, match="is being written by another run: wait for it or end it"):
        play(played, here, tmp_path / "cup.jsonl")
    file.close()
    assert len(play(played, here, tmp_path / "cup.jsonl")) == 4


def test_a_tournament_that_is_never_started_leaves_no_file(tmp_path: Path) -> None:
    played = tournament(TournamentKind.match, "random", "level:1")
    play_tournament(played, here, tmp_path / "cup.jsonl")
    assert not list(tmp_path.iterdir())


def test_closing_the_games_ends_a_tournament_and_it_can_be_resumed(tmp_path: Path) -> None:
    played = tournament(TournamentKind.swiss)
    record = tmp_path / "cup.jsonl"
    with closing(play_tournament(played, here, record)) as games:
        first = [next(games), next(games)]
    assert len(record.read_text().splitlines()) == 3
    again = list(play_tournament(played, here, record))
    assert plain(again[:2]) == plain(first)
    assert plain(counted_games(played, again)) == plain(play(played, here))


@pytest.mark.extended
def test_a_tournament_that_is_killed_again_and_again_has_the_same_tables() -> None:
    """The short form of `benchmarks/arena_kills.py`, which kills ten times."""
    found = run_benchmark("arena_kills", "--json", "--kills", "2")
    assert found.pop("games") == 32
    assert found == {"kills": 2, "changed": 0, "lost": 0, "repeated": 0, "same tables": True}


# --- how tournaments end -------------------------------------------------------------------


def test_a_game_whose_result_is_proved_ends_only_where_that_is_asked_for() -> None:
    facts: dict[str, Any] = {"pairs": 4, "openings": OpeningPlan(3, balance=None)}
    asked = tournament(
        TournamentKind.match, "random", "level:1", adjudication=Adjudication(proof=10**6), **facts
    )
    results = play(asked, here)
    assert {result.end for result in results} == {End.proof}
    assert all(result.moves == () and sum(result.scores) == 1.0 for result in results)
    assert "ended early, because the result is proved: p" in str(results[0].note())
    plain_results = play(tournament(TournamentKind.match, "random", "level:1", **facts), here)
    assert {result.end for result in plain_results} == {End.rules}


def test_a_game_ends_when_all_have_long_agreed_where_that_is_asked_for() -> None:
    judge = Adjudication(score=0.7, moves=2)
    players = ("mcts:nodes=200", "mcts:nodes=150")
    facts: dict[str, Any] = {"game": "squex rows=5 columns=5"}
    asked = tournament(TournamentKind.match, *players, adjudication=judge, **facts)
    early = play(asked, here)
    whole = play(tournament(TournamentKind.match, *players, **facts), here)
    ended = [result for result in early if result.end is End.score]
    assert ended
    for result in ended:
        long = whole[result.number]
        assert long.moves[: len(result.moves)] == result.moves
        assert result.fault == NOBODY
        assert set(result.scores) == {0.0, 1.0}


def test_a_sequential_test_ends_a_match_after_the_same_pairs_whoever_plays_it() -> None:
    facts: dict[str, Any] = {"pairs": 60, "sprt": Sprt(-400, 0)}
    played = tournament(TournamentKind.match, "mcts:nodes=30", "random", **facts)
    results = play(played, here)
    assert 4 <= len(results) < 120
    assert len(results) % 2 == 0
    assert plain(play(played, backwards)) == plain(results)


# --- limits --------------------------------------------------------------------------------


def test_every_player_is_told_its_own_limits() -> None:
    entries = (
        Entry("shallow", "limits", nodes=7),
        Entry("deep", "limits", depth=2),
    )
    played = Tournament(
        TournamentKind.match, entries, SMALL, 1, limits=Limits(nodes=20, depth=5), make=make, cap=2
    )
    assert [result.detail for result in play(played, here)] == [
        "RuntimeError: nodes 7 depth 5",
        "RuntimeError: nodes 20 depth 2",
    ]


def test_a_clock_is_told_to_all_and_whoever_oversteps_it_loses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_runner, "perf_counter", CLOCK)
    limits = Limits(clock=TimeControl(1), margin=0.0)
    played = tournament(
        TournamentKind.match, "oversleep", "random", limits=limits, make=make, pairs=1
    )
    results = play(played, here)
    assert [(one.end, one.score_of("oversleep")) for one in results] == [(End.flag, 0.0)] * 2
    assert "oversleep exceeded its clock by 0.05 s" in str(results[0].note())


def test_with_clocks_there_are_never_more_games_at_once_than_cores() -> None:
    played = tournament(TournamentKind.match, "random", "level:1", limits=Limits(turn_time=1.0))
    many = available_cores() + 1
    with pytest.raises(ArenaError, match=f"{many} games at once would have to share cores while"):
        local_backend(played, many)
    local_backend(replace(played, limits=Limits()), many)


# --- engines -------------------------------------------------------------------------------


def engine(kind: str, **facts: Any) -> Entry:
    facts = {"start_seconds": PATIENCE} | facts
    return Entry(kind, engine=(sys.executable, UNRULY, kind), **facts)


def test_an_engine_hears_all_moves_of_a_game(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    listener = Entry(
        "listens", engine=(sys.executable, UNRULY, "listens", str(heard)), start_seconds=PATIENCE
    )
    entries = (listener, Entry("random", "random"))
    played = Tournament(TournamentKind.round_robin, entries, SMALL, 1, limits=Limits(nodes=5))
    results = play(played, here)
    games_heard = heard.read_text().split("uginewgame\n")[2:]  # after the first start, a check
    assert len(games_heard) == len(results) == 2
    for text, result in zip(games_heard, results, strict=True):
        sent = re.findall(r"^position fen (.+?)(?: moves (.*))?$", text, re.MULTILINE)
        opening = result.opening.split(" | ")[1]
        assert {start for start, _ in sent} == {opening}
        lines = [tuple(moves.split()) for _, moves in sent]
        assert [line for line in lines if line != result.moves[: len(line)]] == []
        assert len(lines[-1]) >= len(result.moves) - 2


@pytest.mark.parametrize(
    ("kind", "end"),
    [
        ("good", End.rules),
        ("dies at go", End.died),
        ("taken cell", End.illegal),
        ("refuses go", End.refused),
        ("floods without lines", End.flooded),
    ],
)
def test_an_engine_that_misbehaves_forfeits_and_nothing_else_is_lost(kind: str, end: End) -> None:
    entries = (engine(kind), Entry("random", "random"), Entry("level:1", "level:1"))
    played = Tournament(
        TournamentKind.round_robin, entries, SMALL, 1, limits=Limits(turn_time=PATIENCE)
    )
    results = play(played, here)
    assert len(results) == 6
    for result in results:
        if kind in result.players:
            assert result.end is end
            if end is not End.rules:
                assert result.players[result.fault] == kind
                assert f"{kind} " in str(result.note())
        else:
            assert result.end is End.rules


def test_an_engine_that_hangs_loses_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_runner, "perf_counter", CLOCK)  # the other player takes no time
    monkeypatch.setattr(external, "GRACE", 0.1)
    entries = (engine("hangs"), Entry("random", "random"))
    played = Tournament(
        TournamentKind.match, entries, SMALL, 1, limits=Limits(turn_time=0.1, margin=0.0)
    )
    results = play(played, here)
    assert [result.end for result in results] == [End.hung, End.hung]
    assert all(result.score_of("hangs") == 0.0 for result in results)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("/nowhere/ghost",), "/nowhere/ghost cannot be started: No such file"),
        ((sys.executable, UNRULY, "dies at start"), "ended with exit code"),
    ],
)
def test_an_engine_that_cannot_be_started_is_an_error_before_the_first_game(
    tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    entries = (Entry("ghost", engine=words, nodes=5), Entry("random", "random"))
    record = tmp_path / "games.jsonl"
    with pytest.raises(EngineError, match=reason):
        play_tournament(Tournament(TournamentKind.match, entries, SMALL, 1), here, record)
    assert not record.exists()


class Careful(Player):
    """A player that fails unless it was prepared for the game; it counts how often it is closed."""

    closed = 0

    def __init__(self) -> None:
        self._ready = False

    def prepare(self, position: Position) -> None:
        self._ready = True

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        assert self._ready
        yield MoveChoice(position.legal_moves()[0])

    def close(self) -> None:
        Careful.closed += 1
        raise RuntimeError("never again")


def test_players_are_prepared_before_the_clock_runs_and_closed_whatever_they_say() -> None:
    played = tournament(TournamentKind.match, "one", "other", pairs=1, make=lambda *_: Careful())
    before = Careful.closed
    schedule = Schedule(played, {})
    assert [result.end for result in here(played, schedule)] == [End.rules] * 2
    assert Careful.closed == before + 4


def test_the_moves_of_a_tournament_are_moves() -> None:
    for result in play(tournament(TournamentKind.gauntlet), here):
        position = read(result.opening)
        for move in result.moves:
            position = position.play(move)
        outcome = position.outcome()
        assert outcome
        assert outcome.values == result.scores
