"""The API: games played with it, and the requests that it refuses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from tabuleiro.core.game import Game
from tabuleiro.games import GAMES
from tabuleiro.records import read_record
from tabuleiro.records.json import read_json
from tabuleiro.web.api.models import Accepted, ErrorFacts, State
from tabuleiro.web.board import Still
from tabuleiro.web.secrets import new_secret
from waiting import wait_for
from web.serving import Browser, Data, Served

SMALL = "squex rows=3 columns=3"
SMALL_GAMES = {
    "squex": "squex rows=4 columns=4",
    "control_v": "control_v size=5 castles=0",
    "fuse": "fuse rows=3 columns=3",
}


def two_people(served: Served, game: str = SMALL, **more: Any) -> tuple[str, Browser, Browser]:
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens(game, "me", "open", name="Ana", **more)
    ana.invites(game_id, rui)
    return game_id, ana, rui


def play_on(people: list[Browser], game_id: str, chance: Random) -> Data:
    """Send a command for everybody who has to act; return the state afterwards."""
    for person in people:
        state = person.sees(game_id)
        TypeAdapter(State).validate_python(state)
        if state["can"]["layout"]:
            answer = person.does(game_id, "layout", agrees=True)
        elif state["can"]["move"]:
            text, _ = chance.choice(state["choices"]["moves"])
            answer = person.does(game_id, "move", move=text, version=state["version"])
        else:
            continue
        assert answer.status_code == 200, answer.text
        Accepted.model_validate(answer.json())
    return people[0].sees(game_id)


@pytest.mark.in_base("squex", "fuse")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_two_people_play_a_game_to_its_end(served: Served, game: Game[Any]) -> None:
    game_id, ana, rui = two_people(served, SMALL_GAMES.get(game.id, game.id))
    state, chance = ana.sees(game_id), Random(15)  # with this seed, every game is short
    while not state["finish"]:
        state = play_on([ana, rui], game_id, chance)
    assert state["finish"]["ending"] == "rules"
    watching = served.browser().sees(game_id)
    for seen in (watching, state):
        del seen["finish"]["words"]  # which call the player who is told of it "you"
    assert (watching["moves"], watching["finish"]) == (state["moves"], state["finish"])
    record = read_record(served.browser().get(f"games/{game_id}/record").text)
    assert [ply.move for ply in record.plies] == [move["text"] for move in state["moves"]]
    as_json = served.browser().get(f"games/{game_id}/record", params={"form": "json"})
    assert read_json(as_json.text) == record


def test_a_computer_player_answers_until_the_end(served: Served) -> None:
    ana = served.browser()
    game_id, chance = ana.opens(SMALL, "level:1", "me"), Random(1)
    while not ana.sees(game_id)["finish"]:
        wait_for(lambda: ana.sees(game_id)["can"]["move"] or ana.sees(game_id)["finish"])
        play_on([ana], game_id, chance)
    assert {move["seat"] for move in ana.sees(game_id)["moves"]} == {0, 1}


def test_people_and_computers_play_a_game_of_four(served: Served) -> None:
    ana, rui = served.browser(), served.browser()
    game = "control_v players=4 size=6 castles=1"
    game_id = ana.opens(game, "level:1", "me", "level:1", "open")
    ana.invites(game_id, rui)
    chance = Random(1)
    wait_for(lambda: ana.sees(game_id)["can"]["move"])  # so that no computer player moves meanwhile
    assert rui.does(game_id, "resign").status_code == 200
    while not ana.sees(game_id)["finish"]:
        wait_for(lambda: ana.sees(game_id)["can"]["move"] or ana.sees(game_id)["finish"])
        play_on([ana], game_id, chance)
    assert ana.sees(game_id)["finish"]["places"][3] == 4


# --- who sees what -------------------------------------------------------------------------


def test_only_who_is_to_move_gets_moves_to_choose_from(served: Served) -> None:
    game_id, ana, rui = two_people(served)
    assert ana.sees(game_id)["choices"]
    assert rui.sees(game_id)["choices"] is None
    watching = served.browser().sees(game_id)
    assert watching["choices"] is None and watching["you"] == []
    assert not any(watching["can"].values())


def test_a_state_speaks_the_language_of_its_reader(served: Served) -> None:
    game_id, ana, _ = two_people(served)
    said = [
        served.browser(**{"Accept-Language": language}).sees(game_id)["captions"][0]
        for language in ("en", "pt-BR,pt;q=0.9", "xx, pt", "xx")
    ]
    assert said[0] == said[3] == "Ana to move"
    assert said[1] == said[2] != said[0]
    ana.cookies.set("lang", "pt")
    assert ana.sees(game_id)["captions"][0] == said[1]


def test_the_board_has_a_place_for_everything_that_can_be_touched(served: Served) -> None:
    game_id, ana, _ = two_people(served)
    still = ana.get(f"games/{game_id}/board").json()
    TypeAdapter(Still).validate_python(still)
    touched = {site for step in ana.sees(game_id)["choices"]["steps"] for site in step}
    assert touched <= {site["name"] for site in still["sites"]}


def test_questions_are_answered_as_in_the_plain_interface(served: Served) -> None:
    game_id, ana, _ = two_people(served)
    said = ana.get(f"games/{game_id}/ask", params={"text": "turn"}).json()["words"]
    assert said == ["Ana to move"]
    assert ana.get(f"games/{game_id}/ask", params={"text": "b2"}).json()["words"] == []


def test_games_and_their_players_are_listed(served: Served) -> None:
    browser = served.browser()
    listed = browser.get("rules").json()["games"]
    assert [game["id"] for game in listed][:5] == [game.id for game in GAMES]
    players = browser.get("players/squex").json()["players"]
    assert [player["name"] for player in players][:10] == [f"level:{i}" for i in range(1, 11)]


def test_my_games_are_this_browsers(served: Served) -> None:
    game_id, ana, _ = two_people(served)
    assert [game["id"] for game in ana.get("mine").json()["games"]] == [game_id]
    assert served.browser().get("mine").json() == {"games": []}


def test_a_listed_game_is_joined_by_its_id_and_one_that_waits_is_taken_back(served: Served) -> None:
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens(SMALL, "me", "open", listed=True)
    assert game_id in [game["id"] for game in rui.get("games").json()["games"]]
    assert rui.post(f"games/{game_id}/join", json={"name": "Rui"}).status_code == 200
    other = ana.opens(SMALL, "me", "open", listed=True)
    assert ana.delete(f"games/{other}").status_code == 204
    assert ana.get(f"games/{other}").status_code == 404


def test_another_device_plays_on_until_its_link_is_revoked(served: Served) -> None:
    game_id, ana, _ = two_people(served)
    phone = served.browser()
    token = ana.post(f"games/{game_id}/links", json={}).json()["token"]
    assert phone.post("device", json={"token": token}).json() == {"id": game_id}
    assert phone.does(game_id, "move", move="b2").status_code == 200
    (link,) = ana.get(f"games/{game_id}/links").json()["links"]
    assert link["used"]
    assert ana.delete(f"games/{game_id}/links/{link['id']}").status_code == 204
    assert phone.does(game_id, "resign").status_code == 403


def test_a_hint_is_a_legal_move(served: Served) -> None:
    ana = served.browser()
    alone = ana.opens("squex rows=4 columns=3", "me", "level:1")  # that no people play
    moves = [text for text, _ in ana.sees(alone)["choices"]["moves"]]
    assert ana.post(f"games/{alone}/hint").json()["move"] in moves


# --- refused requests ----------------------------------------------------------------------


def refused(answer: Any) -> tuple[int, str]:
    error = ErrorFacts.model_validate(answer.json()["error"])
    assert error.message
    return answer.status_code, error.code


def test_what_cannot_be_done_changes_nothing(served: Served) -> None:
    game_id, ana, rui = two_people(served)
    before = ana.sees(game_id)
    assert refused(ana.does(game_id, "move", move="z9")) == (422, "illegal_move")
    assert refused(rui.does(game_id, "move", move="b2")) == (409, "not_now")
    assert refused(served.browser().does(game_id, "resign")) == (403, "not_your_seat")
    assert refused(ana.does(game_id, "answer")) == (409, "not_now")
    assert refused(ana.does(game_id, "layout")) == (409, "not_now")
    assert refused(ana.does(game_id, "move", move="b2", seat=1)) == (403, "not_your_seat")
    assert ana.sees(game_id) == before


def test_a_stale_command_is_answered_with_the_present_state(served: Served) -> None:
    game_id, ana, _ = two_people(served)
    answer = ana.does(game_id, "move", move="b2", version=1)
    assert refused(answer) == (409, "stale")
    assert answer.json()["error"]["state"] == ana.sees(game_id)


def test_a_repeated_command_is_answered_as_the_first_time(served: Served) -> None:
    game_id, ana, rui = two_people(served)
    once = {"request": "once", "version": 2, "move": "b2"}
    assert ana.does(game_id, "move", **once).json()["accepted"] == 3
    assert rui.does(game_id, "move", move="a1").json()["accepted"] == 4
    again = ana.does(game_id, "move", **once)
    assert (again.status_code, again.json()["accepted"]) == (200, 3)
    assert len(again.json()["state"]["moves"]) == 2


def test_who_prefers_less_is_not_sent_the_state(served: Served) -> None:
    game_id, ana, _ = two_people(served)
    ana.headers["Prefer"] = "return=minimal"
    assert ana.does(game_id, "move", move="b2").json() == {"accepted": 3}


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'"x"', b"[" * 60_000, b"{}", b'{"request": "r"}',
        b'{"request": "", "version": 2, "do": "resign"}',
        b'{"request": "r", "version": "2", "do": "resign"}',
        b'{"request": "r", "version": true, "do": "resign"}',
        b'{"request": "r", "version": 2, "do": "win"}',
        b'{"request": "r", "version": 99999999999999999999, "do": "resign"}',
        b'{"request": "r", "version": 2, "do": "resign", "more": 1}',
        b'{"request": "r", "version": 2, "do": "move", "move": "\\ud800"}',
        b'{"request": "r\\u0000", "version": 2, "do": "resign"}',
        b"\xff\xfe", b"1" * 5000,
    ],
)  # fmt: skip
def test_a_malformed_command_is_refused(served: Served, body: bytes) -> None:
    game_id, ana, _ = two_people(served)
    answer = ana.post(
        f"games/{game_id}/commands", content=body, headers={"Content-Type": "application/json"}
    )
    assert refused(answer) in [(422, "invalid"), (400, "bad_request")]
    assert ana.sees(game_id)["version"] == 2


@pytest.mark.parametrize(
    ("path", "code"),
    [("games/2sjkRwPcQ9xT", "no_such_game"), ("games/x", "no_such_game"), ("nothing", "not_found"),
     ("rules/chess", "no_such_game"), (f"games/{'x' * 41}", "invalid")],
)  # fmt: skip
def test_what_is_not_there_is_said_in_the_same_shape(served: Served, path: str, code: str) -> None:
    assert refused(served.browser().get(path))[1] == code


@pytest.mark.parametrize("path", ["join", "device"])
def test_no_token_is_guessed(served: Served, path: str) -> None:
    for token in (new_secret(), "", "x", "../"):
        answer = served.browser().post(path, json={"token": token})
        assert refused(answer) == (410, "used_up")


@pytest.mark.parametrize(
    "order",
    [
        {"game": "chess", "seats": [{"who": "me"}, {"who": "open"}]},
        {"game": "squex rows=1000", "seats": [{"who": "me"}, {"who": "open"}]},
        {"game": "squex", "seats": [{"who": "me"}]},
        {"game": "squex", "seats": [{"who": "me"}, {"who": "computer", "computer": "level:99"}]},
        {"game": "squex", "seats": [{"who": "me"}, {"who": "open"}], "control": "soon"},
        {"game": "squex", "seats": [{"who": "me"}] * 5},
    ],
)
def test_an_order_that_makes_no_sense_is_refused(served: Served, order: Data) -> None:
    answer = served.browser().post("games", json=order)
    assert answer.status_code in (404, 422)
    refused(answer)


def test_an_option_that_is_refused_is_named_as_a_field(served: Served) -> None:
    order = {"game": "squex rows=1000", "seats": [{"who": "me"}, {"who": "open"}]}
    error = served.browser().post("games", json=order).json()["error"]
    assert error["field"] == "rows"
    assert error["message"].startswith("option rows cannot be '1000'")


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"options": {"size": "3"}}, "the API has no field 'options' here: leave it out"),
        ({"game": {"size": 3}}, "game is missing or is not what the API asks for"),
        ({"game": "noughts size=[3]"}, "option size cannot be '[3]': it takes a whole number"),
        ({"game": "noughts rows=3"}, "there is no option 'rows': the options are size"),
    ],
)
def test_wrong_options_of_a_game_of_another_package_are_named(
    served: Served, order: Data, message: str
) -> None:
    asked = {"game": "noughts", "seats": [{"who": "me"}, {"who": "open"}]} | order
    answer = served.browser().post("games", json=asked)
    assert refused(answer) == (422, "invalid")
    assert answer.json()["error"]["message"].startswith(message)


def test_who_resigned_and_who_won_is_said_to_each_reader(served: Served) -> None:
    game_id, ana, rui = two_people(served)
    ana.does(game_id, "resign")
    assert ana.sees(game_id)["finish"]["words"] == ["You resigned"]
    assert rui.sees(game_id)["finish"]["words"] == ["Ana resigned"]
    assert rui.sees(game_id)["said"][0]["words"] == [
        "Ana resigns.",
        "You have won",
    ]
    rui.cookies.set("lang", "pt")
    assert rui.sees(game_id)["finish"]["words"] == ["Ana desistiu"]
