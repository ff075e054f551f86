"""Records as values, and the errors of records that break the rules."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.record_strategies import records_of
from strategies import few_and_many
from tabuleiro.core.game import Game
from tabuleiro.games import start
from tabuleiro.records import Ply, Record, RecordError
from tabuleiro.records.ply import DEEPEST

MOVES = "b1 a1 b2 a2 b3".split()
SMALL = start("squex rows=3 columns=3")
WON = Record(SMALL, ("Ana", "Rui"), tuple(map(Ply, MOVES)), "p1win")


@few_and_many(6, 15)
def test_a_record_of_any_game_is_right(game: Game[Any], examples: int) -> None:
    @settings(max_examples=examples)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        record = data.draw(records_of(game))
        record.check()
        assert len(record.positions()) == len(record.plies) + 1
        assert pickle.loads(pickle.dumps(record)) == record
        assert hash(record) == hash(replace(record))

    check()


def test_positions_lead_from_the_start_to_the_end() -> None:
    assert WON.positions()[0] == SMALL
    assert WON.positions()[1] == SMALL.play("b1")
    assert WON.final.outcome() is not None


def test_a_record_keeps_thousandths() -> None:
    ply = Ply("b1", value=0.63149, clock=271.20049, spent=-0.0)
    assert (ply.value, ply.clock, str(ply.spent)) == (0.631, 271.2, "0.0")


def test_a_record_does_not_change_with_the_headers_it_was_made_of() -> None:
    headers = {"Event": "Open"}
    record = replace(WON, headers=headers)
    headers["Event"] = "Closed"
    assert record.headers == {"Event": "Open"}


@pytest.mark.parametrize("name", ["value", "clock", "spent"])
@pytest.mark.parametrize("number", [-0.1, 2e9, float("nan"), float("inf")])
def test_a_number_out_of_range_is_refused(name: str, number: float) -> None:
    facts: dict[str, Any] = {name: number}
    with pytest.raises(RecordError, match=f"{name} is a number from 0 to"):
        Ply("b1", **facts)


@pytest.mark.parametrize("text", ["\t", "\r", "\x00", "\x7f", "\x85", "\ud800"])
def test_no_text_has_control_characters(text: str) -> None:
    refused = pytest.raises(RecordError, match=f"U\\+{ord(text):04X}")
    of_a_ply: list[dict[str, Any]] = [{"comment": text}, {"before": text}, {"by": text}]
    for facts in of_a_ply:
        with refused:
            Ply("b1", **facts)
    for parts in ({"comment": text}, {"players": ("Ana", text)}, {"headers": {"Event": text}}):
        with refused:
            replace(WON, **parts)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"players": ("Ana",)}, "the game has 2 players, and the record names 1"),
        ({"players": ("Ana", "Rui\nSá")}, "'Rui\\\\nSá' has more than one line"),
        ({"headers": {"Event": "a\nb"}}, "more than one line"),
        ({"headers": {"2nd": "a"}}, "'2nd' is not the name of a header"),
        ({"headers": {"Result": "draw"}}, "Result cannot be an extra header"),
        ({"headers": {"Player3": "Eva"}}, "Player3 cannot be an extra header"),
    ],
)
def test_a_record_that_cannot_be_written_is_refused(parts: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        replace(WON, **parts)


def wrong(*moves: str | Ply, result: str = "none") -> Record:
    plies = tuple(Ply(move) if isinstance(move, str) else move for move in moves)
    return Record(SMALL, ("Ana", "Rui"), plies, result)


def instead(*moves: str) -> Ply:
    """A move with one variation."""
    return Ply("a1", variations=(tuple(map(Ply, moves)),))


def nested(depth: int) -> Ply:
    """A move with so many variations inside each other."""
    ply = Ply("a1")
    for _ in range(depth):
        ply = Ply("a1", variations=((ply,),))
    return ply


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (wrong("b1", "b1"), "move 2: b1 already holds"),
        (wrong("b1", "x9"), "move 2: "),
        (wrong("b1", "A1"), "move 2: 'A1' is written a1"),
        (wrong("b1", instead("c1", "b1")), "move 2, variation 1, move 2: b1 already holds"),
        (wrong("b1", instead("C1")), "move 2, variation 1, move 1: 'C1' is written c1"),
        (wrong("b1", instead()), "move 2: a variation has at least one move"),
        (wrong(Ply("b1", before="!")), "move 1: only the first move of a variation"),
        (wrong(nested(DEEPEST + 1)), f"variations are nested at most {DEEPEST} deep"),
        (wrong(*MOVES), "by the rules the result is p1win, not none"),
        (wrong(*MOVES, result="p2win"), "by the rules the result is p1win, not p2win"),
        (wrong(*MOVES, "c1", result="p1win"), "move 6: the game is over"),
        (wrong("b1", result="p1win"), "by the rules the result is none, not p1win"),
        (wrong("b1", result="p3win"), "a result is one of p1win, p2win, draw, none, not 'p3win'"),
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_told_with_the_move(record: Record, said: str) -> None:
    with pytest.raises(RecordError) as told:
        record.check()
    assert said in str(told.value)


def test_variations_may_lie_as_deep_as_is_said() -> None:
    wrong(nested(DEEPEST)).check()


@pytest.mark.parametrize("ending", ["resignation", "time", "agreement", "move limit", "forfeit"])
def test_a_game_may_have_ended_otherwise(ending: str) -> None:
    replace(wrong("b1", result="p2win"), headers={"Ending": ending}).check()


def test_an_ending_by_the_rules_is_that_of_the_rules() -> None:
    with pytest.raises(RecordError, match="by the rules"):
        replace(wrong("b1", result="p2win"), headers={"Ending": "rules"}).check()
