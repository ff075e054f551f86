"""People at one keyboard: everything that happens is saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tabuleiro.games import start
from tabuleiro.play import ClockError, Seat, Setup, TableError
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records.saved_games import LockedGameError, SavedGames

ANA, RUI, ROBOT = Seat("Ana"), Seat("Rui"), Seat("Robot", "level:1")


@pytest.fixture
def shelf(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path / "games")


def begin(shelf: SavedGames, *seats: Seat, game: str = "squex") -> LocalGame:
    return LocalGame.new(start(game), Setup(seats, free_takebacks=True), shelf, Random(1))


@pytest.fixture
def sitting(shelf: SavedGames) -> Iterator[LocalGame]:
    sitting = begin(shelf, ANA, ROBOT)
    yield sitting
    sitting.close()


def saved_moves(sitting: LocalGame) -> list[str]:
    assert sitting.name
    return [ply.move for ply in sitting.saved_games.load(sitting.name).plies]


def let_computer_move(sitting: LocalGame) -> None:
    *_, choice = sitting.think()
    sitting.play_choice(choice)


def test_every_move_is_saved(sitting: LocalGame) -> None:
    assert saved_moves(sitting) == []
    sitting.play("d4")
    let_computer_move(sitting)
    assert saved_moves(sitting) == [ply.move for ply in sitting.table.plies]
    assert len(saved_moves(sitting)) == 2


def test_a_saved_game_that_cannot_be_gone_on_with_is_not_held(shelf: SavedGames) -> None:
    sitting = begin(shelf, ANA, RUI)
    assert sitting.name
    sitting.close()
    path = shelf.path_of(sitting.name)
    path.write_text(path.read_text().replace("\n\n", '\n[Clock "soon"]\n\n'))
    with pytest.raises(ClockError) as refused:
        LocalGame.resume(sitting.name, shelf, Random(1))
    with SavedGames(shelf.folder).lock(sitting.name):
        assert refused.value


def test_a_move_is_told_in_words(sitting: LocalGame) -> None:
    assert "d4" in str(sitting.play("d4")[0])


def test_undo_takes_back_the_answer_and_the_persons_move(sitting: LocalGame) -> None:
    sitting.play("d4")
    let_computer_move(sitting)
    sitting.undo()
    assert saved_moves(sitting) == []
    sitting.redo()
    assert len(saved_moves(sitting)) == 2


def test_of_two_people_undo_takes_back_one_move(shelf: SavedGames) -> None:
    sitting = begin(shelf, ANA, RUI)
    sitting.play("d4")
    sitting.play("e5")
    sitting.undo()
    assert saved_moves(sitting) == ["d4"]


def test_without_a_move_there_is_nothing_to_undo(sitting: LocalGame) -> None:
    with pytest.raises(TableError, match="no move has been made"):
        sitting.undo()


def test_a_person_may_resign_while_a_computer_player_is_to_move(sitting: LocalGame) -> None:
    sitting.play("d4")
    sitting.resign()
    assert sitting.table.finish
    assert sitting.table.finish.result == "p2win"


def test_computer_players_alone_do_not_resign(shelf: SavedGames) -> None:
    sitting = begin(shelf, ROBOT, ROBOT)
    with pytest.raises(TableError, match="only computer players"):
        sitting.resign()


def test_a_computer_player_answers_a_draw_at_once(sitting: LocalGame) -> None:
    assert not sitting.propose_draw()
    assert not sitting.table.over


def test_people_are_asked_about_a_draw(shelf: SavedGames) -> None:
    sitting = begin(shelf, ANA, RUI)
    assert sitting.propose_draw()
    sitting.answer(1, True)
    assert sitting.table.finish
    assert sitting.table.finish.ending == "agreement"


def test_a_game_is_saved_once_its_start_is_settled(shelf: SavedGames) -> None:
    sitting = begin(shelf, ANA, RUI, game="fuse")
    for _ in range(2):
        sitting.answer_layout(False)
    assert sitting.name is None
    sitting.answer_layout(True)
    assert sitting.name
    assert shelf.load(sitting.name).start == sitting.table.position


def test_a_game_that_is_open_is_not_opened_again_until_it_is_closed(sitting: LocalGame) -> None:
    assert sitting.name
    other = SavedGames(sitting.saved_games.folder)
    with pytest.raises(LockedGameError, match="open elsewhere: close it there, or"):
        LocalGame.resume(sitting.name, other, Random(1))
    sitting.close()
    resumed = LocalGame.resume(sitting.name, other, Random(1))
    assert resumed.table.record() == sitting.table.record()
    resumed.close()


def test_a_game_goes_on_when_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    sitting = begin(SavedGames(tmp_path / "games"), ANA, ROBOT)
    assert sitting.save_error
    sitting.play("d4")
    assert len(sitting.table.plies) == 1
    (tmp_path / "games").unlink()
    let_computer_move(sitting)
    assert sitting.save_error is None
    assert len(saved_moves(sitting)) == 2
    sitting.close()
