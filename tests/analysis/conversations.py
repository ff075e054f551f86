"""The sessions with the analysis server in its documentation."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabuleiro.analysis.server import AnalysisServer

PAGE = Path(__file__).parents[2] / "docs" / "analysis.md"
BLOCK = re.compile(r"^```\n(> .*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Conversation:
    """Lines that are sent, and the answers."""

    sent: tuple[str, ...]
    answers: tuple[str, ...]

    @property
    def name(self) -> str:
        """The id of its first request."""
        found = re.search(r'"id": "(\w+)"', self.sent[0])
        return found[1] if found else "none"


def conversations() -> list[Conversation]:
    """The sessions of the page."""
    return [conversation(block) for block in BLOCK.findall(PAGE.read_text())]


def conversation(block: str) -> Conversation:
    lines = block.splitlines()
    return Conversation(
        tuple(line[2:] for line in lines if line.startswith("> ")),
        tuple(line[2:] for line in lines if line.startswith("< ")),
    )


def answers_to(*requests: str, **options: Any) -> list[dict[str, Any]]:
    """The answers of a new server."""
    said: list[str] = []
    AnalysisServer(said.append, megabytes=4, **options).run(requests)
    return [json.loads(line) for line in said]


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without the time it took."""
    return {name: value for name, value in answer.items() if name != "seconds"}
