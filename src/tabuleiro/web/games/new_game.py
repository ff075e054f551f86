"""A game to be opened: the request, its starting position and its table."""

from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from tabuleiro.core.game import Game as Rules
from tabuleiro.core.message import quote, say
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, fresh_start, read
from tabuleiro.play import Seat, Setup, read_control
from tabuleiro.players import opponents, player_title
from tabuleiro.records import Ply
from tabuleiro.web.fields import MOST_MOVES, NO_OTHER_FIELDS, Flag, PositionText, Text
from tabuleiro.web.games.errors import NewGameError

BAR = " | "
"""The separator between game and position in a full text."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Who gets a seat: you, a computer player by its name, or somebody who joins."""

    __pydantic_config__ = NO_OTHER_FIELDS

    who: Literal["me", "computer", "open"]
    computer: Text = ""


@dataclass(frozen=True, slots=True)
class NewGameRequest:
    """A game to be opened: `game` with its options, as `squex rows=5`, or from a position by its
    full text, after `moves` that have been made; `control` of the clocks as `5+3` or `2d`, empty
    for none."""

    __pydantic_config__ = NO_OTHER_FIELDS

    game: PositionText
    seats: Annotated[tuple[SeatRequest, ...], Field(min_length=1, max_length=4)]
    name: Text = ""
    control: Text = ""
    shuffle: Flag = False
    hints: Flag = False
    listed: Flag = False
    moves: Annotated[tuple[Text, ...], Field(max_length=MOST_MOVES)] = ()

    @property
    def plays_on(self) -> bool:
        """Whether the game starts from a given position."""
        return BAR in self.game


def starting_position(request: NewGameRequest, chance: Random) -> Position:
    """The start of the requested game, which must have as many seats as players."""
    start = read(request.game) if request.plays_on else random_start(request.game, chance)
    if request.plays_on and start.over:
        raise NewGameError("game", say("the game is over in this position: choose another"))
    if len(request.seats) != start.players:
        raise NewGameError(
            "seats",
            say(
                "the game has {wanted} players, and {found} seats were asked for",
                wanted=start.players,
                found=len(request.seats),
            ),
        )
    if all(seat.who != "me" for seat in request.seats):
        raise NewGameError("seats", say("the player who opens a game needs a seat in it"))
    return start


def random_start(game_text: str, chance: Random) -> Position:
    """A new game."""
    game_id, *words = game_text.split(" ")
    return fresh_start(find_game(game_id), dict(split_words(words)), chance)


def plies_of(request: NewGameRequest, start: Position) -> tuple[Ply, ...]:
    """The moves that have been made already; the game must not be over after them."""
    plies, position = [], start
    for text in request.moves:
        move, position = position.play_text(text)
        plies.append(Ply(move))
    if position.over:
        raise NewGameError("moves", say("the game is over after these moves: take some back"))
    return tuple(plies)


def setup_of_request(request: NewGameRequest, seats: tuple[Seat, ...]) -> Setup:
    """The set-up of the table. A player who plays both sides needs no consent."""
    alone = all(each.who != "open" for each in request.seats)
    control = read_control(request.control) if request.control else None
    mine = sum(each.who == "me" for each in request.seats)
    return Setup(seats, control, free_takebacks=alone and mine > 1)


def seat_of(request: SeatRequest, name: str, game: Rules[Any]) -> Seat:
    """The requested seat. Only the computer players that people choose from are allowed."""
    if request.who == "open":
        return Seat("", free=True)
    if request.who == "me":
        return Seat(name)
    if request.computer not in opponents(game):
        reason = say("there is no computer player {name}", name=quote(request.computer))
        raise NewGameError("seats", reason)
    return Seat(str(player_title(request.computer, game)), request.computer)
