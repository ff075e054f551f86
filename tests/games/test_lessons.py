"""The guided first games: all of them can be played to the end, and are won."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.game import Game
from tabuleiro.core.lesson import LessonStep
from tabuleiro.games import GAMES, read

MOST_WORDS = 240  # that can be read, with the touches between, in two minutes

STAGES = [
    pytest.param(game, stage, id=f"{game.id}-{number}")
    for game in GAMES
    for number, stage in enumerate(game.lesson, start=1)
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_a_lesson_that_ends_in_a_win(game: Game[Any]) -> None:
    last = game.lesson[-1]
    position = read(last.position)
    outcome = position.play(last.move).outcome()
    assert outcome is not None and outcome.winners == (position.player,)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_lesson_takes_at_most_two_minutes(game: Game[Any]) -> None:
    said = [str(text) for stage in game.lesson for text in (stage.task, stage.lesson)]
    assert sum(len(text.split()) for text in said) <= MOST_WORDS


@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_the_move_of_a_stage_can_be_touched_by_player_1(game: Game[Any], stage: LessonStep) -> None:
    position = read(stage.position)
    assert position.game is game and position.full_text == stage.position
    assert position.player == 0
    chooser: Chooser | None = Chooser.of(position)
    for step in position.steps(position.move(stage.move)):
        assert chooser is not None
        chooser = chooser.touch(step[0])
    assert chooser is not None and chooser.move == position.move(stage.move)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_sample_of_a_game_is_a_position_in_progress(game: Game[Any]) -> None:
    position = read(game.sample)
    assert position.game is game and position.full_text == game.sample
    assert position.outcome() is None
