"""The contract of all games: what front ends and searches may rely on."""

from __future__ import annotations

import copy
import os
import pickle
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import cython
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builds import run
from strategies import few_and_many, last_of, options_of, positions_of, random_game, starts_of
from tabuleiro.core import playouts
from tabuleiro.core.chooser import Chooser
from tabuleiro.core.game import Game
from tabuleiro.core.message import MoveError
from tabuleiro.core.notation import format_player
from tabuleiro.core.options import write_options
from tabuleiro.core.position import GAMES_BY_CLASS, Position
from tabuleiro.core.primitives import COMPILED
from tabuleiro.core.scene import Scene, Step, Steps
from tabuleiro.games import GAMES, read, start
from variants import variants

LONGEST_RANDOM_GAME = 1000


def snapshot(position: Position) -> Any:
    """Everything that can be read from a position."""
    outcome = position.outcome()
    return position.full_text, position.player, position.legal_moves(), outcome, position.scores()


@few_and_many(15, 40)
def test_a_position_is_a_value(game: Game[Any], examples: int) -> None:
    """No method and no move changes a position."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        before = snapshot(position)
        for move in position.legal_moves():
            position.play(move)
            position.steps(move)
            position.move_text(move)
        position.scene()
        list(random_game(position, 1, 20))
        playouts.random_games(position, 2, 1)
        playouts.random_walk(position, 3, 1)
        assert snapshot(position) == before

    check()


@few_and_many(15, 40)
def test_moves_are_sorted_as_texts_and_unique(game: Game[Any], examples: int) -> None:
    """legal_moves() has the order of the texts, without duplicates; it is empty only when the game
    is over."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        moves = position.legal_moves()
        texts = [position.move_text(move) for move in moves]
        assert texts == sorted(set(texts))
        assert moves == sorted(set(moves))
        assert all(0 <= move < 2**31 for move in moves)
        assert bool(moves) is not position.over

    check()


@few_and_many(15, 40)
def test_move_texts_are_read_back_in_either_case(game: Game[Any], examples: int) -> None:
    """The text of a move means that move, in upper or lower case, and explain() has no
    objection."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        for move in position.legal_moves():
            text = position.move_text(move)
            assert text == text.lower()
            assert position.move(text) == position.move(text.upper()) == move
            assert position.explain(text) is None
            assert position.play(text) == position.play(move)

    check()


@few_and_many(15, 40)
def test_position_texts_are_read_back_exactly(game: Game[Any], examples: int) -> None:
    """Text, full text, pickle and copy all give an equal position, byte for byte."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        again = read(position.full_text)
        assert again == position
        assert hash(again) == hash(position)
        assert again.text == position.text
        assert snapshot(again) == snapshot(position)
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.deepcopy(position) == position

    check()


def test_a_fresh_process_reads_what_another_has_pickled(game: Game[Any], tmp_path: Path) -> None:
    """A process that has not loaded any game loads what it needs."""
    position = last_of(random_game(game.start(), 1, 5), game.start())
    file = tmp_path / "position"
    file.write_bytes(pickle.dumps(position))
    code = f"import pickle; print(pickle.load(open({str(file)!r}, 'rb')).full_text)"
    said = run(sys.executable, "-c", code, PYTHONPATH=os.environ["PYTHONPATH"])
    assert said == f"{position.full_text}\n"


@few_and_many(15, 40)
def test_options_are_kept_by_positions(game: Game[Any], examples: int) -> None:
    """All options except those of the start are part of the position and of the game text."""

    @settings(max_examples=examples)
    @given(options_of(game))
    def check(values: dict[str, Any]) -> None:
        kept = {o.name: values[o.name] for o in game.options if not o.start_only}
        position = game.start(**values)
        assert position.options() == kept
        assert position.full_text.startswith(f"{game.id} ")
        assert position.game is game
        assert write_options(game.options, kept) in position.full_text

    check()


def test_different_options_make_different_positions(game: Game[Any]) -> None:
    """Equality includes the options, even if the boards look the same."""
    starts = {game.start(**values) for values in variants(game)}
    texts = {position.full_text for position in starts}
    assert len(texts) == len(starts)


def test_hashes_tell_positions_apart(game: Game[Any]) -> None:
    """Positions of random games with different texts have different hashes."""
    seen: dict[int, str] = {}
    for seed in range(30):
        for _, position in random_game(game.start(), seed):
            assert seen.setdefault(hash(position), position.full_text) == position.full_text


@few_and_many(15, 40)
def test_an_illegal_move_is_refused_with_a_reason(game: Game[Any], examples: int) -> None:
    """The text of any move of another position is legal here or explained in a sentence."""

    @settings(max_examples=examples)
    @given(positions_of(game), positions_of(game))
    def check(position: Position, other: Position) -> None:
        for move in other.legal_moves()[:60]:
            text = other.move_text(move)
            message = position.explain(text)
            if message is None:
                assert position.move(text) in position.legal_moves()
                continue
            assert "{" not in str(message)
            assert len(str(message)) > 10
            with pytest.raises(MoveError):
                position.play(text)

    check()


@pytest.mark.parametrize("move", [-1, 2**31 - 1, 2**31, 2**64, -(2**70)])
def test_a_number_that_is_no_move_is_refused(game: Game[Any], move: int) -> None:
    """play() never accepts an integer that is not a legal move."""
    with pytest.raises(MoveError):
        game.start().play(move)


