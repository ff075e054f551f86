"""The analysis server: documented sessions, errors that name the field, cancelled requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from analysis.conversations import PAGE, Conversation, answers_to, conversations, timeless
from tabuleiro.analysis.requests import FIELDS
from tabuleiro.analysis.server import AnalysisServer
from waiting import PATIENCE

SMALL = "squex rows=3 columns=3"


def ask(**fields: Any) -> str:
    return json.dumps(fields)


@pytest.mark.parametrize("shown", conversations(), ids=lambda shown: shown.name)
def test_documented_requests_have_the_documented_answers(shown: Conversation) -> None:
    wanted = [timeless(json.loads(line)) for line in shown.answers]
    assert wanted
    assert [timeless(answer) for answer in answers_to(*shown.sent, player="guided")] == wanted


def test_every_field_has_an_example() -> None:
    requests = [json.loads(line) for shown in conversations() for line in shown.sent[:1]]
    for action, fields in FIELDS.items():
        given = [each for each in requests if each.get("action", "analyse") == action]
        assert {name for each in given for name in each} >= set(fields)


def test_every_field_of_an_answer_is_explained() -> None:
    _, _, table = PAGE.read_text().partition("### Fields of an answer")
    answers = [json.loads(line) for shown in conversations() for line in shown.answers]
    names = {name for answer in answers for name in answer}
    names |= {name for answer in answers for line in answer.get("lines", ()) for name in line}
    assert all(f"| `{name}` |" in table for name in names)


@pytest.mark.parametrize(
    ("fields", "field", "reason"),
    [
        ({"game": "chess"}, "game", "there is no game 'chess'"),
        ({"game": "squex rows=99"}, "game", "rows"),
        ({"game": 3}, "game", "must be a text"),
        ({"game": SMALL, "position": 5}, "position", "must be a text"),
        ({"game": SMALL, "moves": "a1"}, "moves", "must be a list of texts"),
        ({"game": SMALL, "moves": [1]}, "moves", "must be a text"),
        ({"game": SMALL, "moves": ["a1"], "turns": [2]}, "turns", "from 0 to 1, not 2"),
        ({"game": SMALL, "turns": []}, "turns", "must be a list of 1 to"),
        ({"game": SMALL, "lines": True}, "lines", "must be a whole number"),
        ({"game": SMALL, "nodes": 0}, "nodes", "at least 1"),
        ({"game": SMALL, "depth": 0.5}, "depth", "must be a whole number"),
        ({"game": SMALL, "movetime": -1}, "movetime", "at least 0"),
        ({"game": SMALL, "every": "often"}, "every", "must be a number of seconds"),
        ({"game": SMALL, "every": float("nan")}, "every", "must be a number of seconds"),
        ({"action": "sing"}, "action", "the actions are analyse, cancel, clear, version"),
        ({"action": "cancel"}, "cancels", "it is missing"),
        ({}, "game", "it is missing"),
    ],
)
def test_errors_name_the_field(fields: dict[str, Any], field: str, reason: str) -> None:
    (answer,) = answers_to(ask(id="a", **fields))
    assert answer["id"] == "a"
    assert answer["field"] == field
    assert reason in answer["error"]


@pytest.mark.parametrize("line", ["[]", "null", "{", "[" * 100_000, '"text"', "7"])
def test_a_line_that_is_no_request_is_refused_and_the_next_is_answered(line: str) -> None:
    refused, answer = answers_to(line, ask(id="next", action="version"))
    assert refused["id"] is None
    assert refused["error"]
    assert answer["id"] == "next"


def test_a_request_is_cancelled_while_it_runs() -> None:
    said: list[dict[str, Any]] = []
    heard = Event()

    def take(line: str) -> None:
        said.append(json.loads(line))
        heard.set()

    def lines() -> Iterator[str]:
        yield ask(id="long", game="squex", movetime=10**8, every=0)
        assert heard.wait(PATIENCE)
        yield ask(id="stop", action="cancel", cancels="long")
        yield ask(id="after", game=SMALL, nodes=10)

    AnalysisServer(take, megabytes=4).run(lines())
    assert said[0]["partial"] is True
    by_id = {answer["id"]: answer for answer in said}  # the last of each
    assert by_id["stop"]["found"] is True
    assert by_id["long"]["cancelled"] is True
    assert by_id["long"]["partial"] is False
    assert by_id["long"]["lines"]
    assert by_id["after"]["cancelled"] is False


def test_an_id_that_is_still_in_work_is_refused() -> None:
    first = ask(id="a", game="squex", movetime=10**8)
    said = answers_to(first, first, ask(id="b", action="cancel", cancels="a"))
    assert said[0]["field"] == "id"
    assert "not been answered yet" in said[0]["error"]


def test_what_is_due_at_the_end_of_input_is_finished() -> None:
    said = answers_to(*(ask(id=str(n), game=SMALL, nodes=20) for n in range(3)))
    assert [answer["id"] for answer in said] == ["0", "1", "2"]


def test_every_game_is_served(game: Any) -> None:
    (answer,) = answers_to(ask(id="a", game=game.id, nodes=30))
    assert answer["lines"]
    assert answer["player"] == "x"


def test_a_fault_ends_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr("tabuleiro.analysis.server.iterate_analysis", fail)
    failed, answer = answers_to(ask(id="a", game=SMALL), ask(id="c", action="clear"))
    assert failed == {"id": "a", "field": None, "error": "internal error: RuntimeError('broken')"}
    assert answer == {"id": "c", "action": "clear"}
