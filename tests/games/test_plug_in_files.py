"""A game of another package brings its levels, network, puzzles, rules and shapes of pieces."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from builds import ROOT
from tabuleiro.analysis import shipped_puzzles
from tabuleiro.core.drawing.cells import draw_cells
from tabuleiro.core.drawing.grid import Size
from tabuleiro.core.drawing.text import draw_text
from tabuleiro.core.drawing.theme import LIGHT
from tabuleiro.core.game import Game
from tabuleiro.core.message import GameError
from tabuleiro.games import rulebook
from tabuleiro.players import levels, make_player
from tabuleiro.players.levels import own_levels
from tabuleiro.players.networks import NetworkError, has_network

ROW = '{ search = "mcts", nodes = NODES, elo = 7, error = 3 },'
LEVELS = "levels = [\n" + "\n".join(ROW.replace("NODES", str(n)) for n in range(1, 11)) + "\n]"


@pytest.fixture
def crosses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """Noughts in a package of its own, with files."""
    package = tmp_path / "crosses"
    package.mkdir()
    source = (ROOT / "tests" / "sixth_game" / "noughts.py").read_text()
    (package / "play.py").write_text(source.replace('id="noughts"', 'id="crosses"'))
    (package / "__init__.py").touch()
    (package / "rules.en.md").write_text("# Crosses\n\nThree in a row win.\n")
    (package / "levels.toml").write_text(LEVELS)
    (package / "network.onnx").write_bytes(b"not a network")
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("crosses.play").GAME
    own_levels.cache_clear()
    for name in [name for name in sys.modules if name.startswith("crosses")]:
        del sys.modules[name]
    shutil.rmtree(package)


def test_its_levels_are_its_own(crosses: Game[Any]) -> None:
    assert [level.nodes for level in levels(crosses)] == list(range(1, 11))
    assert levels(crosses)[0].elo == 7
    start = crosses.start()
    assert make_player("level:3", crosses).choose(start).move in start.legal_moves()


def test_too_few_levels_are_an_error(crosses: Game[Any], tmp_path: Path) -> None:
    (tmp_path / "crosses" / "levels.toml").write_text(f"levels = [{ROW.replace('NODES', '1')}]")
    with pytest.raises(GameError, match="crosses must have 10 levels, not 1"):
        levels(crosses)


def test_its_network_is_found(crosses: Game[Any], tmp_path: Path) -> None:
    assert has_network(crosses)
    with pytest.raises(NetworkError, match=r"network\.onnx cannot be used"):
        make_player("net", crosses)


def test_its_rules_and_puzzles_are_read(crosses: Game[Any], tmp_path: Path) -> None:
    assert rulebook(crosses).title == "Crosses"
    assert shipped_puzzles(crosses) == ()


def test_a_piece_is_drawn_by_its_own_outline(crosses: Game[Any]) -> None:
    position = crosses.start().play("b2").play("a1")
    scene = position.scene()
    cross = next(piece for piece in scene.pieces if piece.site == "b2")
    assert len(cross.form.outline) == 12
    drawn = position.svg().split('data-site="b2" data-level="0"')[1].split("</g>")[0]
    assert "<polygon" in drawn
    assert "╳" in draw_text(scene)
    assert "╳" not in draw_text(scene, unicode=False)
    cells = draw_cells(scene, Size(60, 30))
    shown = [
        cells.rows[row][column] for (row, column), sites in cells.sites.items() if "b2" in sites
    ]
    assert any(LIGHT["p1"] in (cell.ink, cell.paper) for cell in shown)
