"""Records as text: they are read back unchanged, and errors name their place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from growth import grows_linearly
from records.record_strategies import comments, lines, records_of
from strategies import few_and_many
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.games import start
from tabuleiro.records import (
    Ply,
    Record,
    RecordError,
    UnknownGameError,
    read_record,
    read_records,
    write_record,
    write_records,
)
from tabuleiro.records.files import MOST_BYTES, FileError, decode, read_file
from tabuleiro.records.text import WIDTH, read_start, read_summary

TEXT = """\
[Game "squex rows=3 columns=3"]
[Start "3/3/3 2/2 x 1"]
[Player1 "Ana \\"the fox\\""]
[Player2 "level:3"]
[Result "p1win"]
[Event "C:\\\\games"]

{A small one.} 1. b1 2. a1 {[%value 0.250] [%clock 0:04:31.2] [%spent 1:00:03]
[%by level:3] hm} 3. b2 4. a2 {too slow} (4. b3 {stops it for now}) (4. c1 5. a2
6. b3) 5. b3 {at last\\n\\{so\\}} p1win
"""

RECORD = Record(
    start("squex rows=3 columns=3"),
    ('Ana "the fox"', "level:3"),
    (
        Ply("b1"),
        Ply("a1", value=0.25, clock=271.2, spent=3603, by="level:3", comment="hm"),
        Ply("b2"),
        Ply(
            "a2",
            comment="too slow",
            variations=(
                (Ply("b3", comment="stops it for now"),),
                (Ply("c1"), Ply("a2"), Ply("b3")),
            ),
        ),
        Ply("b3", comment="at last\n{so}"),
    ),
    "p1win",
    {"Event": "C:\\games"},
    "A small one.",
)


def test_a_record_is_written_for_people() -> None:
    assert write_record(RECORD) == TEXT


def test_a_record_is_read() -> None:
    assert read_record(TEXT) == RECORD


@few_and_many(6, 15)
def test_what_is_written_is_read_back_exactly(game: Game[Any], examples: int) -> None:
    @settings(max_examples=examples)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        record = data.draw(records_of(game))
        text = write_record(record)
        again = read_record(text)
        assert again == record
        assert list(again.headers) == list(record.headers)
        assert write_record(again) == text
        assert read_summary(text).moves == len(record.plies)
        assert read_start(text) == record.start

    check()


@few_and_many(25, 100)
def test_any_comment_and_any_name_are_kept(examples: int) -> None:
    @settings(max_examples=examples)
    @given(comment=comments, name=lines)
    @example(comment="[%value 0.5] not a fact", name="]")
    @example(comment="  [%", name="\\]")
    @example(comment=" \n ", name=" ")
    @example(comment="\\", name="\\")
    def check(comment: str, name: str) -> None:
        plies = (Ply("b1", comment=comment), Ply("a1", by=name, comment=comment))
        record = Record(RECORD.start, (name, name), plies, "none", {"Event": name}, comment)
        assert read_record(write_record(record)) == record

    check()


def test_lines_are_short_where_there_are_blanks() -> None:
    record = replace(RECORD, comment="word " * 100 + "w" * 100)
    long = [line for line in write_record(record).splitlines() if len(line) > WIDTH]
    assert long == ["w" * 100 + "}"]


def test_consecutive_moves_of_a_player_are_one_turn() -> None:
    begin = start("eigenstate")
    plies = tuple(map(Ply, "a1a2 a2:c2 a2:c5 a6a5".split()))
    text = write_record(Record(begin, ("Ana", "Rui"), plies))
    assert text.endswith("\n1. a1a2 a2:c2 a2:c5 2. a6a5 none\n")


def test_records_stand_one_after_another() -> None:
    other = Record(start("fuse"), ("Ana", "Rui"))
    text = write_records([RECORD, other, RECORD])
    assert read_records(text) == [RECORD, other, RECORD]
    assert read_records("\n\n" + text + "\n\n") == [RECORD, other, RECORD]
    assert read_records("") == []
    with pytest.raises(RecordError, match="expected one record, not 3"):
        read_record(text)


def read_moves(moves: str) -> Record:
    """The record of a small game with these moves."""
    headers = TEXT.partition("\n\n")[0]
    result = moves.rsplit(maxsplit=1)[-1]
    return read_record(headers.replace("p1win", result) + "\n\n" + moves + "\n")


def test_moves_are_read_in_either_case_and_without_numbers() -> None:
    assert [ply.move for ply in read_moves("B1 a1 none").plies] == ["b1", "a1"]


def test_numbers_are_there_for_the_reader_and_may_count_what_they_like() -> None:
    assert [ply.move for ply in read_moves("1. b1 a1 2. b2 none").plies] == ["b1", "a1", "b2"]


def test_lines_may_end_as_on_windows() -> None:
    assert read_record(TEXT.replace("\n", "\r\n")) == RECORD


def test_several_comments_are_one_with_a_line_each() -> None:
    (ply,) = read_moves("b1 {one} (c1) {[%value 0.5] two} none").plies
    assert (ply.comment, ply.value) == ("one\ntwo", 0.5)


def test_a_variation_may_begin_with_a_comment() -> None:
    (ply,) = read_moves("b1 ({better} c1) none").plies
    assert ply.variations == ((Ply("c1", before="better"),),)


def test_without_a_start_a_game_begins_as_its_options_say() -> None:
    text = '[Game "fuse seed=5"]\n[Player1 ""]\n[Player2 ""]\n[Result "none"]\n\nnone\n'
    assert read_record(text).start == start("fuse seed=5")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Game "squex', "Game squex", 'line 1, column 1: expected a header here, [Name "value"]'),
        ("[Game", "[2", "line 1, column 2: a header begins with its name"),
        ("[Game ", "[Game  ", "line 1, column 7: the value of a header must be in quotation marks"),
        ('columns=3"', "columns=3", "line 1, column 7: the value of a header must be in quotation"),
        ('columns=3"]', 'columns=3" ]', "line 1, column 31: a header ends with ]"),
        ("[Event", "[Result", "line 6, column 2: the header Result is given twice"),
        ("C:\\\\games", "C:\\games", "line 6, column 8: '\\\\g' is not an escape"),
        ("level:3", "a\\nb", "line 4, column 10: 'a\\nb' has more than one line"),
        ('games"]\n\n', 'games"]\n', "line 7, column 1: expected a header here"),
        ("[Player2", "[Player3", "line 4, column 10: the game has 2 players"),
        ("[Player2", "[Second", "line 7, column 1: the header Player2 is missing"),
        ("[Game", "[Spiel", "line 7, column 1: the header Game is missing"),
        ("[Result", "[Ergebnis", "line 7, column 1: the header Result is missing"),
        ("rows=3", "rows=2", "line 1, column 7: option rows cannot be '2'"),
        ("rows=3", "rows", "line 1, column 7: 'rows' is not an option"),
        ("2/2 x", "2/3 x", "line 2, column 8: squares: row 2 has 2 cells"),
        ("b2 4.", "b1 4.", "line 9, column 22: b1 already holds"),
        ("b2 4.", "b9 4.", "line 9, column 22: b9 is not on the board"),
        ("4. b3", "4. b2", "line 9, column 46: b2 already holds"),
        ("3. b2 4. a2", "3. 4. a2", "line 9, column 22: '4.' is not a move"),
        ("3. b2", "3. {hm} b2", "line 9, column 22: expected a move here"),
        ("5. b3 {at", "5. {at", "line 10, column 11: expected a move here"),
        ("hm}", "hm", "line 8, column 28: the comment that begins here is not closed"),
        ("too slow}", "too slow}}", "line 9, column 41: unexpected closing brace"),
        ("for now})", "for now}", "line 9, column 42: the variation that begins here"),
        ("(4. b3", "((4. b3", "line 9, column 43: expected a move here"),
        ("(4. b3 {stops it for now})", "()", "line 9, column 42: a variation has at least one"),
        ("2. a1", "2. a1 )", "line 8, column 28: unexpected closing bracket"),
        ("[%value 0.250]", "[%value 1.250]", "line 8, column 28: '1.250' is not a value"),
        ("0:04:31.2", "4:31", "line 8, column 28: '4:31' is not a time"),
        ("0:04:31.2", "999999:00:00", "line 8, column 25: clock is a number from 0 to"),
        ("[%value", "[%eval", "line 8, column 28: there is no fact %eval"),
        ("[%spent", "[%clock", "line 8, column 28: the fact %clock is given twice"),
        (" hm}", "hm}", "line 8, column 28: '[%by level:3]hm' is not a fact of a move"),
        (" hm}", " hm} {[%by me]}", "line 9, column 19: the fact %by is given twice"),
        ("{A small", "{[%value 1] A small", "line 8, column 1: facts of a move belong after"),
        ("so\\}} p1win", "so\\}}", "line 11, column 1: the text ends before the result"),
        ("so\\}} p1win", "so\\}} draw", "line 10, column 32: the result here is draw"),
        ("\\}} p1win\n", "\\}} p1win b1\n", "line 10, column 38: expected a blank line or the end"),
        ("\\}} p1win\n", "\\}} p1win\nb1\n", "line 11, column 1: expected a blank line or the end"),
        ("\\}} p1win\n", "\\}} p1win\n\nb1\n", "line 12, column 1: expected a header here"),
        ("too slow", "too\tslow", "line 9, column 35: a record cannot contain the character"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_line_and_column(old: str, new: str, said: str) -> None:
    with pytest.raises(RecordError) as told:
        read_record(TEXT.replace(old, new, 1))
    assert str(told.value).startswith(said)


def test_a_result_that_the_rules_contradict_is_told_with_its_place() -> None:
    with pytest.raises(RecordError, match="line 8, column 4: by the rules the result is none"):
        read_moves("b1 draw")


def test_a_game_that_is_not_installed_is_no_fault_of_the_record() -> None:
    with pytest.raises(UnknownGameError, match="line 1, column 7: there is no game 'chess'"):
        read_record(TEXT.replace("squex", "chess"))


def test_a_text_without_a_record_is_refused() -> None:
    with pytest.raises(RecordError, match="line 1, column 1: there is no record"):
        read_record("\n")


@pytest.mark.parametrize("opening", ["(", "b1 (", "b1 (c1 ", "b1 ({", "(" * 10])
def test_endless_nesting_is_refused(opening: str) -> None:
    with pytest.raises(RecordError):
        read_moves("a1 " + opening * 100_000 + " none")


@pytest.mark.parametrize("piece", ["b1 ", "{} ", "{a} ", "1. ", "\\", ") ", " ", "{[%by a] "])
def test_huge_texts_are_read_in_linear_time(piece: str) -> None:
    def read(count: int) -> None:
        with pytest.raises(RecordError):
            read_moves("a1 " + piece * count + " b1 b1 none")

    assert grows_linearly(read, 12_500)


@few_and_many(50, 200)
def test_a_text_that_was_tampered_with_is_read_or_refused(examples: int) -> None:
    @settings(max_examples=examples)
    @given(
        at=st.integers(0, len(TEXT)),
        cut=st.integers(0, 5),
        new=st.text(st.sampled_from('[]{}()"\\ \n1.ab%pwin'), max_size=4),
    )
    def check(at: int, cut: int, new: str) -> None:
        text = TEXT[:at] + new + TEXT[at + cut :]
        try:
            records = read_records(text)
        except TabuleiroError as error:
            assert str(error)
        else:
            assert read_records(write_records(records)) == records

    check()


@few_and_many(25, 100)
def test_no_text_breaks_the_reader(examples: int) -> None:
    @settings(max_examples=examples)
    @given(text=st.text())
    def check(text: str) -> None:
        try:
            assert read_records(text) == []
        except RecordError as error:
            assert str(error)

    check()


def test_a_summary_is_what_a_list_shows() -> None:
    summary = read_summary(TEXT)
    assert (summary.game, summary.players) == ("squex rows=3 columns=3", RECORD.players)
    assert (summary.moves, summary.result, summary.headers) == (5, "p1win", RECORD.headers)


def test_bytes_that_are_no_text_are_told_with_line_and_column() -> None:
    with pytest.raises(RecordError, match="line 2, column 3: this is not a text in UTF-8"):
        decode("é\nçã".encode() + b"\xff")


def test_a_byte_order_mark_is_passed_over() -> None:
    assert decode(b"\xef\xbb\xbf" + TEXT.encode()) == TEXT


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(RecordError, match="larger than 16 MB"):
        read_file(path)


def test_a_file_that_is_not_there_is_told_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="missing: No such file"):
        read_file(tmp_path / "missing")