def test_nothing_is_legal_after_the_end(game: Game[Any]) -> None:
    """When the game is over, there is an outcome and no legal move, and an error says so."""
    *_, (last, position) = random_game(game.start(), 3, LONGEST_RANDOM_GAME)
    outcome = position.outcome()
    assert outcome is not None
    assert position.player == -1
    assert format_player(position.player) == "-"
    assert position.legal_moves() == []
    assert sum(outcome.values) == pytest.approx(1)
    assert set(outcome.winners) <= set(range(position.players))
    assert outcome.result in {"draw", *(f"p{n + 1}win" for n in range(position.players))}
    with pytest.raises(MoveError):
        position.play(last)


@few_and_many(15, 40)
def test_random_games_end(game: Game[Any], examples: int) -> None:
    """Under any options."""

    @settings(max_examples=examples)
    @given(starts_of(game), st.integers(0, 2**32))
    def check(position: Position, seed: int) -> None:
        assert last_of(random_game(position, seed, LONGEST_RANDOM_GAME), position).over

    check()


@few_and_many(15, 40)
def test_steps_tell_moves_apart(game: Game[Any], examples: int) -> None:
    """The steps of a move are never the beginning of another's, whichever equivalent sites are
    touched."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        paths = [position.steps(move) for move in position.legal_moves()]
        following: defaultdict[Steps, set[Step]] = defaultdict(set)
        for path in paths:
            for n, step in enumerate(path):
                following[path[:n]].add(step)
        assert all(paths)
        assert len(set(paths)) == len(paths)
        assert not set(paths) & set(following)
        for choices in following.values():
            sites = [site for step in choices for site in step]
            assert len(sites) == len(set(sites))

    check()


@few_and_many(15, 40)
def test_touching_the_steps_makes_the_move(game: Game[Any], examples: int) -> None:
    """The chooser finds the move from any of the equivalent sites."""

    @settings(max_examples=examples)
    @given(positions_of(game), st.randoms(use_true_random=False))
    def check(position: Position, random: Any) -> None:
        moves = position.legal_moves()
        for move in random.sample(moves, min(5, len(moves))):
            chooser: Chooser | None = Chooser.of(position)
            for step in position.steps(move):
                assert chooser is not None
                assert chooser.move is None
                site = random.choice(step)
                assert site in chooser.touchable()
                chooser = chooser.touch(site)
            assert chooser is not None
            assert chooser.move == move
            assert chooser.completions() == (position.move_text(move),)
            assert chooser.touchable() == ()

    check()


def check_scene(position: Position, scene: Scene) -> None:
    """Sites have unique names, and everything shown or touched is on one of them."""
    names = [site.name for site in scene.all_sites()]
    assert len(names) == len(set(names))
    known = set(names)
    assert {piece.site for piece in scene.pieces} <= known
    assert {end for link in scene.links for end in (link.first, link.second)} <= known
    assert {site for mark in scene.marks for site in mark.sites} <= known
    assert {site.inside for site in scene.all_sites() if site.inside} <= known
    for move in position.legal_moves():
        assert {site for step in position.steps(move) for site in step} <= known
    assert scene.captions
    assert all("{" not in str(words) for words in (*scene.captions, scene.title))
    assert all(str(site.label) for site in scene.all_sites())
    assert all(piece.letter and str(piece.name) for piece in scene.pieces)


@few_and_many(15, 40)
def test_the_scene_is_complete(game: Game[Any], examples: int) -> None:
    """Every site of every step is in the picture, at every ply, with and without the last move."""

    @settings(max_examples=examples)
    @given(starts_of(game), st.integers(0, 2**32))
    def check(position: Position, seed: int) -> None:
        check_scene(position, position.scene())
        for move, following in random_game(position, seed, 40):
            check_scene(following, following.scene())
            check_scene(following, following.scene(position, move))
            position = following

    check()


def test_the_game_describes_itself(game: Game[Any]) -> None:
    """Name, summary, short rules and a description of each option exist."""
    assert game.name
    assert str(game.summary)
    assert game.rules
    assert all(str(option.description) for option in game.options)
    assert GAMES_BY_CLASS[game.position] is game


@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
@pytest.mark.skipif(not COMPILED, reason="the size of a compiled position is meant")
def test_a_compiled_position_is_small(ours: Game[Any]) -> None:
    """At most 512 bytes, without other objects inside."""
    import gc

    position = ours.start()
    assert sys.getsizeof(position) <= 512
    assert [held for held in gc.get_referents(position) if held is not type(position)] == []
    assert not hasattr(position, "__dict__")


def test_the_winners_are_the_same_to_the_game_itself(game: Game[Any]) -> None:
    """A bit for each player who shares first place, compiled or not: the game's own methods may use
    it."""
    start = game.start()
    end = last_of(random_game(start, 3, LONGEST_RANDOM_GAME), start)
    outcome = end.outcome()
    assert outcome is not None
    assert start.winners == 0
    assert end.winners == sum(1 << winner for winner in outcome.winners)


@pytest.mark.skipif(not COMPILED, reason="uncompiled, only the underscore keeps people out")
def test_the_engine_room_is_closed_to_people(game: Game[Any]) -> None:
    """Compiled, the methods that change a position cannot be called from Python."""
    position = start(game.id)
    assert cython.compiled is False
    assert not hasattr(position, "_apply")
    assert not hasattr(position, "_copy_from")
