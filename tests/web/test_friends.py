"""Friends and history without a browser: invitations, previews, all one's games, recovery links."""

from __future__ import annotations

import html
import json
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tabuleiro.core.game import Game
from tabuleiro.games import GAMES
from tabuleiro.web.games.recovery import seal
from tabuleiro.web.pages import home
from tabuleiro.web.pages.game import is_local, opening_command
from tabuleiro.web.pages.home import A_PAGE
from tabuleiro.web.pages.recovery import MOST_STORED
from tabuleiro.web.settings import ServerSettings
from web.players_at_server import QuickPool
from web.serving import Browser, Served

SMALL = "squex rows=3 columns=3"
AS_PAGE = {"Accept": "text/html"}


class Person:
    """Somebody with a browser, who looks at pages and sends their forms."""

    def __init__(self, site: Served) -> None:
        self.api: Browser = site.browser()
        self.address = site.address

    def visits(self, path: str) -> httpx.Response:
        return self.api.get(self.address + path, headers=AS_PAGE, follow_redirects=True)

    def opens(self, path: str) -> str:
        answer = self.visits(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def sends(self, path: str, page: str, **fields: str) -> httpx.Response:
        """Send a form of a page."""
        (token, *_) = re.findall(r'name="form_token" value="([^"]+)"', self.opens(page))
        data = {"form_token": token, **fields}
        return self.api.post(self.address + path, data=data, headers=AS_PAGE, follow_redirects=True)


def links_in(page: str, path: str) -> list[str]:
    return re.findall(rf'value="https?://[^/"]+({path}/[\w-]+)"', page)


# --- friends -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_one_click_on_the_home_page_leads_to_an_invitation(site: Served, game: Game[Any]) -> None:
    ana, rui = Person(site), Person(site)
    assert f'action="/friend/{game.id}"' in ana.opens("/")
    shown = ana.sends(f"/friend/{game.id}", "/")
    (link,) = links_in(shown.text, "/join")
    assert "<svg" in shown.text and 'class="qr"' in shown.text
    assert "data-share" in shown.text
    joined = rui.sends(link, link, name="Rui")
    assert joined.status_code == 200
    game_id = joined.url.path.removeprefix("/g/")
    assert not any(seat["free"] for seat in rui.api.sees(game_id)["seats"])
    assert ana.visits(f"/g/{game_id}/invite").status_code == 410


def test_who_invites_can_say_their_name(site: Served) -> None:
    ana, rui = Person(site), Person(site)
    invite = str(ana.sends("/friend/squex", "/").url).removeprefix(ana.address)
    renamed = ana.sends(invite, invite, name="Ana")
    assert '<p class="note" role="status">Your friend sees the name Ana.</p>' in renamed.text
    assert '<label for="name">Your name, which your friend sees</label>' in renamed.text
    assert renamed.url.fragment == "name"
    (link,) = links_in(renamed.text, "/join")
    assert "against Ana" in rui.opens(link)
    (row,) = ana.api.get("mine").json()["games"]
    assert "Ana" in row["names"]
    rui.sends(link, link, name="Rui")
    refused = ana.sends(invite, "/", name="Eva")
    assert refused.status_code == 409 and "has started" in html.unescape(refused.text)


def test_only_who_opened_a_game_sees_its_links(site: Served) -> None:
    ana, eva = Person(site), Person(site)
    game_id = ana.api.opens(SMALL, "me", "open")
    assert eva.visits(f"/g/{game_id}/invite").status_code == 410
    assert links_in(ana.opens(f"/g/{game_id}/invite"), "/join")


@pytest.mark.parametrize(
    ("program", "command"),
    [
        ("/usr/bin/pytest", "tabuleiro web --host 0.0.0.0"),
        (".venv/bin/tabuleiro", ".venv/bin/tabuleiro web --host 0.0.0.0"),  # of `make play`
    ],
)
def test_a_server_for_this_computer_says_so_with_the_command_that_opens_it(
    site: Served, program: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [program])
    monkeypatch.setenv("PATH", "")
    ana = Person(site)
    game_id = ana.api.opens(SMALL, "me", "open")
    page = ana.opens(f"/g/{game_id}/invite")
    assert "can only be reached from this computer" in page
    (shown,) = re.findall("<code>(.*?)</code>", page)
    assert f'<span class="unbroken">--data {site.settings.data}</span>' in shown
    assert re.sub("<[^>]*>", "", shown) == f"{command} --data {site.settings.data}"


def test_the_command_that_opens_a_server_names_its_port_and_folder(tmp_path: Path) -> None:
    settings = ServerSettings(data=tmp_path / "two words", port=20123)
    assert opening_command(settings)[1:] == [
        "--host 0.0.0.0",
        "--port 20123",
        f"--data '{tmp_path}/two words'",
    ]
    assert opening_command(ServerSettings())[1:] == ["--host 0.0.0.0"]


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("[::1]", True),
        ("192.168.1.7", False),
        ("games.example.org", False),
    ],
)
def test_which_names_mean_the_same_computer(host: str, local: bool) -> None:
    assert is_local(host) == local


