"""The language of a person: asked for, or that of the system."""

from __future__ import annotations

import pytest

from tabuleiro.core.message import localised_number, say
from tabuleiro.language import LanguageError, find_language, translator


@pytest.mark.parametrize("given", ["pt", "PT", "pt_PT", "pt-PT", "pt-BR", "pt_PT.UTF-8"])
def test_a_language_is_asked_for_by_its_code_or_by_any_tag_of_it(given: str) -> None:
    assert find_language(given, {"LANG": "en_GB.UTF-8"}) == "pt"


def test_a_numbered_player_has_an_article_in_portuguese() -> None:
    turn = say("{player} to move", player=say("Player {number}", number=1))
    assert turn.text(translator("pt")) == "É a vez do Jogador 1"
    assert say("{player} to move", player="Ana").text(translator("pt")) == "É a vez de Ana"


@pytest.mark.parametrize("given", ["", "de", "p", "ptx", "português", "C", "-pt"])
def test_a_language_that_we_do_not_speak_is_refused_with_the_names_of_those_we_do(
    given: str,
) -> None:
    with pytest.raises(LanguageError) as refused:
        find_language(given, {"LANG": "pt_PT"})
    assert str(refused.value) == (
        f"there is no language {given!r}: the languages are en (English), pt (Português)"
    )


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "pt_BR@euro"}, "pt"),
        ({"LC_MESSAGES": "pt_PT", "LANG": "en_GB"}, "pt"),
        ({"LC_ALL": "en_GB", "LC_MESSAGES": "pt_PT", "LANG": "pt_PT"}, "en"),
        ({"LC_ALL": "C", "LANG": "pt_PT"}, "en"),
        ({"LC_ALL": "", "LANG": "pt_PT"}, "pt"),
        ({"LC_CTYPE": "pt_PT"}, "en"),
    ],
)
def test_the_system_says_which_language_it_is(environment: dict[str, str], language: str) -> None:
    assert find_language(None, environment) == language


def test_english_is_as_it_stands_in_the_source() -> None:
    assert translator("en")("{player} has won") == "{player} has won"


def test_a_message_and_its_values_are_translated() -> None:
    won = say("{player} has won", player=say("Player {number}", number=2))
    assert won.text(translator("pt")) == "Jogador 2 ganhou"


def test_figures_are_written_as_the_reader_does() -> None:
    cost = say("{number} s", number=localised_number("-1,234,567.89"))
    assert cost.text(translator("pt")) == "-1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,89 s"


def test_what_somebody_wrote_comes_through_a_translation_as_it_is() -> None:
    refused = say("{text} is not a move: {forms}", text="'{0} {x} %s'", forms="c4")
    assert refused.text(translator("pt")) == "'{0} {x} %s' não é uma jogada: c4"


def test_the_message_of_a_foreign_game_stays_english() -> None:
    assert say("a stone of {colour}", colour=say("red")).text(translator("pt")) == (
        "a stone of vermelho"
    )
