"""People at one keyboard: everything that happens is saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tabuleiro.games import start
from tabuleiro.play import ClockError, Seat, Setup, TableError
from tabuleiro.play.sitting import Sitting
from tabuleiro.records.shelf import HeldError, Shelf

ANA, RUI, ROBOT = Seat("Ana"), Seat("Rui"), Seat("Robot", "level:1")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "games")


def begin(shelf: Shelf, *seats: Seat, game: str = "squex") -> Sitting:
    return Sitting.begin(start(game), Setup(seats, free_takebacks=True), shelf, Random(1))


@pytest.fixture
def sitting(shelf: Shelf) -> Iterator[Sitting]:
    sitting = begin(shelf, ANA, ROBOT)
    yield sitting
    sitting.close()


def saved_moves(sitting: Sitting) -> list[str]:
    assert sitting.name
    return [ply.move for ply in sitting.shelf.load(sitting.name).plies]


def let_computer_move(sitting: Sitting) -> None:
    *_, choice = sitting.think()
    sitting.play_choice(choice)


def test_every_move_is_saved(sitting: Sitting) -> None:
    assert saved_moves(sitting) == []
    sitting.play("d4")
    let_computer_move(sitting)
    assert saved_moves(sitting) == [ply.move for ply in sitting.table.plies]
    assert len(saved_moves(sitting)) == 2


def test_a_saved_game_that_cannot_be_gone_on_with_is_not_held(shelf: Shelf) -> None:
    sitting = begin(shelf, ANA, RUI)
    assert sitting.name
    sitting.close()
    path = shelf.path_of(sitting.name)
    path.write_text(path.read_text().replace("\n\n", '\n[Clock "soon"]\n\n'))
    with pytest.raises(ClockError) as refused:
        Sitting.resume(sitting.name, shelf, Random(1))
    with Shelf(shelf.folder).holding(sitting.name):
        assert refused.value


def test_a_move_is_told_in_words(sitting: Sitting) -> None:
    assert "d4" in str(sitting.play("d4")[0])


def test_undo_takes_back_the_answer_and_the_persons_move(sitting: Sitting) -> None:
    sitting.play("d4")
    let_computer_move(sitting)
    sitting.undo()
    assert saved_moves(sitting) == []
    sitting.redo()
    assert len(saved_moves(sitting)) == 2


def test_of_two_people_undo_takes_back_one_move(shelf: Shelf) -> None:
    sitting = begin(shelf, ANA, RUI)
    sitting.play("d4")
    sitting.play("e5")
    sitting.undo()
    assert saved_moves(sitting) == ["d4"]


def test_without_a_move_there_is_nothing_to_undo(sitting: Sitting) -> None:
    with pytest.raises(TableError, match="no move has been made"):
        sitting.undo()


def test_a_person_may_resign_while_a_computer_player_is_to_move(sitting: Sitting) -> None:
    sitting.play("d4")
    sitting.resign()
    assert sitting.table.finish
    assert sitting.table.finish.result == "p2win"


def test_computer_players_alone_do_not_resign(shelf: Shelf) -> None:
    sitting = begin(shelf, ROBOT, ROBOT)
    with pytest.raises(TableError, match="only computer players"):
        sitting.resign()


def test_a_computer_player_answers_a_draw_at_once(sitting: Sitting) -> None:
    assert not sitting.propose_draw()
    assert not sitting.table.over


def test_people_are_asked_about_a_draw(shelf: Shelf) -> None:
    sitting = begin(shelf, ANA, RUI)
    assert sitting.propose_draw()
    sitting.answer(1, True)
    assert sitting.table.finish
    assert sitting.table.finish.ending == "agreement"


def test_a_game_is_saved_once_its_start_is_settled(shelf: Shelf) -> None:
    sitting = begin(shelf, ANA, RUI, game="fuse")
    for _ in range(2):
        sitting.answer_layout(False)
    assert sitting.name is None
    sitting.answer_layout(True)
    assert sitting.name
    assert shelf.load(sitting.name).start == sitting.table.position


def test_a_game_that_is_open_is_not_opened_again_until_it_is_closed(sitting: Sitting) -> None:
    assert sitting.name
    other = Shelf(sitting.shelf.folder)
    with pytest.raises(HeldError, match="open elsewhere: close it there, or"):
        Sitting.resume(sitting.name, other, Random(1))
    sitting.close()
    resumed = Sitting.resume(sitting.name, other, Random(1))
    assert resumed.table.record() == sitting.table.record()
    resumed.close()


def test_a_game_goes_on_when_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    sitting = begin(Shelf(tmp_path / "games"), ANA, ROBOT)
    assert sitting.trouble
    sitting.play("d4")
    assert len(sitting.table.plies) == 1
    (tmp_path / "games").unlink()
    let_computer_move(sitting)
    assert sitting.trouble is None
    assert len(saved_moves(sitting)) == 2
    sitting.close()
