"""Parquet tables: the content of their columns, and the errors."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Any

import pyarrow.parquet
import pytest

from records.files_of_games import as_bytes, read_all, recovered, sample_records
from tabuleiro.core.message import TabuleiroError
from tabuleiro.records import Ply, Record, RecordError, parquet
from tabuleiro.records.json import read_json
from tabuleiro.records.parquet import GAME_COLUMNS, MOVE_COLUMNS, write_games, write_moves
from tabuleiro.records.stream import RecordFormat

RECORDS = sample_records()


def table_of(data: bytes) -> Any:
    return pyarrow.parquet.read_table(BytesIO(data))


def test_a_row_holds_a_game() -> None:
    rows = table_of(as_bytes(RECORDS, RecordFormat.parquet)).to_pylist()
    assert [list(row) for row in rows[:1]] == [[column.name for column in GAME_COLUMNS]]
    for number, (row, record) in enumerate(zip(rows, RECORDS, strict=True), start=1):
        assert row["number"] == number
        assert row["game"] == record.start.game.id
        assert row["moves"] == [ply.move for ply in record.plies]
        assert (row["result"], row["ending"]) == ("draw", "agreement")
        assert row["length"] == len(record.plies)
        assert row["scores"] == list(record.final.scores())
        assert dict(row["headers"]) == dict(record.headers)
        assert dict(row["options"]).keys() == record.start.options().keys()
        assert read_json(row["record"]) == record


def test_a_row_holds_a_move() -> None:
    out = BytesIO()
    assert write_moves(out, RECORDS) == sum(len(record.plies) for record in RECORDS)
    rows = table_of(out.getvalue()).to_pylist()
    assert list(rows[0]) == [column.name for column in MOVE_COLUMNS]
    second = [row for row in rows if row["number"] == 2]
    assert [row["ply"] for row in second] == list(range(1, 13))
    for row, position in zip(second, RECORDS[1].positions(), strict=False):
        assert row["position"] == position.text
        assert row["player"] == position.player + 1
        assert row["choices"] == len(position.legal_moves())
    assert (rows[0]["value"], rows[1]["value"]) == (0.5, None)


def test_every_column_says_what_it_holds() -> None:
    schema = table_of(as_bytes(RECORDS[:1], RecordFormat.parquet)).schema
    for column, field in zip(GAME_COLUMNS, schema, strict=True):
        assert field.metadata[b"holds"].decode() == column.holds


def test_a_table_of_moves_is_not_read_back() -> None:
    out = BytesIO()
    write_moves(out, RECORDS[:1])
    with pytest.raises(RecordError, match="no column record: only a table of games"):
        read_all(out.getvalue(), RecordFormat.parquet)


def test_an_empty_table_is_read_back() -> None:
    assert read_all(as_bytes([], RecordFormat.parquet), RecordFormat.parquet) == []


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" * 20])
def test_what_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError, match="this is not a Parquet table"):
        read_all(data, RecordFormat.parquet)


def test_a_row_that_is_wrong_is_told_with_its_number() -> None:
    table = table_of(as_bytes(RECORDS, RecordFormat.parquet))
    texts = table["record"].to_pylist()
    texts[2] = texts[2].replace('"draw"', '"lost"')
    out = BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"record": texts}), out)
    kept, (fault,) = recovered(out.getvalue(), RecordFormat.parquet)
    assert kept == RECORDS[:2] + RECORDS[3:]
    assert str(fault.message).startswith("line 3, column 1: result: a result is one of")


def test_a_group_of_rows_that_is_damaged_costs_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "BATCH", 1)
    monkeypatch.setattr(parquet, "BATCHES", 2)
    data = bytearray(as_bytes(RECORDS, RecordFormat.parquet))
    group = pyarrow.parquet.ParquetFile(BytesIO(data)).metadata.row_group(1)
    column = group.column(group.num_columns - 1)
    assert column.path_in_schema == "record"
    texts = column.dictionary_page_offset
    for place in range(texts + 40, texts + 60):
        data[place] ^= 0xFF
    with pytest.raises(RecordError, match="the rows from here to the next group are damaged"):
        read_all(bytes(data), RecordFormat.parquet)
    kept, (fault,) = recovered(bytes(data), RecordFormat.parquet)
    assert kept == RECORDS[:2] + RECORDS[4:]
    assert fault.line == 3


def test_groups_of_rows_have_no_say_in_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "BATCH", 2)
    monkeypatch.setattr(parquet, "BATCHES", 2)
    data = as_bytes(RECORDS, RecordFormat.parquet)
    assert pyarrow.parquet.ParquetFile(BytesIO(data)).metadata.num_row_groups == 2
    assert read_all(data, RecordFormat.parquet) == RECORDS


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = r"pyarrow is not installed; to fix it: pip install 'tabuleiro\[data\]'"
    with pytest.raises(TabuleiroError, match=said):
        write_games(BytesIO(), [])
    with pytest.raises(TabuleiroError, match=said):
        read_all(b"PAR1", RecordFormat.parquet)


def test_a_record_without_moves_has_a_row() -> None:
    start = RECORDS[0].start
    (row,) = table_of(as_bytes([Record(start, ("A", "B"))], RecordFormat.parquet)).to_pylist()
    assert (row["length"], row["moves"], row["ending"]) == (0, [], None)
    (row,) = table_of(
        as_bytes([Record(start, ("A", "B"), (Ply("a1"),))], RecordFormat.parquet)
    ).to_pylist()
    assert row["moves"] == ["a1"]