def test_links_to_games_and_invitations_have_previews(site: Served) -> None:
    ana, rui = Person(site), Person(site)
    ana.sends("/settings", "/", language="en", theme="light", sound="off")
    game_id = ana.api.opens(SMALL, "me", "open", name="Ana")
    (token,) = ana.api.get(f"games/{game_id}/invitations").json()["invitations"]
    for path in (f"/g/{game_id}", f"/join/{token['token']}"):
        page = rui.opens(path)
        tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))
        assert "Squex" in tags["title"] and "Ana" in tags["title"]
        assert tags["description"]
        picture = rui.visits(httpx.URL(tags["image"]).path)
        assert picture.headers["content-type"] == "image/png"


def test_an_invitation_names_the_side_and_who_moves_first(site: Served) -> None:
    ana, rui = Person(site), Person(site)
    game_id = ana.api.opens(SMALL, "me", "open")
    invitation = ana.opens(f"/g/{game_id}/invite")
    assert "Link for your friend" in invitation
    page = rui.opens(links_in(invitation, "/join")[0])
    assert "You will be Orange (connects left and right)." in page
    assert "Blue moves first." in page


def test_a_visitor_of_an_open_game_is_asked_to_join_it(site: Served) -> None:
    ana, eva = Person(site), Person(site)
    game_id = ana.api.opens(SMALL, "me", "open", name="Ana", listed=True)
    page = eva.opens(f"/g/{game_id}")
    assert "Play Squex against Ana" in page and "Join the game" in page
    assert 'id="game"' in ana.opens(f"/g/{game_id}")
    eva.sends(f"/g/{game_id}/join", f"/g/{game_id}")
    assert 'id="game"' in Person(site).opens(f"/g/{game_id}")


# --- history -------------------------------------------------------------------------------


def finished(person: Person, game: str) -> str:
    game_id = person.api.opens(game, "me", "me", name="Ana")
    if person.api.sees(game_id)["layout"]:
        person.api.does(game_id, "layout", agrees=True)
    person.api.does(game_id, "resign")
    return game_id


def games_on(page: str) -> list[str]:
    return re.findall(r'class="row-main" href="/g/(\w+)"', page)


def test_all_games_are_listed_with_date_and_picture_and_can_be_filtered(site: Served) -> None:
    ana = Person(site)
    over = finished(ana, SMALL)
    running = ana.api.opens(SMALL, "me", "level:1")
    fuse = ana.api.opens("fuse", "me", "level:1")
    everything = ana.opens("/games")
    assert games_on(everything)[-1] == over and len(games_on(everything)) == 3
    assert everything.count('class="picture thumbnail"') == 3
    assert re.search(r'<time class="note" datetime="\d{4}-\d\d-\d\d"', everything)
    assert f'href="/review/game/{over}"' in everything
    assert games_on(ana.opens("/games?state=finished")) == [over]
    assert set(games_on(ana.opens("/games?state=running"))) == {running, fuse}
    assert games_on(ana.opens("/games?game=fuse")) == [fuse]
    assert games_on(ana.opens("/games?game=fus")) == games_on(ana.opens("/games?game=%25")) == []
    assert games_on(ana.opens("/games?game=squex&state=finished")) == [over]
    assert games_on(Person(site).opens("/games")) == []


def test_many_games_are_shown_in_pages(site: Served) -> None:
    ana = Person(site)
    opened = {ana.api.opens(SMALL, "me", "me") for _ in range(A_PAGE + 1)}
    first, second = ana.opens("/games"), ana.opens("/games?page=2")
    assert len(games_on(first)) == A_PAGE and len(games_on(second)) == 1
    assert {*games_on(first), *games_on(second)} == opened
    assert html.unescape(first).count("page=2") == 1
    assert games_on(ana.opens("/games?page=-3")) == games_on(first)
    beyond = ana.opens(f"/games?page={10**30}")
    assert games_on(beyond) == games_on(second)
    assert 'page=2" aria-current="page"' in html.unescape(beyond)


def test_of_many_pages_the_nearest_and_the_ends_are_linked(
    site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "A_PAGE", 1)
    ana = Person(site)
    for _ in range(9):
        ana.api.opens(SMALL, "me", "me")
    (pages,) = re.findall('<nav class="chips".*?</nav>', ana.opens("/games?page=5"), re.DOTALL)
    assert re.findall(r">(\d+)</a>", pages) == ["1", "3", "4", "5", "6", "7", "9"]


def test_the_home_page_lists_running_games_and_leads_to_all(site: Served) -> None:
    ana = Person(site)
    over, running = finished(ana, SMALL), ana.api.opens(SMALL, "me", "level:1")
    page = ana.opens("/")
    assert games_on(page) == [running] and over not in page
    assert 'href="/games"' in page
    assert page.index("Your running games") < page.index('class="cards"')


