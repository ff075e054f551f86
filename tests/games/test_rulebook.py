"""The rules of every game: what the pages claim is true, and the same in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook_checks import check_example
from tabuleiro.core.game import Game
from tabuleiro.core.options import Choice, Number, Option, Switch, write_options
from tabuleiro.core.rulebook import (
    Block,
    Code,
    Example,
    Heading,
    Items,
    Rulebook,
    RulesTable,
    plain_text,
)
from tabuleiro.games import GAMES, find_game, read, rulebook

LANGUAGES = ("en", "pt")
OPTION = {"en": "option", "pt": "opção"}
TO = {"en": "to", "pt": "a"}
FEWEST_EXAMPLES = 6

PAGES = [rulebook(game, language) for game in GAMES for language in LANGUAGES]
EXAMPLES = [example for page in PAGES for example in page.examples]

each_of_ours = pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.title}-{page.language}")


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: f"{example.place.page}:{example.place.line}"
)
def test_every_example_is_so(example: Example) -> None:
    check_example(example)


@each_of_ours
def test_a_page_is_of_its_own_game_and_language(ours: Game[Any]) -> None:
    for language in LANGUAGES:
        page = rulebook(ours, language)
        assert (page.title, page.language) == (ours.name, language)
        assert {read(example.position).game for example in page.examples} == {ours}


@each_of_ours
def test_the_languages_say_the_same_in_the_same_order(ours: Game[Any]) -> None:
    first, second = (rulebook(ours, language) for language in LANGUAGES)
    assert list(map(shape, first.blocks)) == list(map(shape, second.blocks))


def shape(block: Block) -> object:
    """The parts of a block that do not depend on the language."""
    match block:
        case Heading():
            return block.level
        case Items():
            return block.numbered, len(block.items)
        case RulesTable():
            names = [plain_text(row[0]) for row in block.rows if row[0][0].style == "code"]
            return len(block.head), len(block.rows), names
        case Code() | Example():
            return block
    return type(block)


@each_page
def test_a_page_plays_examples(page: Rulebook) -> None:
    assert sum(bool(example.plays) for example in page.examples) >= FEWEST_EXAMPLES


@each_page
def test_the_table_of_options_is_the_game_s(page: Rulebook) -> None:
    (table,) = [
        block
        for block in page.blocks
        if isinstance(block, RulesTable) and plain_text(block.head[0]) == OPTION[page.language]
    ]
    said = [tuple(plain_text(cell) for cell in row[:3]) for row in table.rows]
    game = read(page.examples[0].position).game
    assert said == [
        (option.name, values(option, page.language), option.format(option.default))
        for option in game.options
    ]


def values(option: Option, language: str) -> str:
    """The values of an option as written on a page: consecutive numbers are `5 to 14`."""
    if isinstance(option, Number):
        return f"{option.low} {TO[language]} {option.high}"
    words = [word for word in option.domain()["values"] if not word.isdigit()]
    numbers = [word for word in option.domain()["values"] if word.isdigit()]
    run = [f"{numbers[0]} {TO[language]} {numbers[-1]}"] if numbers else []
    return ", ".join(words + run)


@each_of_ours
def test_every_variant_has_an_example(ours: Game[Any]) -> None:
    """Every switch and every choice; a number is changed at least once."""
    positions = [read(example.position) for example in rulebook(ours).examples]
    shown = {
        word
        for position in positions
        for word in write_options(ours.options, position.options()).split()
    }
    for option in (each for each in ours.options if not each.start_only):
        if isinstance(option, Switch):
            assert f"{option.name}=on" in shown
        elif isinstance(option, Choice) and option.name != "size":
            assert {f"{option.name}={word}" for word in option.values[1:]} <= shown
        else:
            assert [word for word in shown if word.startswith(f"{option.name}=")]


def test_another_language_falls_back_to_english() -> None:
    assert rulebook(find_game("squex"), "eo") == rulebook(find_game("squex"))


def test_every_game_has_rules(game: Game[Any]) -> None:
    assert rulebook(game).title == game.name


def test_a_game_without_a_page_says_what_it_knows() -> None:
    noughts = find_game("noughts")
    page = rulebook(noughts, "pt", lambda template: f"«{template}»")
    _, summary, rules, options = page.blocks
    assert page.title == noughts.name
    assert not page.examples
    assert isinstance(rules, Items) and len(rules.items) == len(noughts.rules)
    assert isinstance(options, RulesTable) and len(options.rows) == len(noughts.options)
    assert str(noughts.summary) in repr(summary) and "«" in repr(summary)
