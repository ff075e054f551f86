"""Actions: numbers for the moves of a game, the same for moves that look the same to players."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import tabuleiro as tb
from tabuleiro.core.actions import NONE, action_space
from tabuleiro.core.game import Game
from tabuleiro.core.message import GameError, MoveError
from tabuleiro.core.position import Position
from tabuleiro.games import games
from variants import variants

PLIES = 60


def random_positions(game: Game[Any], options: dict[str, Any], seed: int = 1) -> list[Position]:
    """The positions of a random game until its end, at most PLIES moves."""
    chance = Random(seed)
    positions: list[Position] = [game.start(**options)]
    while not positions[-1].over and len(positions) <= PLIES:
        positions.append(positions[-1].play(chance.choice(positions[-1].legal_moves())))
    return positions


def test_moves_and_actions_correspond_one_to_one(game: Game[Any]) -> None:
    for options in variants(game):
        positions = random_positions(game, options)
        space = action_space(positions[0])
        for position in positions:
            moves = position.legal_moves()
            actions = [position.action_of(move) for move in moves]
            assert len({*actions}) == len(moves), options
            assert [position.move_of(action) for action in actions] == moves, options
            mask = position.action_mask()
            assert mask.shape == (space.size,), options
            assert sorted(actions) == np.flatnonzero(mask).tolist(), options


def test_the_lists_of_actions_name_each_move_once(game: Game[Any]) -> None:
    assert game.actions
    for options in variants(game):
        start = game.start(**options)
        rows = [[*game.actions(start.options(), player)] for player in range(start.players)]
        assert {len(row) for row in rows} == {action_space(start).size}, options
        for row in rows:
            moves = [move for move in row if move != NONE]
            assert len({*moves}) == len(moves), options
            assert min(moves) >= 0, options


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_what_a_network_answers_has_the_same_action_for_every_player(game: Game[Any]) -> None:
    """Otherwise a network that sees the board as the player to move does could not play both."""
    for options in variants(game):
        action_of_entries: dict[tuple[int, ...], int] = {}
        for seed in range(3):
            for position in random_positions(game, options, seed)[:30]:
                for move in position.legal_moves():
                    action = position.action_of(move)
                    entries = tuple(position.policy_indices(move))
                    assert action_of_entries.setdefault(entries, action) == action


def test_an_action_that_is_not_legal_is_refused() -> None:
    position: Any = tb.start("squex rows=3 columns=3").play("b2")
    for action in (4, -1, 9, 10**30, 1.5, None, "a1"):
        with pytest.raises(MoveError):
            position.move_of(action)
    over = tb.read("squex rows=3 columns=3 | xo1/xo1/xo1 2/2 - -")
    assert not over.action_mask().any()
    assert not over.tensor().any()
    with pytest.raises(MoveError, match="not a legal action"):
        over.move_of(2)


def test_a_game_without_a_list_of_actions_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    noughts = games()["noughts"]
    action_space.__globals__["_action_space"].cache_clear()
    try:
        with monkeypatch.context() as patched:
            patched.setitem(noughts.__dict__, "actions", None)
            with pytest.raises(GameError, match=r"Game\.actions"):
                noughts.start().action_mask()
            patched.setitem(noughts.__dict__, "actions", lambda options, player: range(4))
            with pytest.raises(GameError, match="no action for its move 4"):
                noughts.start().action_of(4)
            with pytest.raises(GameError, match="no action for its move 4"):
                noughts.start().action_mask()
    finally:
        action_space.__globals__["_action_space"].cache_clear()


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_tensors_have_the_planes_of_the_encoding(game: Game[Any]) -> None:
    assert game.encoding
    for position in random_positions(game, {})[:-1]:
        rows, columns = game.encoding.shape(position.options())
        planes, numbers = len(game.encoding.planes), [*game.encoding.numbers.values()]
        tensor = position.tensor()
        assert tensor.shape == (planes + len(numbers), rows, columns)
        words = np.array(position.encode(), np.uint64)
        size = game.encoding.plane_words(position.options())
        for plane in range(planes):
            bits = sum(int(word) << 64 * i for i, word in enumerate(words[size * plane :][:size]))
            cells = [bits >> cell & 1 for cell in range(rows * columns)]
            assert tensor[plane].reshape(-1).tolist() == cells
        packed = words[size * planes :].tobytes()
        for number, divisor in enumerate(numbers):
            assert np.allclose(tensor[planes + number], packed[number] / divisor)