# --- recovery ------------------------------------------------------------------------------


def recovery_link(person: Person, **fields: str) -> str:
    fields = {"storage": "{}", **fields}
    (link,) = links_in(person.sends("/keep", "/keep", **fields).text, "/keep")
    return link


def test_a_recovery_link_moves_games_studies_and_settings(site: Served) -> None:
    ana, elsewhere = Person(site), Person(site)
    game_id = ana.api.opens(SMALL, "me", "level:1", name="Ana")
    record = ana.api.get(f"games/{game_id}/record?form=json").json()
    study = ana.api.post("studies", json={"record": record}).json()["id"]
    ana.sends("/settings", "/", language="pt", theme="dark", sound="on")
    link = recovery_link(ana, storage='{"tabuleiro-puzzles": "[1]"}')
    assert game_id not in elsewhere.opens("/games")
    played_there = elsewhere.api.opens(SMALL, "me", "me")
    restored = elsewhere.sends(link, link, add="on").text
    assert "&#34;tabuleiro-puzzles&#34;" in restored
    assert {game_id, played_there} <= set(games_on(elsewhere.opens("/games")))
    assert elsewhere.api.sees(game_id)["you"] == [0]
    assert elsewhere.api.get(f"studies/{study}").status_code == 200
    assert 'lang="pt" data-theme="dark"' in elsewhere.opens("/")
    assert played_there in ana.opens("/games")


def test_games_are_given_to_the_owner_of_a_link_only_on_request(site: Served) -> None:
    ana, rui = Person(site), Person(site)
    own = rui.api.opens(SMALL, "me", "me")
    link = recovery_link(ana)
    rui.sends(link, link)
    assert own not in ana.opens("/games")


def test_a_recovery_link_works_until_it_is_revoked_or_replaced(site: Served) -> None:
    ana, rui = Person(site), Person(site)
    first = recovery_link(ana)
    second = recovery_link(ana)
    assert rui.visits(first).status_code == 410
    rui.opens(second)
    ana.sends("/keep/revoke", "/keep")
    assert rui.visits(second).status_code == 410
    assert rui.visits("/keep/nonsense").status_code == 410


def test_only_an_existing_recovery_link_can_be_revoked_on_the_page(site: Served) -> None:
    ana, revoke = Person(site), "Revoke my recovery link"
    assert revoke not in ana.opens("/keep")
    recovery_link(ana)
    assert revoke in ana.opens("/keep")
    revoked = ana.sends("/keep/revoke", "/keep")
    assert revoked.url.path == "/keep"  # reloading does not send the form again
    said = "Your recovery link does not work any more."
    assert said in revoked.text and revoke not in revoked.text
    assert said not in ana.opens("/keep")
    recovery_link(ana)
    assert said not in ana.opens("/keep?revoked=1")


def test_the_page_of_a_recovery_link_does_not_repeat_it(site: Served) -> None:
    link = recovery_link(Person(site))
    assert link.rpartition("/")[2] not in Person(site).opens(link)


def test_a_recovery_link_is_never_read_from_the_address(site: Served) -> None:
    page = Person(site).opens("/keep?link=/keep/of-a-stranger")
    assert "Create a recovery link" in page and "Your recovery link" not in page


def test_a_recovery_link_carries_a_limited_amount_of_settings(site: Served) -> None:
    ana = Person(site)
    full = json.dumps({"tabuleiro-puzzles": "x" * (MOST_STORED - len("tabuleiro-puzzles"))})
    assert recovery_link(ana, storage=full)
    refused = ana.sends("/keep", "/keep", storage=full.replace("x", "xx", 1))
    assert refused.status_code == 413
    assert f"at most {MOST_STORED} characters of settings" in refused.text
    assert ana.sends("/keep", "/keep", storage='["a list"]').status_code == 422


def test_an_address_makes_a_limited_number_of_recovery_links(tmp_path: Path) -> None:
    server = Served(tmp_path, lambda settings: QuickPool(), recovery_links_per_hour=2)
    try:
        for _ in range(2):
            recovery_link(Person(server))
        refused = Person(server).sends("/keep", "/keep", storage="{}")
        assert refused.status_code == 429
        assert "Too many requests: try again in" in refused.text
        assert Person(server).sends("/keep/revoke", "/keep").status_code == 200
    finally:
        server.close()


def test_neither_token_nor_secret_is_stored(site: Served) -> None:
    ana = Person(site)
    ana.api.opens(SMALL, "me", "me")
    token = recovery_link(ana).rpartition("/")[2]
    assert len(token) == 22  # 128 bits
    stored = b"".join(path.read_bytes() for path in site.settings.data.rglob("*.db*"))
    assert token.encode() not in stored
    assert ana.api.cookies["tabuleiro"].encode() not in stored


def test_a_sealed_text_is_opened_by_its_token_only() -> None:
    sealed = seal(b"secret", "token")
    assert sealed != b"secret"
    assert seal(sealed, "token") == b"secret" != seal(sealed, "another")
