"""Background jobs of games: run by one server at a time, and exactly once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabuleiro.core.message import GameError, say
from tabuleiro.games import start
from tabuleiro.play.events import Moved, TimedOut
from tabuleiro.search.progress import Progress
from tabuleiro.web.games.errors import NoSuchGameError
from tabuleiro.web.games.heartbeat import BEAT_SECONDS
from tabuleiro.web.games.new_game import NewGameRequest
from tabuleiro.web.games.service import GameService
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.bus import TransientEvent
from tabuleiro.web.store.database import UnavailableError
from tabuleiro.web.store.store import Store
from tabuleiro.web.workers.jobs import LEASE_SECONDS, BackgroundJobs, result_data
from tabuleiro.web.workers.pool import BusyError
from tabuleiro.web.workers.tasks import WorkerResult
from waiting import PATIENCE, wait_for
from web.players_at_server import ME, OPEN, ROBOT, SMALL, Person, QuickPool, Time, two_people

Told = list[TransientEvent]
MakeJobs = Callable[[], BackgroundJobs]
CONTROL_V = "control_v players=3 size=6 castles=1"


@pytest.fixture
def told(service: GameService) -> Told:
    """The transient events that viewers received."""
    told: Told = []
    service.store.bus.transient.subscribe(told.append)
    return told


@pytest.fixture
def make(service: GameService, tmp_path: Path) -> MakeJobs:
    """Jobs without a running thread: tests call `step` themselves."""

    def jobs() -> BackgroundJobs:
        settings = ServerSettings(data=tmp_path)
        return BackgroundJobs(service, QuickPool(), settings)

    return jobs


@pytest.fixture
def jobs(make: MakeJobs) -> Iterator[BackgroundJobs]:
    with closing(make()) as jobs:
        yield jobs


def pool_of(jobs: BackgroundJobs) -> QuickPool:
    assert isinstance(jobs.pool, QuickPool)
    return jobs.pool


def take_steps(*all_jobs: BackgroundJobs) -> None:
    for jobs in all_jobs * 2:  # a move found in one step is played in the next
        jobs.step()


def moves_of(service: GameService, game_id: str) -> int:
    return sum(isinstance(event, Moved) for event in service.view(game_id).game.table.events)


def test_a_computer_player_moves_when_it_is_to_move(
    service: GameService, jobs: BackgroundJobs
) -> None:
    game_id = Person(service).opens(ROBOT, ME)
    take_steps(jobs)
    assert moves_of(service, game_id) == 1
    take_steps(jobs)
    assert moves_of(service, game_id) == 1


def test_two_servers_make_one_move(
    service: GameService, jobs: BackgroundJobs, make: MakeJobs
) -> None:
    with closing(make()) as other:
        game_ids = [Person(service).opens(ROBOT, ME) for _ in range(3)]
        take_steps(jobs, other)
    assert [moves_of(service, game_id) for game_id in game_ids] == [1, 1, 1]


def test_what_a_dead_server_had_to_do_another_does_within_ten_seconds(
    service: GameService, time: Time, jobs: BackgroundJobs, make: MakeJobs
) -> None:
    game_id, dead = Person(service).opens(ROBOT, ME), make()
    pool_of(dead).hold_back = True
    dead.step()
    jobs.step()
    assert moves_of(service, game_id) == 0 and len(pool_of(dead).held) == 1
    assert LEASE_SECONDS < 10
    time.seconds += LEASE_SECONDS
    take_steps(jobs)
    assert moves_of(service, game_id) == 1


def test_a_game_whose_player_cannot_be_made_keeps_no_other_waiting(
    service: GameService, jobs: BackgroundJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = (Person(service).opens(ROBOT, ME) for _ in range(2))
    game_at = service.game_at_version

    def look(game_id: str, version: int) -> Any:
        if game_id == broken:
            raise GameError(say("there is no such game"))
        return game_at(game_id, version)

    monkeypatch.setattr(service, "game_at_version", look)
    take_steps(jobs)
    assert (moves_of(service, broken), moves_of(service, sound)) == (0, 1)


def test_what_a_pool_has_no_room_for_is_left_to_another_server(
    service: GameService, jobs: BackgroundJobs, make: MakeJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(task: Any, on_progress: Any = None) -> Any:
        raise BusyError

    game_id = Person(service).opens(ROBOT, ME)
    with closing(make()) as full:
        monkeypatch.setattr(full.pool, "think", refuse)
        full.step()
        take_steps(jobs)
    assert moves_of(service, game_id) == 1


def test_who_still_thinks_keeps_its_lease(
    service: GameService, time: Time, jobs: BackgroundJobs, make: MakeJobs
) -> None:
    game_id = Person(service).opens(ROBOT, ME)
    with closing(make()) as slow:
        pool_of(slow).hold_back = True
        for _ in range(5):
            slow.step()
            jobs.step()
            time.seconds += LEASE_SECONDS / 2
    assert moves_of(service, game_id) == 0


def test_who_stops_leaves_its_duties_to_others_at_once(
    service: GameService, jobs: BackgroundJobs, make: MakeJobs
) -> None:
    game_id, leaving = Person(service).opens(ROBOT, ME), make()
    pool_of(leaving).hold_back = True
    leaving.step()
    leaving.close()
    take_steps(jobs)
    assert moves_of(service, game_id) == 1


def test_a_thought_about_what_was_taken_back_is_stopped(
    service: GameService, jobs: BackgroundJobs
) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, ROBOT)
    pool_of(jobs).hold_back = True
    ana.moves(game_id, "b2")
    jobs.step()
    ((_, future),) = pool_of(jobs).held
    ana.does(game_id, "takeback")
    jobs.step()
    assert future.cancelled()
    take_steps(jobs)
    assert service.view(game_id).game.table.plies == ()


def test_thoughts_are_shown_only_where_no_two_people_play(
    service: GameService, jobs: BackgroundJobs, told: Told
) -> None:
    alone = Person(service).opens(ROBOT, ME)
    ana, rui = Person(service), Person(service)
    together = ana.opens(ROBOT, ME, OPEN, game=CONTROL_V)
    rui.joins(service.invitations(together, ana.secret)[2])
    take_steps(jobs)
    assert moves_of(service, together) == moves_of(service, alone) == 1
    assert {(event.game, event.name) for event in told} == {(alone, "thinking")}


def test_no_thoughts_are_shown_about_a_board_where_people_play(
    service: GameService, jobs: BackgroundJobs, told: Told
) -> None:
    game_id, ana, _ = two_people(service)
    ana.moves(game_id, "b2")
    for move in ("b2", "a2"):
        eva = Person(service)
        eva.moves(alone := eva.opens(ME, ROBOT), move)
        take_steps(jobs)
    assert [event.game for event in told if event.name == "thinking"] == [alone]


@pytest.mark.parametrize(
    ("begin", "line", "shown", "value"),
    [
        (("b2",), "c3 b1", [], None),
        (("b2",), "b1 a1", ["b1", "a1"], 0.9),
        (("b2", "a1", "b1"), "c2 a2", ["c2", "a2"], 0.9),
        ((), "b2 c3 b1", ["b2"], 0.9),
    ],
)
def test_thoughts_give_no_value_of_a_board_where_people_play(
    service: GameService, begin: tuple[str, ...], line: str, shown: list[str], value: float | None
) -> None:
    game_id, ana, rui = two_people(service)
    ana.moves(game_id, "b2")
    rui.moves(game_id, "a1")
    position = start(SMALL)
    for move in begin:
        position = position.play(move)
    moves = line.split()
    progress = Progress(5, 0.9, None, 100, 1.0, (0,))
    result = WorkerResult(moves[0], tuple(moves), progress)
    data = result_data(result, position, service.fair_play.boards("squex"))
    assert (data["move"], data["line"], data["value"]) == (moves[0], shown, value)
    assert (data["depth"] is None) == (data["nodes"] is None) == (value is None)


def test_a_flag_falls_at_once_with_nobody_there(
    service: GameService, time: Time, jobs: BackgroundJobs, make: MakeJobs
) -> None:
    service.heartbeat.beat()
    game_id, _, _ = two_people(service, control="1+0")
    with closing(make()) as other:
        for _ in range(70):
            time.seconds += 1
            jobs.step()
            other.step()
    events = service.view(game_id).game.table.events
    assert [event.at for event in events if isinstance(event, TimedOut)] == [time() - 10]


def test_the_next_look_is_not_after_the_next_flag(
    service: GameService, time: Time, jobs: BackgroundJobs
) -> None:
    two_people(service, control="1+0")
    assert jobs.step() == pytest.approx(BEAT_SECONDS)
    for _ in range(59):
        time.seconds += 1
        jobs.step()
    time.seconds += 0.75
    assert jobs.step() == pytest.approx(0.25)


def test_the_next_look_is_not_after_the_next_heartbeat(time: Time, jobs: BackgroundJobs) -> None:
    jobs.step()
    time.seconds += BEAT_SECONDS / 2
    assert jobs.step() == pytest.approx(BEAT_SECONDS / 2)


def test_games_that_nobody_began_are_cleared_away(
    service: GameService, time: Time, jobs: BackgroundJobs
) -> None:
    ana = Person(service)
    begun, waiting = ana.opens(ME, ROBOT), ana.opens(ME, OPEN)
    ana.moves(begun, "b2")
    time.seconds += 15 * 86_400
    jobs.step()
    assert service.view(begun)
    with pytest.raises(NoSuchGameError):
        service.view(waiting)


def test_a_database_that_is_away_ends_nothing(service: GameService, make: MakeJobs) -> None:
    """The thread continues whatever a step raises."""
    jobs = make()
    steps: list[int] = []

    def fail() -> float:
        steps.append(1)
        if len(steps) == 3:
            jobs._stopping = True
        jobs._wake.set()
        raise RuntimeError

    jobs.step = fail  # type: ignore[method-assign]  # a step that fails
    jobs.start()
    jobs._thread.join(PATIENCE)
    assert len(steps) == 3
    jobs.close()


def test_who_stops_while_the_database_is_away_stops_all_the_same(
    make: MakeJobs, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> Any:
        raise UnavailableError("away")

    jobs = make()
    monkeypatch.setattr(service.store, "transaction", fail)
    jobs.close()


def test_a_server_started_again_goes_on_with_what_was_due(
    address: str, time: Time, tmp_path: Path
) -> None:
    with closing(Store.open(address, time(), tmp_path)) as store:
        game_id = Person(GameService(store, time, Random(1))).opens(ROBOT, ME)
    with closing(Store.open(address, time(), tmp_path)) as store:
        service = GameService(store, time, Random(1))
        with closing(BackgroundJobs(service, QuickPool(), ServerSettings(data=tmp_path))) as again:
            take_steps(again)
        assert moves_of(service, game_id) == 1


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_hundred_games_of_an_address_delay_nobody_else(
    service: GameService, jobs: BackgroundJobs
) -> None:
    request = NewGameRequest(SMALL, (ROBOT, ME))
    for _ in range(100):
        service.open_game(new_secret(), request, "192.0.2.1")
    pool = pool_of(jobs)
    pool.hold_back = True
    jobs.step()
    assert len(pool.held) == 2 * jobs.settings.workers, "the others wait outside the pool"
    game_id = service.open_game(new_secret(), request, "192.0.2.2")
    jobs.step()
    assert pool.held[-1][0].game == game_id
    assert len({task.source for task, _ in pool.held}) == 2


def test_a_lone_server_started_again_takes_over_at_once(time: Time, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    with closing(Store.open(address, time(), tmp_path)) as store:
        service = GameService(store, time, Random(1))
        game_id = Person(service).opens(ROBOT, ME)
        with store.transaction() as transaction:  # a server takes the lease and is killed
            assert transaction.claim("computer", "killed", time(), time() + LEASE_SECONDS, 1)
    with closing(Store.open(address, time(), tmp_path)) as store:
        service = GameService(store, time, Random(1))
        with closing(BackgroundJobs(service, QuickPool(), ServerSettings(data=tmp_path))) as again:
            again.prepare()
            again.start()
            wait_for(lambda: moves_of(service, game_id) == 1)
