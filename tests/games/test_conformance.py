"""Games recorded from programs that others wrote: the same moves are legal, and end the same way.

Each file of `conformance` is named after a game and the public repository whose program played it:
the original authors' programs, and Boardspace for Lyngk. The program's own rules decided
everything. Games in which a program departs from the published rules are not among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabuleiro.engine.replies import result_text
from tabuleiro.games import GAMES, read, start

FOLDER = Path(__file__).parent / "conformance"
FILES = sorted(FOLDER.glob("*.txt"))
NOT_RECORDED = "not recorded"  # the program does not name the winner


def recorded_games(path: Path) -> Iterator[dict[str, str]]:
    """The games of a file: game, start, moves, end and result."""
    for block in path.read_text("utf-8").split("\n\n"):
        if block.strip():
            yield dict(line.split(" ", 1) for line in block.strip().splitlines())


def test_every_game_has_games_of_another_program() -> None:
    assert [path.name.partition(".")[0] for path in FILES] == sorted(game.id for game in GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_games_of_other_programs_replay(path: Path) -> None:
    """Every move is legal, and the last position and the winner are those of the program."""
    count = 0
    for game in recorded_games(path):
        given = game["start"]
        position = start(game["game"]) if given == "startpos" else read(f"{game['game']} | {given}")
        for move in game["moves"].split():
            position = position.play(move)
        assert position.text == game["end"], game
        if game["result"] != NOT_RECORDED:
            assert result_text(position) == game["result"], game
        count += 1
    assert count >= 60


def test_the_documentation_states_the_counts() -> None:
    root = FOLDER.parents[2]
    page = (root / "docs" / "correctness.md").read_text("utf-8")
    games = [game for path in FILES for game in recorded_games(path)]
    moves = sum(len(game["moves"].split()) for game in games)
    assert f"{len(games)} games, {moves:,} moves" in page
    assert f"{len(games)} games" in (root / "README.md").read_text("utf-8")
    assert f"{len(games)} partidas" in (root / "docs" / "README.pt.md").read_text("utf-8")
    for path in FILES:
        found = list(recorded_games(path))
        moves = sum(len(game["moves"].split()) for game in found)
        assert f"| {len(found)} | {moves:,} |" in page
