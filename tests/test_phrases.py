"""Stiff phrases that must not come back, each with what to write instead (docs/style.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from builds import ROOT

SOURCE = ROOT / "src" / "tabuleiro"
PORTUGUESE = ROOT / "docs" / "README.pt.md"
PHRASES = {
    r"\banew\b": "again",
    r"\bat first sight\b": "without a search",
    r"\b(break|breaks|broke|broken|breaking) off\b": "interrupt",
    r"\bby lot\b": "at random",
    r"\bcould be bettered\b": "could be improved",
    r"\bfor ears\b": "for screen readers",
    r"\bfor ever\b": "forever",
    r"\bfrom elsewhere\b": "external, or of another package",
    r"\b(goes|go|went|going|gone) on\b": "continue, resume, run; 'in progress' for a game",
    r"\b(his|him|himself)\b": "their, them; the name of the player where it is known",
    r"\bin either case of letters\b": "case does not matter",
    r"\bin the mean\b": "on average",
    r"\b(is|are|was|were) answered by\b": "'The engine answers …', 'the error lists …'",
    r"\bis no choice\b": "is not one of the choices",
    r"(?<!there )\bis no (?!choice|longer|more|less|other|better)\w+": "is not a …",
    r"\bis told\b": "'The player gets …', 'the page shows …'",
    r"\b(is|are) refused with\b": "'If …, the error says …'",
    r"\bnetworks? of now\b": "the current network",
    r"\bsees? to (it|that)\b": "makes sure that",
    r"\bserves? (everywhere|everything)\b": "is used for all",
    r"\bso many\b(?! that)": "N, 'that many', 'the given number of'",
    r"\bstands? still\b": "is paused",
    r"\bstrangers bring\b": "untrusted input",
    r"\bunless (it is )?said otherwise\b": "by default",
    r"\bwhat is due\b": "the pending jobs, the remaining requests",
    r"\bwhat is known by then\b": "the results so far",
    r"\bwhoever\b": "the player who, anyone who",
    r"\bwith the command that mends it\b": "and prints the command to fix it",
    r"\bwithout end\b": "endless",
}
"""What not to write, as a regular expression, and what to write instead."""
CODE = re.compile(r"^ *```.*?^ *```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    """The English pages."""
    return [ROOT / "README.md", *sorted(set((ROOT / "docs").rglob("*.md")) - {PORTUGUESE})]


def prose(page: Path) -> str:
    """A page without code, and without the examples of the style guide."""
    text = CODE.sub("", page.read_text("utf-8"))
    return text.partition("**Do not**")[0] if page.name == "style.md" else text


def docstrings(path: Path) -> Iterator[str]:
    """The docstrings of a module, of its classes, functions and constants."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def found_in(text: str) -> list[str]:
    """The phrases in a text, each with what to write instead."""
    text = " ".join(text.split())
    return [
        f"'{found[0]}' in '…{text[max(0, found.start() - 40) : found.end() + 40]}…': write {better}"
        for phrase, better in PHRASES.items()
        for found in re.finditer(phrase, text, re.IGNORECASE)
    ]


def test_pages_have_no_stiff_phrases() -> None:
    for page in pages():
        assert found_in(prose(page)) == [], page


def test_messages_have_no_stiff_phrases() -> None:
    with (SOURCE / "language" / "pt" / "LC_MESSAGES" / "tabuleiro.po").open("rb") as file:
        messages = [message.id for message in read_po(file) if isinstance(message.id, str)]
    assert len(messages) > 1000
    assert [fault for message in messages for fault in found_in(message)] == []


def test_docstrings_have_no_stiff_phrases() -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {fault}"
        for path in sorted(SOURCE.rglob("*.py"))
        for text in docstrings(path)
        for fault in found_in(text)
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("The tournament goes\non.", "continue"),
        ("Whoever is to move wins.", "the player who"),
        ("Sides are drawn by lot.", "at random"),
    ],
)
def test_a_stiff_phrase_is_found_with_its_replacement(text: str, better: str) -> None:
    (fault,) = found_in(text)
    assert better in fault


def test_plain_sentences_pass() -> None:
    assert found_in("There are so many that the search continues for everyone on the go.") == []
