"""Every session of the documentation is a real one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.session import Session
from tabuleiro.engine import ugi
from tabuleiro.engine.answers import QUERIES
from tabuleiro.engine.arguments import LIMITS
from tabuleiro.search import mcts

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
VARYING = re.compile(r"(nps|time) \d+|(?<=id name Tabuleiro).*|(?<= var squex) .*")


def test_the_session_of_the_documentation_is_a_real_one(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcts, "REPORT", 60.0)  # only the last report, however slow the machine
    lines = re.findall(r"^[<>] .*", PAGE.read_text(), re.MULTILINE)
    for line in lines:
        if line.startswith("> "):
            session.send(line[2:])
        else:
            assert VARYING.sub("", session.next()) == VARYING.sub("", line[2:])
    assert session.end() == []


def test_the_documentation_names_every_command_option_and_question() -> None:
    page = PAGE.read_text()
    options = [option.name for option in ugi.ENGINE_OPTIONS]
    for word in (*ugi.COMMANDS, *QUERIES, *LIMITS, *options, "quit", "infinite", "Game"):
        assert f"`{word}" in page
