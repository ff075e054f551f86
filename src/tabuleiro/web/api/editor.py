"""The JSON API of the position editor. Drafts are texts; nothing is stored."""

from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict
from starlette.responses import Response

from tabuleiro.core.editing import (
    Draft,
    DraftField,
    Editing,
    Tool,
    empty_draft,
    find_problem,
    with_legal_turn,
)
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.core.options import Options, split_words
from tabuleiro.core.position import Position
from tabuleiro.games import fresh_start, parse_game_text
from tabuleiro.language import Translate
from tabuleiro.web.api.models import Body, api_router
from tabuleiro.web.api.positions import Sites
from tabuleiro.web.board import moving_board, still_board, touches_of
from tabuleiro.web.board.moving import piece_picture
from tabuleiro.web.content.line_urls import query_of_text
from tabuleiro.web.fields import PositionText, Text
from tabuleiro.web.games.state import texts, to_json
from tabuleiro.web.http.session import Context, json_response

EditName = Literal["look", "touch", "set", "clear", "start", "options"]

router = api_router()


class EditBody(Body):
    """A draft by its full text, the chosen tool (by default the first), and the edit: `touch` the
    last of the sites, `set` a field to a value, `clear` the board, set up the `start`, change the
    `options` (as `rows=5 columns=5`), or only `look`. `known` is the game text whose still picture
    the reader already has."""

    position: PositionText
    tool: Text = ""
    do: EditName = "look"
    sites: Sites
    field: Text = ""
    value: Text = ""
    known: Text = ""


class Edited(BaseModel):
    """The draft after an edit; `query` is the draft in URLs. `problem` says why the position is
    impossible; a draft that is not `readable` has no picture."""

    model_config = ConfigDict(extra="allow")

    position: str
    game: str
    query: str
    options: dict[str, str]
    over: bool
    problem: str
    readable: bool


class EditorState(NamedTuple):
    """The draft that is edited: its game, its options and its text."""

    game: Game[Any]
    options: Options
    text: str

    @property
    def game_text(self) -> str:
        """The game and its options."""
        return self.game.text_with(lasting_options(self.game, self.options))

    @property
    def full_text(self) -> str:
        """The full text: game, options and position."""
        return f"{self.game_text} | {self.text}"


@router.post("/editing", response_model=Edited)
def edit(body: EditBody, context: Context) -> Response:
    """A position that is set up by hand, after an edit; nothing is stored."""
    edited = EDITS[body.do](read_editor_state(body.position), body)
    translate = context.translate_in(edited.game.begin(edited.options))
    return json_response(to_json(edited_data(edited, body, translate)))


def read_editor_state(full_text: str) -> EditorState:
    """The draft of a full text, whose position text may be anything."""
    game_text, bar, text = full_text.partition("|")
    game, options = parse_game_text(game_text.strip(" "))
    return EditorState(game, options, text.strip(" ") if bar else "")


def lasting_options(game: Game[Any], options: Options) -> Options:
    """The options that belong to a position: not those that only draw a start."""
    return {each.name: options[each.name] for each in game.options if not each.start_only}


def written_options(edited: EditorState) -> dict[str, str]:
    """The options of a draft as they are written."""
    lasting = (each for each in edited.game.options if not each.start_only)
    return {each.name: each.format(edited.options[each.name]) for each in lasting}


# --- edits ----------------------------------------------------------------------------------


def touch(edited: EditorState, body: EditBody) -> EditorState:
    """Touches the board with a tool. The turn is changed if it is not possible any more."""
    editing, draft = draft_of(edited)
    ways = [tuple(step[0] for step in way) for way in editing.touches(draft, body.tool)]
    if body.tool not in {tool.name for tool in editing.tools(edited.options)}:
        raise TabuleiroError(say("there is no tool {name}", name=quote(body.tool)))
    if tuple(body.sites) not in ways:
        raise TabuleiroError(say("this tool does nothing there"))
    changed = editing.touch(draft, body.tool, body.sites[-1])
    return edited._replace(text=editing.write(with_legal_turn(edited.game, changed)))


def set_field(edited: EditorState, body: EditBody) -> EditorState:
    """Sets a field. Other fields about the turn are changed if they do not fit any more."""
    editing, draft = draft_of(edited)
    field = next((each for each in editing.fields(edited.options) if each.name == body.field), None)
    if field is None or not field.takes(body.value):
        raise TabuleiroError(
            say("{name} cannot be {value}", name=quote(body.field), value=quote(body.value))
        )
    changed = with_legal_turn(edited.game, draft.set(field.name, body.value), fixed=field.name)
    return edited._replace(text=editing.write(changed))


