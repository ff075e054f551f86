"""The pages of positions and lines by URL, their files, and pages for frames on other sites.

A line comes from its URL alone, or from a stored game. Nothing here changes anything.
"""

import json
from html import escape
from typing import Any, NamedTuple

from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.language import Translate
from tabuleiro.records import Record
from tabuleiro.records.pictures import resolve_move_number
from tabuleiro.web.api.positions import position_data, view_at
from tabuleiro.web.board import still_board
from tabuleiro.web.content.downloads import (
    DOWNLOADS,
    OFFERED_DOWNLOADS,
    DownloadRequest,
    make_file,
)
from tabuleiro.web.content.line_urls import checked_query, query_of_record, read_at, read_line
from tabuleiro.web.content.titles import subtitle_of, title_of
from tabuleiro.web.games.state import moves_data
from tabuleiro.web.http.errors import RefusalError, refusal_of
from tabuleiro.web.http.middleware import EMBEDDING_HEADER
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import render

KEEP = "public, max-age=86400"
KEEP_FOR_READER = "private, max-age=300"
FRAME = (520, 640)  # pixels of a frame in another page
EXAMPLE = "squex d4 e5 d5 e4 d6 e6 d3"
"""What can be imported: a game and some moves."""


PIXELS = ("image/png", "image/gif")
"""Media types that need packages which browsers do not have."""


class SharedLine(NamedTuple):
    """A line to show. `page` is the path of its page and its files, `embed` that of the page for
    frames, `study` that of its study board; `query` is the query of each. `stored` means that it
    comes from a stored game, which may grow."""

    record: Record
    at: int
    page: str
    embed: str
    study: str
    query: str
    stored: bool = False

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        found: Game[Any] = self.record.start.game
        return found

    def path(self, base: str) -> str:
        """The URL of one of these paths, with the query."""
        return f"{base}?{self.query}" if self.query else base


def find_line(context: Context, game_id: str) -> SharedLine:
    """The line of a URL: the moves of a stored game so far, or those that the URL describes."""
    if context.request.url.path.startswith(("/g/", "/embed/g/")):
        record = context.games.record(game_id)
        at = read_at(checked_query(context.request), record)
        if is_alone(context):  # nobody else has the game, so links have its moves
            return line_of_record(record)._replace(at=at)
        pages = (f"/g/{game_id}/share", f"/embed/g/{game_id}", f"/study/game/{game_id}")
        return SharedLine(record, at, *pages, "", stored=True)
    query = checked_query(context.request)
    record = read_line(game_id, query)
    return line_of_record(record)._replace(at=read_at(query, record))


def is_alone(context: Context) -> bool:
    """Whether the site runs in the browser of its only visitor."""
    alone: bool = context.request.app.state.alone
    return alone


def line_of_record(record: Record) -> SharedLine:
    """The moves of any record, from its beginning."""
    game = record.start.game.id
    pages = (f"/p/{game}", f"/embed/{game}", f"/study/line/{game}")
    return SharedLine(record, 0, *pages, query_of_record(record))


# --- pages ---------------------------------------------------------------------------------


def show_line(context: Context, game_id: str) -> Response:
    """The page of a position or a line of moves, with links and downloads."""
    shared, origin = find_line(context, game_id), context.origin
    return render(
        context,
        "line.html",
        **line_values(context, shared),
        link=origin + shared.path(shared.page),
        study=shared.path(shared.study),
        code=frame_code(shared, origin),
        preview=origin + file_path(shared, "preview.png", shared.at),
        downloads=[
            (file.title, file_path(shared, file.name), f"{shared.game.id}-{file.name}")
            for file in OFFERED_DOWNLOADS
            if (shared.record.plies or not file.moving)
            and not (is_alone(context) and file.media in PIXELS)
        ],
    )


def embed_line(context: Context, game_id: str) -> Response:
    """A line for a frame in another page: no cookie, no form, and a link to the whole page."""
    try:
        shared = find_line(context, game_id)
    except TabuleiroError as error:
        status = refusal_of(error).status
        response = render(context, "frame_error.html", status, forms=False, reason=error.message)
    else:
        link = context.origin + shared.path(shared.page)
        values = line_values(context, shared)
        response = render(context, "frame.html", forms=False, link=link, **values)
    response.headers[EMBEDDING_HEADER] = "framed"
    return response


