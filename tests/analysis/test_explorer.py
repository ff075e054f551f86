"""The opening explorer: its tree, its files, and the command `explore`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from builds import ROOT
from tabuleiro.analysis.explorer import (
    Explorer,
    ExplorerError,
    explorer_path,
    find_explorer,
    key_of,
)
from tabuleiro.analysis.explorer_builder import build
from tabuleiro.cli import run
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, start

SMALL = "squex rows=4 columns=4"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def small_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("explorer") / "small.explorer"
    assert list(build(path, start(SMALL), 80, nodes=8))[-1] == 80
    return path


@pytest.fixture
def small(small_file: Path) -> Explorer:
    return opened(small_file)


def opened(path: Path, game: str = SMALL) -> Explorer:
    found = find_explorer(start(game), path)
    assert found
    return found


def figures(explorer: Explorer, position: Position) -> dict[int, tuple[float, int]]:
    """The value and the visits of each move, by the position after it."""
    return {
        key_of(position.play(position.move(move.texts[0]))): (move.value, move.visits)
        for move in explorer.explore(position)
    }


# --- the tree ------------------------------------------------------------------------------


def test_symmetric_positions_share_a_row(small: Explorer) -> None:
    assert [key_of(node.position) for node in small.nodes.values()] == list(small.nodes)
    assert len(small.nodes) == 80
    found = [figures(small, start(SMALL).play(move)) for move in ("b2", "c2", "b3", "c3")]
    assert found[0]
    assert all(one == found[0] for one in found)


def test_symmetric_moves_are_one(small: Explorer) -> None:
    moves = small.explore(start(SMALL))
    for move in moves:
        assert len({key_of(start(SMALL).play(text)) for text in move.texts}) == 1
    texts = Counter(text for move in moves for text in move.texts)
    assert texts == Counter(set(texts))
    assert ("b2", "b3", "c2", "c3") in [tuple(sorted(move.texts)) for move in moves]


def test_shares_are_those_of_the_visits_and_come_in_order(small: Explorer) -> None:
    moves = small.explore(start(SMALL))
    visits = [move.visits for move in moves]
    assert visits == sorted(visits, reverse=True)
    assert sum(move.share for move in moves) == pytest.approx(1)
    assert sum(visits) >= 79  # each visit adds at most one position to the start
    assert all(0 <= move.value <= 1 for move in moves)


def test_a_value_is_the_mean_of_the_search_and_of_all_visits(small: Explorer) -> None:
    for node in small.nodes.values():
        moves = small.explore(node.position)
        total = node.own + sum(move.visits * move.value for move in moves)
        count = 1 + sum(move.visits for move in moves)
        # a child may have changed since, when it was reached in another order
        assert node.value == pytest.approx(total / count, abs=0.2)


def test_other_positions_are_not_in_it(small: Explorer) -> None:
    assert small.explore(start("squex")) == ()
    rare = start(SMALL)
    for move in ("a1", "a2", "a3", "a4", "b1"):
        rare = rare.play(move)
    assert small.explore(rare) == ()


def test_an_extension_keeps_what_was_there(small_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "more.explorer"
    path.write_bytes(small_file.read_bytes())
    before = opened(path)
    counts = list(build(path, start(SMALL), 130))
    assert counts[0] == 81
    after = opened(path)
    assert len(after.nodes) == counts[-1] == 130
    assert list(after.nodes)[:80] == list(before.nodes)
    for key, node in before.nodes.items():
        assert after.nodes[key].own == node.own
        later = figures(after, node.position)
        for move, (_, visits) in figures(before, node.position).items():
            assert later[move][1] >= visits


def test_an_extension_to_fewer_positions_changes_nothing(small_file: Path) -> None:
    before = small_file.read_bytes()
    assert list(build(small_file, start(SMALL), 10)) == []
    assert small_file.read_bytes() == before


def test_an_interrupted_build_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "x.explorer"
    growing = build(path, start(SMALL), 50, nodes=4)
    for count in growing:
        if count == 20:
            growing.close()
    assert len(opened(path).nodes) == 20
    assert list(build(path, start(SMALL), 25))[-1] == 25


def test_a_small_game_is_explored_to_its_ends(tmp_path: Path) -> None:
    path, game = tmp_path / "x.explorer", "fuse rows=2 columns=2"
    last = list(build(path, start(game), 10_000, nodes=1))[-1]
    assert 1 < last < 1000
    assert opened(path, game).explore(start(game))


def test_random_starts_are_the_first_and_the_balanced_ones(tmp_path: Path) -> None:
    path, first = tmp_path / "x.explorer", start("fuse")
    list(build(path, first, 60, nodes=4))
    found = opened(path, "fuse")
    seeds = (1, *first.game.balanced_seeds(first.game.resolve_options({})))
    starts = [start("fuse", seed=seed) for seed in seeds]
    assert list(found.nodes)[: found.starts] == list(dict.fromkeys(map(key_of, starts)))
    assert all(found.explore(each) for each in starts)
    assert not found.explore(start("fuse", seed=2))


def test_games_of_more_players_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="explorers are only for games of two players"):
        next(build(tmp_path / "x", start("control_v players=3"), 10))


# --- files ---------------------------------------------------------------------------------

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[:-20],
    "another byte": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "text": lambda data: b"squex d4 e5\n",
    "another format": lambda data: data.replace(b"explorer-1", b"explorer-9"),
    "a list": lambda data: b"[1, 2]\n" + data,
    "without a field": lambda data: data.replace(b'"starts"', b'"ends"'),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_in_a_sentence(
    small_file: Path, tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "x.explorer"
    path.write_bytes(DAMAGES[damage](small_file.read_bytes()))
    for use in (lambda: opened(path), lambda: list(build(path, start(SMALL), 100))):
        with pytest.raises(ExplorerError) as error:
            use()
        reason = "it is damaged or not an explorer"
        assert str(error.value) == f"the explorer {path} cannot be used: {reason}"


def test_the_file_of_another_game_is_refused_and_kept(small_file: Path) -> None:
    before = small_file.read_bytes()
    for game in ("squex", "fuse"):
        with pytest.raises(ExplorerError, match=f"it is for {SMALL}, not {game}"):
            list(build(small_file, start(game), 100))
    assert small_file.read_bytes() == before


def test_own_files_come_before_those_of_the_data_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(tmp_path / "own"))
    own, shipped = tmp_path / "own" / "squex.explorer", tmp_path / "tabuleiro_explorer"
    assert explorer_path(start("squex")) == own
    shipped.mkdir()
    (shipped / "__init__.py").touch()
    (shipped / "squex.explorer").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert explorer_path(start("squex")) == shipped / "squex.explorer"
    assert explorer_path(start(SMALL)) == own.with_name("squex_rows=4_columns=4.explorer")
    own.parent.mkdir()
    own.touch()
    assert explorer_path(start("squex")) == own


def test_the_file_of_the_data_package_is_continued_in_an_own_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    shipped = tmp_path / "tabuleiro_explorer" / "squex.explorer"
    own = tmp_path / "own" / "squex.explorer"
    list(build(shipped, start("squex"), 3, nodes=2))
    (shipped.parent / "__init__.py").touch()
    monkeypatch.delitem(sys.modules, "tabuleiro_explorer", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(own.parent))
    before = shipped.read_bytes()
    for count, path in ((2, shipped), (5, own)):
        assert run(["explore", "squex", "--build", str(count), "--nodes", "2"]) == 0
        assert capsys.readouterr().out == f"{path} has {max(3, count)} positions.\n"
    assert shipped.read_bytes() == before
    assert list(opened(own, "squex").nodes)[:3] == list(opened(shipped, "squex").nodes)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_data_package_has_every_game(game: Game[Any]) -> None:
    path = ROOT / "explorer" / "tabuleiro_explorer" / f"{game.id}.explorer"
    assert path.stat().st_size <= 2 * 10**6
    found = opened(path, game.id)
    assert len(found.nodes) >= 20_000
    assert sum(move.share for move in found.explore(game.start())) == pytest.approx(1)
    for key in Random(1).sample(list(found.nodes), 20):
        node = found.nodes[key]
        assert key_of(node.position) == key
        assert (node.player, game) == (node.position.player, node.position.game)
        assert set(node.moves) <= set(node.position.legal_moves())


# --- the command ---------------------------------------------------------------------------


def explored(capsys: Capture, *words: str) -> dict[str, Any]:
    assert run(["explore", *SMALL.split(), *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_explore_prints_the_moves(small_file: Path, small: Explorer, capsys: Capture) -> None:
    file = ["--file", str(small_file)]
    assert run(["explore", *SMALL.split(), *file, "--lines", "2"]) == 0
    before, head, first, _, note = capsys.readouterr().out.splitlines()
    assert before == "Values are for Player 1, who is to move."
    assert head.split() == [
        "Move",
        "Expected",
        "score",
        "Visits",
        "Of",
        "the",
        "visits",
        "Symmetric",
    ]
    best = small.explore(start(SMALL))[0]
    assert first.split()[0] == best.texts[0]
    assert f" {best.visits:,} " in first
    assert note == "The explorer has 80 positions, each searched by the computer."
    data = explored(capsys, *file)
    assert data["moves"][0]["symmetric"] == list(best.texts[1:])
    assert data["positions"] == 80
    assert explored(capsys, *file, "--lines", "2")["moves"] == data["moves"][:2]
    assert len(data["moves"]) > 2
    assert explored(capsys, *file, "--moves", "a1 a2 a3 a4 b1")["moves"] == []


def test_other_random_starts_have_a_note(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "x.explorer"
    list(build(path, start("fuse"), 45, nodes=4))
    notes = []
    for seed in (1, 2):
        assert run(["explore", "fuse", f"seed={seed}", "--file", str(path)]) == 0
        notes.append(capsys.readouterr().out.splitlines()[-1])
    assert notes[0].startswith("The explorer has 45 positions from 20 starts, each searched")
    assert "the pattern around a first move says little about its value" in notes[1]


def test_explore_says_how_to_get_the_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(tmp_path))
    assert run(["explore", *SMALL.split()]) == 2
    error = capsys.readouterr().err
    command = f"tabuleiro explore {SMALL} --build 20000"
    assert f"Build it with '{command}'" in error and "pip install" not in error
    assert len(error.splitlines()) == 1
    monkeypatch.setattr("tabuleiro.analysis.explorer.PACKAGE", "not.installed")
    assert run(["explore", "squex"]) == 2
    assert "pip install ./explorer" in capsys.readouterr().err
    assert run(["explore", "squex", "--file", "missing"]) == 2
    error = capsys.readouterr().err
    assert "--build 20000 --file missing'" in error and "pip install" not in error
    assert run(["explore", "control_v", "players=3"]) == 2
    assert "explorers are only for games of two players" in capsys.readouterr().err
    assert run([*command.split()[1:-1], "5", "--nodes", "2"]) == 0
    assert capsys.readouterr().out.endswith(".explorer has 5 positions.\n")
    assert explored(capsys)["positions"] == 5
