"""Saved games in words, for lists."""

from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import player_name
from tabuleiro.core.wording import move_count_in_words
from tabuleiro.games import games
from tabuleiro.play.setup import recorded_seats, seat_title
from tabuleiro.records.saved_games import SavedGame


def game_name(entry: SavedGame) -> str:
    """The name of the game; its id if the game is not installed."""
    game = games().get(entry.game_id)
    return game.name if game else entry.game_id


def date_of(entry: SavedGame) -> str:
    """When a game was last saved, in local time."""
    return f"{entry.saved.astimezone():%Y-%m-%d %H:%M}"


def state_in_words(entry: SavedGame) -> Message:
    """The state of a game."""
    moves = move_count_in_words(entry.summary.moves)
    if not entry.finished:
        return say("unfinished, {moves}", moves=moves)
    if entry.summary.result == "draw":
        return say("a draw, {moves}", moves=moves)
    number, names = int(entry.summary.result[1]) - 1, players_in_words(entry)
    winner = names[number] if names.count(names[number]) == 1 else player_name(number)
    return say("won by {player}, {moves}", player=winner, moves=moves)


def players_in_words(entry: SavedGame) -> tuple[Message, ...]:
    """Who plays, in the order of the seats."""
    game = games().get(entry.game_id)
    seats = recorded_seats(entry.summary.players, entry.summary.headers)
    if game is None:
        return tuple(say("{name}", name=seat.name) for seat in seats)
    return tuple(seat_title(number, seat, game) for number, seat in enumerate(seats))
