"""Self-play games: their questions, how they end, their samples."""

from __future__ import annotations

import json
import sys
import threading
from array import array
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from builds import ROOT, run
from learning.self_play import QUICK, SEEN, SHORT, PlayedBatch, fingerprints, same
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import COMPILED
from tabuleiro.games import start
from tabuleiro.learning.game_batch import GameBatch
from tabuleiro.learning.self_play_game import LeafShape
from tabuleiro.learning.self_play_settings import SelfPlaySettings
from waiting import wait_for

FEATURED = [
    "eigenstate", "eigenstate variant=last-two", "lyngk", "lyngk variant=stack6",
    "fuse", "fuse rows=6 columns=4", "fuse kings=3 scoring=product ring-counts=on",
    "lyngk variant=obstacle-capture lines=horizontal",
]  # fmt: skip


def positions_in(text: str, seed: int) -> Iterator[Position]:
    """The positions of a random game."""
    draw = Random(seed)
    position = start(text)
    while not position.over:
        yield position
        position = position.play(draw.choice(position.legal_moves()))


# --- samples -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SHORT)
def test_samples_are_complete(text: str) -> None:
    batch = PlayedBatch(text, 8)
    samples = batch.play(24)
    players = batch.start.players
    assert len(samples) == batch.batch.counts["samples"] > 20
    assert (samples.visits.max(axis=1) == 255).all()
    assert samples.results.sum(axis=1) == pytest.approx(1)
    assert samples.values.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert not samples.results[:, players:].any()
    assert not samples.values[:, players:].any()
    there = samples.entries[:, :, 0] >= 0
    assert (samples.visits[~there] == 0).all()
    assert samples.entries.max() < batch.batch.entries
    assert len(np.unique(samples.questions, axis=0)) > 10


@pytest.mark.parametrize("text", SEEN)
def test_the_entries_of_a_sample_are_those_of_its_legal_moves(text: str) -> None:
    """The position of a sample is found by its question."""
    settings = SelfPlaySettings(full=3, fast=2, full_share=1, opened=0, moves=400, longest=2)
    samples = PlayedBatch(text, 2, settings).play(2)
    known = {tuple(start(text).encode()): start(text)}
    for move in start(text).legal_moves():
        after = start(text).play(move)
        known[tuple(after.encode())] = after
    for question, entries in zip(samples.questions.tolist(), samples.entries.tolist(), strict=True):
        position = known[tuple(question)]
        found = [[entry for entry in move if entry >= 0] for move in entries if move[0] >= 0]
        assert sorted(found) == sorted(
            position.policy_indices(move) for move in position.legal_moves()
        )


@pytest.mark.parametrize("text", FEATURED)
def test_the_features_of_leaves_are_in_range(text: str) -> None:
    """And each move of a leaf has its entries, here checked at the start of the games."""
    position = start(text)
    encoding = position.game.encoding
    assert encoding and encoding.features
    features, shape = encoding.features, LeafShape(encoding.features, 250, encoding.policy_parts)
    played = PlayedBatch(text, 4, replace(QUICK, opened=0.5, openings=40))
    leaves = np.zeros((4, shape.width), np.int16)
    for _ in range(60):
        played.step()
        played.batch.write_leaves(shape, leaves)
        heads, rows, rest = np.split(leaves, [1, 1 + shape.rows], axis=1)
        moves, entries = np.split(rest, [shape.moves * shape.stride], axis=1)
        moves = moves.reshape(4, shape.moves, shape.stride)
        listed = moves[:, :, 0] >= 0
        assert heads.min() >= 0 and heads.max() < features.heads
        assert rows[:, 0].min() >= 0 and rows.max() < features.rows
        assert listed.any(axis=1).all() and moves[:, :, 0].max() < features.entries
        assert moves[listed].min() >= 0 and moves[:, :, 1:].max() < features.move_rows
        for row, question in enumerate(played.questions.tolist()):
            if question == position.encode():
                found = entries[row].reshape(shape.moves, shape.parts)[listed[row]].tolist()
                wanted = [position.policy_indices(move) for move in position.legal_moves()]
                assert sorted([e for e in move if e >= 0] for move in found) == sorted(wanted)


def test_a_leaf_with_too_many_moves_is_written_without_them() -> None:
    encoding = start("lyngk").game.encoding
    assert encoding and encoding.features
    shape = LeafShape(encoding.features, 3, encoding.policy_parts)
    played = PlayedBatch("lyngk", 1, replace(QUICK, opened=0))
    played.step()
    leaves = np.zeros((1, shape.width), np.int16)
    played.batch.write_leaves(shape, leaves)
    assert leaves[0, 1] >= 0
    assert (leaves[0, 1 + shape.rows :] == -1).all()
    with pytest.raises(TabuleiroError, match="a step takes"):
        played.batch.write_leaves(shape, np.zeros((2, shape.width), np.int16))


