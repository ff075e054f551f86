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


def calls(text: str) -> Iterator[tuple[str, ast.Call]]:
    """The calls of `say` and `Message`, with the name of each."""
    if "say(" in text or "Message(" in text:
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(func=ast.Name("say" | "Message" as name)):
                    yield name, node


def is_literal(call: ast.Call) -> bool:
    """Whether a call is `say` with a literal and exactly the values that it names."""
    template = call.args[0] if len(call.args) == 1 else None
    if not isinstance(template, ast.Constant) or not isinstance(template.value, str):
        return False
    given = {keyword.arg for keyword in call.keywords if keyword.arg}
    named = {name for _, name, _, _ in Formatter().parse(template.value) if name}
    spread = len(given) < len(call.keywords)  # **values, which are not seen here
    return (given <= named if spread else given == named) and bool(template.value)


def test_every_template_is_written_out_where_it_is_said() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)}:{call.lineno}"
        for path in MODULES
        for name, call in calls(path.read_text())
        if name == "Message" or not is_literal(call)
    ]
    assert wrong == []


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
