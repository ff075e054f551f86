"""The game service: who may do what, and that each change happens once or not at all."""

from __future__ import annotations

import pytest

from tabuleiro.core.message import TabuleiroError
from tabuleiro.play import STAND_IN, TableError
from tabuleiro.web.games.errors import (
    ForeignSeatError,
    NewGameError,
    NoSuchGameError,
    NotAllowedError,
    UsedUpError,
)
from tabuleiro.web.games.new_game import SeatRequest
from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.state import permissions
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.store.bus import GameUpdate
from web.players_at_server import ME, OPEN, ROBOT, SMALL, Person, Time, two_people, version_of

pytestmark = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


# --- opening and joining -------------------------------------------------------------------


def test_a_game_waits_for_its_guest_and_then_begins(service: GameService) -> None:
    ana, rui = Person(service), Person(service)
    game_id = ana.opens(ME, OPEN, name="Ana")
    assert service.view(game_id).game.table.free_seats == (1,)
    rui.joins(service.invitations(game_id, ana.secret)[1])
    table = service.view(game_id, rui.secret).game.table
    assert (table.player, table.record().players) == (0, ("Ana", "Rui"))
    assert service.view(game_id, rui.secret).seats == (1,)


def test_looking_at_an_invitation_changes_nothing(service: GameService) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, OPEN)
    token = service.invitations(game_id, ana.secret)[1]
    assert service.invited(token).seat == 1
    assert version_of(service, game_id) == 1


def test_only_who_opened_a_game_finds_its_invitations(service: GameService) -> None:
    game_id = Person(service).opens(ME, OPEN)
    assert service.invitations(game_id, new_secret()) == {}


def test_nobody_joins_his_own_game(service: GameService) -> None:
    ana = Person(service)
    token = service.invitations(ana.opens(ME, OPEN), ana.secret)[1]
    with pytest.raises(NotAllowedError):
        ana.joins(token)
    Person(service).joins(token)


def test_a_game_that_is_not_listed_needs_an_invitation(service: GameService) -> None:
    game_id = Person(service).opens(ME, OPEN)
    with pytest.raises(UsedUpError):
        service.join_listed(game_id, new_secret(), "Leo")


def test_a_game_is_taken_back_only_while_it_waits_and_by_who_is_in_it(service: GameService) -> None:
    ana = Person(service)
    waiting = ana.opens(ME, OPEN)
    with pytest.raises(ForeignSeatError):
        service.withdraw(waiting, new_secret())
    service.withdraw(waiting, ana.secret)
    with pytest.raises(NoSuchGameError):
        service.view(waiting)
    begun = ana.opens(ME, ROBOT)
    with pytest.raises(NotAllowedError):
        service.withdraw(begun, ana.secret)


@pytest.mark.parametrize(
    "seats",
    [(ME,), (OPEN, OPEN), (ME, SeatRequest("computer", "mcts:nodes=999999999")),
     (ME, SeatRequest("computer", ""))],
)  # fmt: skip
def test_what_cannot_be_set_up_is_refused(
    service: GameService, seats: tuple[SeatRequest, ...]
) -> None:
    with pytest.raises(NewGameError):
        Person(service).opens(*seats)


def test_names_are_cleaned(service: GameService) -> None:
    game_id = Person(service).opens(ME, ROBOT, name=" A\u202en\x00a \n" + 100 * "x")
    name = service.view(game_id).game.table.setup.seats[0].name
    assert name.startswith("Ana xxx") and len(name) == 40


# --- commands ------------------------------------------------------------------------------


def test_only_the_holder_of_a_seat_moves_for_it(service: GameService) -> None:
    game_id, ana, rui = two_people(service)
    with pytest.raises(ForeignSeatError):
        Person(service).moves(game_id, "b2")
    with pytest.raises(ForeignSeatError):
        rui.does(game_id, "move", move="b2", seat=0)
    with pytest.raises(TableError, match="not your turn"):
        rui.moves(game_id, "b2")
    assert ana.moves(game_id, "b2").version == 3


# --- other events at a table ---------------------------------------------------------------


def offers_redo(service: GameService, game_id: str, person: Person) -> bool:
    """Whether the state of a game tells a person that they may redo a move."""
    seen = service.view(game_id, person.secret)
    return permissions(seen.game, seen.seats)["redo"]


def test_a_computer_player_lets_moves_be_taken_back_at_once(service: GameService) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, ROBOT)
    ana.moves(game_id, "b2")
    assert service.move_for_computer(game_id, 2, "a1", 0.5)
    assert not offers_redo(service, game_id, ana)
    ana.does(game_id, "takeback")
    assert service.view(game_id).game.table.plies == ()
    assert offers_redo(service, game_id, ana)
    ana.does(game_id, "redo")
    assert len(service.view(game_id).game.table.plies) == 2


def test_a_person_is_asked_whether_moves_may_be_taken_back(service: GameService) -> None:
    game_id, ana, rui = two_people(service)
    ana.moves(game_id, "b2")
    ana.does(game_id, "takeback")
    assert len(service.view(game_id).game.table.plies) == 1
    rui.does(game_id, "answer")
    assert service.view(game_id).game.table.plies == ()
    assert not offers_redo(service, game_id, ana)
    with pytest.raises(TableError):
        ana.does(game_id, "redo")


def test_who_plays_against_himself_takes_back_at_once(service: GameService) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, ME)
    ana.moves(game_id, "b2")
    ana.does(game_id, "takeback")
    assert service.view(game_id).game.table.plies == ()


def test_a_computer_player_answers_an_offered_draw_at_once(service: GameService) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, ROBOT)
    ana.does(game_id, "draw")
    assert service.view(game_id).game.table.open_proposal is None


