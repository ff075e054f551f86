"""Reviews in the API: what is sent, and what is left out."""

from __future__ import annotations

import json
from typing import Any

from tabuleiro.analysis.reasons import Reason, with_positions
from tabuleiro.core.message import say
from tabuleiro.games import read, start
from tabuleiro.web.games.fair_play import is_shown, position_key
from tabuleiro.web.workers.tasks import WorkerResult
from web.serving import Browser, Served

WON = "squex rows=4 columns=4 | 1ox1/o2o/2ox/2xx o2/2o/2x x 1"  # only c2 wins, immediately
TWO_MOVES_BEFORE = "squex rows=4 columns=4 | 1o2/o3/2ox/2xx o2/3/2x x 1"
SMALL = "squex rows=3 columns=5"  # no other test plays on such boards; the server is shared
FIRST = f"{SMALL} | 5/5/5 4/4 x 1"


def reviewed(browser: Browser, position: str, *moves: str) -> list[tuple[str, Any]]:
    """The events of a review."""
    answer = browser.post("review", json={"position": position, "moves": list(moves)})
    assert answer.status_code == 200, answer.text
    events = [part.split("\n") for part in answer.text.split("\n\n") if part.startswith("event")]
    return [(name.removeprefix("event: "), json.loads(data[6:])) for name, data in events]


def review_in(events: list[tuple[str, Any]]) -> dict[str, Any]:
    (found,) = [data for name, data in events if name == "review"]
    assert isinstance(found, dict)
    return found


def test_a_review_tells_how_far_it_is_and_ends(served: Served) -> None:
    events = reviewed(served.browser(), FIRST, "b2", "a1")
    assert [data["done"] for name, data in events if name == "progress"] == [0, 1, 2]
    assert [name for name, _ in events[-2:]] == ["review", "end"]
    assert len(review_in(events)["values"]) == 3


def test_a_win_that_was_missed_is_a_moment_with_its_answer(served: Served) -> None:
    (moment,) = review_in(reviewed(served.browser(), WON, "a1"))["moments"]
    assert (moment["number"], moment["player"], moment["played"]) == (1, 0, "a1")
    assert "Missed win" in moment["said"]
    assert "c2" not in moment["said"]
    assert [step["move"] for step in moment["line"]] == ["c2"]
    assert moment["value"] == 1


def test_moves_have_the_numbers_of_their_rounds(served: Served) -> None:
    moves = reviewed(served.browser(), TWO_MOVES_BEFORE, "c1", "d2", "a1")
    moment = review_in(moves)["moments"][-1]
    assert (moment["number"], moment["said"].partition(":")[0]) == (3, "Move 2, Player 1")


def test_the_end_of_a_game_is_known_without_a_search(served: Served) -> None:
    found = review_in(reviewed(served.browser(), WON, "c2"))
    assert found["values"][-1] == [1.0, 0.0]
    assert found["moments"] == []


def test_positions_on_boards_of_people_are_left_out_and_that_is_said(served: Served) -> None:
    ana, rui, eva = served.browser(), served.browser(), served.browser()
    game_id = ana.opens(SMALL, "me", "open")
    ana.invites(game_id, rui)
    ana.does(game_id, "move", move="b2")
    found = review_in(reviewed(eva, FIRST, "b2", "a1", "a2"))
    assert found["values"][1:3] == [None, None], "what is on the board, and what may come next"
    assert found["values"][0] and found["values"][3]
    assert found["summary"][-1].endswith("playing them right now: 2.")
    ana.does(game_id, "resign")
    assert all(review_in(reviewed(eva, FIRST, "b2", "a1", "a2"))["values"])


def test_an_illegal_move_is_refused_with_its_number(served: Served) -> None:
    body = {"position": FIRST, "moves": ["b2", "b2"]}
    answer = served.browser().post("review", json=body)
    assert answer.status_code == 422
    assert "move 2" in answer.json()["error"]["message"]


def test_a_review_calls_the_players_by_the_names_given(served: Served) -> None:
    body = {"position": WON, "moves": ["a1"], "names": ["You", "Rui"]}
    answer = served.browser().post("review", json=body)
    assert "Move 1, You: Missed win" in answer.text
    assert "You: accuracy 0 %" in answer.text


def reasons(browser: Browser, position: str, *line: str, fault: bool = False) -> Any:
    """The answer to a question for reasons."""
    return browser.post("reasons", json={"position": position, "line": list(line), "fault": fault})


def test_reasons_for_a_turn_come_with_the_moves_that_show_them(served: Served) -> None:
    ana = served.browser()
    (good,) = reasons(ana, WON, "c2").json()["reasons"]
    assert good["said"] == "c2 wins at once"
    (bad,) = reasons(ana, WON, "a1", fault=True).json()["reasons"]
    assert bad["said"].startswith("a1 loses by force, for example a1 c2")
    assert bad["line"][:2] == [
        {"move": "a1", "player": 0, "sites": ["a1"], "filled": []},
        {"move": "c2", "player": 1, "sites": ["c2"], "filled": []},
    ]
    pt = served.browser(**{"Accept-Language": "pt"})
    assert reasons(pt, WON, "c2").json()["reasons"][0]["said"] == "c2 ganha de imediato"


def test_reasons_are_refused_for_what_is_illegal_or_played_now(served: Served) -> None:
    ana, rui = served.browser(), served.browser()
    assert reasons(ana, WON, "b1").status_code == 422
    assert reasons(ana, WON).status_code == 422
    game_id = ana.opens(SMALL, "me", "open")
    ana.invites(game_id, rui)
    ana.does(game_id, "move", move="b2")
    now = f"{SMALL} | 5/1x3/5 4/4 o 1"
    refused = reasons(served.browser(), now, "a1")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_allowed")
    ana.does(game_id, "resign")
    assert reasons(served.browser(), now, "a1").status_code == 200


def test_a_fault_comes_with_what_the_search_expected(served: Served) -> None:
    (moment,) = review_in(reviewed(served.browser(), WON, "a1"))["moments"]
    assert moment["expected"]["said"].startswith("After a1, the search expects ")
    assert moment["expected"]["line"][0]["move"] == "a1"


def test_no_reason_shows_what_to_do_where_people_play(served: Served) -> None:
    ana, rui, eva = served.browser(), served.browser(), served.browser()
    before = "squex rows=4 columns=4 | 1x2/x1oo/1o1x/2x1 x2/1o1/2x o 1"
    win, stop = reasons(eva, before, "a3").json()["reasons"]
    told = [step["move"] for step in win["line"]]
    board = read(before).play("a3").play(told[1])
    assert len(told) == 3 and not board.over
    game_id = rui.opens(board.full_text, "open", "me")
    rui.invites(game_id, ana)
    assert reasons(eva, before, "a3").json()["reasons"] == [stop]
    assert reasons(eva, read(before).play("a3").full_text, told[1]).status_code == 403
    rui.does(game_id, "resign")
    assert reasons(eva, before, "a3").json()["reasons"] == [win, stop]


def test_a_reason_passes_the_position_after_its_last_move_too() -> None:
    begin = start("squex rows=3 columns=3")
    moves = [begin.move("b2"), begin.play("b2").move("a1")]
    reason = Reason(say("a reason"), with_positions(begin, moves))
    ((_, _, passed),) = WorkerResult.of_reasons([reason]).reasons
    assert passed == (begin, begin.play("b2"), begin.play("b2").play("a1"))
    assert not is_shown(passed, frozenset({position_key(passed[-1])}))
