"""Fingerprints of the behaviour: stored perft counts and whole games of every game."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from builds import ROOT
from games.golden import PERFT, PLAYTHROUGHS, describe
from strategies import options_as_texts
from tabuleiro.core.game import Game
from tabuleiro.core.playouts import perft
from tabuleiro.core.primitives import COMPILED
from tabuleiro.games import GAMES, games, read

MOST_COUNTED = 10**9 if COMPILED else 2_000
COUNTED_BY_THE_MODEL = 1_500


def perft_entries(game: Game[Any]) -> list[tuple[int, int, str]]:
    """Depth, count and full text of each line of the game's file."""
    lines = (PERFT / f"{game.id}.txt").read_text().splitlines()
    return [
        (int(depth), int(count), text)
        for depth, count, text in (line.split(" ", 2) for line in lines)
    ]


@pytest.mark.parametrize("folder", [PERFT, PLAYTHROUGHS], ids=lambda folder: folder.name)
def test_every_golden_file_is_that_of_a_game(folder: Path) -> None:
    """Including the sixth game: if it were not registered, no other test would notice."""
    assert {path.stem for path in folder.iterdir()} == set(games())


def test_perft_counts_are_the_golden_ones(game: Game[Any]) -> None:
    """The perft counts of many positions have not changed; a missing file fails."""
    entries = perft_entries(game)
    assert entries
    for depth, count, text in entries:
        if count <= MOST_COUNTED:
            assert perft(read(text), depth) == count, f"perft {depth} of {text}"


def test_the_documentation_states_the_counts_of_move_sequences() -> None:
    counts = [count for game in games().values() for _, count, _ in perft_entries(game)]
    millions = f"{sum(counts) / 1e6:.1f}"
    page = (ROOT / "docs" / "correctness.md").read_text("utf-8")
    assert f"{len(counts)} stored counts" in page
    assert f"{millions} million sequences" in page
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"{millions} million move sequences" in readme
    portuguese = (ROOT / "docs" / "README.pt.md").read_text("utf-8")
    assert f"{millions.replace('.', ',')} milhões" in portuguese


def model_perft(model: Any, depth: int) -> int:
    """Perft by the naive reference model."""
    if depth == 1:
        return len(model.legal())
    return sum(model_perft(model.play(move), depth - 1) for move in model.legal())


@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
def test_golden_perft_counts_are_the_reference_model_s(ours: Game[Any]) -> None:
    """The naive model finds the smallest counts of the golden file too."""
    reference = importlib.import_module(f"games.reference.{ours.id}")
    budget = COUNTED_BY_THE_MODEL
    for depth, count, text in sorted(perft_entries(ours), key=lambda entry: entry[1]):
        if depth == 2 and (budget := budget - count) > 0:
            position = read(text)
            options = options_as_texts(ours, {**ours.resolve_options({}), **position.options()})
            model = reference.Reference.read(position.text, options)
            assert model_perft(model, depth) == count, f"perft {depth} of {text}"
    assert budget < COUNTED_BY_THE_MODEL


def test_playthroughs_are_the_golden_ones(game: Game[Any]) -> None:
    """Whole games lead to the stored positions, counts and scores, move by move."""
    plays = (PLAYTHROUGHS / f"{game.id}.txt").read_text().strip().split("\n\n")
    assert plays
    for play in plays:
        first, *lines = play.splitlines()
        position = read(first)
        assert lines
        for line in lines:
            move, _, described = line.partition(" ")
            position = position.play(move)
            assert describe(position) == described
        assert position.over or len(lines) == 400
