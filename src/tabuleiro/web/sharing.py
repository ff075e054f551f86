"""Pages of positions and lines by their address, to be looked at, taken away and shown elsewhere.

A line comes from its address alone, or from a game that is kept. Nothing here changes anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.language import translator
from tabuleiro.records import Record
from tabuleiro.records.pictures import place_in
from tabuleiro.web import words
from tabuleiro.web.board import still_board
from tabuleiro.web.errors import Kind, RefusalError, kind_of
from tabuleiro.web.guard import ELSEWHERE
from tabuleiro.web.lines import (
    checked_query,
    query_of_record,
    read_at,
    read_line,
)
from tabuleiro.web.looking import Look, shown
from tabuleiro.web.prints import FILES, OFFERED, PREVIEW, Print, make
from tabuleiro.web.rendering import origin_of, render, scripted
from tabuleiro.web.services import services_of
from tabuleiro.web.titles import subtitle_of, title_of
from tabuleiro.web.visitor import language_of

KEEP = "public, max-age=86400"
KEEP_FOR_READER = "private, max-age=300"
FRAME = (520, 640)  # pixels of a frame in another page


class Shared(NamedTuple):
    """A line that is looked at: `page` is its address, and that of its files; `embed` that of the
    page for frames, `study` that of its study board; `query` what stands after the question mark
    of each."""

    record: Record
    at: int
    page: str
    embed: str
    study: str
    query: str

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        found: Game[Any] = self.record.start.game
        return found

    def path(self, base: str) -> str:
        """The address of one of these, with the line in it."""
        return f"{base}?{self.query}" if self.query else base


def by_address(request: Request, game_id: str) -> Shared:
    """The line that an address itself describes."""
    query = checked_query(request)
    record = read_line(game_id, query)
    return of_record(record)._replace(at=read_at(query, record))


def of_record(record: Record) -> Shared:
    """The moves of any record, from its beginning."""
    game = record.start.game.id
    pages = (f"/p/{game}", f"/embed/{game}", f"/study/line/{game}")
    return Shared(record, 0, *pages, query_of_record(record))


def of_game(request: Request, game_id: str) -> Shared:
    """A game that is kept, as far as it has come."""
    record = services_of(request).house.record(game_id)
    at = read_at(checked_query(request), record)
    pages = (f"/g/{game_id}/share", f"/embed/g/{game_id}", f"/study/game/{game_id}")
    return Shared(record, at, *pages, "")


# --- pages ---------------------------------------------------------------------------------


def show_line(request: Request, game_id: str) -> Response:
    """A position or a line of moves, to be gone through."""
    return line_page(request, by_address(request, game_id))


def show_game(request: Request, game_id: str) -> Response:
    """A game that is kept, likewise."""
    return line_page(request, of_game(request, game_id))


def line_page(request: Request, shared: Shared) -> Response:
    """The page of a line, with all ways on from it."""
    origin = origin_of(request)
    return render(
        request,
        "line.html",
        **line_values(request, shared),
        link=origin + shared.path(shared.page),
        study=shared.path(shared.study),
        code=frame_code(shared, origin),
        preview=origin + file_path(shared, "preview.png", shared.at),
        preview_size=PREVIEW,
        downloads=[
            (file.title, file_path(shared, file.name), file_name(shared, file.name))
            for file in OFFERED
            if shared.record.plies or not file.moving
        ],
    )


def embed_line(request: Request, game_id: str) -> Response:
    """A position or a line for a frame in another page."""
    return frame_page(request, lambda: by_address(request, game_id))


def embed_game(request: Request, game_id: str) -> Response:
    """A game that is kept, likewise."""
    return frame_page(request, lambda: of_game(request, game_id))


def frame_page(request: Request, find: Callable[[], Shared]) -> Response:
    """What may be shown in a frame: it has no cookie, no form, and leads to the whole page."""
    try:
        shared = find()
    except TabuleiroError as error:
        status = kind_of(error).status
        response = render(request, "frame_error.html", status, forms=False, reason=error.message)
    else:
        link = origin_of(request) + shared.path(shared.page)
        values = line_values(request, shared)
        response = render(request, "frame.html", forms=False, link=link, **values)
    response.headers[ELSEWHERE] = "framed"
    return response


def line_values(request: Request, shared: Shared) -> dict[str, Any]:
    """What pages of a line show."""
    language = language_of(request)
    return {
        "game": shared.game,
        "title": title_of(shared.record),
        "subtitle": subtitle_of(shared.record),
        "summary": summary_of(shared),
        "data": json.dumps(line_data(shared, language)),
        "words": scripted(words.REPLAY, language),
    }


def line_data(shared: Shared, language: str) -> dict[str, Any]:
    """A line for the script that goes through it, with the first picture."""
    record, translate = shared.record, translator(language)
    positions = record.positions()
    look = look_at(shared, positions)
    return {
        "game": shared.game.id,
        "title": title_of(shared.record).text(translate),
        "position": record.start.full_text,
        "players": record.start.players,
        "moves": [
            {"text": ply.move, "seat": before.player, "turn": 0, "by": "", "comment": ply.comment}
            for ply, before in zip(record.plies, positions, strict=False)
        ],
        "comment": record.comment,
        "at": shared.at,
        "still": still_board(look.scene(), translate),
        "state": {**shown(look, translate), "choices": None},
        "page": shared.page,
        "study": shared.study,
        "query": shared.query,
    }


def look_at(shared: Shared, positions: Sequence[Position]) -> Look:
    """The position that is shown, with what the last move did."""
    if not shared.at:
        return Look(positions[0])
    previous = positions[shared.at - 1]
    move = previous.move(shared.record.plies[shared.at - 1].move)
    return Look(positions[shared.at], previous, move)


def summary_of(shared: Shared) -> Message:
    """How the position that is shown stands, for whoever sees only the link."""
    record = shared.record
    position = record.positions()[place_in(record, shared.at)]
    return position.scene().captions[0] if position.scene().captions else shared.game.summary


def frame_code(shared: Shared, origin: str) -> str:
    """The HTML by which another page shows this one."""
    width, height = FRAME
    address, name = escape(origin + shared.path(shared.embed)), escape(shared.game.name)
    return (
        f'<iframe src="{address}" width="{width}" height="{height}" title="{name}" '
        f'loading="lazy"></iframe>'
    )


# --- files ---------------------------------------------------------------------------------


def file_path(shared: Shared, name: str, at: int | None = None) -> str:
    """Where a file of a line is."""
    path = shared.path(f"{shared.page}/{name}")
    if at is None or at == len(shared.record.plies):
        return path
    return f"{path}{'&' if '?' in path else '?'}at={at}"


def file_name(shared: Shared, name: str) -> str:
    """What a file is called when it is saved."""
    return f"{shared.game.id}-{name}"


def line_file(request: Request, game_id: str, name: str) -> Response:
    """A file of a line."""
    return take_away(request, by_address(request, game_id), name, KEEP)


def game_file(request: Request, game_id: str, name: str) -> Response:
    """A file of a game that is kept."""
    return take_away(request, of_game(request, game_id), name, "no-cache")


def take_away(request: Request, shared: Shared, name: str, keep: str) -> Response:
    """A file; what is drawn is drawn elsewhere, not too often, and kept."""
    if name not in FILES:
        raise RefusalError(Kind(404, "not_found"), say("there is no such file"))
    file = FILES[name]
    taken = Print(shared.record, shared.at, language_of(request))
    body = drawn(request, name, taken) if file.slow else make(name, taken)
    if file in OFFERED:
        saved = f'attachment; filename="{file_name(shared, name)}"'
        headers = {"Cache-Control": KEEP_FOR_READER, "Content-Disposition": saved}
    else:
        headers = {"Cache-Control": keep, ELSEWHERE: "shown"}
    return Response(body, media_type=file.media, headers=headers)


def drawn(request: Request, name: str, taken: Print) -> bytes:
    """A picture, kept from before or drawn now."""
    services = services_of(request)
    moves = tuple(ply.move for ply in taken.record.plies)
    key = (name, taken.record.start.full_text, moves, taken.at, taken.language)
    found = services.pictures.get(key)
    if found is None:
        request.app.state.limiter.take("pictures", request.state.address)
        room = services.cutting_room if FILES[name].moving else services.workroom
        found = room.do(make, name, taken)
        services.pictures.keep(key, found)
    return found
