"""The pydantic models of the API's requests and responses."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, create_model

from tabuleiro.web.board.schema import Choices, Moving
from tabuleiro.web.fields import SeatNumber, Text

GameId = Annotated[str, Path(max_length=40, description="The id of a game that is played.")]
TEXT = {"schema": {"type": "string"}}
EVENT_STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": TEXT}}}
PLAIN_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": TEXT}}}


def api_router() -> APIRouter:
    """A router of the API, on which every error has the same format."""
    error = {"model": ErrorAnswer}
    return APIRouter(prefix="/api/v1", responses={"4XX": error, "5XX": error})


class Body(BaseModel):
    """A request body: unknown fields and values of another type are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- requests ------------------------------------------------------------------------------


class NameBody(Body):
    """The name that you want to have."""

    name: Text = ""


class JoinBody(NameBody):
    """An invitation to use."""

    token: Text


class DeviceBody(Body):
    """A link to use, so that this device can act for a seat too."""

    token: Text


class LinkBody(Body):
    """Which of your seats a link is for."""

    seat: SeatNumber | None = None


# --- answers -------------------------------------------------------------------------------


class SeatFacts(BaseModel):
    """A seat and its player, with their goal and score in `notes`. A computer player is named by
    `computer`; a `free` seat waits for a player; a computer replaces a player who has `left`."""

    seat: int
    name: str
    notes: list[str]
    computer: str
    free: bool
    left: bool
    place: int | None


class Move(BaseModel):
    """A move; `number` counts the rounds in which everybody has a turn, and `by` is the computer
    player that moved for a player who left."""

    number: int
    seat: int
    text: str
    by: str


class Said(BaseModel):
    """What happened in a version, in words."""

    version: int
    words: list[str]


class Clocks(BaseModel):
    """The seconds that everybody had `left` at the server's time `at`, and whose clock runs."""

    left: list[float]
    running: int | None
    at: float
    control: str


class Proposal(BaseModel):
    """What is proposed, by whom, and who agrees so far."""

    what: Literal["draw", "takeback", "rematch"]
    seat: int
    agreed: list[int]


class FinishFacts(BaseModel):
    """How the game ended; `places` has a number for each player, 1 for the first place."""

    result: str
    ending: str
    places: list[int]
    words: list[str]


class Permissions(BaseModel):
    """What you may do now."""

    model_config = ConfigDict(extra="forbid")

    move: bool
    undo: bool
    redo: bool
    draw: bool
    resign: bool
    answer: bool
    layout: bool
    hint: bool
    rematch: bool
    invite: bool


class State(Moving):
    """A game as you see it, with its board. `you` are the seats that you hold; `task` says what the
    player to move has to do, for each touch of a move; `recent` describes the moves since that
    player's last one; `layout` has the player who is asked whether to keep the random start;
    `choices` are there when you are to move; `next` is the game that follows."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]  # as pydantic reads it

    id: str
    version: int
    game: str
    options: str
    title: str
    seats: list[SeatFacts]
    player: int | None
    moves: list[Move]
    task: list[str]
    recent: list[str]
    said: list[Said]
    captions: list[str]
    score: str
    proposal: Proposal | None
    layout: dict[Literal["asked"], int] | None
    finish: FinishFacts | None
    next: str | None
    advice: bool
    you: list[int]
    can: Permissions
    choices: Choices | None
    clocks: Clocks | None


class Accepted(BaseModel):
    """A command was accepted and made the version `accepted`; `state` is how the game stands now,
    unless you prefer a minimal answer."""

    accepted: int
    state: State | None = None


class Invitation(BaseModel):
    """The token of a free seat."""

    seat: int
    token: str


class DeviceLinkFacts(BaseModel):
    """A link for another device; `used` says whether a device has come by it."""

    id: str
    seat: int
    created: float
    used: bool


class ListedGame(BaseModel):
    """A game in a list; `you` are the seats that you hold, `player` is who is to move; `control` of
    the clocks as `5+3`, empty for none; `hints`, whether they are allowed among people."""

    id: str
    game: str
    names: list[str]
    computers: list[str]
    free: list[int]
    you: list[int]
    player: int | None
    your_turn: bool
    over: bool
    result: str
    control: str
    hints: bool
    created: float
    updated: float


class Hint(BaseModel):
    """What a player thinks: a move, the line it expects, and the expected score of the player to
    move, from 0 to 1."""

    move: str
    line: list[str]
    value: float | None
    mate: int | None
    depth: int | None
    nodes: int | None


class OptionFacts(BaseModel):
    """An option of a game: its type decides which values it may have."""

    model_config = ConfigDict(extra="allow")

    name: str
    type: str
    default: int | str
    description: str


class GameFacts(BaseModel):
    """A game that can be played."""

    id: str
    name: str
    summary: str
    credit: str
    players: list[int]
    options: list[OptionFacts]
    rules: list[str]


class Opponent(BaseModel):
    """A computer player by its name, as people call it, with its measured strength if known."""

    name: str
    title: str
    description: str
    elo: int | None


class ErrorFacts(BaseModel):
    """An error: `code` for programs, `message` for people, `field` if one is wrong, and the current
    state if yours is out of date."""

    code: str
    message: str
    field: str | None = None
    state: State | None = None


# Answers with a single field, which the descriptions of their routes explain.
ErrorAnswer = create_model("ErrorAnswer", error=(ErrorFacts, ...))
OpenedGame = create_model("OpenedGame", id=(str, ...))
Token = create_model("Token", token=(str, ...))
Invitations = create_model("Invitations", invitations=(list[Invitation], ...))
DeviceLinkList = create_model("DeviceLinkList", links=(list[DeviceLinkFacts], ...))
ListedGames = create_model("ListedGames", games=(list[ListedGame], ...))
SentenceList = create_model("SentenceList", words=(list[str], ...))
AllGames = create_model("AllGames", games=(list[GameFacts], ...))
Opponents = create_model("Opponents", players=(list[Opponent], ...))
