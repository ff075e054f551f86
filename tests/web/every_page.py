"""All pages of the site, in every state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from tabuleiro.analysis import shipped_puzzles
from tabuleiro.games import games, start
from tabuleiro.records import Ply, Record
from tabuleiro.records.json import as_object
from waiting import wait_for
from web.serving import Browser

HALFWAY = {"squex": 12, "control_v": 8, "fuse": 7, "eigenstate": 8, "lyngk": 8}
"""How many moves to play to reach the middle of a game; one for games that are not listed."""
MISSED = "rows=4&columns=4&position=1ox1/o2o/2ox/2xx+o2/2o/2x+x+1&moves=a1"
"""A game in which a win was missed."""
LINE = "lyngk?moves=i1h3+h4g6+h3g5+h2g4&at=3"
PEOPLE = "squex rows=9 columns=9"
"""The game that people play in the pictures."""


def written_study() -> Record:
    """A record with variations, comments and marks."""
    other = (
        Ply("f4", comment="!? [f4] and so on the other side"),
        Ply("c5"),
        Ply("d6", variations=((Ply("c6"), Ply("d7")),)),
    )
    plies = (
        Ply("d4", comment="! the middle"),
        Ply("e5"),
        Ply("d5", comment="[d4 d5] [d6] both ways are open", variations=(other,)),
        Ply("e4", comment="?"),
        Ply("d6"),
        Ply("e6"),
        Ply("d3"),
    )
    return Record(start("squex"), ("Ana", "Rui"), plies=plies)


def halfway(browser: Browser, game: str, *seats: str, **more: Any) -> str:
    """A half-finished game in which it is your turn."""
    game_id = browser.opens(game, *seats, **more)
    if browser.sees(game_id)["layout"]:
        browser.does(game_id, "layout", agrees=True)
    chance = Random(7)
    for _ in range(HALFWAY.get(game.partition(" ")[0], 1)):
        wait_for(lambda: browser.sees(game_id)["can"]["move"])
        choices = browser.sees(game_id)["choices"]["moves"]
        browser.does(game_id, "move", move=chance.choice(choices)[0])
    wait_for(lambda: browser.sees(game_id)["can"]["move"])
    return game_id


def addresses(ana: Browser, rui: Browser) -> Iterator[tuple[str, str]]:
    """The URL of every page as Ana sees it, with a name for its screenshot. The names of pages that
    fill the screen begin with `game`."""
    yield from games_of(ana, rui)
    yield from studies_of(ana)
    yield from exercises()
    yield from shared_lines()
    yield from papers()


def games_of(ana: Browser, rui: Browser) -> Iterator[tuple[str, str]]:
    """Games in every state, and the pages that lead to them."""
    for game in games():
        yield f"game-{game}", f"/g/{halfway(ana, game, 'me', 'level:1', name='Ana')}"
    four = halfway(
        ana, "control_v players=4", "me", "level:1", "level:2", "level:3", control="90+30"
    )
    yield "game-of-four", f"/g/{four}"
    over = halfway(ana, "squex", "me", "level:1", name="Ana")
    ana.does(over, "resign")
    yield "game-over", f"/g/{over}"
    yield "game-studied", f"/study/game/{over}"
    yield "game-reviewed", f"/review/game/{over}"
    yield "game-shared", f"/g/{over}/share"
    yield "embed-game", f"/embed/g/{over}"
    waiting = ana.opens(PEOPLE, "me", "open", name="Ana")
    yield "game-waiting", f"/g/{waiting}"
    yield "invite", f"/g/{waiting}/invite"
    (invitation,) = ana.get(f"games/{waiting}/invitations").json()["invitations"]
    yield "join", f"/join/{invitation['token']}"
    yield "recover", recovery_link(ana)
    yield "device", f"/device/{ana.post(f'games/{four}/links', json={}).json()['token']}"
    drawn = ana.opens("fuse", "me", "open", name="Ana", control="90+30")
    ana.invites(drawn, rui)
    yield "game-start", f"/g/{drawn}"
    asked = ana.opens(PEOPLE, "me", "open", name="Ana", control="90+30")
    ana.invites(asked, rui)
    ana.does(asked, "move", move="d4")
    rui.does(asked, "draw")
    yield "game-proposal", f"/g/{asked}"
    watched = rui.opens("lyngk", "me", "level:1", name="Rui", listed=True)
    yield "game-watched", f"/g/{watched}"
    listed = rui.opens(
        "eigenstate variant=last-two", "me", "open", name="Rui", listed=True, control="3d"
    )
    yield "join-listed", f"/g/{listed}/join"


def recovery_link(ana: Browser) -> str:
    """The path of a recovery link, made by the form of its page."""
    page = str(ana.base_url.join("/keep"))
    (token, *_) = re.findall(r'name="form_token" value="([^"]+)"', ana.get(page).text)
    made = ana.post(page, data={"form_token": token, "storage": "{}"}).text
    path: str = re.findall(r"https?://[^/\"]+(/keep/[\w-]+)", made)[0]
    return path


def studies_of(ana: Browser) -> Iterator[tuple[str, str]]:
    """Studies: one of every game, and one of Ana's, as she sees it and as others see it."""
    for game in games():
        yield f"game-study-{game}", f"/study/line/{game}"
    body = {"record": as_object(written_study()), "title": "Through the middle"}
    study = ana.post("studies", json=body).json()["id"]
    yield "game-study-own", f"/study/{study}"
    shared = ana.post(f"studies/{study}/link", json={}).json()["shared"]
    yield "game-study-shared", f"/shared/{shared}"
    yield "study", "/study"


def exercises() -> Iterator[tuple[str, str]]:
    """Exercises: puzzles, and games with better moves to find."""
    yield "puzzles", "/puzzles"
    for name, game in games().items():
        yield f"puzzles-{name}", f"/puzzles/{name}"
        if shipped_puzzles(game):
            yield f"game-puzzle-{name}", f"/puzzles/{name}/1"
    yield "game-review", f"/review/line/squex?{MISSED}"


def shared_lines() -> Iterator[tuple[str, str]]:
    """Pages that edit, show and import positions."""
    for game in games():
        yield f"edit-{game}", f"/edit/{game}"
    yield "edit-impossible", "/edit/squex"
    yield "import", "/import"
    yield "line", f"/p/{LINE}"
    yield "embed", f"/embed/{LINE}"
    yield "embed-nothing", "/embed/lyngk?moves=nonsense"
    yield "play-on", "/new/squex?position=8/8/8/3xo3/3xo3/8/8/8+7/7/7/7/7/7/7+x+1"


def papers() -> Iterator[tuple[str, str]]:
    """Pages with text or forms."""
    yield "home", "/"
    yield "learn", "/learn"
    yield "my-games", "/games"
    yield "keep", "/keep"
    yield "error", "/nowhere"
    for game in games():
        for path in ("new", "rules", "first"):
            yield f"{path}-{game}", f"/{path}/{game}"
    yield "new-friend", "/new/squex?against=friend"
