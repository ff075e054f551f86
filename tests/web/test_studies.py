"""Studies in the game service: stored, changed and shared; positions that may not be analysed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from tabuleiro.analysis import Analysis
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.wording import line_texts, positions_after
from tabuleiro.games import read, start
from tabuleiro.records import Ply, Record, RecordError, read_record, write_record
from tabuleiro.records.json import as_object
from tabuleiro.search.progress import Variation
from tabuleiro.web.games.errors import NewGameError, NotAllowedError
from tabuleiro.web.games.fair_play import ABANDONED, position_key, position_keys
from tabuleiro.web.games.new_game import NewGameRequest
from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.studies import NoSuchStudyError, StaleStudyError, read_study
from tabuleiro.web.live.analyses import analysis_in, cut_lines
from tabuleiro.web.store.database import make_engine, read_url
from tabuleiro.web.store.store import Store
from tabuleiro.web.workers.tasks import WorkerResult
from web.players_at_server import ME, OPEN, ROBOT, SMALL, Person, Time, two_people

RECORD = Record(
    start(SMALL),
    ("Ana", "Rui"),
    (Ply("b2", comment="! [b2] the middle", variations=((Ply("a1", before="instead"),),)),),
)
WON = "squex rows=3 columns=3"


@pytest.fixture
def ana(service: GameService) -> Person:
    return Person(service)


def kept(ana: Person, title: str = "Mine") -> str:
    return ana.service.studies.create(ana.secret, RECORD, title)


# --- studies -------------------------------------------------------------------------------


def test_a_study_is_a_record_that_comes_back_as_it_was(ana: Person) -> None:
    study = ana.service.studies.get_own(kept(ana), ana.secret)
    assert read_study(study.record) == RECORD
    assert (study.title, study.game, study.version, study.shared) == ("Mine", SMALL, 1, None)
    assert read_record(write_record(RECORD)) == RECORD, "marks are part of a comment"


def test_a_study_does_not_exist_for_others(ana: Person) -> None:
    study_id, rui = kept(ana), Person(ana.service)
    studies = ana.service.studies
    for secret in (rui.secret, ""):
        with pytest.raises(NoSuchStudyError):
            studies.get_own(study_id, secret)
        with pytest.raises(NoSuchStudyError):
            studies.change(study_id, secret, 1, RECORD, "theirs")
        with pytest.raises(NoSuchStudyError):
            studies.share(study_id, secret)
        with pytest.raises(NoSuchStudyError):
            studies.delete(study_id, secret)
    with pytest.raises(NoSuchStudyError):
        studies.get_shared(study_id)
    assert studies.list_own(rui.secret) == studies.list_own("") == []
    assert studies.get_own(study_id, ana.secret).title == "Mine"


def test_a_link_for_everybody_leads_there_until_it_is_taken_back(ana: Person) -> None:
    studies, study_id = ana.service.studies, kept(ana)
    shared = studies.share(study_id, ana.secret)
    assert shared != study_id and studies.share(study_id, ana.secret) == shared
    assert studies.get_shared(shared).id == study_id
    studies.unshare(study_id, ana.secret)
    with pytest.raises(NoSuchStudyError):
        studies.get_shared(shared)
    assert studies.share(study_id, ana.secret) != shared


def test_a_change_of_an_old_version_changes_nothing(ana: Person) -> None:
    studies, study_id = ana.service.studies, kept(ana)
    assert studies.change(study_id, ana.secret, 1, RECORD, "new") == 2
    with pytest.raises(StaleStudyError):
        studies.change(study_id, ana.secret, 1, RECORD, "old")
    assert studies.get_own(study_id, ana.secret).title == "new"


def test_ones_studies_are_listed_the_last_changed_first(ana: Person, time: Time) -> None:
    first, second = kept(ana, "first"), kept(ana, "second")
    time.seconds += 1
    ana.service.studies.change(first, ana.secret, 1, RECORD, "first again")
    assert [each.title for each in ana.service.studies.list_own(ana.secret)] == [
        "first again",
        "second",
    ]
    ana.service.studies.delete(second, ana.secret)
    assert len(ana.service.studies.list_own(ana.secret)) == 1


def test_the_result_of_a_study_is_that_of_its_last_position() -> None:
    unfinished = as_object(RECORD) | {"result": "p1win"}
    assert read_study(unfinished).result == "none"
    moves = "b1 a1 b2 a2 b3".split()
    over = as_object(RECORD) | {"plies": [{"move": move} for move in moves]}
    assert read_study(over).result == "p1win"
    resigned = as_object(RECORD) | {"result": "p2win", "headers": {"Ending": "resignation"}}
    assert read_study(resigned).result == "p2win"


@pytest.mark.parametrize(
    "broken",
    [
        {"plies": [{"move": "z9"}]},
        {"headers": []},
        {"headers": {"Ending": 3}},
        {"plies": "b2"},
        {"players": ["Ana"]},
        {"version": 9},
    ],
    ids=str,
)
def test_a_study_that_is_no_record_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        read_study(as_object(RECORD) | broken)


# --- fairness ------------------------------------------------------------------------------


def test_a_position_on_a_board_of_people_is_refused_until_they_have_moved_on(
    service: GameService,
) -> None:
    game_id, ana, rui = two_people(service)
    ana.moves(game_id, "b2")
    position = start(SMALL).play("b2")
    with pytest.raises(NotAllowedError, match="people are playing now"):
        service.fair_play.check(position)
    rui.moves(game_id, "a1")
    service.fair_play.check(position)
    rui.does(game_id, "resign")
    service.fair_play.check(position.play("a1"))


def test_the_position_of_a_game_that_was_abandoned_is_free(
    service: GameService, time: Time
) -> None:
    game_id, ana, rui = two_people(service)
    ana.moves(game_id, "b2")
    position = start(SMALL).play("b2")
    time.seconds += ABANDONED - 1
    with pytest.raises(NotAllowedError):
        service.fair_play.check(position)
    time.seconds += 2
    service.fair_play.check(position)
    rui.moves(game_id, "a1")
    with pytest.raises(NotAllowedError):
        service.fair_play.check(position.play("a1"))


def test_the_usual_start_is_free_and_a_random_one_is_not(service: GameService) -> None:
    two_people(service)
    service.fair_play.check(start(SMALL))
    service.fair_play.check(start(SMALL).play("b2"))
    two_people(service, "lyngk seed=7")
    with pytest.raises(NotAllowedError):
        service.fair_play.check(start("lyngk", seed=7))


def test_a_game_that_was_stored_with_the_key_of_its_position_is_protected_too(
    service: GameService,
) -> None:
    game_id, ana, _ = two_people(service)
    ana.moves(game_id, "b2")
    with service.store.transaction() as transaction:
        transaction._connection.execute(text("UPDATE games SET board = 'a digest'"))
    with pytest.raises(NotAllowedError, match="people are playing now"):
        service.fair_play.check(start(SMALL).play("b2"))


def test_options_make_a_position_no_other(service: GameService) -> None:
    game_id, ana, _ = two_people(service, "squex rows=3 columns=3 swap=on")
    ana.moves(game_id, "b2")
    played = service.view(game_id).game.table.position
    assert position_key(played) == position_key(read(f"{SMALL} | {played.text}"))
    with pytest.raises(NotAllowedError):
        service.fair_play.check(read(f"{SMALL} | {played.text}"))


def mirrored(game: Game[Any]) -> tuple[Position, Position]:
    """A position and its mirror image, or the same position twice if no mirror image is found."""
    chance = Random(1)
    for _ in range(200):
        first = game.start().play(chance.choice(game.start().legal_moves()))
        second = game.start().play(chance.choice(game.start().legal_moves()))
        if first != second and position_key(second) in position_keys(first):
            return first, second
    return first, first


def test_a_position_is_refused_turned_and_mirrored_too(service: GameService) -> None:
    game_id, ana, _ = two_people(service)
    ana.moves(game_id, "a1")
    for corner in ("a1", "a3", "c1", "c3"):
        with pytest.raises(NotAllowedError):
            service.fair_play.check(start(SMALL).play(corner))
    service.fair_play.check(start(SMALL).play("b1"))


def test_every_game_knows_its_positions_in_a_mirror(game: Game[Any]) -> None:
    first, second = mirrored(game)
    assert position_keys(first) == position_keys(second)
    others = [first.play(move) for move in first.legal_moves()]
    assert all(position_key(first) not in position_keys(other) for other in others)


def test_nobody_is_told_what_the_next_move_leads_to(service: GameService) -> None:
    game_id, ana, rui = two_people(service)
    ana.moves(game_id, "b2")
    ahead = start(SMALL).play("b2").play("a1")
    for mirrored in (ahead, start(SMALL).play("b2").play("c3")):
        with pytest.raises(NotAllowedError, match="people are playing now"):
            service.fair_play.check(mirrored)
    service.fair_play.check(ahead.play("a2"))
    rui.moves(game_id, "a2")
    service.fair_play.check(ahead)


def analysis_of(position: Position, *texts: str) -> WorkerResult:
    """An analysis with lines of these moves."""
    lines = []
    for line in texts:
        positions = positions_after(position, line.split())
        moves = [at.move(text) for at, text in zip(positions, line.split(), strict=False)]
        lines.append(Variation(tuple(moves), 0.5, None, proved=False, share=0.1))
    return WorkerResult.of(position, Analysis(position, (0.5, 0.5), tuple(lines)))


def lines_shown(service: GameService, position: Position, *lines: str) -> list[str]:
    """What is shown of the lines of an analysis."""
    result = cut_lines(analysis_of(position, *lines), service.fair_play.check(position))
    found = [" ".join(line_texts(position, each.line)) for each in analysis_in(result).lines]
    assert found == [" ".join(step.move for step in line) for line in result.lines]
    return found


def test_lines_end_before_the_boards_of_others(service: GameService) -> None:
    game_id, ana, rui = two_people(service)
    ana.moves(game_id, "b2")
    rui.moves(game_id, "a1")
    begin, before = start(SMALL), start(SMALL).play("b2")
    assert lines_shown(service, begin, "b2 c3 b1", "b2 b1 a1") == ["b2", "b2 b1 a1"]
    assert lines_shown(service, before, "b1 a1", "a3 c1 b1") == ["b1 a1"]
    with pytest.raises(NotAllowedError):  # its value is that of the board
        lines_shown(service, before, "c3 b1", "b1 a1")
    ana.moves(game_id, "b1")
    assert lines_shown(service, before, "c3 b3 b1", "c3 b1 a3") == ["c3", "c3 b1 a3"]
    rui.does(game_id, "resign")
    assert lines_shown(service, before, "c3 b3 b1") == ["c3 b3 b1"]


def test_the_colours_of_pieces_make_a_position_no_other(service: GameService) -> None:
    played = start("lyngk", seed=7)
    pieces, rest = played.text.split(" ", 1)
    colours = "dirgb"
    assert set(colours) < set(pieces)
    two_people(service, "lyngk seed=7")
    for others in ("idrgb", "dibgr", "bgrid"):
        swapped = pieces.translate(str.maketrans(colours, others))
        with pytest.raises(NotAllowedError):
            service.fair_play.check(read(f"lyngk | {swapped} {rest}"))


def test_only_colours_can_be_exchanged_without_making_another_position() -> None:
    pegs = "000080,000080,000080,000080,000080,010000,010000,010000,010000,010000,010000 x 1"
    rows = "eigenstate | x1xxxx/1x4/6/6/6/oooooo"
    first, second = (read(f"{rows} {own},{pegs}") for own in ("008080", "000088"))
    assert position_keys(first).isdisjoint(position_keys(second))


def test_games_with_computers_or_with_agreed_hints_are_not_guarded(service: GameService) -> None:
    ana = Person(service)
    against_computer = ana.opens(ME, ROBOT)
    agreed, host, _ = two_people(service, hints=True)
    for person, game_id in ((ana, against_computer), (host, agreed)):
        person.moves(game_id, "b2")
    waiting = ana.opens(ME, OPEN)
    assert service.view(waiting).game.table.free_seats
    for position in (start(SMALL), start(SMALL).play("b2")):
        service.fair_play.check(position)


# --- playing on ----------------------------------------------------------------------------


def test_a_game_goes_on_from_a_position_and_its_moves(service: GameService) -> None:
    ana, begin = Person(service), start(SMALL)
    order = NewGameRequest(begin.full_text, (ME, ROBOT), moves=("b2", "a1"))
    game_id = service.open_game(ana.secret, order)
    table = service.view(game_id, ana.secret).game.table
    assert [ply.move for ply in table.plies] == ["b2", "a1"]
    assert table.position == begin.play("b2").play("a1") and table.player == 0
    ana.moves(game_id, "c3")


def test_a_game_from_a_position_asks_nobody_whether_the_start_is_liked(
    service: GameService,
) -> None:
    begin = start("fuse")
    order = NewGameRequest(begin.full_text, (ME, ME))
    game_id = service.open_game(Person(service).secret, order)
    table = service.view(game_id).game.table
    assert table.begun and table.position == begin


def test_no_game_goes_on_where_it_is_over_or_on_the_board_of_others(service: GameService) -> None:
    ana, begin = Person(service), start(SMALL).full_text
    over = NewGameRequest(begin, (ME, ROBOT), moves=tuple("b1 a1 b2 a2 b3".split()))
    with pytest.raises(NewGameError, match="over after these moves"):
        service.open_game(ana.secret, over)
    game_id, host, _ = two_people(service)
    host.moves(game_id, "b2")
    with pytest.raises(NotAllowedError, match="people are playing"):
        service.open_game(ana.secret, NewGameRequest(begin, (ME, ROBOT), moves=("b2",)))


# --- migration -----------------------------------------------------------------------------

AS_BEFORE = (
    "DROP TABLE recoveries",
    "DROP TABLE studies",
    "DROP INDEX games_by_board",
    "ALTER TABLE games DROP COLUMN board",
    "ALTER TABLE games DROP COLUMN source",
    "UPDATE meta SET value = '1' WHERE key = 'schema'",
)


def test_a_store_of_before_studies_gets_them_and_guards_the_games_that_run(
    address: str, tmp_path: Path, time: Time
) -> None:
    with closing(Store.open(address, time(), tmp_path)) as store:
        game_id, ana, _ = two_people(GameService(store, time))
        ana.moves(game_id, "b2")
    engine = make_engine(read_url(address))
    with engine.begin() as connection:
        for statement in AS_BEFORE:
            connection.execute(text(statement))
    engine.dispose()
    with closing(Store.open(address, time(), tmp_path / "backups")) as store:
        service = GameService(store, time)
        with pytest.raises(NotAllowedError):
            service.fair_play.check(start(SMALL).play("b2"))
        assert kept(Person(service))