def clear(edited: EditorState, body: EditBody) -> EditorState:
    """Removes everything from the board."""
    editing = editing_of(edited.game)
    draft = with_legal_turn(edited.game, empty_draft(editing, edited.options))
    return edited._replace(text=editing.write(draft))


def set_up_start(edited: EditorState, body: EditBody) -> EditorState:
    """Sets up the start of the game; a random one is drawn again."""
    return edited._replace(
        text=fresh_start(edited.game, written_options(edited), SystemRandom()).text
    )


def change_options(edited: EditorState, body: EditBody) -> EditorState:
    """Changes the options. The draft is kept if it fits them, else the start is set up."""
    game = edited.game
    changed = edited._replace(options=game.resolve_options(dict(split_words(body.value.split()))))
    if find_problem(game, edited.text, changed.options) is None or is_readable(changed):
        return changed
    return set_up_start(changed, body)


EDITS: Mapping[str, Callable[[EditorState, EditBody], EditorState]] = {
    "look": lambda edited, body: edited,
    "touch": touch,
    "set": set_field,
    "clear": clear,
    "start": set_up_start,
    "options": change_options,
}


def editing_of(game: Game[Any]) -> Editing:
    """The module of a game for setting up positions by hand."""
    if game.editing is None:
        raise TabuleiroError(
            say("only the text of a {game} position can be edited", game=game.name)
        )
    return game.editing


def draft_of(edited: EditorState) -> tuple[Editing, Draft]:
    """The draft that a text describes, and how it is edited."""
    editing = editing_of(edited.game)
    return editing, editing.read(edited.text, edited.options)


def is_readable(edited: EditorState) -> bool:
    """Whether a draft can be shown and edited; it may be an impossible position."""
    try:
        draft_of(edited)
    except TabuleiroError:
        return False
    return True


# --- as data --------------------------------------------------------------------------------


def edited_data(edited: EditorState, body: EditBody, translate: Translate) -> dict[str, Any]:
    """A draft as data; the picture, the tools and the fields only if it is readable."""
    game, options, text = edited
    wrong = find_problem(game, text, options)
    position = None if wrong else game.text.parse_position(text, options)
    readable = wrong is None or is_readable(edited)
    problem = wrong and (wrong.reason if readable else wrong.message)  # a picture has no fields
    data: dict[str, Any] = {
        "position": edited.full_text,
        "game": edited.game_text,
        "query": query_of_text(game, lasting_options(game, options), text),
        "options": written_options(edited),
        "over": position is not None and position.over,
        "problem": problem.text(translate) if problem else "",
        "readable": readable,
    }
    if readable:
        data |= pictured_data(edited, body, position, translate)
    return data


def pictured_data(
    edited: EditorState, body: EditBody, position: Position | None, translate: Translate
) -> dict[str, Any]:
    """The picture, the tools and the fields; without a position, those of an impossible draft."""
    if position:
        scene = position.scene()
    else:
        editing, draft = draft_of(edited)
        scene = editing.scene(draft)
    choices = None
    data: dict[str, Any] = {"tool": "", "tools": [], "fields": []}
    if edited.game.editing:
        editing, draft = draft_of(edited)
        tools, fields = editing.tools(edited.options), editing.fields(edited.options)
        tool = next((each for each in tools if each.name == body.tool), tools[0])
        tone = tool.piece.colour if tool.piece else ""
        choices = touches_of(editing.touches(draft, tool.name), scene, tone)
        data["tool"] = tool.name
        data["tools"] = [tool_data(tool, translate) for tool in tools]
        data["fields"] = [field_data(field, draft, translate) for field in fields]
    if edited.game_text != body.known:
        data["still"] = still_board(scene, translate)
    return {
        **data,
        "captions": texts(scene.captions, translate),
        "choices": choices,
        **moving_board(scene, choices, translate),
    }


def tool_data(tool: Tool, translate: Translate) -> dict[str, str]:
    """A tool of the palette."""
    return {
        "name": tool.name,
        "label": tool.label.text(translate),
        "svg": piece_picture(tool.piece) if tool.piece else "",
    }


def field_data(field: DraftField, draft: Draft, translate: Translate) -> dict[str, Any]:
    """A field with its value."""
    return {
        "name": field.name,
        "label": field.label.text(translate),
        "value": draft.fields[field.name],
        "choices": [(value, words.text(translate)) for value, words in field.choices.items()],
        "most": field.most,
    }
