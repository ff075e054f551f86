"""Games in words: what every move does, told in exact sentences for telling cases.

A file of cases has, for each, a title, the full text of a position, a move, and what is told of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import positions_of, random_game, starts_of
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, MoveError
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene, end_caption, player_name
from tabuleiro.core.scene_description import board_in_words, owned_in_words, site_in_words
from tabuleiro.games import GAMES, games, read, start

WORDS = Path(__file__).parent / "words"
MOST_TOLD = 40  # moves of one position
few = settings(max_examples=15)


def cases() -> list[Any]:
    """Every case of every file: the position, the move and the sentences."""
    blocks = [
        block.splitlines()
        for path in sorted(WORDS.iterdir())
        for block in path.read_text().split("\n\n")
    ]
    return [
        pytest.param(text, move, said, id=f"{text.split()[0]}: {title.removeprefix('# ')}")
        for title, text, move, *said in blocks
    ]


def check_sentences(messages: tuple[Message, ...]) -> None:
    """All values are filled in, in English and in any other language."""
    for message in messages:
        assert str(message)
        assert "{" not in str(message)
        assert message.text(lambda template: f"«{template}»").startswith("«")


@pytest.mark.parametrize(("text", "move", "said"), cases())
def test_a_move_is_told(text: str, move: str, said: list[str]) -> None:
    """Who does what, then the consequences, up to the end of the game and the score."""
    position = read(text)
    assert [str(message) for message in position.describe(position.move(move))] == said


@pytest.mark.parametrize(
    ("move", "reason"),
    [("a1", "'a1' is not the number of a move"), (-1, "-1 is not a legal move here")],
)
def test_only_a_legal_move_is_told(move: Any, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        start("squex").describe(move)


def test_every_game_has_its_words() -> None:
    """A file of cases for each game, and none for a game that does not exist."""
    assert {path.stem for path in WORDS.iterdir()} == set(games())


def test_every_legal_move_can_be_told(game: Game[Any]) -> None:
    """Under any options: first the player, last the end of the game and the score."""

    @few
    @given(positions_of(game))
    def check(position: Position) -> None:
        for move in position.legal_moves()[:MOST_TOLD]:
            told = position.describe(move)
            check_sentences(told)
            assert str(told[0]).startswith(f"{player_name(position.player)} ")
            following = position.play(move)
            outcome = following.outcome()
            if outcome:
                assert end_caption(outcome.winners) in told
                assert told[-1] == following.describe_score()
            else:
                assert not any("has won" in str(message) for message in told)

    check()


def test_whole_games_are_told_and_read(game: Game[Any]) -> None:
    """Every ply of a random game: the move, the score, the board, each player's pieces, sites."""

    @few
    @given(starts_of(game), st.integers(0, 2**32))
    def check(position: Position, seed: int) -> None:
        for move, following in random_game(position, seed, 60):
            check_sentences(position.describe(move))
            check_sentences((following.describe_score(),))
            position = following
        check_reading(position, position.scene())

    check()


def check_reading(position: Position, scene: Scene) -> None:
    """The board, what each player has, and every site can be described."""
    check_sentences(board_in_words(scene))
    for player in range(position.players):
        check_sentences(owned_in_words(scene, player))
    check_sentences(tuple(site_in_words(scene, site.name) for site in scene.all_sites()))


@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
def test_captions_are_what_is_told(ours: Game[Any]) -> None:
    """A picture says what the last move did in the same sentences."""
    position = ours.start()
    for move, following in random_game(position, 5, 100):
        news = ours.view.describe_move(following, position, move)
        assert set(news) <= set(following.scene(position, move).captions)
        position = following


def test_a_piece_named_after_a_player_is_his(game: Game[Any]) -> None:
    """The owner of a piece is the player in its name."""

    @few
    @given(positions_of(game))
    def check(position: Position) -> None:
        for piece in position.scene().pieces:
            for player in range(position.players):
                if player_name(player) in piece.name.values.values():
                    assert piece.owner == player

    check()
