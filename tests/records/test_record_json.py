"""Records as JSON: they are read back unchanged, and errors name the wrong field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.record_strategies import records_of
from records.test_record_text import RECORD
from strategies import few_and_many
from tabuleiro.core.game import Game
from tabuleiro.records import RecordError, UnknownGameError
from tabuleiro.records.json import as_object, from_object, read_json, write_json
from tabuleiro.records.ply import DEEPEST


@few_and_many(6, 15)
def test_what_is_written_as_json_is_read_back_exactly(game: Game[Any], examples: int) -> None:
    @settings(max_examples=examples)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        record = data.draw(records_of(game))
        text = write_json(record)
        again = read_json(text)
        assert again == record
        assert write_json(again) == text
        assert "\n" not in text

    check()


def test_the_keys_are_those_of_the_record() -> None:
    value = as_object(RECORD)
    assert value["version"] == 1
    assert (value["game"], value["start"]) == ("squex rows=3 columns=3", "3/3/3 2/2 x 1")
    assert value["plies"][0] == {"move": "b1"}
    assert list(value["plies"][1].values()) == ["a1", 0.25, 271.2, 3603.0, "level:3", "hm"]
    assert value["plies"][3]["variations"][1] == [{"move": "c1"}, {"move": "a2"}, {"move": "b3"}]


def test_moves_are_read_in_either_case() -> None:
    value = as_object(RECORD)
    value["plies"][0]["move"] = "B1"
    assert from_object(value) == RECORD


def test_without_a_start_the_game_begins_as_its_options_say() -> None:
    value = as_object(RECORD)
    del value["start"]
    assert from_object(value) == RECORD


MISSING = object()


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("version", 2, "version: version 2 is not known, only 1"),
        ("version", MISSING, "version: it is missing"),
        ("version", True, "version: 'true' is not a whole number"),
        ("\ud800", 1, "'\\ud800': unknown key"),
        ("colour", 1, "colour: unknown key: the keys are version, game, start"),
        ("game", "squex rows=2", "game: option rows cannot be '2'"),
        ("game", MISSING, "game: it is missing"),
        ("start", "3/3/3 2/3 x 1", "start: squares: row 2 has 2 cells"),
        ("players", "Ana", "players: '\"Ana\"' is not a list"),
        ("players", ["Ana"], "players: the game has 2 players, and the record names 1"),
        ("players.1", 3, "players[1]: '3' is not a text"),
        ("result", "p2win", "result: by the rules the result is p1win, not p2win"),
        ("result", "p9win", "result: a result is one of"),
        ("headers", {"a b": ""}, "headers.'a b': 'a b' is not the name of a header"),
        ("headers", {"Event": None}, "headers.Event: 'null' is not a text"),
        ("comment", "\x00", "comment: a record cannot contain the character U+0000"),
        ("plies", {}, "plies: '{}' is not a list"),
        ("plies.0", "b1", "plies[0]: '\"b1\"' is not an object"),
        ("plies.0.mvoe", "b1", "plies[0].mvoe: unknown key"),
        ("plies.0.move", MISSING, "plies[0].move: it is missing"),
        ("plies.1.move", "b1", "plies[1].move: b1 already holds"),
        ("plies.1.value", [], "plies[1].value: '[]' is not a number"),
        ("plies.1.value", 10**400, "plies[1].value: '1000"),
        ("plies.1.value", 2, "plies[1]: value is a number from 0 to 1, not 2"),
        ("plies.1.by", "a\nb", "plies[1]: 'a\\nb' has more than one line"),
        ("plies.0.before", "!", "plies[0].move: only the first move of a variation has"),
        ("plies.3.variations.1", [], "plies[3].move: a variation has at least one move"),
        ("plies.3.variations.1", 5, "plies[3].variations[1]: '5' is not a list"),
        ("plies.3.variations.1.2.move", "b2", "plies[3].variations[1][2].move: b2 already holds"),
    ],
)
def test_what_is_wrong_is_told_with_its_path(path: str, value: object, said: str) -> None:
    with pytest.raises(RecordError) as told:
        from_object(changed(as_object(RECORD), path, value))
    assert str(told.value).startswith(said)


def changed(whole: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The object with another value at a path, or none."""
    *way, last = (int(key) if key.isdecimal() else key for key in path.split("."))
    inner: Any = whole
    for key in way:
        inner = inner[key]
    if value is MISSING:
        del inner[last]
    else:
        inner[last] = value
    return whole


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: this is not JSON"),
        ('{"version": 1,\n]', "line 2, column 1: this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ("9" * 10_000, "this is not JSON"),
        ("NaN", "NaN is not a JSON number"),
        ('{"a": 1, "a": 2}', "the key 'a' is given twice"),
        ("[]", "the record: '[]' is not an object"),
    ],
)
def test_what_is_no_record_in_json_is_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError) as told:
        read_json(text)
    assert str(told.value).startswith(said)


def test_a_game_that_is_not_installed_is_told_apart_in_json() -> None:
    with pytest.raises(UnknownGameError, match="game: there is no game 'chess'"):
        from_object(as_object(RECORD) | {"game": "chess"})


def test_endless_nesting_is_refused_in_json() -> None:
    value = as_object(RECORD)
    ply = value["plies"][0]
    for _ in range(DEEPEST + 1):
        ply = {"move": "b1", "variations": [[ply]]}
    with pytest.raises(RecordError, match=f"at most {DEEPEST} deep"):
        read_json(json.dumps(value | {"plies": [ply]}))
