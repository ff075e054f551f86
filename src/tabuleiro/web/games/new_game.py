"""New games: the request, the starting position, storing the game; rematches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from tabuleiro.core.game import Game as Rules
from tabuleiro.core.message import quote, say
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import another_start, find_game, fresh_start, read
from tabuleiro.play import Seat, Setup, Table, new_record, read_control
from tabuleiro.players import opponents, player_title
from tabuleiro.records import Ply, Record
from tabuleiro.web.fields import MOST_MOVES, NO_OTHER_FIELDS, Flag, PositionText, Text
from tabuleiro.web.games.errors import NewGameError
from tabuleiro.web.games.repository import status_of
from tabuleiro.web.secrets import digest, new_id, new_secret
from tabuleiro.web.store.schema import GameRow, HolderRow, LinkRow, SeatRow
from tabuleiro.web.store.transaction import Transaction

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

    @property
    def continues(self) -> bool:
        """Whether the game does not begin at a start that was drawn for it."""
        return self.plays_on or bool(self.moves)


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


# --- storing it ----------------------------------------------------------------------------


def store_game(
    transaction: Transaction,
    game_id: str,
    record: Record,
    hashes: Sequence[str | None],
    terms: Mapping[str, Any],
    now: float,
    source: str,
) -> None:
    """Stores a game that begins now; `hashes` are the digests of invitations to free seats."""
    table = Table.open(record, now)
    seats = table.setup.seats
    row = GameRow(
        id=game_id,
        game=record.game_text,
        created=now,
        updated=now,
        version=0,
        started=False,
        people=sum(seat.is_person for seat in seats),
        settings=terms,
        source=source,
    )
    seat_rows = [
        SeatRow(game_id, number, seat.name, seat.computer, invite_hash)
        for number, (seat, invite_hash) in enumerate(zip(seats, hashes, strict=True))
    ]
    transaction.new_game(row, seat_rows, table.events, status_of(table, row))


def create_rematch(
    transaction: Transaction, row: GameRow, table: Table, chance: Random, now: float
) -> str:
    """Creates the rematch of a finished game: all players move one seat on. Its id."""
    count, seats = table.position.players, table.setup.seats
    moved = tuple(seats[(i - 1) % count] for i in range(count))
    start = another_start(table.positions[0], chance)
    record = new_record(start, replace(table.setup, seats=moved), date_of(now))
    game_id = new_id()
    terms = dict(row.settings)
    store_game(transaction, game_id, record, [None] * count, terms, now, row.source)
    for holder in transaction.holders(row.id):
        seat = (holder.seat + 1) % count
        link = copied_link(transaction, game_id, seat, now) if holder.link else None
        transaction.add_holder(HolderRow(game_id, seat, holder.secret_hash, link, now))
    return game_id


def copied_link(transaction: Transaction, game_id: str, seat: int, now: float) -> str:
    """A used link, so that a device that came by a link can be revoked in the rematch too."""
    link = new_id()
    transaction.new_link(LinkRow(link, game_id, seat, digest(new_secret()), now, used=now))
    return link


def date_of(now: float) -> str:
    """The day of a time, as records write it: 2026-11-15."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()
