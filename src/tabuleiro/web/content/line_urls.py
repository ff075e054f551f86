"""Positions and move sequences as URL queries: reading and writing them.

Each option is a parameter; `position` is omitted for the default start; `moves` are separated by
spaces; `at` is the number of moves to show.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote_plus

from starlette.requests import HTTPConnection

from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.core.options import Options, changed_options
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.games import find_game
from tabuleiro.records import Ply, Record
from tabuleiro.records.ply import validate_line
from tabuleiro.records.record import UNFINISHED
from tabuleiro.web.fields import MOST_MOVES

LONGEST_QUERY = 16_000  # characters
READABLE = "/,:=|"  # characters that are not escaped in a query


def checked_query(request: HTTPConnection) -> Mapping[str, str]:
    """The query of a request, if it is not too long."""
    if len(request.url.query) > LONGEST_QUERY:
        raise TabuleiroError(say("the link is longer than {most} characters", most=LONGEST_QUERY))
    return request.query_params


def read_start(game_id: str, query: Mapping[str, str]) -> Position:
    """The position in a query; the start if there is none."""
    game = find_game(game_id)
    given = options_in(game, query)
    text = query.get("position", "")
    position: Position = game.read(text, given) if text else game.start(**given)
    return position


def options_in(game: Game[Any], query: Mapping[str, str]) -> dict[str, str]:
    """The options in a query, by their names."""
    return {option.name: query[option.name] for option in game.options if option.name in query}


def read_line(game_id: str, query: Mapping[str, str]) -> Record:
    """The position and the moves in a query, as a record without names."""
    start, moves = read_start(game_id, query), query.get("moves", "").split()
    if len(moves) > MOST_MOVES:
        raise TabuleiroError(say("a link has at most {most} moves", most=MOST_MOVES))
    return record_of(start, moves)


def record_of(start: Position, moves: Iterable[str]) -> Record:
    """A record without players. The error for an illegal move has its number."""
    plies, end = validate_line(tuple(Ply(move) for move in moves), start)
    outcome = end.outcome()
    names = tuple(str(player_name(player)) for player in range(start.players))
    return Record(start, names, plies, outcome.result if outcome else UNFINISHED)


def read_at(query: Mapping[str, str], record: Record) -> int:
    """The number of moves to show: all, if the query does not say."""
    last = len(record.plies)
    text = query.get("at", str(last))
    if not (text.isascii() and text.isdecimal()) or len(text) > 5:
        raise TabuleiroError(say("{text} is not a number of moves", text=quote(text)))
    return min(int(text), last)


def query_of(start: Position, moves: Iterable[str] = (), at: int | None = None) -> str:
    """The query for a position and moves."""
    given = changed_options(start.game.options, start.options())
    text = "" if start.game.start(**given) == start else start.text
    place = {} if at is None else {"at": str(at)}
    return query_text({**given, "position": text, "moves": " ".join(moves), **place})


def query_of_text(game: Game[Any], options: Options, text: str) -> str:
    """The query for a position text that may be impossible."""
    return query_text({**changed_options(game.options, options), "position": text})


def query_text(values: Mapping[str, str]) -> str:
    """A query with those values that are not empty."""
    return "&".join(f"{name}={quote_plus(text, READABLE)}" for name, text in values.items() if text)


def query_of_record(record: Record, at: int | None = None) -> str:
    """The query for the moves of a record, without annotations."""
    return query_of(record.start, (ply.move for ply in record.plies), at)
