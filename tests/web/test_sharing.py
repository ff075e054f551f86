"""Positions and games by URL: pages, files, frames, imported records. No browser is needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tabuleiro.core.game import Game
from tabuleiro.games import games
from tabuleiro.records import Ply, Record, read_record, write_records
from tabuleiro.records.json import read_json, write_json
from tabuleiro.web.content.downloads import DOWNLOADS, PREVIEW, DownloadRequest
from tabuleiro.web.content.line_urls import query_of
from tabuleiro.web.content.uploaded_records import read_games
from tabuleiro.web.pages import lines
from tabuleiro.web.settings import ServerSettings
from web.players_at_server import QuickPool, Time
from web.serving import Served, Visitor

LINE = "rows=3&columns=3&moves=b1+a1+b2+a2+b3"
SIGNS = {
    "record.txt": b'[Game "squex rows=3',
    "record.json": b'{"version": 1',
    "position.svg": b"<svg",
    "position.png": b"\x89PNG",
    "game.gif": b"GIF89a",
    "preview.png": b"\x89PNG",
}
MARKUP = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&"


@pytest.fixture
def page(served: Served) -> Iterator[httpx.Client]:
    with Visitor(served.address) as visitor:
        yield visitor


def record(**more: Any) -> Record:
    start = games()["squex"].start(rows=3, columns=3)
    plies = tuple(Ply(move) for move in ("b1", "a1", "b2", "a2", "b3"))
    return Record(start, ("Ana", "Rui"), **{"plies": plies, "result": "p1win", **more})


def size_of(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


# --- pages and files -----------------------------------------------------------------------


def test_a_link_has_a_preview_that_other_sites_can_show(page: httpx.Client) -> None:
    answer = page.get(f"/p/squex?{LINE}")
    told = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', answer.text))
    assert told["og:title"] == "Squex: 5 moves"
    assert told["og:description"].startswith("Player 1 has won")
    assert told["twitter:card"] == "summary_large_image"
    assert told["og:url"].endswith(f"/p/squex?{LINE}".replace("&", "&amp;"))
    picture = page.get(told["og:image"].replace("&amp;", "&"))
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "public" in picture.headers["cache-control"]
    assert size_of(picture.content) == PREVIEW
    assert (int(told["og:image:width"]), int(told["og:image:height"])) == PREVIEW


def test_every_game_has_its_position_and_its_line_in_an_address(
    page: httpx.Client, game: Game[Any]
) -> None:
    start = game.start()
    move = start.move_text(start.legal_moves()[0])
    for query in (query_of(start, [move]), query_of(start.play(move))):
        for kind in ("p", "embed"):
            answer = page.get(f"/{kind}/{game.id}?{query}")
            assert answer.status_code == 200 and game.name in answer.text


@pytest.mark.parametrize("name", DOWNLOADS)
def test_every_file_can_be_saved(page: httpx.Client, name: str) -> None:
    answer = page.get(f"/p/squex/{name}?{LINE}")
    assert answer.status_code == 200
    assert answer.content.startswith(SIGNS[name])
    assert answer.headers["content-type"] == DOWNLOADS[name].media
    saved = answer.headers.get("content-disposition", "")
    assert saved == ("" if name == "preview.png" else f'attachment; filename="squex-{name}"')


def test_a_file_shows_the_place_that_is_asked_for(page: httpx.Client) -> None:
    first, second = (page.get(f"/p/squex/position.svg?{LINE}&at={at}").text for at in (1, 2))
    assert "Player 2 to move" in first and "Player 1 to move" in second


def test_a_picture_is_drawn_once(page: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(name: str, taken: DownloadRequest) -> bytes:
        drawn.append(name)
        return b"picture"

    monkeypatch.setattr(lines, "make_file", draw)
    for _ in range(3):
        assert page.get("/p/squex/position.png?moves=a1").content == b"picture"
    assert drawn == ["position.png"]


def test_pictures_of_an_address_have_a_limit(tmp_path: Path) -> None:
    served = Served(tmp_path, lambda settings: QuickPool(), pictures_per_minute=2)
    served.app.state.limiter.now = Time()  # the clock stands still, so no limit is lifted
    page, path = served.visitor(), "/p/squex/position.svg?moves="
    answers = [page.get(path + move) for move in ("a1", "a2", "a3", "a1")]
    served.close()
    assert [answer.status_code for answer in answers] == [200, 200, 429, 200]


def test_a_game_that_was_played_is_shared_with_its_names(
    served: Served, page: httpx.Client
) -> None:
    ana = served.browser()
    game_id = ana.opens("squex rows=3 columns=3", "me", "me", name="Ana <b>")
    for move in ("b1", "a1", "b2"):
        ana.does(game_id, "move", move=move)
    assert "Squex: Ana &lt;b&gt;" in page.get(f"/g/{game_id}/share").text
    assert "Ana &lt;b&gt;" in page.get(f"/embed/g/{game_id}").text
    kept = read_record(page.get(f"/g/{game_id}/share/record.txt").text)
    assert [ply.move for ply in kept.plies] == ["b1", "a1", "b2"]
    assert read_json(page.get(f"/g/{game_id}/share/record.json").text) == kept
    assert page.get(f"/g/{game_id}/share/game.gif").content.startswith(b"GIF89a")
    growing = page.get(f"/g/{game_id}/share/preview.png")  # a later one shows more moves
    assert growing.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/p/chess", 404),
        ("/p/squex?position=x", 422),
        ("/p/squex?moves=a1+a1", 422),
        ("/p/squex?at=no", 422),
        ("/p/squex/none.exe", 404),
        ("/p/squex?position=" + "8" * 17_000, 422),
        ("/g/nowhere/share", 404),
        ("/edit/chess", 404),
    ],
)
def test_what_leads_nowhere_is_refused_in_words(page: httpx.Client, path: str, status: int) -> None:
    answer = page.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == status
    assert "<h1>" in answer.text


# --- frames --------------------------------------------------------------------------------


def test_only_pages_made_for_it_are_shown_in_frames(served: Served, page: httpx.Client) -> None:
    game_id = served.browser().opens("squex", "me", "me")
    for path in (f"/embed/squex?{LINE}", f"/embed/g/{game_id}", "/embed/squex?moves=zz"):
        headers = page.get(path).headers
        assert "frame-ancestors *" in headers["content-security-policy"]
        assert "x-frame-options" not in headers and "set-cookie" not in headers
    closed = ("/", "/learn", "/import", "/edit/squex", f"/p/squex?{LINE}", f"/g/{game_id}/share")
    for path in (*closed, f"/g/{game_id}", "/embed", "/embed/g/x/y", "/nowhere"):
        headers = page.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY"
        assert "x-elsewhere" not in headers


def test_a_frame_has_no_form_and_changes_nothing(page: httpx.Client) -> None:
    text = page.get(f"/embed/squex?{LINE}").text
    assert "<form" not in text and "form_token" not in text


def test_a_frame_says_what_is_wrong_with_its_address(page: httpx.Client) -> None:
    answer = page.get("/embed/squex?position=" + MARKUP)
    assert answer.status_code == 422
    assert "alert" not in answer.text or "<script>alert" not in answer.text
    assert "fields" in answer.text


# --- the editor ----------------------------------------------------------------------------


def edit(served: Served, **body: Any) -> Any:
    return served.browser().post("editing", json=body).json()


def test_a_touch_changes_the_text_and_the_turn_follows(served: Served) -> None:
    empty = edit(served, position="fuse rows=2 columns=2 | 4/4/4/4 x", do="look")
    assert empty["problem"].startswith("nobody can move") and empty["readable"]
    cleared = edit(served, position=empty["position"], do="clear")
    assert cleared["position"].endswith(" -") and cleared["over"]
    put = edit(served, position=cleared["position"], do="touch", tool="o", sites=["b0"])
    assert put["position"] == "fuse rows=2 columns=2 | 1o2/4/4/4 o"
    assert put["problem"] == ""
    assert put["query"] == "rows=2&columns=2&position=1o2/4/4/4+o"


def test_other_options_keep_what_fits_and_else_set_up_the_start(served: Served) -> None:
    text = "squex | 3x4/8/8/8/8/8/8/8 7/7/7/7/7/7/7 o 1"
    swapped = edit(served, position=text, do="options", value="rows=8 columns=8 swap=on")
    assert swapped["position"] == text.replace("squex", "squex swap=on")
    smaller = edit(served, position=text, do="options", value="rows=3 columns=3")
    assert smaller["position"] == "squex rows=3 columns=3 | 3/3/3 2/2 x 1"


@pytest.mark.parametrize(
    "body",
    [
        {"do": "touch", "tool": "z", "sites": ["a1"]},
        {"do": "touch", "tool": "x", "sites": ["z9"]},
        {"do": "touch", "tool": "x"},
        {"do": "set", "field": "player", "value": MARKUP},
        {"do": "set", "field": "king", "value": "1"},
        {"do": "options", "value": "rows=1"},
        {"do": "options", "value": MARKUP},
        {"do": "explode"},
    ],
)
def test_what_cannot_be_done_to_a_draft_is_refused(served: Served, body: Any) -> None:
    start = games()["squex"].start().full_text
    answer = served.browser().post("editing", json={"position": start, **body})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_a_text_that_cannot_be_read_is_answered_with_the_reason(served: Served) -> None:
    for text in ("", "x", MARKUP.replace("|", ""), "8" * 3_900):
        answer = edit(served, position=f"squex | {text}")
        assert not answer["readable"] and answer["problem"] and "board" not in answer


def test_of_a_game_without_tools_the_text_can_be_edited(served: Served) -> None:
    answer = edit(served, position="noughts | 1x1/3/3 o")
    assert answer["readable"] and answer["tools"] == [] and answer["board"]
    wrong = edit(served, position="noughts | 1x/3/3 o")
    assert not wrong["readable"] and wrong["problem"]
    refused = served.browser().post(
        "editing", json={"position": "noughts | 3/3/3 x", "do": "clear"}
    )
    assert refused.status_code == 422


# --- playing on ----------------------------------------------------------------------------


def test_a_game_is_played_on_from_a_position(served: Served) -> None:
    ana = served.browser()
    game_id = ana.opens("fuse rows=2 columns=2 | 1ox1/4/4/4 o", "me", "me")
    state = ana.sees(game_id)
    assert state["player"] == 1 and not state["layout"]
    over = ana.post(
        "games",
        json={"game": "fuse rows=2 columns=2 | 4/4/4/4 -", "seats": [{"who": "me"}, {"who": "me"}]},
    )
    assert over.status_code == 422 and "over" in over.json()["error"]["message"]


# --- untrusted input -----------------------------------------------------------------------


def bring(served: Served, text: str) -> httpx.Response:
    return served.browser().post("import", json={"text": text})


def test_a_record_is_read_with_all_that_is_said(served: Served) -> None:
    told = record(headers={"Date": "2026-11-15"}, comment=MARKUP)
    for text in (
        write_records([told]),
        write_json(told),
        json.dumps(json.loads(write_json(told)), indent=2),
    ):
        found = bring(served, text).json()
        assert found["faults"] == [] and not found["more"]
        assert found["line"]["comment"] == MARKUP
        assert [move["text"] for move in found["line"]["moves"]] == ["b1", "a1", "b2", "a2", "b3"]
        assert found["games"][0]["title"] == "Squex: Ana – Rui"
        assert read_json(found["games"][0]["record"]) == told


def test_a_file_of_many_games_offers_a_choice_and_tells_what_is_wrong(served: Served) -> None:
    text = write_records([record(), record(), record()]).replace("2. a1", "2. b1", 1)
    found = bring(served, text).json()
    assert len(found["games"]) == 2 and found["line"] is None
    assert [(fault["line"], fault["column"]) for fault in found["faults"]] == [(7, 10)]
    assert "already holds" in found["faults"][0]["reason"]
    chosen = bring(served, found["games"][1]["record"]).json()
    assert chosen["line"]["query"] == LINE


HEADED = '[Game "squex rows=3 columns=3"]\n[Player1 "Ana"]\n\n'
LOOSE = {
    "moves after the game": ("squex rows=3 columns=3 1. b2 2. a1", "Squex", "none", 2),
    "no result": (HEADED + "b2 a1", "Squex: Ana – Player 2", "none", 2),
    "no result, but over": (HEADED + "b1 a1 b2 a2 b3", "Squex: Ana – Player 2", "p1win", 5),
    "a result without its header": (HEADED + "b2 a1 none", "Squex: Ana – Player 2", "none", 2),
    "a position": ("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1", "Squex: position", "none", 0),
    "a link": (f"https://example.org/p/squex?{LINE}", "Squex: 5 moves", "p1win", 5),
}


@pytest.mark.parametrize("kind", LOOSE)
def test_what_is_missing_is_assumed_and_said(served: Served, kind: str) -> None:
    text, title, result, moves = LOOSE[kind]
    found = bring(served, text).json()
    (game,) = found["games"]
    assert game["title"].startswith(title)
    assert (game["result"], game["moves"]) == (result, moves)
    assert found["faults"] == []
    assert found["line"]
    assert bool(found["assumed"]) == (kind != "a result without its header")


@pytest.mark.parametrize("game_id", games())
def test_bare_moves_are_read_as_those_of_the_games_that_they_fit(
    served: Served, game_id: str
) -> None:
    game = games()[game_id]
    position = game.start()
    text = position.move_text(position.legal_moves()[0])
    found = bring(served, text).json()
    assert game.name in " ".join(each["title"] for each in found["games"])
    assert "No game was named" in found["assumed"][0]


def test_a_link_to_a_game_of_this_server_is_read_with_its_players(served: Served) -> None:
    ana = served.browser()
    game_id = ana.opens("squex rows=3 columns=3", "me", "me", name="Ana")
    ana.does(game_id, "move", move="b2")
    for path in (f"/g/{game_id}", f"https://example.org/g/{game_id}/share"):
        found = bring(served, path).json()
        assert found["games"][0]["title"].startswith("Squex: Ana")
        assert found["games"][0]["moves"] == 1
    assert bring(served, "/g/" + "1" * 12).status_code == 404


RECORD = '[Game "squex"]\n[Player1 "A"]\n[Player2 "B"]\n[Result "none"]\n\n'
WRONG = {
    "squex d4 e5 z9 d5": (1, 13, "move 3: z9 is not on the board"),
    "squex d4 e5 d4 d5": (1, 13, "move 3: d4 already holds"),
    "Squex\n1. d4\n2. d4": (3, 4, "move 2: d4 already holds"),
    "Control+V d1 h6 hello": (1, 17, "move 3: 'hello' is not a move"),
    "fuse a1 b1": (1, 6, "move 1: 'a1' is not a move"),
    "eigenstate b1b2 zz": (1, 17, "move 2: 'zz' is not a move"),
    "lyngk d4e5 a1-b1": (1, 12, "move 2: 'a1-b1' is not a move"),
    "control_v size=6 castles=0 a1 f6 zz": (1, 34, "move 3: 'zz' is not a move"),
    "d4 e5 d5 d5 e4": (1, 10, "no game is named; as Squex, move 4: d5 already holds"),
    "squex rows=99 d4": (1, 1, "option rows cannot be '99': it takes a whole number from 3 to 15"),
    "squex colour=red d4": (1, 1, "there is no option 'colour': the options are rows"),
    "squex rows=": (1, 1, "'rows=' is not an option: write name=value"),
    "sqex d4 e5": (1, 1, "there is no game 'sqex' (did you mean squex?)"),
    "chess e4 e5 Nf3": (1, 1, "there is no game 'chess': the games are squex"),
    "squex d4 e5 p1win": (1, 13, "by the rules the result is none, not p1win"),
    "squex d4 e5 1-0": (1, 1, "a result is one of p1win"),
    '[Game "squex"]\n[Player1 "An': (2, 10, "the value of a header must be in quotation marks"),
    '[Game "squex"]\n\nd4 e5 d4\n': (3, 7, "move 3: d4 already holds"),
    '[Game "squex"]\n[Start "8/8"]\n\nd4': (1, 1, '[Start "8/8"]: position: it must have 4 fields'),
    '[Game "chess"]\n\ne4 e5\n': (1, 1, "there is no game 'chess'"),
    '[White "Ann"]\n[Black "Ben"]\n\nNf3 Nf6': (1, 1, "the header Game is missing"),
    '[White "Ann"]': (1, 1, "the header Game is missing"),
    RECORD + "d4 {good e5 none\n": (6, 4, "the comment that begins here is not closed"),
    RECORD + "d4 e5 d4 none\n": (6, 7, "move 3: d4 already holds"),
    '{"game": "squex", "players": ["A"': (1, 34, "this is not JSON"),
    '{"hello": 1}': (1, 1, "hello: unknown key"),
    "squex | 8/8 x": (1, 1, "position: it must have 4 fields (octagons, squares, player, left)"),
    "squex 8/8 x": (1, 1, "position: it must have 4 fields (octagons, squares, player, left)"),
    "fuse | 8/8 x": (1, 1, "cells: it has 8 rows, not 2"),
    "chess | rnbqkbnr/pppppppp": (1, 1, "there is no game 'chess'"),
    "x.x/.../xxx": (1, 1, "no game is named; write it before the position"),
    "https://example.org/p/squex?moves=d4+d4": (1, 1, "move 2: d4 already holds"),
    "/p/chess?moves=d4": (1, 1, "there is no game 'chess'"),
    "/p/squex?rows=99&moves=d4": (1, 1, "option rows cannot be '99'"),
    "<!DOCTYPE html><p>d4 e5</p>": (1, 1, "this is HTML"),
    "\x89PNG\r\n\x1a\n\x00": (1, 1, "this is not text"),
    "Olá, queria ver o meu jogo de ontem": (1, 1, "name the game before the moves"),
    "   ": (1, 1, "name the game before the moves"),
    '[Game "squex"]\n[Event "a\x01b"]\n\nd4': (
        2,
        10,
        "a record cannot contain the character U+0001",
    ),
    '[Game "squex"]\n[Event "a\\q"]\n\nd4 z9 none\n': (2, 8, "backslash"),
    '[Game "squex"]\n[Übung "a"]\n\nd4 z9': (2, 2, "a header begins with its name"),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_text_is_answered_with_what_is_wrong_and_where(text: str) -> None:
    found = read_games(text, "en")
    assert found.games == []
    (fault,) = found.faults
    line, column, reason = WRONG[text]
    assert (fault.line, fault.column) == (line, column)
    assert reason in fault.reason


def test_moves_with_an_equals_sign_are_not_options() -> None:
    found = read_games("control_v d1 h6 h1 b6 e9 i2 e9=n", "en")
    assert found.faults == []
    assert found.games[0].moves == 7


NO_GAME_LINKS = {
    "{origin}/rules/squex": "this page shows no game",
    "{origin}/": "this page shows no game",
    "/puzzles/squex/3": "this page shows no game",
    "https://lichess.org/abcdefgh": "lichess.org",
    "https://lichess.org/study/abcdefghijkm": "lichess.org",
    "www.boardgamearena.com/table?table=123": "boardgamearena.com",
}


@pytest.mark.parametrize("link", NO_GAME_LINKS)
def test_a_link_without_a_game_is_answered_with_what_to_copy(served: Served, link: str) -> None:
    origin = str(served.browser().base_url.copy_with(path="/")).rstrip("/")
    answer = bring(served, link.format(origin=origin))
    assert answer.status_code == 422
    assert NO_GAME_LINKS[link] in answer.json()["error"]["message"]


def nested(depth: int) -> str:
    """A record with variations nested this deep."""
    begin = '[Game "squex"]\n[Player1 "A"]\n[Player2 "B"]\n[Result "none"]\n\n1. a1 2. a2 '
    return begin + "(2. a3 " * depth + ")" * depth + " none\n"


HOSTILE = {
    "nothing": "",
    "noise": "\x00\ufffd" * 500,
    "markup": MARKUP * 50,
    "a header without end": '[Game "' + MARKUP * 100,
    "a name that is markup": write_records([record()]).replace("Ana", MARKUP.replace('"', "'"), 1),
    "an unknown game": write_records([record()]).replace("squex", MARKUP.replace('"', "'"), 1),
    "deep variations": nested(5_000),
    "deep lists": "[" * 20_000,
    "deep objects": '{"plies": ' * 20_000,
    "braces": "{" * 20_000 + "}" * 20_000,
    "numbers": '{"version": ' + "9" * 5_000 + "}",
    "many headers": "".join(f'[H{number} "x"]\n' for number in range(3_000)),
    "many beginnings": '[Game "squex"]\n\n' * 2_000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_is_answered_in_words_and_changes_nothing(served: Served, kind: str) -> None:
    settings: ServerSettings = served.settings
    before = sorted(path.name for path in settings.data.iterdir())
    count = len(served.browser().get("games").json()["games"])
    answer = bring(served, HOSTILE[kind])
    assert answer.status_code in (200, 422), answer.text
    if answer.status_code == 200:
        found = answer.json()
        assert found["faults"] or found["games"]
        assert len(found["faults"]) <= 10
    assert len(served.browser().get("games").json()["games"]) == count
    assert sorted(path.name for path in settings.data.iterdir()) == before


def test_a_huge_text_is_not_even_read(served: Served) -> None:
    most = served.settings.import_bytes
    answer = bring(served, "x" * most)
    assert answer.status_code == 413 and str(most // 1024) in answer.json()["error"]["message"]
    elsewhere = served.browser().post("editing", json={"position": "x" * 2**17})
    assert elsewhere.status_code == 413


def test_the_address_of_a_frame_stands_in_the_code_as_text(page: httpx.Client) -> None:
    text = page.get("/p/control_v?size=5&castles=0&moves=a1+e5").text
    code = re.search(r'id="code" readonly value="([^"]*)"', text)
    assert code and "&lt;iframe src=" in code[1]
    path = re.search(r"http://[^&]*/embed/control_v", code[1])
    assert path and urlsplit(path[0]).path == "/embed/control_v"
