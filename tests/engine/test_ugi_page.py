"""The sessions of the documentation are real."""

from __future__ import annotations

import re
from dataclasses import fields
from math import inf
from pathlib import Path

import pytest

from engine.session import Session
from tabuleiro.engine import ugi
from tabuleiro.engine.arguments import LIMITS
from tabuleiro.engine.replies import QUERIES
from tabuleiro.players.external import EngineCommand, Reason
from tabuleiro.search import mcts

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
VARYING = re.compile(r"(nps|time) \d+|(?<=id name Tabuleiro).*|(?<= var squex) .*")


SESSIONS = [
    block.splitlines()
    for block in re.findall(r"^```\n(> .*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
]
SENT = [line[2:] for lines in SESSIONS for line in lines if line.startswith("> ")]


@pytest.mark.parametrize("lines", SESSIONS, ids=lambda lines: lines[-1])
def test_the_sessions_of_the_documentation_are_real_ones(
    session: Session, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        mcts, "REPORT_INTERVAL", inf
    )  # only the last report, however slow the machine
    for line in lines:
        if line.startswith("> "):
            session.send(line[2:])
        else:
            assert VARYING.sub("", session.next()) == VARYING.sub("", line[2:])
    assert session.end() == []


def test_every_command_option_limit_and_question_is_shown_in_a_session() -> None:
    options = (
        option.name
        for option in (ugi.EngineKind("", (), ugi.new_player).game_option(), *ugi.ENGINE_OPTIONS)
    )
    shown = [
        *ugi.COMMANDS,
        "quit",
        *(f"setoption name {name}" for name in options),
        *(f"query {question}" for question in (*QUERIES, "perft")),
        *(f"go {limit}" for limit in (*LIMITS, "infinite", "p1time")),
        "position startpos",
        "position fen",
    ]
    sent = [line.lower() for line in SENT]
    assert [one for one in shown if not any(line.startswith(one.lower()) for line in sent)] == []


def test_the_documentation_names_every_command_option_and_question() -> None:
    page = PAGE.read_text()
    options = [option.name for option in ugi.ENGINE_OPTIONS]
    for word in (*ugi.COMMANDS, *QUERIES, *LIMITS, *options, "quit", "infinite", "Game"):
        assert f"`{word}" in page


def test_the_documentation_names_every_reason_and_field_of_an_outside_engine() -> None:
    page = PAGE.read_text()
    for word in (*Reason, *(field.name for field in fields(EngineCommand))):
        assert f"| `{word}` |" in page
