"""The JSON API of positions: past positions of a game, any other position, why a touch is refused.

Nothing is stored.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated, Any, NamedTuple

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from tabuleiro.analysis.explorer import find_explorer, key_of
from tabuleiro.analysis.json import explored_data
from tabuleiro.analysis.wording import explorer_notes
from tabuleiro.core.chooser import explain_refused_touch
from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.core.prompts import MoveEntry
from tabuleiro.core.scene import Mark, Scene
from tabuleiro.games import read
from tabuleiro.language import Translate
from tabuleiro.play.player_names import with_pronouns
from tabuleiro.play.text_commands import ANSWERS, answer_question, find_command, help_in_words
from tabuleiro.records import Ply
from tabuleiro.records.ply import scene_at
from tabuleiro.web.api.models import Body, GameId, SentenceList, api_router
from tabuleiro.web.board import choices_of, moving_board, still_board, touched_sites
from tabuleiro.web.content.line_urls import query_of
from tabuleiro.web.fields import MOST_MOVES, PositionText, Text
from tabuleiro.web.games.fair_play import moves_to_show
from tabuleiro.web.games.state import ViewedGame, permissions, texts, to_json
from tabuleiro.web.http.session import Context, RequestContext, json_response

router = api_router()

Sites = Annotated[
    list[Annotated[str, Field(max_length=40)]], Field(max_length=10, default_factory=list)
]
Count = Annotated[int, Path(ge=0, le=10_000)]
Pointed = Annotated[str, Query(max_length=200)]


class TouchBody(Body):
    """A place that cannot be touched, and those that were touched before it."""

    site: Annotated[str, Field(max_length=40)]
    touched: Sites


class TypedBody(Body):
    """A text that somebody typed instead of touching the board."""

    text: Text


class PositionBody(Body):
    """A position by its full text, and moves made from there."""

    position: PositionText
    moves: Annotated[list[Text], Field(max_length=MOST_MOVES, default_factory=list)]


class ShownBody(PositionBody):
    """A position to be shown, with a legal move to point at; `still` also asks for the part of the
    picture that never changes; without `prospects`, what could happen next is not marked."""

    pointed: Text = ""
    still: bool = True
    prospects: bool = True


class PositionTouchBody(PositionBody, TouchBody):
    """A place that cannot be touched in a position."""


class Typed(BaseModel):
    """What a typed text means: a question (`words` is the answer), a move, or another command. A
    text that means nothing is `refused`, with the reason."""

    words: list[str] = []
    refused: str = ""
    move: str = ""
    command: str = ""


class ShownPosition(BaseModel):
    """A position as it is shown: the moving layer of its picture and the data of its places;
    `query` is the position in URLs; `still` is the part of the picture that never changes;
    `choices` are the legal moves."""

    model_config = ConfigDict(extra="allow")

    position: str
    query: str
    said: list[str]
    captions: list[str]
    board: str
    player: int | None
    over: bool


class ExploredMove(BaseModel):
    """A move of the opening explorer; `symmetric` are those that lead to a symmetric position."""

    move: str
    symmetric: list[str]
    value: float
    visits: int
    share: float


class Explored(BaseModel):
    """A position in the opening explorer; without a file for the game, both lists are empty."""

    moves: list[ExploredMove] = []
    notes: list[str] = []


# --- games ---------------------------------------------------------------------------------


@router.get("/games/{game_id}/positions/{count}", response_model=ShownPosition)
def show_past(game_id: GameId, count: Count, context: Context, pointed: Pointed = "") -> Response:
    """A game after its first `count` moves, or after all if it has fewer; `pointed` is a legal move
    to point at."""
    seen = context.games.view(game_id, context.secret)
    table = seen.game.table
    look = view_at(table.positions, table.plies, min(count, len(table.plies)))
    data = position_data(look._replace(pointed=pointed), context.translate_at(table), seen.seats)
    return json_response(to_json(data))


@router.post("/games/{game_id}/why", response_model=SentenceList)
def explain_touch(game_id: GameId, body: TouchBody, context: Context) -> Any:
    """Why a place cannot be touched now."""
    table = context.games.view(game_id, context.secret).game.table
    touched = tuple(body.touched)
    reason = explain_refused_touch(table.position, table.scene(), touched, body.site)
    return {"words": [reason.text(context.translate_at(table))]}


@router.post("/games/{game_id}/typed")
def understand(game_id: GameId, body: TypedBody, context: Context) -> Typed:
    """What a typed text means. Nothing is changed."""
    seen = context.games.view(game_id, context.secret)
    try:
        return read_typed(seen, body.text, context)
    except TabuleiroError as error:
        return Typed(refused=error.message.text(context.translate_at(seen.game.table)))


def read_typed(seen: ViewedGame, text: str, context: RequestContext) -> Typed:
    """The meaning of a text: a question, a command or a move."""
    table, position = seen.game.table, seen.game.table.position
    asker = next((seat for seat in seen.seats if seat == table.player), (*seen.seats, 0)[0])
    said = answer_question(table, asker, context.games.now(), text)
    if said is not None:
        return Typed(words=texts(said, context.translate_at(table)))
    if found := find_command(text):
        if found[0].name == "help":
            can = permissions(seen.game, seen.seats)
            useful = {"rules", "help", *ANSWERS, *(name for name in can if can[name])}
            return Typed(words=texts(help_in_words(position, useful), context.translate))
        return Typed(command=found[0].name)
    # the notation, or the answers that the game's first program asked for
    found_move = MoveEntry.of(position).answer(text)
    move = position.move(text) if isinstance(found_move, MoveEntry) else found_move
    return Typed(move=position.move_text(move))


# --- any position --------------------------------------------------------------------------


class PositionView(NamedTuple):
    """A position, its scene, what the last move did, and a move to point at. Without `prospects`,
    what could happen next is not marked: it might be the answer to a puzzle."""

    position: Position
    drawn: Scene
    said: tuple[Message, ...] = ()
    pointed: str = ""
    prospects: bool = True

    def scene(self) -> Scene:
        """The scene with the move to point at."""
        scene = self.drawn if self.prospects else self.drawn.at_rest()
        return scene.with_marks(*self.marks())

    def marks(self) -> tuple[Mark, ...]:
        """The marks of the move to point at: what it would fill, an arrow along its sites, or rings
        around one site or a piece and its dot."""
        if not self.pointed:
            return ()
        position, move = self.position, self.position.move(self.pointed)
        steps, fills = position.steps(move), position.game.preview_sites
        if fills and len(steps) > 1:
            ghost = Mark("ghost", tuple(fills(position, move)), colour=f"p{position.player + 1}")
            return Mark("selected", steps[0]), ghost
        sites = tuple(touched_sites(position, self.pointed))
        dots = {site.name for site in position.scene().sites if site.inside}
        if len(sites) == 1 or dots.intersection(sites):  # an arrow would hide the dot
            return tuple(Mark("selected", (site,)) for site in sites)
        return (Mark("arrow", sites),)


@router.post("/positions", response_model=ShownPosition)
def show_position(body: ShownBody, context: Context) -> Response:
    """A position as it is shown, with the moves to choose from; nothing is stored."""
    look = position_after(body)._replace(pointed=body.pointed, prospects=body.prospects)
    translate = context.translate_in(look.position)
    data = position_data(look, translate)
    if body.still:
        data["still"] = still_board(look.drawn, translate)
    return json_response(to_json(data))


@router.post("/positions/explored")
def explore_position(body: PositionBody, context: Context) -> Explored:
    """The moves of a position in the opening explorer, those with the most visits first, with their
    expected scores for the player to move. A position on the board of a running game between people
    is refused, and moves to one are left out."""
    position = position_after(body).position
    boards = context.games.fair_play.check(position)
    explorer = find_explorer(position)
    if explorer is None:
        return Explored()
    if key_of(position) in explorer.nodes:  # finding the symmetric moves takes long
        context.check_rate("explorer")
    found = explored_data(explorer, position)["moves"]
    moves = [move for move in found if moves_to_show(position, [move["move"]], boards)]
    notes = explorer_notes(explorer, position, found=bool(found))
    return Explored(moves=moves, notes=texts(notes, context.translate_in(position)))


@router.post("/positions/why", response_model=SentenceList)
def explain_position(body: PositionTouchBody, context: Context) -> Any:
    """Why a place cannot be touched in a position."""
    look = position_after(body)
    reason = explain_refused_touch(look.position, look.scene(), tuple(body.touched), body.site)
    return {"words": [reason.text(context.translate_in(look.position))]}


def view_at(positions: Sequence[Position], plies: Sequence[Ply], at: int) -> PositionView:
    """The position after that many moves of a game, with the last of them."""
    said: tuple[Message, ...] = ()
    if at:
        previous = positions[at - 1]
        said = previous.describe(previous.move(plies[at - 1].move))
    return PositionView(positions[at], scene_at(positions, plies, at), said)


def position_after(body: PositionBody) -> PositionView:
    """The position after the moves."""
    positions = list(accumulate(body.moves, Position.play, initial=read(body.position)))
    return view_at(positions, [Ply(move) for move in body.moves], len(body.moves))


def position_data(
    look: PositionView, translate: Translate, seats: tuple[int, ...] = ()
) -> dict[str, Any]:
    """A position as data, with the moves to choose from, for the viewer with the seats."""
    position, scene = look.position, look.scene()
    over = position.outcome() is not None
    choices = None if over else choices_of(position, scene)
    return {
        "position": position.full_text,
        "query": query_of(position),
        "said": texts(with_pronouns(seats, look.said), translate),
        "captions": texts(scene.captions, translate),
        "player": None if over else position.player,
        "over": over,
        "choices": choices,
        "pointed": touched_sites(position, look.pointed) if look.pointed else [],
        **moving_board(scene, choices, translate),
    }
