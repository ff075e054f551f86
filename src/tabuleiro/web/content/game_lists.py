"""Games as list entries: who plays, how the game stands, on which terms."""

from dataclasses import dataclass
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.games import parse_game_text
from tabuleiro.play import read_control
from tabuleiro.play.clock import control_in_words
from tabuleiro.play.player_names import side_of
from tabuleiro.players import player_title
from tabuleiro.web.games.new_game import date_of
from tabuleiro.web.games.service import GameListing
from tabuleiro.web.store.schema import GameRow, SeatRow


@dataclass(frozen=True, slots=True)
class GameListEntry:
    """A game in a list: its players, its state, its terms, whether it is your turn or over, and
    the day of its last change."""

    id: str
    game: Game[Any]
    people: Message
    standing: Message
    terms: tuple[Message, ...]
    yours: bool
    over: bool
    day: str


def row_of(listing: GameListing, theme: str) -> GameListEntry:
    """A listing in words; players without a name are called by their colours in the theme."""
    row, (game, options) = listing.row, parse_game_text(listing.row.game)
    others = [seat for seat in listing.seats if seat.seat not in listing.own]
    known = [seat for seat in others if not seat.is_open] or others or listing.seats
    names = tuple(name_of(seat, game, theme) for seat in known)
    people = say("{players}", players=names)
    if listing.own and others and not known[0].is_open:
        people = say("against {players}", players=names)
    return GameListEntry(
        id=row.id,
        game=game,
        people=people,
        standing=standing_of(listing, game, theme),
        terms=terms_of(row, options_in_words(game.options, options)),
        yours=listing.your_turn,
        over=row.over,
        day=date_of(row.updated),
    )


def terms_of(row: GameRow, options: tuple[Message, ...]) -> tuple[Message, ...]:
    """What a player who joins a game agrees to."""
    found = [*options]
    if control := row.settings.get("control"):
        found.append(control_in_words(read_control(control)))
    if row.settings.get("hints"):
        found.append(say("hints are allowed"))
    return tuple(found)


def name_of(seat: SeatRow, game: Game[Any], theme: str) -> Message:
    """The name of the player in a seat."""
    if seat.computer:
        return player_title(seat.computer, game)
    if seat.is_open:
        return say("an open seat")
    return say("{name}", name=seat.name) if seat.name else side_of(game, seat.seat, theme)


def standing_of(listing: GameListing, game: Game[Any], theme: str) -> Message:
    """How a game stands for its reader."""
    row, own = listing.row, listing.own
    if row.over:
        winners = [seat for seat in range(len(listing.seats)) if row.result == f"p{seat + 1}win"]
        if not winners:
            return say("a draw")
        if len(own) != 1:
            return say("{player} won", player=side_of(game, winners[0], theme))
        return say("won") if winners[0] in own else say("lost")
    if any(seat.is_open for seat in listing.seats):
        return say("waiting for a player")
    if listing.your_turn:
        return say("your turn")
    return say("opponent's turn")