def test_somebody_stands_in_for_who_leaves_a_game_of_four(service: GameService) -> None:
    ana = Person(service)
    others = (ROBOT, ROBOT, ROBOT)
    game_id = ana.opens(ME, *others, game="control_v players=4 size=6 castles=1")
    ana.does(game_id, "resign")
    with service.store.reading() as reading:
        row = reading.game(game_id)
    assert row and (row.over, row.player, row.computer) == (False, 0, STAND_IN)


def test_a_start_that_nobody_likes_is_drawn_anew(service: GameService) -> None:
    game_id, ana, rui = two_people(service, game="fuse")
    before = service.view(game_id).game.table.position
    ana.does(game_id, "layout", agrees=False)
    rui.does(game_id, "layout", agrees=False)
    assert service.view(game_id).game.table.position != before
    ana.does(game_id, "layout", agrees=True)
    assert service.view(game_id).game.table.player == 0


def test_a_computer_player_plays_again_and_moves_first_then(service: GameService) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, ROBOT, game=SMALL)
    ana.does(game_id, "resign")
    ana.does(game_id, "rematch")
    following = service.view(game_id).game.table.next_game
    with service.store.reading() as reading:
        row = reading.game(following)
    assert row and (row.game, row.computer) == (SMALL, "level:1")


def test_my_games_begin_with_those_that_wait_for_me(service: GameService, time: Time) -> None:
    ana = Person(service)
    over = ana.opens(ME, ROBOT)
    ana.does(over, "resign")
    mine = ana.opens(ME, ROBOT)
    time.seconds += 1
    theirs = ana.opens(ROBOT, ME)
    assert [each.row.id for each in service.my_games(ana.secret)] == [mine, theirs, over]
    assert service.my_games(new_secret()) == service.my_games("") == []


# --- advice --------------------------------------------------------------------------------


def test_there_is_advice_where_all_agreed_to_it_or_one_plays_alone(service: GameService) -> None:
    agreed, ana, rui = two_people(service, hints=True)
    assert service.game_for_hint(agreed, ana.secret)[0].id == agreed
    with pytest.raises(ForeignSeatError):
        service.game_for_hint(agreed, rui.secret)
    assert service.game_for_hint(ana.opens(ME, ROBOT), ana.secret)


def test_a_record_does_not_judge_moves_while_people_play_each_other(service: GameService) -> None:
    ana, rui = Person(service), Person(service)
    game = "control_v players=3 size=6 castles=1"
    game_id = ana.opens(ROBOT, ME, OPEN, game=game)
    rui.joins(service.invitations(game_id, ana.secret)[2])
    position = service.view(game_id).game.table.position
    move = position.move_text(position.legal_moves()[0])
    assert service.move_for_computer(game_id, 2, move, 0.75)
    assert service.record(game_id).plies[0].value is None
    ana.does(game_id, "resign")
    rui.does(game_id, "resign")
    assert service.record(game_id).plies[0].value == 0.75


# --- other devices -------------------------------------------------------------------------


def test_a_link_is_revoked_only_by_the_player_it_is_for(service: GameService) -> None:
    game_id, ana, rui = two_people(service)
    service.device_links.new_link(game_id, ana.secret)
    (link,) = service.device_links.links(game_id, ana.secret)
    with pytest.raises(UsedUpError):
        service.device_links.revoke(game_id, rui.secret, link.id)
    assert service.device_links.links(game_id, rui.secret) == []


def test_a_device_that_came_by_a_link_can_be_revoked_in_the_next_game_too(
    service: GameService,
) -> None:
    ana, phone = Person(service), Person(service)
    game_id = ana.opens(ME, ROBOT)
    service.device_links.use_link(service.device_links.new_link(game_id, ana.secret), phone.secret)
    phone.does(game_id, "resign")
    phone.does(game_id, "rematch")
    following = service.view(game_id).game.table.next_game
    (link,) = service.device_links.links(following, ana.secret)
    service.device_links.revoke(following, ana.secret, link.id)
    assert service.view(following, phone.secret).seats == ()
    assert service.view(following, ana.secret).seats == (1,)


# --- time ----------------------------------------------------------------------------------


def test_time_is_charged_as_long_as_any_server_runs(service: GameService, time: Time) -> None:
    game_id, _, _ = two_people(service, control="1+0")
    for _ in range(10):
        service.heartbeat.beat()
        time.seconds += 1
    assert service.view(game_id).game.table.time_left(0, time()) == 50


def test_the_latest_version_of_a_game_stays_in_memory(service: GameService) -> None:
    """It is not replayed for everyone who looks, nor replaced by someone who read it earlier."""
    game_id, ana, _ = two_people(service)
    earlier = service.view(game_id).game
    ana.moves(game_id, "b2")
    latest = service.view(game_id).game.table
    service.repository.put(earlier)
    assert service.view(game_id).game.table is latest


def test_viewers_who_are_notified_of_a_move_find_it_in_memory(service: GameService) -> None:
    game_id, ana, _ = two_people(service)
    found: list[bool] = []

    def look(update: GameUpdate) -> None:
        found.append(service.repository.cached(game_id, update.version) is not None)

    service.store.bus.subscribe(look)
    ana.moves(game_id, "b2")
    assert found == [True]


def test_nothing_is_lost_of_a_game_that_memory_has_let_go_of(service: GameService) -> None:
    game_id, ana, _ = two_people(service)
    ana.moves(game_id, "b2")
    before = service.view(game_id).game.table.record()
    service.repository.evict(game_id)
    assert service.view(game_id).game.table.record() == before


def test_errors_of_the_service_are_sentences(service: GameService) -> None:
    with pytest.raises(TabuleiroError, match="there is no game 'chess': the games are"):
        Person(service).opens(ME, ROBOT, game="chess")