def line_values(context: Context, shared: SharedLine) -> dict[str, Any]:
    """The values of the templates of a line."""
    return {
        "game": shared.game,
        "title": title_of(shared.record),
        "subtitle": subtitle_of(shared.record),
        "summary": summary_of(shared),
        "data": json.dumps(line_data(shared, context.translate_in(shared.record.start))),
    }


def line_data(shared: SharedLine, translate: Translate) -> dict[str, Any]:
    """A line as data for the script of the board, with the first picture."""
    record = shared.record
    positions = record.positions()
    look = view_at(positions, record.plies, shared.at)
    return {
        "game": shared.game.id,
        "title": title_of(shared.record).text(translate),
        "position": record.start.full_text,
        "players": record.start.players,
        "moves": [
            {**move, "comment": ply.comment}
            for move, ply in zip(moves_data(positions, record.plies), record.plies, strict=True)
        ],
        "comment": record.comment,
        "at": shared.at,
        "still": still_board(look.scene(), translate),
        "state": {**position_data(look, translate), "choices": None},
        "page": shared.page,
        "study": shared.study,
        "query": shared.query,
    }


def summary_of(shared: SharedLine) -> Message:
    """How the position stands, for previews of the link."""
    record = shared.record
    position = record.positions()[resolve_move_number(record, shared.at)]
    return position.scene().captions[0] if position.scene().captions else shared.game.summary


def frame_code(shared: SharedLine, origin: str) -> str:
    """The HTML with which another page shows a line in a frame."""
    width, height = FRAME
    address, name = escape(origin + shared.path(shared.embed)), escape(shared.game.name)
    return (
        f'<iframe src="{address}" width="{width}" height="{height}" title="{name}" '
        f'loading="lazy"></iframe>'
    )


def show_import(context: Context) -> Response:
    """The page for importing records."""
    most = context.settings.import_bytes
    too_large: Message = say("A file has at most {most} kB.", most=most // 1024)
    return render(context, "import.html", most=most, too_large=too_large, example=EXAMPLE)


# --- files ---------------------------------------------------------------------------------


def file_path(shared: SharedLine, name: str, at: int | None = None) -> str:
    """The URL of a file of a line."""
    path = shared.path(f"{shared.page}/{name}")
    if at is None or at == len(shared.record.plies):
        return path
    return f"{path}{'&' if '?' in path else '?'}at={at}"


def line_file(context: Context, game_id: str, name: str) -> Response:
    """A file of a line; pictures are drawn in the sandbox, limited in rate, and cached."""
    shared = find_line(context, game_id)
    if name not in DOWNLOADS:
        raise RefusalError(404, "not_found", say("there is no such file"))
    file = DOWNLOADS[name]
    request = DownloadRequest(shared.record, shared.at, context.language)
    body = cached_file(context, name, request) if file.slow else make_file(name, request)
    if file in OFFERED_DOWNLOADS:
        saved = f'attachment; filename="{shared.game.id}-{name}"'
        headers = {"Cache-Control": KEEP_FOR_READER, "Content-Disposition": saved}
    else:
        keep = "no-cache" if shared.stored else KEEP
        headers = {"Cache-Control": keep, EMBEDDING_HEADER: "shown"}
    return Response(body, media_type=file.media, headers=headers)


def cached_file(context: Context, name: str, request: DownloadRequest) -> bytes:
    """A picture from the cache, or a new one."""
    services = context.services
    moves = tuple(ply.move for ply in request.record.plies)
    key = (name, request.record.start.full_text, moves, request.at, request.language)
    found = services.picture_cache.get(key)
    if found is None:
        context.check_rate("pictures")
        room = services.gif_sandbox if DOWNLOADS[name].moving else services.sandbox
        found = room.run(make_file, name, request, source=context.address)
        services.picture_cache.put(key, found)
    return found