def test_of_too_many_moves_the_visited_ones_are_kept_first() -> None:
    settings = replace(QUICK, full_share=1, moves=10, opened=0, longest=3)
    samples = PlayedBatch("squex", 4, settings).play(8)
    assert (samples.entries[:, :, 0] >= 0).all()
    assert ((samples.visits > 0).sum(axis=1) > 1).any()
    assert len(np.unique(samples.entries)) > 30
    for entries in samples.entries[:, :, 0].tolist():
        assert len(set(entries)) == len(entries)


def test_results_are_seen_by_the_player_to_move() -> None:
    """Games are played to the end. Values recorded after the result was proved are the result."""
    thorough = replace(QUICK, full=200, full_share=1, play_on=1)
    batch = PlayedBatch("squex rows=3 columns=3", 4, thorough)
    samples = batch.play(12)
    known = (samples.values.max(axis=1) == 1).nonzero()[0]
    assert len(known) > 12
    assert (samples.values[known] == samples.results[known]).all()
    assert {0.0, 1.0} == set(samples.results[known, 0].tolist())


def test_a_draw_is_half_a_win_for_each() -> None:
    samples = PlayedBatch("fuse rows=2 columns=2", 16, replace(QUICK, full_share=1)).play(64)
    assert [0.5, 0.5] in samples.results.tolist()


def test_a_game_without_end_is_cut_off_and_shared_by_all() -> None:
    batch = PlayedBatch("control_v players=3", 2, replace(QUICK, full_share=1, longest=3, opened=0))
    samples = batch.play(2)
    assert batch.batch.counts["cut_short"] == batch.batch.counts["games"]
    assert batch.batch.counts["plies"] == 3 * batch.batch.counts["games"]
    assert samples.results[:, :3] == pytest.approx(1 / 3)


def test_only_full_searches_are_recorded() -> None:
    assert len(PlayedBatch("squex rows=3 columns=3", 4, replace(QUICK, full_share=0)).play(8)) == 0


# --- games ---------------------------------------------------------------------------------


def test_a_proved_result_ends_most_games() -> None:
    batch = PlayedBatch("squex rows=3 columns=3", 8, replace(QUICK, play_on=0.2))
    batch.play(200)
    counts = batch.batch.counts
    assert 0.6 * counts["games"] < counts["proved"] <= counts["games"]
    played = PlayedBatch("squex rows=3 columns=3", 8, replace(QUICK, play_on=1))
    played.play(50)
    assert played.batch.counts["proved"] == 0
    assert played.batch.counts["plies"] / played.batch.counts["games"] > (
        counts["plies"] / counts["games"]
    )


def test_some_games_begin_with_random_moves() -> None:
    def unopened(opened: float) -> float:
        batch = PlayedBatch("squex rows=4 columns=4", 8, replace(QUICK, opened=opened))
        batch.play(60)
        assert 0 <= batch.batch.counts["first_score"] <= batch.batch.counts["unopened"]
        return batch.batch.counts["unopened"] / batch.batch.counts["games"]

    assert unopened(0) == 1
    assert unopened(1) == 0
    assert 0.1 < unopened(0.7) < 0.6


def test_every_start_is_played_from() -> None:
    starts = [start("fuse rows=2 columns=3", seed=seed) for seed in range(1, 6)]
    games = GameBatch(starts, 30, replace(QUICK, opened=0), 1)
    questions = np.zeros((30, games.words), np.uint64)
    games.step(np.zeros((30, games.entries + games.seats), np.float32), questions)
    asked = {tuple(question) for question in questions.tolist()}
    assert asked == {tuple(each.encode()) for each in starts}


def test_a_full_search_has_noise_at_its_root_and_a_fast_one_has_none() -> None:
    def first_visits(**settings: Any) -> set[tuple[int, ...]]:
        plain = SelfPlaySettings(full=40, fast=40, opened=0, longest=1, **settings)
        samples = PlayedBatch("squex rows=4 columns=4", 12, replace(plain, full_share=1)).play(12)
        return {tuple(visits) for visits in samples.visits.tolist()}

    assert len(first_visits(noise=0.0)) == 1
    assert len(first_visits(noise=0.5)) > 6


def test_a_search_makes_as_many_evaluations_as_it_is_told() -> None:
    """One for each visit and one for the root, if the end of the game is far away."""
    batch = PlayedBatch("squex", 1, SelfPlaySettings(full=5, fast=5, opened=0, longest=4))
    batch.step(1 + 3 * 4 * (1 + 5))
    assert batch.batch.counts["games"] == 3
    batch.batch.set_searches(9, 9, 0.5)  # the search in progress keeps its length
    batch.step((1 + 5) + 7 * (1 + 9))
    assert batch.batch.counts["games"] == 5


@pytest.mark.parametrize("text", SEEN)
def test_a_large_tree_gets_the_memory_it_needs(text: str) -> None:
    settings = SelfPlaySettings(full=400, fast=400, full_share=1, opened=0, longest=1)
    samples = PlayedBatch(text, 1, settings).play(1)
    assert samples.values.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_the_given_positions_are_not_changed() -> None:
    batch = PlayedBatch("squex rows=3 columns=3", 4)
    before = batch.start.full_text
    batch.play(12)
    assert batch.start.full_text == before


