"""Every feature in docs/origins.md has a test."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from builds import ROOT
from tabuleiro.core.game import Game
from tabuleiro.games import GAMES

PAGE = (ROOT / "docs" / "origins.md").read_text()
TABLE = tomllib.loads((ROOT / "tests" / "features.toml").read_text())
HEADINGS = {"features": "feature of the report", "corrections": "error in the original"}
FEATURES = 137


def rows_of_page(game: str, heading: str) -> list[str]:
    """The first column of the table with that heading, in the section of a game."""
    section = PAGE.split(f"\n## {game}\n")[1].split("\n## ")[0]
    rows = section.split(f"| {heading} |")[1].split("\n\n")[0]
    return re.findall(r"^\| (.+?) \| ", rows, re.MULTILINE)


def is_defined(name: str) -> bool:
    """Whether the test exists."""
    file, _, function = name.partition("::")
    text = (ROOT / "tests" / file).read_text()
    return re.search(rf"^(async )?def {function}\(", text, re.MULTILINE) is not None


@pytest.mark.parametrize("kind", HEADINGS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_page_and_the_table_have_the_same_rows(game: Game[Any], kind: str) -> None:
    assert rows_of_page(game.name, HEADINGS[kind]) == list(TABLE[game.id][kind])


def test_all_features_are_listed() -> None:
    assert sum(len(kinds["features"]) for kinds in TABLE.values()) == FEATURES
    assert f"{FEATURES} features" in PAGE


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_row_names_tests_that_exist(game: Game[Any]) -> None:
    rows = TABLE[game.id]["features"] | TABLE[game.id]["corrections"]
    planned = TABLE[game.id].get("planned", {})
    assert [row for row, tests in rows.items() if not tests and row not in planned] == []
    assert [row for row in planned if row not in rows] == []
    named = [name for tests in rows.values() for name in tests]
    assert [name for name in named if not is_defined(name)] == []
