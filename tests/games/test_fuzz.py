"""Parsers with arbitrary texts: they raise our own error or parse the text exactly."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import few_and_many, positions_of
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.games import read, start

SPELLINGS = "xovwdrigbXOWDRIGB#0123456789abcdefh/,:=+-|. \n\t١²½"
words = st.text(max_size=60) | st.text(SPELLINGS, max_size=80)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """The text with a few characters or parts changed, removed, doubled or swapped."""
    for _ in range(draw(st.integers(1, 3))):
        first, last = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        middle = draw(st.sampled_from(["", text[first:last] * 2]) | st.text(SPELLINGS, max_size=4))
        text = text[:first] + middle + text[min(last, first + draw(st.integers(0, 3))) :]
    return text


def check_position_text(position: Position, text: str) -> None:
    """The text raises our error, or it is exactly the text of the position that was parsed."""
    try:
        found = position.game.read(text, position.options())
    except TabuleiroError as error:
        assert str(error)
        assert "{" not in error.message.template.format(**dict.fromkeys(error.message.values, ""))
    else:
        assert found.text == text
        assert bool(found.legal_moves()) is not found.over


@few_and_many(30, 500)
def test_any_text_as_position(game: Game[Any], examples: int) -> None:
    """Random words and mutated positions."""

    @settings(max_examples=examples)
    @given(st.data(), positions_of(game))
    def check(data: st.DataObject, position: Position) -> None:
        check_position_text(position, data.draw(words | mutated(position.text)))

    check()


@few_and_many(30, 500)
def test_positions_that_are_read_can_be_played(game: Game[Any], examples: int) -> None:
    """A mutated position that is accepted, reachable or not, can be played and drawn like any
    other."""

    @settings(max_examples=examples)
    @given(st.data(), positions_of(game))
    def check(data: st.DataObject, position: Position) -> None:
        try:
            found = game.read(data.draw(mutated(position.text)), position.options())
        except TabuleiroError:
            return
        found.scene()
        for move in found.legal_moves()[:20]:
            after = found.play(move)
            assert read(after.full_text) == after

    check()


@few_and_many(30, 500)
def test_any_text_as_move(game: Game[Any], examples: int) -> None:
    """Random words and mutated moves are explained or are legal."""

    @settings(max_examples=examples)
    @given(st.data(), positions_of(game))
    def check(data: st.DataObject, position: Position) -> None:
        moves = position.legal_moves()
        near = mutated(position.move_text(data.draw(st.sampled_from(moves)))) if moves else words
        text = data.draw(words | near)
        message = position.explain(text)
        assert message is not None or position.move(text) in moves

    check()


@few_and_many(30, 500)
def test_any_text_as_game_or_full_text(game: Game[Any], examples: int) -> None:
    """Random game texts, options and full texts."""

    @settings(max_examples=examples)
    @given(st.data(), positions_of(game))
    def check(data: st.DataObject, position: Position) -> None:
        full = data.draw(words | mutated(position.full_text))
        for parse, text in ((read, full), (start, full.partition(" | ")[0])):
            try:
                parse(text)
            except TabuleiroError as error:
                assert str(error)

    check()
