"""Files of many games: they are read back unchanged; valid games of damaged files are found."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace
from io import BytesIO, RawIOBase
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from records.files_of_games import as_bytes, read_all, recovered, sample_records, spans
from records.record_strategies import records_of
from strategies import few_and_many
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.records import Record, RecordError, UnknownGameError, read_records, write_records
from tabuleiro.records.files import MOST_BYTES, FileError
from tabuleiro.records.stream import (
    LOOKAHEAD,
    RecordFormat,
    detect_format,
    find_format,
    open_stream,
    read_stream,
    write_stream,
)

LINED = (RecordFormat.text, RecordFormat.json)
RECORDS = sample_records()
DATA = {form: as_bytes(RECORDS, form) for form in LINED}
SPANS = {form: spans(RECORDS, form) for form in LINED}
TEXT = DATA[RecordFormat.text]
GARBAGE = st.binary(max_size=40) | st.sampled_from(
    [b"{", b"}", b"\n", b"\n\n", b"(", b'"', b"\\", b"\x00", b"\xff\xfe", b"none\n\n", b"draw",
     b'[Game "squex"]\n', b'{\n\n[Game "x"]\n', b'\n[Game "', b"{" * 50, b"x" * (LOOKAHEAD + 1)]
)  # fmt: skip


@pytest.mark.parametrize("form", [*LINED, RecordFormat.parquet])
def test_a_file_is_read_back_exactly(form: RecordFormat) -> None:
    data = as_bytes(RECORDS, form)
    assert read_all(data, form) == RECORDS
    assert as_bytes(read_all(data, form), form) == data or form is RecordFormat.parquet


@few_and_many(4, 8)
def test_files_of_any_records_are_read_back(game: Game[Any], examples: int) -> None:
    @settings(max_examples=examples)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        records = data.draw(st.lists(records_of(game), max_size=3))
        for form in LINED:
            assert read_all(as_bytes(records, form), form) == records
            assert recovered(as_bytes(records, form), form) == (records, [])

    check()


def test_a_text_file_is_what_the_text_of_all_its_records_is() -> None:
    assert TEXT.decode() == write_records(RECORDS)
    assert read_records(TEXT.decode()) == RECORDS


@pytest.mark.parametrize("ending", [b"", b"\n", b"\n \n\n", b"\r\n"])
def test_files_written_by_hand_are_read(ending: bytes) -> None:
    by_hand = TEXT.replace(b"\n", b"\r\n").replace(b"\r\n\r\n[", b"\r\n \r\n\r\n[") + ending
    assert read_all(b"\xef\xbb\xbf\n" + by_hand) == RECORDS
    assert recovered(b"\xef\xbb\xbf\n" + by_hand) == (RECORDS, [])


def test_a_comment_may_hold_what_looks_like_another_game() -> None:
    record = replace(RECORDS[0], comment="see")
    text = as_bytes([record], RecordFormat.text).replace(
        b"{see}", b'{see\n\n[Game "x"]\n\n1. a1 draw}'
    )
    (read,) = read_all(text)
    assert read.comment == 'see  [Game "x"]  1. a1 draw'
    assert recovered(text) == ([read], [])


@few_and_many(50, 300)
def test_all_games_that_a_damage_did_not_touch_are_recovered(examples: int) -> None:
    @settings(max_examples=examples)
    @given(form=st.sampled_from(LINED), data=st.data())
    def check(form: RecordFormat, data: st.DataObject) -> None:
        whole, places = DATA[form], SPANS[form]
        near = st.sampled_from([edge for span in places for edge in span])
        begin = data.draw(st.integers(0, len(whole)) | near)
        end = min(begin + data.draw(st.sampled_from([0, 0, 1, 2, 40, 1000])), len(whole))
        damaged = whole[:begin] + data.draw(GARBAGE) + whole[end:]
        untouched = [
            record
            for record, (first, last) in zip(RECORDS, places, strict=True)
            if end < first or last <= begin
        ]
        kept, faults = recovered(damaged, form)
        assert all(record in kept for record in untouched)
        if not faults:
            assert read_all(damaged, form) == kept
        else:
            with pytest.raises(TabuleiroError, match=r"^line \d+, column \d+: "):
                read_all(damaged, form)

    check()


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "said"),
    [
        (b"[Player1", b"[Player9", 3, 10, "the game has 2 players"),
        (b"[Result", b"Result", 5, 1, "expected a header here"),
        (b"agreement", b"agree\xffment", 6, 15, "this is not a text in UTF-8"),
        (b"agreement", b"agree\x00ment", 6, 15, "a record cannot contain the character U+0000"),
        (b" draw\n", b" p2win\n", 0, 0, "the result here is p2win"),
        (b" draw\n", b"\n", 0, 0, "the text ends before the result"),
        (b" draw\n", b" draw draw\n", 0, 0, "expected a blank line or the end of the text"),
        (b"{[%value", b"[%value", 9, 36, "unexpected closing brace"),
    ],
)  # fmt: skip
def test_what_was_wrong_is_told_with_line_and_column(
    old: bytes, new: bytes, line: int, column: int, said: str
) -> None:
    kept, (fault,) = recovered(TEXT.replace(old, new, 1))
    assert str(fault.reason).startswith(said)
    assert line in (0, fault.line) and column in (0, fault.column)
    assert kept[-len(RECORDS) + 1 :] == RECORDS[1:]
    with pytest.raises(RecordError) as told:
        read_all(TEXT.replace(old, new, 1))
    assert str(told.value) == str(fault.message)


def test_places_are_those_in_the_file() -> None:
    second = TEXT.index(b"\n\n[Game") + 2
    damaged = TEXT[:second] + TEXT[second:].replace(b"[Result", b"[Result ", 1)
    line = TEXT[:second].count(b"\n") + 5
    _, (fault,) = recovered(damaged)
    assert (fault.line, fault.column) == (line, 9)


def test_a_line_of_json_that_is_wrong_is_told_with_its_field() -> None:
    lines = DATA[RecordFormat.json].splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"draw"', b'"lost"', 1)
    lines[3] = lines[3][:50] + b"\n"
    kept, faults = recovered(b"".join(lines), RecordFormat.json)
    assert kept == [RECORDS[0], RECORDS[2], *RECORDS[4:]]
    assert str(faults[0].message).startswith("line 2, column 1: result: a result is one of")
    assert str(faults[1].message).startswith("line 4, column ")
    with pytest.raises(RecordError, match=r"^line 2, column 1: result: "):
        read_all(b"".join(lines), RecordFormat.json)


@pytest.mark.parametrize("form", LINED)
def test_a_file_that_was_cut_off_keeps_what_came_before(form: RecordFormat) -> None:
    last = SPANS[form][-1][0]
    kept, (fault,) = recovered(DATA[form][: last + 30], form)
    assert kept == RECORDS[:-1]
    assert fault.line == DATA[form][: last + 30].count(b"\n") + 1


@pytest.mark.parametrize("form", LINED)
def test_a_huge_line_costs_nothing_else(form: RecordFormat) -> None:
    first_end = SPANS[form][0][1]
    damaged = DATA[form][:first_end] + b"x" * (MOST_BYTES + 100) + b"\n" + DATA[form][first_end:]
    kept, (fault,) = recovered(damaged, form)
    assert kept == RECORDS
    assert "larger than 16 MB" in str(fault.reason)
    with pytest.raises(RecordError, match="larger than 16 MB"):
        read_all(damaged, form)


def test_endless_short_lines_are_no_record() -> None:
    damaged = TEXT[:-20] + b"\n" * 400_000 + b"\n" + TEXT
    kept, faults = recovered(damaged)
    assert kept == RECORDS[:-1] + RECORDS
    assert any("larger than 16 MB" in str(fault.reason) for fault in faults)


def test_another_text_in_another_encoding_is_refused() -> None:
    kept, faults = recovered(TEXT.decode().encode("utf-16"))
    assert kept == []
    assert str(faults[0].message) == "line 1, column 1: this is not a text in UTF-8"


def test_a_lost_brace_costs_one_game_only() -> None:
    many = b"\n".join(
        as_bytes([replace(RECORDS[0], plies=())], RecordFormat.text) for _ in range(800)
    )
    kept, (fault,) = recovered(many.replace(b"\ndraw\n", b"\n{draw\n", 1))
    assert len(kept) == 799
    assert (fault.line, fault.column) == (9, 1)
    assert str(fault.reason).startswith("the comment that begins here is not closed")


def test_a_game_that_is_not_installed_is_told_apart_in_files() -> None:
    damaged = TEXT.replace(b'"squex"', b'"chess"', 1)
    with pytest.raises(UnknownGameError, match="line 1, column 7: there is no game"):
        read_all(damaged)
    with pytest.raises(UnknownGameError, match="line 1, column 1: game: there is no game"):
        read_all(DATA[RecordFormat.json].replace(b'"squex"', b'"chess"', 1), RecordFormat.json)


class Endless(RawIOBase):
    """A file that repeats one game many times and is generated while it is read."""

    def __init__(self, record: Record, form: RecordFormat, times: int) -> None:
        self.piece = as_bytes([record], form) + (b"\n" if form is RecordFormat.text else b"")
        self.left = times
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> bytes:
        if not self.rest and self.left:
            self.rest, self.left = self.piece, self.left - 1
        line, _, self.rest = self.rest.partition(b"\n")
        return line + b"\n" if line or self.rest or self.left else b""


@pytest.mark.parametrize("form", LINED)
def test_memory_does_not_grow_with_the_number_of_games(form: RecordFormat) -> None:
    record = replace(RECORDS[0], plies=RECORDS[0].plies[1:2], result="draw")
    peaks = []
    for times in (30, 30, 1000):  # the first time fills caches
        gc.collect()
        tracemalloc.start()
        games: Any = Endless(record, form, times)
        assert sum(1 for _ in read_stream(games, form)) == times
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < peaks[1] + 500_000  # a thousand records take twice as much; threads take some


@pytest.mark.parametrize(
    ("name", "beginning", "form"),
    [
        ("a.jsonl", b"", RecordFormat.json), ("a.JSON", b"[", RecordFormat.json),
        ("a.parquet", b"", RecordFormat.parquet),
        ("a.txt", DATA[RecordFormat.json], RecordFormat.json), ("a.txt", TEXT, RecordFormat.text),
        ("a", b"\x00{\n" + TEXT, RecordFormat.text), ("a", b"PAR1..", RecordFormat.parquet),
        ("a", b"", RecordFormat.text),
        (None, b'\xff\xff\n{"version": 1}', RecordFormat.json),
    ],
)  # fmt: skip
def test_the_form_of_a_file_is_seen(name: str | None, beginning: bytes, form: RecordFormat) -> None:
    assert detect_format(Path(name) if name else None, beginning) is form


def test_there_are_three_forms() -> None:
    assert find_format("json") is RecordFormat.json
    with pytest.raises(TabuleiroError, match="'xml' is not a record format: text, json, parquet"):
        find_format("xml")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="missing: No such file"), open_stream(tmp_path / "missing"):
        pass


@few_and_many(25, 100)
def test_no_bytes_break_the_readers(examples: int) -> None:
    @settings(max_examples=examples)
    @given(data=st.binary(max_size=200))
    @example(data=b'[Game "squex"]\n' * 3)
    def check(data: bytes) -> None:
        for form in LINED:
            kept, faults = recovered(data, form)
            assert kept == []
            assert all(str(fault.message) for fault in faults)

    check()


def test_what_cannot_have_happened_is_not_written() -> None:
    wrong = replace(RECORDS[0], headers={})
    for form in RecordFormat:
        with pytest.raises(RecordError, match="by the rules"):
            write_stream(BytesIO(), [wrong], form)
