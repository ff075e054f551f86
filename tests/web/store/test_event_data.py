"""Events as data: all events are read back unchanged, and invalid data is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from records.record_strategies import records_of
from strategies import few_and_many
from tabuleiro.core.game import Game
from tabuleiro.games import start
from tabuleiro.play import Seat, Setup, Table, new_record
from tabuleiro.play.events import KINDS, Event, Moved, Opened, ProposalKind, Proposed
from tabuleiro.play.table import EFFECTS
from tabuleiro.records import RecordError
from tabuleiro.web.store.event_data import event_data, read_event

RECORD = {"version": 1, "game": "squex", "players": ["A", "B"], "result": "none", "plies": []}
MOVED = {"kind": "moved", "at": 2.5, "seat": 1, "move": "c4"}

numbers = st.floats(allow_nan=False, allow_infinity=False)
values: dict[Any, st.SearchStrategy[Any]] = {
    float: numbers,
    float | None: st.none() | numbers,
    int: st.integers(0, 2**53),
    bool: st.booleans(),
    str: st.text(),
    ProposalKind: st.sampled_from(get_args(ProposalKind)),
}


def events_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    types = get_type_hints(kind)
    return st.builds(kind, **{name: values[types[name]] for name in types})


simple_events = st.one_of([events_of(kind) for kind in KINDS.values() if kind is not Opened])


def through_json(event: Event) -> Event:
    return read_event(json.loads(json.dumps(event_data(event))))


def test_every_kind_of_event_has_its_effect() -> None:
    assert set(KINDS.values()) == set(EFFECTS)


@few_and_many(25, 100)
def test_an_event_is_read_back_as_it_was(examples: int) -> None:
    @settings(max_examples=examples)
    @given(event=simple_events)
    def check(event: Event) -> None:
        assert through_json(event) == event

    check()


@few_and_many(8, 20)
def test_the_opening_is_read_back_with_its_record(game: Game[Any], examples: int) -> None:
    @settings(max_examples=examples)
    @given(data=st.data(), at=numbers)
    def check(data: Any, at: float) -> None:
        event = Opened(at, data.draw(records_of(game)))
        assert through_json(event) == event

    check()


def test_a_table_is_read_back_from_its_data() -> None:
    seats = (Seat("Ana"), Seat("Rui"))
    table = Table.open(new_record(start("squex"), Setup(seats)), 1.0)
    table.move(0, "c4", 2.0)
    table.propose(1, "draw", 3.0)
    again = Table([through_json(event) for event in table.events])
    assert again.events == table.events
    assert again.record() == table.record()


def test_what_has_its_default_is_left_out() -> None:
    assert event_data(Moved(2.5, 1, "c4")) == MOVED


def test_a_whole_number_serves_as_a_time() -> None:
    assert read_event({**MOVED, "at": 2}).at == 2.0


@pytest.mark.parametrize("what", get_args(ProposalKind))
def test_every_proposal_is_read_back(what: ProposalKind) -> None:
    assert through_json(Proposed(0.0, 1, what)) == Proposed(0.0, 1, what)


@pytest.mark.parametrize("record", [{"version": 1}, "squex", {**RECORD, "game": "halma"}])
def test_a_wrong_record_is_refused_with_its_reason(record: object) -> None:
    with pytest.raises(RecordError):
        read_event({"kind": "opened", "at": 0, "record": record})


@pytest.mark.parametrize(
    "data", [None, [MOVED], {}, {**MOVED, "kind": "danced"}, {**MOVED, "kind": ["moved"]}]
)
def test_what_is_no_event_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="kind"):
        read_event(data)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({**MOVED, "at": "now"}, "at"),
        ({**MOVED, "at": True}, "at"),
        ({**MOVED, "at": float("nan")}, "at"),
        ({**MOVED, "at": 10**400}, "at"),
        ({**MOVED, "seat": -1}, "seat"),
        ({**MOVED, "seat": 1.0}, "seat"),
        ({**MOVED, "seat": False}, "seat"),
        ({**MOVED, "move": 4}, "move"),
        ({**MOVED, "by": None}, "by"),
        ({**MOVED, "value": "high"}, "value"),
        ({"kind": "moved", "at": 0, "move": "c4"}, "seat"),
        ({"kind": "paused"}, "at"),
        ({"kind": "paused", "at": 0, "seat": 1}, "seat"),
        ({"kind": "paused", "at": 0, "a b": 1}, "a b"),
        ({"kind": "answered", "at": 0, "seat": 1, "agrees": 1}, "agrees"),
        ({"kind": "proposed", "at": 0, "seat": 1, "what": "tea"}, "what"),
    ],
)
def test_a_wrong_event_is_refused_by_the_field_at_fault(data: object, field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read_event(data)
    assert refused.value.errors()[0]["loc"] == (field,)


@few_and_many(25, 100)
def test_whatever_is_given_is_read_or_refused(examples: int) -> None:
    @settings(max_examples=examples)
    @given(
        data=st.dictionaries(
            st.sampled_from(["kind", "at", "seat", "move", "value", "by", "record", "x"]),
            st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from([*KINDS, ""]),
        )
    )
    def check(data: dict[str, object]) -> None:
        with suppress(ValueError):
            read_event(data)

    check()
