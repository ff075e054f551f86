"""Encodings for networks: questions contain the whole position, entries distinguish moves."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.encodings.question import Question, encoding_of, entry_of, question_of
from strategies import few_and_many, options_as_texts, positions_of
from tabuleiro.core.encoding import Symmetry
from tabuleiro.core.game import Game
from tabuleiro.core.message import GameError, MoveError
from tabuleiro.core.position import GAMES_BY_CLASS, Position
from tabuleiro.games import GAMES, find_game, read


def decoder_of(game: Game[Any]) -> Any:
    """The module that decodes the questions of the game."""
    return importlib.import_module(f"games.encodings.{game.id}")


def options_of(position: Position) -> dict[str, str]:
    """The options of a position as texts."""
    game = position.game
    return options_as_texts(game, {**game.resolve_options({}), **position.options()})


def model_of(position: Position) -> Any:
    """The naive model at the same position."""
    return decoder_of(position.game).Reference.read(position.text, options_of(position))


def seen_again(question: Question, position: Position, mover: int) -> Position:
    """The position that a question describes, if the player in that seat asks it."""
    game = position.game
    options, model = decoder_of(game).rebuilt(question, options_of(position), mover)
    found: Position = game.read(model.text(), options)
    return found


def entries_of(position: Position) -> dict[tuple[int, ...], int]:
    """The legal moves by their entries."""
    return {tuple(position.policy_indices(move)): move for move in position.legal_moves()}


def text_of(position: Position, entries: tuple[int, ...]) -> str:
    """The text of the move with these entries."""
    encoding = encoding_of(position.game)
    shape = encoding.shape(position.options())
    parts = [entry_of(entry, encoding, shape) for entry in entries]
    text: str = decoder_of(position.game).move_text(parts, model_of(position))
    return text


def test_every_game_of_ours_is_seen_by_networks() -> None:
    """And its questions can be decoded."""
    decoders = {path.stem for path in (Path(__file__).parent / "encodings").glob("*.py")}
    assert all(game.encoding for game in GAMES)
    assert {game.id for game in GAMES} <= decoders


@few_and_many(15, 40)
def test_a_question_tells_all_of_a_position(game: Game[Any], examples: int) -> None:
    """A naive decoder can rebuild the position from its planes and numbers."""
    decoder = decoder_of(game)

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        if position.over:
            return
        question, model = question_of(position), model_of(position)
        options, again = decoder.rebuilt(question, options_of(position), position.player)
        assert options == options_of(position)
        assert decoder.shown(again) == decoder.shown(model)
        assert question.numbers == decoder.numbers(model)
        for name, cells in decoder.derived(model).items():
            assert question.plane(name) == cells

    check()


@few_and_many(15, 40)
def test_a_question_belongs_to_the_position_not_to_the_way_there(
    game: Game[Any], examples: int
) -> None:
    """The same position, parsed from its text, has the same question, and asking does not change
    it."""

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        if not position.over:
            text = position.full_text
            assert position.encode() == position.encode() == read(text).encode()
            assert position.full_text == text

    check()


@few_and_many(15, 40)
def test_entries_tell_the_legal_moves_apart(game: Game[Any], examples: int) -> None:
    """They are inside the answer, and a naive decoder finds the move of each."""
    encoding = encoding_of(game)

    @settings(max_examples=examples)
    @given(positions_of(game))
    def check(position: Position) -> None:
        entries = entries_of(position)
        assert len(entries) == len(position.legal_moves())
        for parts, move in entries.items():
            assert 1 <= len(parts) <= encoding.policy_parts
            assert all(0 <= part < encoding.policy_size(position.options()) for part in parts)
            assert text_of(position, parts) == position.move_text(move)

    check()


@few_and_many(15, 40)
def test_all_players_see_alike(game: Game[Any], examples: int) -> None:
    """A position with the players in other seats, if there is one, has the same question and the
    same entries."""
    decoder = decoder_of(game)

    @settings(max_examples=examples)
    @given(positions_of(game), st.integers(0, 3))
    def check(position: Position, seat: int) -> None:
        if position.over or not decoder.any_seat(model_of(position)):
            return
        other = seen_again(question_of(position), position, seat % position.players)
        assert other.player == seat % position.players
        assert other.encode() == position.encode()
        assert set(entries_of(other)) == set(entries_of(position))

    check()


def image_of(entries: list[int], symmetry: Symmetry) -> tuple[int, ...]:
    """The entries of a move after a symmetry."""
    return tuple(symmetry.policy.index(entry) for entry in entries)


def is_image(image: Position, position: Position, symmetry: Symmetry) -> bool:
    """Whether the question of a position, rearranged, is that of the other, except for planes that
    follow from the rest and depend on the notation of moves."""
    derived = set(decoder_of(position.game).derived(model_of(position)))
    expected = question_of(position).rearranged(symmetry.planes)
    return question_of(image).without(derived) == expected.without(derived)


@few_and_many(15, 40)
@pytest.mark.in_base("squex", "fuse", "eigenstate", "noughts")
def test_symmetries_show_positions_of_the_same_game(game: Game[Any], examples: int) -> None:
    """The image of a position is a position, and its moves are the images of the moves. They lead
    to images again, by another symmetry if players see the board from different sides."""

    @settings(max_examples=examples)
    @given(positions_of(game), st.data())
    def check(position: Position, data: st.DataObject) -> None:
        symmetries = encoding_of(game).symmetries(position.options())
        if position.over or not symmetries:
            return
        symmetry = symmetries[data.draw(st.integers(0, len(symmetries) - 1))]
        turned = question_of(position).rearranged(symmetry.planes)
        image = seen_again(turned, position, position.player)
        assert is_image(image, position, symmetry)
        assert len(image.legal_moves()) == len(position.legal_moves())
        move = data.draw(st.sampled_from(position.legal_moves()))
        after = position.play(move)
        after_image = image.play(text_of(image, image_of(position.policy_indices(move), symmetry)))
        assert (after_image.player, after_image.winners) == (after.player, after.winners)
        if not after.over:
            fitting = [symmetry] if after.player == position.player else symmetries
            assert any(is_image(after_image, after, each) for each in fitting)

    check()


def test_symmetries_rearrange_and_lose_nothing(game: Game[Any]) -> None:
    """They are all different, none is the identity, and each has every entry once."""
    encoding = encoding_of(game)
    for _, course in game.curriculum:
        options = game.resolve_options(dict(course))
        symmetries = encoding.symmetries(options)
        rows, columns = encoding.shape(options)
        planes = list(range(len(encoding.planes) * rows * columns))
        answers = list(range(encoding.policy_size(options)))
        assert len({symmetry.planes for symmetry in symmetries}) == len(symmetries)
        for symmetry in symmetries:
            assert sorted(symmetry.planes) == planes != list(symmetry.planes)
            assert sorted(symmetry.policy) == answers


SYMMETRIES = {
    "squex": 3,
    "squex rows=5 columns=6": 0,
    "control_v": 7,
    "fuse": 7,
    "fuse rows=4": 3,
    "eigenstate": 1,
    "lyngk": 12 * 5 - 1,
    "lyngk lines=horizontal": 4 * 5 - 1,
}


@pytest.mark.parametrize("text", SYMMETRIES)
def test_a_game_has_as_many_symmetries_as_its_board(text: str) -> None:
    name, *given = text.split()
    game = find_game(name)
    options = game.resolve_options(dict(option.split("=") for option in given))
    assert len(encoding_of(game).symmetries(options)) == SYMMETRIES[text]


def test_the_courses_of_a_game_are_options_that_it_takes(game: Game[Any]) -> None:
    """Their shares add up to 1; one of them is the game with default options."""
    curriculum = game.curriculum
    assert sum(part for part, _ in curriculum) == pytest.approx(1)
    assert {} in [dict(course) for _, course in curriculum]
    for part, course in curriculum:
        assert part > 0
        shape = encoding_of(game).shape(game.resolve_options(dict(course)))
        assert question_of(game.start(**course)).shape == shape


def test_there_is_no_question_about_a_game_that_is_over() -> None:
    over = read("fuse rows=2 columns=2 | 4/1xo1/1ox1/4 -")
    with pytest.raises(GameError, match="the game is over"):
        over.encode()


def test_a_game_that_networks_cannot_see_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    squex = find_game("squex")
    start = squex.start()
    monkeypatch.setitem(GAMES_BY_CLASS, squex.position, None)
    replace(squex, encoding=None)  # is the game of these positions from now on
    with pytest.raises(GameError, match="Squex has no encoding for networks"):
        start.encode()


def test_an_illegal_move_has_no_entries() -> None:
    with pytest.raises(MoveError, match="99999 is not a legal move here"):
        find_game("squex").start().policy_indices(99999)
