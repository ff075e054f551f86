"""Positions in the API, and text that is typed at the prompt for a move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tabuleiro.analysis.explorer import explorer_path
from tabuleiro.analysis.explorer_builder import build
from tabuleiro.core.game import Game
from tabuleiro.games import GAMES, read
from web.players_at_server import QuickPool
from web.serving import Browser, Served

START = "squex rows=3 columns=3 | 3/3/3 2/2 x 1"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("site"), workers=1)
    yield served
    served.close()


@pytest.fixture
def ana(site: Served) -> Browser:
    return site.browser()


def look(ana: Browser, position: str, *moves: str) -> httpx.Response:
    return ana.post("positions", json={"position": position, "moves": moves})


def test_a_position_is_shown_with_what_the_last_move_did(ana: Browser) -> None:
    shown = look(ana, START, "b2", "a1").json()
    assert shown["position"] == "squex rows=3 columns=3 | o2/1x1/3 2/2 x 1"
    assert shown["said"] == ["Orange places an octagon on a1"]
    assert ["a2", [0]] in shown["choices"]["moves"] and not shown["over"]


@pytest.mark.parametrize("position", ["", "squex", "chess | x", "squex rows=99 | 3/3/3 2/2 x 1"])
def test_what_is_no_position_is_refused(ana: Browser, position: str) -> None:
    answer = look(ana, position)
    assert answer.status_code in (404, 422) and answer.json()["error"]["message"]


def test_an_illegal_move_is_refused_with_its_rule(ana: Browser) -> None:
    answer = look(ana, START, "b2", "b2")
    assert answer.status_code == 422
    assert "b2 already holds" in answer.json()["error"]["message"]


def test_a_move_is_pointed_at_if_it_is_legal(ana: Browser) -> None:
    asked = {"position": START, "moves": ["b2"]}
    shown = ana.post("positions", json={**asked, "pointed": "c3"}).json()
    assert "mark-selected" in shown["board"]
    assert "mark-selected" not in ana.post("positions", json=asked).json()["board"]
    assert ana.post("positions", json={**asked, "pointed": "b2"}).status_code == 422


def test_a_game_that_is_over_offers_no_moves(ana: Browser) -> None:
    shown = look(ana, "squex rows=3 columns=3 | 1xo/1o1/2x 1o/2 x 1", "c2").json()
    assert shown["over"] and shown["choices"] is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_touch_in_vain_is_explained(ana: Browser, game: Game[Any]) -> None:
    stage = game.lesson[-1]
    shown = look(ana, stage.position).json()
    touchable = {site for step in shown["choices"]["steps"] for site in step}
    vain = next(site["name"] for site in shown["still"]["sites"] if site["name"] not in touchable)
    body = {"position": stage.position, "moves": [], "site": vain, "touched": []}
    (reason,) = ana.post("positions/why", json=body).json()["words"]
    assert vain in reason


def explored(ana: Browser, position: str, *moves: str, **headers: str) -> httpx.Response:
    body = {"position": position, "moves": moves}
    return ana.post("positions/explored", json=body, headers=headers)


def test_the_explorer_gives_the_moves_of_a_position(
    ana: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(tmp_path))
    assert explored(ana, START).json() == {"moves": [], "notes": []}
    list(build(explorer_path(read(START)), read(START), 20, nodes=4))
    found = explored(ana, START).json()
    assert found["notes"] == ["The explorer has 20 positions, each searched by the computer."]
    moves = {text for one in found["moves"] for text in (one["move"], *one["symmetric"])}
    assert moves <= {read(START).move_text(move) for move in read(START).legal_moves()}
    assert sum(one["share"] for one in found["moves"]) == pytest.approx(1, abs=0.001)
    assert explored(ana, START, found["moves"][0]["move"]).json()["moves"]
    note = explored(ana, START, "a1", "a2", "a3", "b1", **{"Accept-Language": "pt"}).json()["notes"]
    assert note == ["O explorador não tem jogadas aqui."]


def test_the_explorer_uses_up_no_reasons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(tmp_path))
    list(build(explorer_path(read(START)), read(START), 20, nodes=4))
    limits = {"explorer_per_minute": 1, "reasons_per_minute": 1}
    with closing(Served(tmp_path, lambda settings: QuickPool(), **limits)) as served:
        eva = served.browser()
        assert [explored(eva, START).status_code for _ in range(2)] == [200, 429]
        asked = {"position": START, "line": ["b2"]}
        assert eva.post("reasons", json=asked).status_code == 200


def test_the_explorer_does_not_help_in_games_between_people(
    ana: Browser, site: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(tmp_path))
    list(build(explorer_path(read(START)), read(START), 20, nodes=4))
    first = explored(ana, START).json()["moves"][0]["move"]
    answers = [each["move"] for each in explored(ana, START, first).json()["moves"]]
    rui, game_id = site.browser(), ana.opens("squex rows=3 columns=3", "me", "open")
    ana.invites(game_id, rui)
    assert ana.does(game_id, "move", move=first).status_code == 200
    refused = explored(ana, START, first)
    assert refused.status_code == 403
    assert "people are playing now" in refused.json()["error"]["message"]
    assert first in [each["move"] for each in explored(ana, START).json()["moves"]]
    assert rui.does(game_id, "move", move=answers[0]).status_code == 200
    assert [each["move"] for each in explored(ana, START, first).json()["moves"]] == answers[1:]
    ana.does(game_id, "resign")


def test_a_damaged_explorer_is_refused(
    ana: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(tmp_path))
    explorer_path(read(START)).write_bytes(b"{}")
    assert "damaged" in explored(ana, START).json()["error"]["message"]


ALMOST_FIVE = (
    "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/b,-,-,-,-/g,-,-,-/-,-,-/-,-,-,-/-,dbgi,-"
    "/-,-/-,r,- r:- 0:0 x -"
)


def removed_stacks(shown: dict[str, Any]) -> list[str]:
    names = [site["name"] for card in shown["cards"] for site in card["sites"]]
    return [name for name in names if "removed" in name]


def test_a_removed_stack_is_shown_and_explained_like_other_places(ana: Browser) -> None:
    (name,) = removed_stacks(look(ana, ALMOST_FIVE, "e1e2").json())
    body = {"position": ALMOST_FIVE, "moves": ["e1e2"], "site": name}
    (reason,) = ana.post("positions/why", json=body).json()["words"]
    assert name in reason or "removed stack" in reason
    game_id = ana.opens(ALMOST_FIVE, "me", "me")
    ana.does(game_id, "move", move="e1e2")
    assert removed_stacks(ana.sees(game_id)) == [name]
    assert ana.post(f"games/{game_id}/why", json={"site": name}).json()["words"] == [reason]
    assert removed_stacks(ana.get(f"games/{game_id}/positions/1").json()) == [name]


def test_the_past_of_a_game_is_shown_and_a_move_pointed_at(ana: Browser) -> None:
    game = ana.opens("squex rows=3 columns=3", "me", "me")
    for move in ("a1", "b2"):
        assert ana.does(game, "move", move=move).status_code == 200
    texts = [ana.get(f"games/{game}/positions/{n}").json()["position"] for n in (0, 1, 9)]
    assert texts == [START, f"{START[:25]}x2/3/3 2/2 o 1", f"{START[:25]}x2/1o1/3 2/2 x 1"]
    pointed = ana.get(f"games/{game}/positions/2", params={"pointed": "c3"}).json()
    assert "mark-selected" in pointed["board"]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("B2", {"move": "b2"}),
        ("undo", {"command": "undo"}),
        ("desistir", {"command": "resign"}),
        ("score", {"words": ["Neither side is connected"]}),
    ],
)
def test_what_is_typed_is_understood(ana: Browser, text: str, meaning: dict[str, Any]) -> None:
    game = ana.opens("squex rows=3 columns=3", "me", "me")
    answer = ana.post(f"games/{game}/typed", json={"text": text}).json()
    assert answer == {"words": [], "move": "", "command": "", "refused": ""} | meaning


def test_help_lists_the_commands_that_work_and_nonsense_is_refused(ana: Browser) -> None:
    game = ana.opens("squex rows=3 columns=3", "me", "me")
    told = ana.post(f"games/{game}/typed", json={"text": "help"}).json()["words"]
    listed = {line.split(":")[0] for line in told}
    assert listed >= {"board", "resign", "help"} and not listed & {"hint", "undo", "exit"}
    assert ana.post(f"games/{game}/typed", json={"text": "zz9"}).json()["refused"]


def test_a_name_in_any_letters_is_remembered(site: Served) -> None:
    reader = site.visitor(**{"X-Tabuleiro": "1"})
    form = {"seat1": "me", "seat2": "level:1", "name": "Ζωή 漢字", "option-rows": "3"}
    opened = reader.post("/new/squex", data={**form, "option-columns": "3"})
    assert opened.status_code == 303
    assert "Ζωή 漢字" in reader.get("/new/squex").text


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"seat1": "level:1", "seat2": "level:1"}, "Choose a seat for yourself."),
        ({"seat1": "me", "seat2": "nobody"}, "There is no computer player"),
        ({"seat1": "me", "clock": "own"}, "Write your own clock"),
        ({"seat1": "me", "clock": "own", "own": "soon"}, "is not a time control"),
        ({"seat1": "me", "option-rows": "99"}, "Rows of octagons: &#39;99&#39; is not possible"),
    ],
)
def test_a_form_is_refused_with_the_reason(site: Served, form: dict[str, str], reason: str) -> None:
    answer = site.visitor(**{"X-Tabuleiro": "1"}).post("/new/squex", data=form)
    assert answer.status_code == 422 and reason in answer.text
