"""Text commands: recognised in both languages, and never mistaken for a move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.core.message import MoveError
from tabuleiro.core.prompts import MoveEntry, MoveEntryError
from tabuleiro.games import start
from tabuleiro.language import LANGUAGES, translator
from tabuleiro.play.text_commands import (
    TEXT_COMMANDS,
    CommandError,
    TextCommand,
    find_command,
    help_in_words,
)

WORDS = [(word, command) for command in TEXT_COMMANDS for word in command.words]


@pytest.mark.parametrize(("word", "command"), WORDS, ids=[word for word, _ in WORDS])
def test_a_command_is_found_by_each_of_its_words(word: str, command: TextCommand) -> None:
    argument = "" if command.argument == "none" else "c4"
    assert find_command(f" {word.upper()}  {argument}") == (command, argument)


@pytest.mark.parametrize(
    ("text", "name"),
    [("ultima", "last"), ("PORQUE c4", "why"), ("relogio", "clock"), ("sugestao", "hint")],
)
def test_accents_may_be_left_out(text: str, name: str) -> None:
    found = find_command(text)
    assert found
    assert found[0].name == name


@pytest.mark.parametrize("text", ["", "c4", "claim red", "boards", "4-2:5-3", "\n"])
def test_anything_else_is_no_command(text: str) -> None:
    assert find_command(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [("score c4", "write nothing after score"), ("at", "write at c4")],
)
def test_a_word_too_many_or_too_few_is_refused(text: str, reason: str) -> None:
    with pytest.raises(CommandError, match=f"^{reason}$"):
        find_command(text)


def test_no_word_means_two_commands() -> None:
    assert len({word for word, _ in WORDS}) == len(WORDS)
    assert len({command.name for command in TEXT_COMMANDS}) == len(TEXT_COMMANDS)


def test_no_word_of_a_command_is_a_move_or_a_part_of_one(game: Game[Any]) -> None:
    """Nor the name of a place. Checked at the first prompt for every move of a random game."""
    chance, position = Random(1), game.start()
    for _ in range(60):
        if position.over:
            break
        places = {site.name for site in position.scene().all_sites()}
        for word, _ in WORDS:
            assert word not in places
            with pytest.raises(MoveEntryError):
                MoveEntry.of(position).answer(word)
            with pytest.raises(MoveError):
                position.move(word)
        position = position.play(chance.choice(position.legal_moves()))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("command", TEXT_COMMANDS, ids=lambda command: command.name)
def test_what_help_shows_can_be_written(code: str, command: TextCommand) -> None:
    """In every language."""
    for usage in command.usage.text(translator(code)).split(", "):
        found = find_command(usage)
        assert found
        assert found[0] == command


def test_help_explains_every_command() -> None:
    said = [str(line) for line in help_in_words(start("fuse"))]
    assert len(said) == len(TEXT_COMMANDS)
    assert "mine: what you have on the board" in said
