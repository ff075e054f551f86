"""Puzzles line by line: a move is asked for and judged, hints and solutions are given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.cli import app
from tabuleiro.core.game import Game
from tabuleiro.games import GAMES, read
from tabuleiro.terminal.classic.console import ConsoleSettings, LineConsole
from tabuleiro.terminal.classic.puzzle_loop import PuzzleLoop
from tabuleiro.terminal.solved_puzzles import SOLVED_FILE, SolvedPuzzles

FIRST = Puzzle(
    read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1"), ("a3",), ("c1",), 4, (0, 0, 5, 8)
)
SECOND = Puzzle(read("squex rows=3 columns=3 | 1ox/1ox/3 2/2 x 1"), ("c3",), (), 10, (0,))


def solve(folder: Path, *answers: str, **settings: Any) -> str:
    """What is printed for these answers, until the input ends."""
    said: list[str] = []
    left = list(answers)

    def ask(question: str) -> str:
        said.append(question)
        if not left:
            raise EOFError
        return left.pop(0)

    screen = LineConsole(ask, said.append, ConsoleSettings(**settings))
    PuzzleLoop(screen, [FIRST, SECOND], SolvedPuzzles(folder / SOLVED_FILE)).play()
    assert not left
    return "\n".join(said)


def test_the_right_move_solves_a_puzzle_and_is_remembered(tmp_path: Path) -> None:
    said = solve(tmp_path, "a3", "")
    assert "Puzzle 1 of 2, found by level 4." in said
    assert "Player 1 to move and win" in said
    assert "Correct: a3 wins." in said
    assert "Themes: wins in one turn" in said
    assert said.index("Correct") < said.index("Puzzle 2 of 2, missed by level 9.")
    assert FIRST in SolvedPuzzles(tmp_path / SOLVED_FILE)
    later = solve(tmp_path, "previous")
    assert later.index("Puzzle 2 of 2") < later.index("Puzzle 1 of 2"), "solved ones come later"
    assert "You have solved this one." in later


def test_a_wrong_move_is_told_and_asked_again(tmp_path: Path) -> None:
    said = solve(tmp_path, "c1", "c3", "b1", "a3")
    assert "c1 is tempting, but it does not win." in said
    assert "c3 does not win. Try another move." in said
    assert "b1 already holds an octagon of Player 2" in said
    assert "Correct: a3 wins." in said


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("hint", "Hint: the move starts at a3."),
        ("dica", "Hint: the move starts at a3."),
        ("solution", "The solution: a3"),
        ("next", "Puzzle 2 of 2"),
        ("previous", "Puzzle 2 of 2"),
        ("help", "hint: where the move starts"),
        ("back", "a3"),
    ],
)
def test_what_else_may_be_written(answer: str, told: str, tmp_path: Path) -> None:
    said = solve(tmp_path, answer, "a3" if answer == "back" else "board")
    assert told in said
    assert SECOND not in SolvedPuzzles(tmp_path / SOLVED_FILE)


def test_boards_are_drawn_or_told_in_words(tmp_path: Path) -> None:
    assert "●━" in solve(tmp_path)
    told = solve(tmp_path, plain=True)
    assert "a1 octagon of Player 1" in told
    assert "━" not in told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_command_lets_the_puzzles_of_every_game_be_solved(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path))
    puzzle = shipped_puzzles(game)[0]
    done = CliRunner().invoke(app, ["puzzles", game.id, "--plain"], input=f"{puzzle.key}\nexit\n")
    assert done.exit_code == 0
    assert f"Correct: {puzzle.key} wins." in done.output
    assert puzzle in SolvedPuzzles(tmp_path / SOLVED_FILE)
