"""Options in words, as they are shown to people."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.options import Choice, Number, Switch, options_in_words
from tabuleiro.games import games

SCORING = Choice(
    "scoring",
    "largest",
    values=("largest", "product", "7"),
    title=say("What counts"),
    description=say("the largest group counts, or the product"),
    words={"largest": say("the largest group"), "product": say("the product")},
)
ROWS = Number("rows", 8, low=3, high=15, description=say("rows of octagons"))
SWAP = Switch("swap", title=say("Swap"), description=say("player 2 may swap"))


def test_a_value_is_shown_in_its_words_and_else_as_it_is_typed() -> None:
    assert [str(SCORING.in_words(value)) for value in SCORING.values] == [
        "the largest group",
        "the product",
        "7",
    ]
    assert str(ROWS.in_words(5)) == "5"
    assert [str(SWAP.in_words(value)) for value in (False, True)] == ["no", "yes"]


def test_an_option_without_a_title_is_called_by_its_name() -> None:
    assert [str(option.heading()) for option in (SCORING, ROWS)] == ["What counts", "rows"]


def test_values_in_words_make_the_long_description_superfluous() -> None:
    assert [str(option.question()) for option in (SCORING, ROWS)] == [
        "What counts",
        "rows of octagons",
    ]


def test_only_what_is_not_as_usual_is_told() -> None:
    told = options_in_words((ROWS, SCORING, SWAP), {"rows": 8, "scoring": "product", "swap": True})
    assert [str(message) for message in told] == ["What counts: the product", "Swap: yes"]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_words_are_for_values_that_exist(game: Game[Any]) -> None:
    for option in game.options:
        if isinstance(option, Choice):
            assert set(option.words) <= set(option.values)
