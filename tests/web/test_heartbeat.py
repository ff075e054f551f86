"""The heartbeat of servers: time in which no server ran does not count on clocks."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from tabuleiro.games import start
from tabuleiro.play.events import Paused, TimedOut
from tabuleiro.web.games.errors import DamagedGameError, StaleError
from tabuleiro.web.games.heartbeat import BATCH, DOWN_AFTER, LATE
from tabuleiro.web.games.service import GameService
from tabuleiro.web.store.database import UnavailableError
from web.players_at_server import SMALL, Time, two_people


def time_left(service: GameService, game_id: str) -> float | None:
    """The time of the first player, after all clocks have been resumed."""
    while service.heartbeat.resume_games():
        pass
    return service.view(game_id).game.table.time_left(0, service.now())


def kinds(service: GameService, game_id: str) -> set[type]:
    return {type(event) for event in service.view(game_id).game.table.events}


def lose_database(service: GameService) -> None:
    """Let the database fail once."""
    with pytest.raises(UnavailableError), service.store.transaction():
        raise UnavailableError("away")


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
@pytest.mark.parametrize("seconds", [0.1, LATE, DOWN_AFTER - 0.1, 1000])
def test_a_lone_server_started_again_charges_nothing(
    service: GameService, time: Time, seconds: float
) -> None:
    service.heartbeat.start()
    game_id, _, _ = two_people(service, control="1+0")
    time.seconds += seconds
    service.heartbeat.start()
    assert time_left(service, game_id) == 60


@pytest.mark.parametrize(("seconds", "left"), [(LATE, 60 - LATE), (LATE + 0.1, 60)])
@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_a_server_started_beside_others_stops_no_clock(
    service: GameService, time: Time, seconds: float, left: float
) -> None:
    service.heartbeat.start()
    game_id, _, _ = two_people(service, control="1+0")
    time.seconds += seconds
    service.heartbeat.start()
    assert time_left(service, game_id) == left


@pytest.mark.parametrize(
    ("seconds", "left"), [(DOWN_AFTER, 60 - DOWN_AFTER), (DOWN_AFTER + 0.1, 60)]
)
def test_a_heartbeat_may_come_late(
    service: GameService, time: Time, seconds: float, left: float
) -> None:
    service.heartbeat.start()
    game_id, _, _ = two_people(service, control="1+0")
    time.seconds += seconds
    service.heartbeat.beat()
    assert time_left(service, game_id) == left


def test_a_heartbeat_that_is_late_since_the_database_was_away_stops_the_clocks(
    service: GameService, time: Time
) -> None:
    service.heartbeat.start()
    game_id, _, _ = two_people(service, control="1+0")
    lose_database(service)
    time.seconds += 2
    service.heartbeat.beat()
    assert time_left(service, game_id) == 60
    time.seconds += 2
    service.heartbeat.beat()
    assert time_left(service, game_id) == 58


def test_the_first_command_after_a_time_without_a_database_is_not_too_late(
    service: GameService, time: Time
) -> None:
    service.heartbeat.start()
    game_id, ana, _ = two_people(service, control="1+0")
    lose_database(service)
    time.seconds += 1000
    with pytest.raises(StaleError):  # clocks were paused and resumed since Ana looked
        ana.moves(game_id, "b2")
    ana.moves(game_id, "b2")
    assert Paused in kinds(service, game_id) and TimedOut not in kinds(service, game_id)


def test_no_flag_falls_while_a_machine_sleeps(service: GameService, time: Time) -> None:
    service.heartbeat.start()
    game_id, _, _ = two_people(service, control="1+0")
    time.seconds += 1000
    assert not service.time_out(game_id)
    time.seconds += 1
    assert time_left(service, game_id) == 59


def test_a_command_in_good_time_writes_no_heartbeat(service: GameService, time: Time) -> None:
    service.heartbeat.start()
    game_id, ana, _ = two_people(service, control="1+0")
    time.seconds += 2
    ana.moves(game_id, "b2")
    assert time_left(service, game_id) == 58
    with service.store.transaction() as transaction:
        assert transaction.heartbeat(time(), 1.9) == (time() - 2, time())


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_start_that_takes_long_charges_nobody(service: GameService, time: Time) -> None:
    service.heartbeat.start()
    games = [two_people(service, control="1+0") for _ in range(BATCH + 1)]
    time.seconds += 10
    service.heartbeat.start()
    time.seconds += 38
    game_id, ana, _ = games[-1]
    with pytest.raises(StaleError):  # the command resumes the clocks of its game
        ana.moves(game_id, "b2")
    ana.moves(game_id, "b2")
    service.heartbeat.beat()
    assert service.heartbeat.resume_games(), "some games at a time"
    for each, _, _ in games:
        assert time_left(service, each) == 60
    assert not service.heartbeat.resume_games()
    time.seconds += 1
    assert time_left(service, games[0][0]) == 59


@pytest.mark.parametrize("damage", ["1 = 1", "version = 1", "version = 3"])
def test_a_damaged_game_stops_no_server_and_is_logged_in_a_line(
    service: GameService, time: Time, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    service.heartbeat.start()
    (broken, ana, _), (sound, _, _) = (two_people(service, control="1+0") for _ in range(2))
    ana.moves(broken, "b2")
    with service.store.transaction() as transaction:
        lost = f"DELETE FROM events WHERE game = '{broken}' AND {damage}"  # noqa: S608 - a test
        transaction._connection.execute(text(lost))
    again = GameService(service.store, time)
    time.seconds += 100
    again.heartbeat.start()
    assert time_left(again, sound) == 60
    with pytest.raises(DamagedGameError, match=f"{broken} is damaged"):
        again.view(broken)
    again.fair_play.check(start(SMALL).play("b2").play("a1"))  # which looks at all such games
    (said,) = [record for record in caplog.records if broken in record.getMessage()]
    assert "\n" not in said.getMessage() and not said.exc_info
