"""The endings of three full pieces of Eigenstate against two: solved as the rules have it."""

from __future__ import annotations

from random import Random

import pytest

from full_piece_puzzles import REACH, Ending, Endings, has_full_pieces, steps
from tabuleiro.analysis import shipped_puzzles
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, read
from tabuleiro.games.eigenstate.rules import SIZE

CELLS = range(SIZE * SIZE)


@pytest.fixture(scope="module")
def endings() -> Endings:
    return Endings()


def position_of(ending: Ending, player: str) -> Position:
    """The position of an ending in which player 1 has three pieces."""
    three, two = ending
    rows = [
        "".join(
            "x" if cell in three else "o" if cell in two else "1"
            for cell in range(row, SIZE * SIZE, SIZE)
        )
        for row in range(SIZE)
    ]
    cells = "/".join(rows)
    for run in range(SIZE, 1, -1):
        cells = cells.replace("1" * run, str(run))
    return read(f"eigenstate | {cells} {','.join(['ffffff'] * 5)} {player} m")


def test_moves_and_captures_are_those_of_the_rules() -> None:
    chance = Random(1)
    for _ in range(20):
        cells = chance.sample(CELLS, 5)
        ending = frozenset(cells[:3]), frozenset(cells[3:])
        for player, (own, others) in {"x": ending, "o": ending[::-1]}.items():
            position = position_of(ending, player)
            to_other_cells = {step for step, _ in steps(own)}
            to_own_cells = {(cell, target) for cell in own for target in REACH[cell] & own}
            assert len(position.legal_moves()) == len(to_other_cells | to_own_cells)
            captures = [step for step in to_other_cells if step[1] in others]
            ends = [position.play(move).winners for move in position.legal_moves()]
            assert ends.count(1 if player == "x" else 3) >= len(captures)


def test_a_win_is_one_turn_longer_than_the_loss_after_it(endings: Endings) -> None:
    assert max(endings.won.values()) == 12
    for ending, turns in list(endings.won.items())[::500]:
        assert min(endings.winning_steps(ending))[0] == turns - 1
        line = endings.line(position_of(ending, "x"))
        assert len(line) == 2 * turns - 1


def test_puzzles_that_come_with_the_game_are_proved_again(endings: Endings) -> None:
    shipped = [
        each for each in shipped_puzzles(find_game("eigenstate")) if has_full_pieces(each.position)
    ]
    assert shipped
    for puzzle in shipped:
        again = endings.puzzle_at(puzzle.position)
        assert again is not None
        assert again.key == puzzle.key
        assert len(again.solution) == len(puzzle.solution)
