"""The game service with each database: a change happens once or not at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tabuleiro.core.message import MoveError
from tabuleiro.play import TableError
from tabuleiro.play.events import Continued, Moved, Paused, TimedOut
from tabuleiro.web.games.commands import GameCommand
from tabuleiro.web.games.errors import NoSuchGameError, NotAllowedError, StaleError, UsedUpError
from tabuleiro.web.games.new_game import NewGameRequest
from tabuleiro.web.games.service import MOST_PUBLIC, GameService
from tabuleiro.web.secrets import new_id, new_secret, source_of
from tabuleiro.web.store.store import Store
from web.players_at_server import ME, OPEN, ROBOT, SMALL, Person, Time, two_people, version_of


def test_an_invitation_serves_once(service: GameService) -> None:
    ana = Person(service)
    token = service.invitations(ana.opens(ME, OPEN), ana.secret)[1]
    Person(service).joins(token)
    with pytest.raises(UsedUpError):
        Person(service).joins(token)


def test_a_listed_game_is_open_to_anybody_until_it_is_full(service: GameService) -> None:
    game_id = Person(service).opens(ME, OPEN, listed=True)
    assert [each.row.id for each in service.open_games()] == [game_id]
    service.join_listed(game_id, new_secret(), "Eva")
    assert service.open_games() == []
    with pytest.raises(UsedUpError):
        service.join_listed(game_id, new_secret(), "Leo")


def test_an_address_has_only_some_public_games(service: GameService) -> None:
    def opens(address: str) -> bool:
        try:
            service.open_game(new_secret(), NewGameRequest(SMALL, (ME, OPEN), listed=True), address)
        except NotAllowedError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(opens, ["192.0.2.1"] * 3 * MOST_PUBLIC)) == MOST_PUBLIC
    assert opens("192.0.2.2")
    listed = [each.row for each in service.open_games()]
    own = next(row.id for row in listed if row.source == source_of("192.0.2.1"))
    service.join_listed(own, new_secret(), "Rui")
    assert opens("192.0.2.1") and not opens("192.0.2.1")


def test_who_joined_may_join_again_as_the_answer_may_be_lost(service: GameService) -> None:
    ana, rui = Person(service), Person(service)
    game_id = ana.opens(ME, OPEN)
    token = service.invitations(game_id, ana.secret)[1]
    assert [rui.joins(token, "Rui"), rui.joins(token, "Another")] == [game_id, game_id]
    table = service.view(game_id).game.table
    assert table.version == 2 and table.setup.seats[1].name == "Rui"
    with pytest.raises(UsedUpError):
        ana.joins(token)
    public = ana.opens(ME, OPEN, listed=True)
    for _ in range(2):
        service.join_listed(public, rui.secret, "Rui")
    assert version_of(service, public) == 2
    with pytest.raises(UsedUpError):
        service.join_listed(public, ana.secret, "Ana")


def test_a_command_that_comes_again_is_answered_as_the_first_time(service: GameService) -> None:
    game_id, ana, rui = two_people(service)
    command = GameCommand("once", 2, "move", "b2")
    assert service.command(game_id, ana.secret, command).version == 3
    rui.moves(game_id, "a1")
    again = service.command(game_id, ana.secret, command)
    assert (again.version, again.seen.game.table.version) == (3, 4)
    assert version_of(service, game_id) == 4


def test_a_command_for_another_version_changes_nothing_and_shows_the_present(
    service: GameService,
) -> None:
    game_id, ana, _ = two_people(service)
    for version in (0, 1, 3, 2**31 - 1):
        with pytest.raises(StaleError) as caught:
            ana.does(game_id, "move", move="b2", version=version)
        assert caught.value.viewed.game.table.version == 2
    assert version_of(service, game_id) == 2


def test_an_illegal_move_changes_nothing(service: GameService) -> None:
    game_id, ana, _ = two_people(service)
    for move in ("z9", "", "b2 b2", "\x00"):
        with pytest.raises(MoveError):
            ana.moves(game_id, move)
    assert version_of(service, game_id) == 2


def test_of_commands_for_the_same_version_one_is_accepted(service: GameService) -> None:
    game_id, ana, _ = two_people(service)

    def try_move(number: int) -> bool:
        try:
            service.command(game_id, ana.secret, GameCommand(f"t{number}", 2, "move", "b2"))
        except StaleError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(try_move, range(8))) == 1
    assert version_of(service, game_id) == 3


def test_another_server_sees_what_is_stored(
    service: GameService, address: str, tmp_path: Path
) -> None:
    other = GameService(Store.open(address, service.now(), tmp_path), service.now, Random(2))
    game_id, ana, rui = two_people(service)
    assert version_of(other, game_id) == 2
    ana.moves(game_id, "b2")
    replace(rui, service=other).moves(game_id, "a1")
    assert service.view(game_id).game.table.events == other.view(game_id).game.table.events
    other.store.close()


def test_there_is_no_game_of_another_id(service: GameService) -> None:
    for game_id in (new_id(), "", "../etc", "x" * 1000, "\x00"):
        with pytest.raises(NoSuchGameError):
            service.view(game_id)
        with pytest.raises(NoSuchGameError):
            service.command(game_id, new_secret(), GameCommand("r", 1, "resign"))


def test_who_plays_again_changes_seats(service: GameService) -> None:
    game_id, ana, rui = two_people(service, control="5+3")
    ana.does(game_id, "resign")
    ana.does(game_id, "rematch")
    assert service.view(game_id).game.table.next_game == ""
    rui.does(game_id, "rematch")
    following = service.view(game_id).game.table.next_game
    assert service.view(following, ana.secret).seats == (1,)
    assert service.view(following, rui.secret).seats == (0,)
    table = service.view(following).game.table
    assert table.record().players == ("Rui", "Ana")
    assert str(table.setup.control) == "5+3"
    rui.moves(following, "b2")


def test_a_link_lets_another_device_play_until_it_is_revoked(service: GameService) -> None:
    game_id, ana, _ = two_people(service)
    token, phone = service.device_links.new_link(game_id, ana.secret), Person(service)
    assert service.device_links.link_target(token).seat == 0
    assert service.device_links.use_link(token, phone.secret) == game_id
    phone.moves(game_id, "b2")
    with pytest.raises(UsedUpError):
        service.device_links.use_link(token, new_secret())
    (link,) = service.device_links.links(game_id, ana.secret)
    service.device_links.revoke(game_id, ana.secret, link.id)
    assert service.view(game_id, phone.secret).seats == ()
    assert service.view(game_id, ana.secret).seats == (0,)
    assert service.device_links.links(game_id, ana.secret) == []


@pytest.mark.parametrize("link", ["", "x", "\x00", "x" * 1000])
def test_no_other_link_is_revoked(service: GameService, link: str) -> None:
    game_id, ana, _ = two_people(service)
    service.device_links.new_link(game_id, ana.secret)
    with pytest.raises(UsedUpError):
        service.device_links.revoke(game_id, ana.secret, link)
    assert len(service.device_links.links(game_id, ana.secret)) == 1


def test_a_device_that_came_by_a_link_makes_and_revokes_none(service: GameService) -> None:
    """Otherwise a device could let others in, who would stay when it is revoked."""
    game_id, ana, _ = two_people(service)
    phone = Person(service)
    service.device_links.use_link(service.device_links.new_link(game_id, ana.secret), phone.secret)
    (link,) = service.device_links.links(game_id, ana.secret)
    with pytest.raises(NotAllowedError):
        service.device_links.new_link(game_id, phone.secret)
    with pytest.raises(NotAllowedError):
        service.device_links.revoke(game_id, phone.secret, link.id)
    assert service.device_links.links(game_id, phone.secret) == []


def test_a_flag_falls_at_once(service: GameService, time: Time) -> None:
    game_id, _, _ = two_people(service, control="1+0")
    time.seconds += 59
    assert not service.time_out(game_id)
    time.seconds += 1
    assert service.time_out(game_id)
    assert not service.time_out(game_id)
    events = service.view(game_id).game.table.events
    assert sum(isinstance(event, TimedOut) for event in events) == 1


def test_a_move_that_comes_too_late_is_refused_and_ends_the_game(
    service: GameService, time: Time
) -> None:
    game_id, ana, _ = two_people(service, control="1+0")
    time.seconds += 61
    with pytest.raises(TableError, match="too late"):
        ana.moves(game_id, "b2")
    assert service.view(game_id).game.table.over
    assert not service.time_out(game_id)


def test_time_without_a_server_is_not_charged(service: GameService, time: Time) -> None:
    service.heartbeat.beat()
    game_id, ana, _ = two_people(service, control="1+0")
    time.seconds += 2
    service.heartbeat.beat()
    time.seconds += 1000
    service.heartbeat.beat()
    assert service.heartbeat.resume_games()
    table = service.view(game_id).game.table
    assert [type(event) for event in table.events[-2:]] == [Paused, Continued]
    assert table.time_left(0, time()) == 58
    ana.moves(game_id, "b2")


def test_a_late_answer_of_a_computer_player_is_dropped(service: GameService) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, ROBOT)
    ana.moves(game_id, "b2")
    ana.does(game_id, "takeback")
    assert not service.move_for_computer(game_id, 2, "a1", 0.5)
    assert not any(
        isinstance(event, Moved) and event.seat == 1
        for event in service.view(game_id).game.table.events
    )
