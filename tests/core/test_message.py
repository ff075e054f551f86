"""Sentences for people: every template to be translated is inside `say`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tabuleiro.core.message import localised_number, quote, say

SOURCE = Path(__file__).parents[2] / "src" / "tabuleiro"
HOME = SOURCE / "core" / "message.py"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != HOME)


def calls(path: Path, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_template_is_written_out_where_it_is_said(path: Path) -> None:
    """A literal, with exactly the values that it names."""
    assert not list(calls(path, "Message"))
    for call in calls(path, "say"):
        (template,) = call.args
        assert isinstance(template, ast.Constant), f"line {call.lineno}"
        assert isinstance(template.value, str) and template.value, f"line {call.lineno}"
        given = {keyword.arg for keyword in call.keywords if keyword.arg}
        named = {name for _, name, _, _ in Formatter().parse(template.value) if name}
        spread = len(given) < len(call.keywords)  # **values, which are not seen here
        assert given <= named if spread else given == named, f"line {call.lineno}"


def test_the_values_of_a_message_are_translated_with_it() -> None:
    words = {"{who} takes {what}": "{who} leva {what}", "red": "vermelho", "blue": "azul"}
    message = say("{who} takes {what}", who="x", what=(say("red"), say("blue")))
    assert message.text(lambda template: words[template]) == "x leva vermelho, azul"
    assert str(message) == "x takes red, blue"


@pytest.mark.parametrize("number", ["7", "-0.25", "12,500", "1,234,567.89", "+∞"])
def test_a_figure_is_written_in_english_as_it_was_given(number: str) -> None:
    assert str(localised_number(number)) == number


def test_what_somebody_wrote_is_quoted_and_cut_short() -> None:
    assert quote("a\n") == r"'a\n'"
    assert len(quote("a" * 1000)) == 42
