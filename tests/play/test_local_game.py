"""Local games at one keyboard: every change is saved."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tabuleiro.games import start
from tabuleiro.play import ClockError, Seat, Setup, TableError
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records.saved_games import LockedGameError, SavedGames

NOW = datetime(2026, 11, 15, tzinfo=UTC)
ANA, RUI, ROBOT = Seat("Ana"), Seat("Rui"), Seat("Robot", "level:1")


@pytest.fixture
def saved_games(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path / "games")


def begin(saved_games: SavedGames, *seats: Seat, game: str = "squex") -> LocalGame:
    return LocalGame.new(start(game), Setup(seats, free_takebacks=True), saved_games, Random(1))


@pytest.fixture
def local_game(saved_games: SavedGames) -> Iterator[LocalGame]:
    local_game = begin(saved_games, ANA, ROBOT)
    yield local_game
    local_game.close()


def saved_moves(local_game: LocalGame) -> list[str]:
    assert local_game.name
    return [ply.move for ply in local_game.saved_games.load(local_game.name).plies]


def let_computer_move(local_game: LocalGame) -> None:
    *_, choice = local_game.think()
    local_game.play_choice(choice)


def test_every_move_is_saved(local_game: LocalGame) -> None:
    local_game.play("d4")
    assert saved_moves(local_game) == ["d4"]
    let_computer_move(local_game)
    assert saved_moves(local_game) == [ply.move for ply in local_game.table.plies]
    assert len(saved_moves(local_game)) == 2


def test_a_saved_game_that_cannot_be_gone_on_with_is_not_held(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ANA, RUI)
    local_game.play("d4")
    assert local_game.name
    local_game.close()
    path = saved_games.path_of(local_game.name)
    path.write_text(path.read_text().replace("\n\n", '\n[Clock "soon"]\n\n'))
    with pytest.raises(ClockError) as refused:
        LocalGame.resume(local_game.name, saved_games, Random(1))
    with SavedGames(saved_games.folder).lock(local_game.name):
        assert refused.value


def test_a_move_is_told_in_words(local_game: LocalGame) -> None:
    assert "d4" in str(local_game.play("d4")[0])


def test_undo_takes_back_the_answer_and_the_persons_move(local_game: LocalGame) -> None:
    local_game.play("d4")
    let_computer_move(local_game)
    local_game.undo()
    assert saved_moves(local_game) == []
    local_game.redo()
    assert len(saved_moves(local_game)) == 2


def test_of_two_people_undo_takes_back_one_move(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ANA, RUI)
    local_game.play("d4")
    local_game.play("e5")
    local_game.undo()
    assert saved_moves(local_game) == ["d4"]


def test_without_a_move_there_is_nothing_to_undo(local_game: LocalGame) -> None:
    with pytest.raises(TableError, match="no move has been made"):
        local_game.undo()


def test_a_person_may_resign_while_a_computer_player_is_to_move(local_game: LocalGame) -> None:
    local_game.play("d4")
    local_game.resign()
    assert local_game.table.finish
    assert local_game.table.finish.result == "p2win"


def test_computer_players_alone_do_not_resign(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ROBOT, ROBOT)
    with pytest.raises(TableError, match="only computer players"):
        local_game.resign()


def test_a_computer_player_answers_a_draw_at_once(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ANA, ROBOT, game="eigenstate")
    assert not local_game.propose_draw()
    assert not local_game.table.over


def test_no_draw_is_proposed_where_a_game_has_none(local_game: LocalGame) -> None:
    with pytest.raises(TableError, match="Squex has no draws"):
        local_game.propose_draw()


def test_people_are_asked_about_a_draw(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ANA, RUI, game="eigenstate")
    assert local_game.propose_draw()
    local_game.answer(1, True)
    assert local_game.table.finish
    assert local_game.table.finish.ending == "agreement"


def test_a_game_without_a_move_is_not_saved(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ANA, RUI, game="fuse")
    for likes in (False, False, True):
        local_game.answer_layout(likes)
        assert local_game.name is None
    local_game.resign()
    local_game.close()
    assert not saved_games.games()


def test_a_game_is_saved_with_the_start_that_was_accepted(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ANA, RUI, game="fuse")
    for likes in (False, False, True):
        local_game.answer_layout(likes)
    accepted = local_game.table.position
    local_game.play(accepted.move_text(accepted.legal_moves()[0]))
    assert local_game.name
    assert saved_games.load(local_game.name).start == accepted


def test_a_game_whose_moves_are_all_taken_back_is_not_kept(saved_games: SavedGames) -> None:
    local_game = begin(saved_games, ANA, RUI)
    local_game.play("d4")
    local_game.undo()
    local_game.close()
    assert not saved_games.games()


def test_a_resumed_game_is_kept_even_without_a_move(saved_games: SavedGames) -> None:
    """Earlier versions saved games before the first move."""
    record = begin(saved_games, ANA, RUI).table.record()
    name = saved_games.new(record, NOW)
    LocalGame.resume(name, saved_games, Random(1)).close()
    assert saved_games.load(name) == record


def test_a_game_that_is_open_is_not_opened_again_until_it_is_closed(local_game: LocalGame) -> None:
    local_game.play("d4")
    assert local_game.name
    other = SavedGames(local_game.saved_games.folder)
    with pytest.raises(LockedGameError, match="open elsewhere: close it there, or"):
        LocalGame.resume(local_game.name, other, Random(1))
    local_game.close()
    resumed = LocalGame.resume(local_game.name, other, Random(1))
    assert resumed.table.record() == local_game.table.record()
    resumed.close()


def test_a_game_goes_on_when_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    local_game = begin(SavedGames(tmp_path / "games"), ANA, ROBOT)
    local_game.play("d4")
    assert local_game.save_error
    assert len(local_game.table.plies) == 1
    (tmp_path / "games").unlink()
    let_computer_move(local_game)
    assert local_game.save_error is None
    assert len(saved_moves(local_game)) == 2
    local_game.close()
