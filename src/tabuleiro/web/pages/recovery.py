"""The pages of the recovery link, which moves games, studies and settings to another browser."""

import json
from typing import Annotated

from fastapi import Form
from pydantic import Json
from starlette.responses import RedirectResponse, Response

from tabuleiro.core.message import say
from tabuleiro.web.content.pictures import qr_code
from tabuleiro.web.http.errors import RefusalError
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import PREFERENCES, render

Storage = Annotated[Json[dict[str, str]], Form()]
MOST_STORED = 20_000  # characters of what a browser remembers


def show_keep(context: Context, revoked: bool = False) -> Response:
    """The page that makes and revokes the link."""
    revocable = context.games.recovery.exists(context.own_secret)
    return render(context, "keep.html", link="", revocable=revocable, revoked=revoked)


def make_link(context: Context, storage: Storage) -> Response:
    """Makes a link; `storage` is what the scripts of the browser remember."""
    context.check_rate("recovery_links")
    if sum(len(name) + len(text) for name, text in storage.items()) > MOST_STORED:
        raise RefusalError(
            413,
            "too_large",
            say("a recovery link holds at most {most} characters of settings", most=MOST_STORED),
        )
    given = context.request.cookies
    cookies = {name: given[name] for name in PREFERENCES if name in given}
    settings = {"cookies": cookies, "storage": storage}
    token = context.games.recovery.make(context.own_secret, settings)
    link = f"{context.origin}/keep/{token}"  # shown once
    page = render(context, "keep.html", link=link, code=qr_code(link), revocable=True)
    return context.with_secret(page)


def revoke_link(context: Context) -> Response:
    """Revokes the link."""
    context.games.recovery.revoke(context.own_secret)
    return RedirectResponse("/keep?revoked=1", 303)


def show_link(context: Context, token: str) -> Response:
    """The page that asks whether to use a link here."""
    context.games.recovery.use(token)
    return render(context, "recover.html", storage=None)


def use_link(context: Context, token: str, add: Annotated[bool, Form()] = False) -> Response:
    """Makes this browser the same as the one that made the link. With `add`, the games of this
    browser are added to those of the link, so its maker can play them too."""
    own = context.secret if add else ""
    context.own_secret, settings = context.games.recovery.use(token, own)
    storage = json.dumps(settings["storage"])
    response = context.with_secret(render(context, "recover.html", storage=storage))
    for name, value in settings["cookies"].items():
        context.with_cookie(response, name, value)
    return response
