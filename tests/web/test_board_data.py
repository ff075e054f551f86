"""The board data that the server sends: a picture without styles, choices, translated text."""

from __future__ import annotations

import json
import re
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.scene import Mark
from tabuleiro.games import start
from tabuleiro.web.board import choices_of, moving_board, still_board
from web.short_games import halfway
from wire_types import FILE, wire_types


def test_the_picture_has_no_style_of_its_own(game: Game[Any]) -> None:
    position = halfway(game)
    scene = position.scene()
    choices = choices_of(position, scene)
    data = json.dumps([still_board(scene), moving_board(scene, choices), choices])
    assert not re.search("style=|<script|#[0-9A-Fa-f]{6}", data)


def test_choices_are_the_legal_moves_with_their_steps(game: Game[Any]) -> None:
    position = halfway(game)
    choices = choices_of(position, position.scene())
    assert [
        (text, [tuple(choices["steps"][i]) for i in steps]) for text, steps in choices["moves"]
    ] == [(position.move_text(move), list(position.steps(move))) for move in position.legal_moves()]


def test_the_still_layer_is_the_same_in_every_state_of_a_game(game: Game[Any]) -> None:
    first = game.start()
    assert still_board(first.scene()) == still_board(random_walk(first, 6, 3).scene())


def marked(template: str) -> str:
    """A language that puts every text in quotation marks."""
    return f"«{template}»"


def test_a_board_speaks_the_language_of_its_viewer() -> None:
    position = start("squex").play("c3")
    choices = choices_of(position, position.scene())
    still = still_board(position.scene(), marked)
    moving = moving_board(position.scene(), choices, marked)
    assert still["title"] == "«Squex 8 × 8»" and still["words"]["cancel"] == "«Cancel»"
    assert all(content["said"].startswith("«") for content in moving["contents"])


def test_arrows_and_values_are_drawn_as_marks() -> None:
    scene = (
        start("squex")
        .scene()
        .with_marks(Mark("arrow", ("a1", "c3")), Mark("value", ("d4",), text="62 %"))
    )
    board = moving_board(scene)["board"]
    assert 'class="mark-arrow"' in board and "62 %" in board


def test_the_types_of_the_scripts_are_those_of_the_schema() -> None:
    assert FILE.read_text("utf-8") == wire_types(), "run python tools/wire_types.py"