# --- threads -------------------------------------------------------------------------------


@pytest.fixture
def no_switching() -> Iterator[None]:
    """Threads are not forced to release Python's lock."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(before)


@pytest.mark.skipif(not COMPILED, reason="uncompiled, Python runs one thread at a time")
@pytest.mark.usefixtures("no_switching")
def test_another_thread_runs_during_a_step() -> None:
    """It sees a step that has started and not ended, so the step does not keep the lock."""
    batch = PlayedBatch("squex", 1024)

    def seen_under_way() -> bool:
        begun, done = threading.Event(), threading.Event()

        def go_on() -> None:
            begun.set()
            batch.batch.step(batch.answers, batch.questions)
            done.set()

        thread = threading.Thread(target=go_on)
        thread.start()
        begun.wait()
        under_way = not done.is_set()
        thread.join()
        return under_way

    batch.step()
    wait_for(seen_under_way)


# --- saving --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["squex rows=4 columns=4", "control_v size=5 players=3"])
def test_a_batch_that_takes_a_state_continues_like_the_other(text: str) -> None:
    one = PlayedBatch(text, 5)
    one.step(150)
    state = one.batch.state()
    other = PlayedBatch(text, 5, seed=99)
    other.step(30)
    other.batch.restore(state)
    assert other.batch.counts == one.batch.counts
    goal = int(one.batch.counts["games"]) + 15
    assert same(one.play(goal), other.play(goal))
    assert other.batch.counts == one.batch.counts


def test_a_state_has_the_length_of_searches() -> None:
    one = PlayedBatch("squex", 2)
    one.batch.set_searches(7, 3, 1.0)
    other = PlayedBatch("squex", 2)
    other.batch.restore(one.batch.state())
    assert other.batch.state()["searches"] == (7, 3, 1.0)


def test_the_same_seed_plays_the_same_games() -> None:
    first = PlayedBatch("squex rows=3 columns=4", 4).play(12)
    assert same(first, PlayedBatch("squex rows=3 columns=4", 4).play(12))
    assert not same(first, PlayedBatch("squex rows=3 columns=4", 4, seed=2).play(12))


@pytest.mark.extended
@pytest.mark.skipif(not COMPILED, reason="this compares with the compiled modules: make build")
def test_uncompiled_the_same_games_are_played() -> None:
    path = f"{ROOT / 'src'}:{ROOT / 'tests'}"
    program = ROOT / "tests" / "learning" / "self_play.py"
    found = json.loads(run(sys.executable, program, PYTHONPATH=path, TABULEIRO_UNCOMPILED="1"))
    here = fingerprints()
    assert found == {name: here[name] for name in found} | {"compiled": False}
    assert set(SHORT) < set(found)


# --- what is refused -----------------------------------------------------------------------


def refused(words: str) -> Any:
    return pytest.raises(TabuleiroError, match=words)


def test_batches_that_are_not_possible_are_refused() -> None:
    with refused("a position to start from"):
        GameBatch([], 1, QUICK, 1)
    with refused("at least one game"):
        GameBatch([start("squex")], 0, QUICK, 1)
    with refused("the same options"):
        GameBatch([start("squex"), start("squex rows=5 columns=5")], 1, QUICK, 1)
    *_, last = positions_in("squex rows=3 columns=3", 1)
    with refused("is over"):
        GameBatch([last.play(last.legal_moves()[0])], 1, QUICK, 1)
    with refused("1 games, not of 2"):
        PlayedBatch("squex", 2).batch.restore(PlayedBatch("squex", 1).batch.state())


@pytest.mark.parametrize(
    ("name", "value"),
    [("full", 0), ("full_share", 1.5), ("noise", -0.1), ("cooling", 0), ("moves", 0)],
)
def test_settings_out_of_their_ranges_are_refused(name: str, value: float) -> None:
    with refused(f"{name} must be from .* not {value}"):
        SelfPlaySettings(**{name: value})  # type: ignore[arg-type]  # the names are those of numbers


def test_memory_that_does_not_fit_is_refused() -> None:
    batch = PlayedBatch("squex", 2)
    with refused("numbers, not"):
        batch.batch.step(batch.answers[:1], batch.questions)
    with refused("numbers of the kind f, not d"):
        batch.batch.step(batch.answers.astype(np.float64), batch.questions)
    with refused("numbers of the kind Q, not"):
        batch.batch.step(batch.answers, array("d", bytes(8 * batch.questions.size)))
    with refused("numbers of the kind f"):
        batch.batch.step(batch.answers[:, ::2], batch.questions)


@pytest.mark.parametrize("wrong", [float("nan"), -0.5])
def test_answers_that_no_game_can_use_are_refused(wrong: float) -> None:
    batch = PlayedBatch("squex", 2)
    batch.step()
    batch.answers[1, -1] = wrong
    with refused("a network's logits"):
        batch.batch.step(batch.answers, batch.questions)
