"""Self-play as a table: every row is a move of a game by the rules, with a policy and a result."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import tabuleiro as tb
from tabuleiro import cli
from tabuleiro.analysis.self_play_table import COLUMNS, SelfPlay
from tabuleiro.core.message import TabuleiroError


def rows_of(played: SelfPlay, games: int) -> list[dict[str, Any]]:
    stream = BytesIO()
    count = played.write(stream, games)
    stream.seek(0)
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(stream).to_pylist()
    assert len(rows) == count
    return rows


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("squex rows=3 columns=3", "mcts"),
        ("fuse rows=3 columns=2", "guided"),
        ("control_v size=5 players=3", "mcts"),
        ("squex rows=3 columns=3", "net"),
        ("noughts", "mcts"),
    ],
)
def test_every_row_is_a_move_of_a_game(text: str, search: str) -> None:
    rows = rows_of(SelfPlay(text, search, nodes=30, varied=2), 3)
    assert [*rows[0]] == [column.name for column in COLUMNS]
    assert {row["number"] for row in rows} == {1, 2, 3}
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        position = tb.read(row["position"])
        assert row["player"] == position.player + 1
        assert row["moves"] == list(map(position.move_text, position.legal_moves()))
        assert sum(row["policy"]) == pytest.approx(1)
        assert dict(zip(row["moves"], row["policy"], strict=True))[row["move"]] > 0
        assert 0 <= row["value"] <= 1
        position = position.play(row["move"])
        if after is not None and after["number"] == row["number"]:
            assert (after["position"], after["ply"]) == (position.full_text, row["ply"] + 1)
        else:
            outcome = position.outcome()
            assert outcome
            assert row["result"] == outcome.result
            assert row["score"] == pytest.approx(outcome.values[row["player"] - 1])


def test_the_seed_decides_the_games() -> None:
    played = [rows_of(SelfPlay("fuse rows=3 columns=3", nodes=20, seed=n), 2) for n in (1, 1, 2)]
    assert played[0] == played[1] != played[2]


def test_the_command_writes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    words = ["self-play", "squex", "rows=3", "columns=3", "--games", "2", "--nodes", "10"]
    assert cli.run([*words, "--out", str(path)]) == 0
    rows = pyarrow.parquet.read_table(path).num_rows
    assert capsys.readouterr().out == f"{rows} moves of 2 games\n"
    assert cli.run([*words, "--search", "alphabeta", "--out", str(path)]) == 2
    assert "alphabeta" in capsys.readouterr().err


def test_a_search_without_a_policy_is_refused() -> None:
    with pytest.raises(TabuleiroError, match="name a tree search"):
        rows_of(SelfPlay("squex", "alphabeta"), 1)
