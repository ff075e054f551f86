"""Whatever database there is: what happens in the house happens once or not at all."""

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
from tabuleiro.web.games.service import GameService
from tabuleiro.web.secrets import new_id, new_secret
from tabuleiro.web.store.store import Store
from web.houses import ME, OPEN, ROBOT, Person, Time, two_people, version_of


def test_an_invitation_serves_once(house: GameService) -> None:
    ana = Person(house)
    token = house.invitations(ana.opens(ME, OPEN), ana.secret)[1]
    Person(house).joins(token)
    with pytest.raises(UsedUpError):
        Person(house).joins(token)


def test_a_listed_game_is_open_to_anybody_until_it_is_full(house: GameService) -> None:
    game_id = Person(house).opens(ME, OPEN, listed=True)
    assert [each.row.id for each in house.open_games()] == [game_id]
    house.join_listed(game_id, new_secret(), "Eva")
    assert house.open_games() == []
    with pytest.raises(UsedUpError):
        house.join_listed(game_id, new_secret(), "Leo")


def test_a_command_that_comes_again_is_answered_as_the_first_time(house: GameService) -> None:
    game_id, ana, rui = two_people(house)
    command = GameCommand("once", 2, "move", "b2")
    assert house.command(game_id, ana.secret, command).version == 3
    rui.moves(game_id, "a1")
    again = house.command(game_id, ana.secret, command)
    assert (again.version, again.seen.game.table.version) == (3, 4)
    assert version_of(house, game_id) == 4


def test_a_command_for_another_version_changes_nothing_and_shows_the_present(
    house: GameService,
) -> None:
    game_id, ana, _ = two_people(house)
    for version in (0, 1, 3, 2**31 - 1):
        with pytest.raises(StaleError) as caught:
            ana.does(game_id, "move", move="b2", version=version)
        assert caught.value.viewed.game.table.version == 2
    assert version_of(house, game_id) == 2


def test_an_illegal_move_changes_nothing(house: GameService) -> None:
    game_id, ana, _ = two_people(house)
    for move in ("z9", "", "b2 b2", "\x00"):
        with pytest.raises(MoveError):
            ana.moves(game_id, move)
    assert version_of(house, game_id) == 2


def test_of_commands_for_the_same_version_one_is_accepted(house: GameService) -> None:
    game_id, ana, _ = two_people(house)

    def try_move(number: int) -> bool:
        try:
            house.command(game_id, ana.secret, GameCommand(f"t{number}", 2, "move", "b2"))
        except StaleError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(try_move, range(8))) == 1
    assert version_of(house, game_id) == 3


def test_another_server_sees_what_is_stored(
    house: GameService, address: str, tmp_path: Path
) -> None:
    other = GameService(Store.open(address, house.now(), tmp_path), house.now, Random(2))
    game_id, ana, rui = two_people(house)
    assert version_of(other, game_id) == 2
    ana.moves(game_id, "b2")
    replace(rui, house=other).moves(game_id, "a1")
    assert house.view(game_id).game.table.events == other.view(game_id).game.table.events
    other.store.close()


def test_there_is_no_game_of_another_id(house: GameService) -> None:
    for game_id in (new_id(), "", "../etc", "x" * 1000, "\x00"):
        with pytest.raises(NoSuchGameError):
            house.view(game_id)
        with pytest.raises(NoSuchGameError):
            house.command(game_id, new_secret(), GameCommand("r", 1, "resign"))


def test_who_plays_again_changes_seats(house: GameService) -> None:
    game_id, ana, rui = two_people(house, control="5+3")
    ana.does(game_id, "resign")
    ana.does(game_id, "rematch")
    assert house.view(game_id).game.table.next_game == ""
    rui.does(game_id, "rematch")
    following = house.view(game_id).game.table.next_game
    assert house.view(following, ana.secret).seats == (1,)
    assert house.view(following, rui.secret).seats == (0,)
    table = house.view(following).game.table
    assert table.record().players == ("Rui", "Ana")
    assert str(table.setup.control) == "5+3"
    rui.moves(following, "b2")


def test_a_link_lets_another_device_play_until_it_is_revoked(house: GameService) -> None:
    game_id, ana, _ = two_people(house)
    token, phone = house.device_links.new_link(game_id, ana.secret), Person(house)
    assert house.device_links.link_target(token).seat == 0
    assert house.device_links.use_link(token, phone.secret) == game_id
    phone.moves(game_id, "b2")
    with pytest.raises(UsedUpError):
        house.device_links.use_link(token, new_secret())
    (link,) = house.device_links.links(game_id, ana.secret)
    house.device_links.revoke(game_id, ana.secret, link.id)
    assert house.view(game_id, phone.secret).seats == ()
    assert house.view(game_id, ana.secret).seats == (0,)
    assert house.device_links.links(game_id, ana.secret) == []


@pytest.mark.parametrize("link", ["", "x", "\x00", "x" * 1000])
def test_no_other_link_is_revoked(house: GameService, link: str) -> None:
    game_id, ana, _ = two_people(house)
    house.device_links.new_link(game_id, ana.secret)
    with pytest.raises(UsedUpError):
        house.device_links.revoke(game_id, ana.secret, link)
    assert len(house.device_links.links(game_id, ana.secret)) == 1


def test_a_device_that_came_by_a_link_makes_and_revokes_none(house: GameService) -> None:
    """Else whoever it lets in would stay when it is revoked."""
    game_id, ana, _ = two_people(house)
    phone = Person(house)
    house.device_links.use_link(house.device_links.new_link(game_id, ana.secret), phone.secret)
    (link,) = house.device_links.links(game_id, ana.secret)
    with pytest.raises(NotAllowedError):
        house.device_links.new_link(game_id, phone.secret)
    with pytest.raises(NotAllowedError):
        house.device_links.revoke(game_id, phone.secret, link.id)
    assert house.device_links.links(game_id, phone.secret) == []


def test_a_flag_falls_once(house: GameService, time: Time) -> None:
    game_id, _, _ = two_people(house, control="1+0")
    time.seconds += 59
    assert not house.time_out(game_id)
    time.seconds += 1
    assert house.time_out(game_id)
    assert not house.time_out(game_id)
    events = house.view(game_id).game.table.events
    assert sum(isinstance(event, TimedOut) for event in events) == 1


def test_a_move_that_comes_too_late_is_refused_and_ends_the_game(
    house: GameService, time: Time
) -> None:
    game_id, ana, _ = two_people(house, control="1+0")
    time.seconds += 61
    with pytest.raises(TableError, match="too late"):
        ana.moves(game_id, "b2")
    assert house.view(game_id).game.table.over
    assert not house.time_out(game_id)


def test_time_without_a_server_is_not_charged(house: GameService, time: Time) -> None:
    house.heartbeat.beat("first")
    game_id, ana, _ = two_people(house, control="1+0")
    time.seconds += 2
    house.heartbeat.beat("first")
    time.seconds += 1000
    house.heartbeat.beat("second")
    table = house.view(game_id).game.table
    assert [type(event) for event in table.events[-2:]] == [Paused, Continued]
    assert table.time_left(0, time()) == 58
    ana.moves(game_id, "b2")


def test_a_late_answer_of_a_computer_player_is_dropped(house: GameService) -> None:
    ana = Person(house)
    game_id = ana.opens(ME, ROBOT)
    ana.moves(game_id, "b2")
    ana.does(game_id, "takeback")
    assert not house.move_for_computer(game_id, 2, "a1", 0.5)
    assert not any(
        isinstance(event, Moved) and event.seat == 1
        for event in house.view(game_id).game.table.events
    )
