"""What a request says about its sender: browser secret, language, form token; the cookies that hold
them.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tabuleiro.language import ENGLISH, LANGUAGES
from tabuleiro.web.secrets import is_secret, new_secret

SECRET_COOKIE = "tabuleiro"  # noqa: S105 - its name, not what it holds
FORM_COOKIE = "tabuleiro_form"
LANGUAGE_COOKIE = "lang"
YEAR = 365 * 86_400


def secret_of(request: HTTPConnection) -> str:
    """The secret of the browser that asks; none when it has not been given one."""
    given = request.cookies.get(SECRET_COOKIE, "")
    return given if is_secret(given) else ""


def set_secret_cookie(response: Response, secret: str, https: bool) -> None:
    """Lets the browser keep its secret, out of the reach of scripts and of other sites."""
    response.set_cookie(
        SECRET_COOKIE, secret, max_age=YEAR, httponly=True, samesite="lax", secure=https
    )


def form_token_of(request: HTTPConnection) -> str:
    """What the forms of a page have to send back: what the browser was told to keep, or new."""
    given = request.cookies.get(FORM_COOKIE, "")
    return given if is_secret(given) else new_secret()


def set_form_cookie(response: Response, token: str, https: bool) -> None:
    """Lets the browser keep the token that its forms send back."""
    response.set_cookie(FORM_COOKIE, token, httponly=True, samesite="strict", secure=https)


def language_of(request: HTTPConnection) -> str:
    """The language that the reader has chosen, else the first that his browser asks for and we
    speak, else English."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = (language_code(part) for part in request.headers.get("accept-language", "").split(","))
    return next((code for code in wanted if code in LANGUAGES), ENGLISH)


def language_code(part: str) -> str:
    """`pt` of `pt-BR;q=0.8`, a part of Accept-Language."""
    return part.partition(";")[0].strip().partition("-")[0].lower()
