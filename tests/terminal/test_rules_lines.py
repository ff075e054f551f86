"""The rules as lines of text."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.games import find_game, rulebook
from tabuleiro.terminal.rules import RulesPage

FUSE = rulebook(find_game("fuse"))


@pytest.mark.in_base("fuse", "noughts")
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("pictures", [True, False])
def test_no_line_is_wider_than_the_page(game: Game[Any], width: int, pictures: bool) -> None:
    for language in ("en", "pt"):
        lines = RulesPage(width, pictures=pictures).lines(rulebook(game, language))
        text = [line for line in lines if not line.startswith("    ")]
        assert max(map(len, text)) <= width


def test_headings_items_and_tables_stand_out() -> None:
    lines = RulesPage().lines(FUSE)
    at = lines.index("Fuse")
    assert lines[at + 1 : at + 3] == ["════", ""]
    at = lines.index("Options")
    assert lines[at + 1] == "───────"
    assert "• No disc may be pushed out of the area." in lines
    assert [line for line in lines if line.startswith("kings") and "0 to 3" in line]


def test_examples_are_drawn_before_and_after_their_moves() -> None:
    lines = RulesPage().lines(FUSE)
    at = lines.index("After a1d1:")
    assert [line for line in lines[:at] if line.startswith("1   ○ │ · │ ● │ · │ ○ │ ● │ · │")]
    after = lines[at : at + 12]
    assert [line for line in after if line.startswith("1  (·)│ · │ · │[○]│ ● │ ○ │ ● │")]


def test_an_illegal_move_of_an_example_is_answered_by_its_rule() -> None:
    text = " ".join(RulesPage().lines(FUSE))
    assert "Possible: a1b1, a1c1, a1d1" in text
    assert "Not possible: a1b2 (b2 is not straight ahead of a1: " in text


def test_without_pictures_an_example_is_a_reference_and_what_happens() -> None:
    lines = RulesPage(200, pictures=False).lines(FUSE)
    at = lines.index("Example: fuse rows=3 columns=3 | 1xxo1/ooox1/2ox1/3xx/3o1 x")
    after = lines.index("After c0c1:", at)
    assert "Player 2 cannot move and has to pass" in lines[after : after + 6]
    assert not [line for line in lines if "│" in line]


def test_a_terminal_without_unicode_gets_ascii(game: Game[Any]) -> None:
    lines = RulesPage(unicode=False).lines(rulebook(game, "pt"))
    assert "\n".join(lines).isascii()
    assert lines[1] == "=" * len(lines[0])


def test_colour_is_codes_of_terminals_and_nothing_else() -> None:
    assert "\x1b[1m" in "\n".join(RulesPage(colour=True).lines(FUSE))
    assert "\x1b" not in "\n".join(RulesPage().lines(FUSE))
