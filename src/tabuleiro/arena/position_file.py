"""Reads files of opening positions, one position a line."""

from pathlib import Path

from tabuleiro.arena.toml_schema import error_at
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.games import read


def read_positions(path: Path, tournament: Tournament) -> tuple[Position, ...]:
    """The positions of a file, in order. Each is a full text, or the text of a position with the
    options of the tournament. Empty lines and lines that start with # are ignored."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise error_at(path, None, say("it is not text in UTF-8")) from error
    except OSError as error:
        raise error_at(path, None, say("it cannot be read: {reason}", reason=str(error))) from error
    found: dict[Position, int] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                position = read_position(line.strip(), tournament)
                if position in found:
                    earlier = found[position]
                    reason = say("it repeats line {line}: leave one of them out", line=earlier)
                    raise ArenaError(reason)
            except TabuleiroError as error:
                raise error_at(path, number, error.message) from error
            found[position] = number
    if not found:
        raise error_at(path, None, say("it has no positions"))
    return tuple(found)


def read_position(text: str, tournament: Tournament) -> Position:
    """The position of a line, which must have the game and the options of the tournament."""
    start: Position = tournament.rules.start(**tournament.given)
    if " | " not in text:
        position: Position = tournament.rules.read(text, dict(tournament.given))
    elif game_of(position := read(text)) != game_of(start):
        reason = say(
            "it is a position of {found}, not of {wanted}",
            found=game_of(position),
            wanted=game_of(start),
        )
        raise ArenaError(reason)
    if position.over:
        raise ArenaError(say("the game is over there"))
    return position


def game_of(position: Position) -> str:
    """The game text of a position."""
    return position.full_text.partition(" | ")[0]
