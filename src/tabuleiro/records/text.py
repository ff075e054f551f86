"""Records as text for people."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tabuleiro.core.message import check_type, say
from tabuleiro.core.position import MOST_PLAYERS, NOBODY, Position
from tabuleiro.games import parse_game_text
from tabuleiro.records.comments import escape, write_comment, write_facts
from tabuleiro.records.parser import Headers, Offset, ParsedRecord, PlacedText, RecordParser
from tabuleiro.records.ply import Ply, RecordError, errors_at, validate_line
from tabuleiro.records.record import OWN_HEADER, Record, check_result

WIDTH = 80
# Where a line may be wrapped: at a single blank, unless it follows the number of a turn.
BREAK = re.compile(r"(?<! )(?<![0-9]\.) (?! )")
Where = Callable[[Offset], object]


# --- writing --------------------------------------------------------------------------------


def write_records(records: Iterable[Record]) -> str:
    """The texts of records, with blank lines between them."""
    check_type("records", records, Iterable)
    return "\n".join(write_record(record) for record in records)


def write_record(record: Record) -> str:
    """The text of a record; RecordError if it breaks the rules."""
    check_type("record", record, Record)
    record.check()
    headers = [f'[{name} "{escape(value, chr(34))}"]' for name, value in headers_of(record)]
    moves = [*comment_text(record.comment), *movetext(record.plies, record.start)]
    return "\n".join([*headers, "", *wrap_text(" ".join([*moves, record.result]))]) + "\n"


def headers_of(record: Record) -> Iterator[tuple[str, str]]:
    """All headers in order."""
    yield "Game", record.game_text
    yield "Start", record.start.text
    for number, player in enumerate(record.players, start=1):
        yield f"Player{number}", player
    yield "Result", record.result
    yield from record.headers.items()


def movetext(
    plies: tuple[Ply, ...], position: Position, turn: int = 0, player: int = NOBODY
) -> Iterator[str]:
    """The words of a line: a number where a turn or the line begins, moves, comments.

    A turn is all consecutive moves of one player; turns are counted from 1. `turn` is the number of
    the last turn before the line, `player` the player of that turn.
    """
    for index, ply in enumerate(plies):
        coming = turn + (position.player != player)
        if index == 0 or coming != turn:
            yield f"{coming}."
        yield ply.move
        if facts := write_facts(ply):
            yield facts
        for line in ply.variations:
            inner = movetext(line, position, turn, player)
            yield f"({' '.join([*comment_text(line[0].before), *inner])})"
        turn, player = coming, position.player
        position = position.play(ply.move)


def comment_text(comment: str) -> list[str]:
    """The comment before a line, if there is one."""
    return [write_comment(comment)] if comment else []


def wrap_text(text: str) -> list[str]:
    """Wraps the text to lines of at most WIDTH characters, where it has blanks."""
    lines: list[str] = []
    words: list[str] = []
    length = 0
    for word in BREAK.split(text):
        if words and length + 1 + len(word) > WIDTH:
            lines.append(" ".join(words))
            words, length = [], -1
        words.append(word)
        length += 1 + len(word)
    return [*lines, " ".join(words)]


# --- reading --------------------------------------------------------------------------------


def read_records(text: str) -> list[Record]:
    """All records of a text."""
    check_type("text", text, str)
    return list(iterate_records(text))


def iterate_records(text: str, line: int = 1) -> Iterator[Record]:
    """The records of a text, one by one; `line` is the number of its first line."""
    parser = RecordParser(text, line)
    return (record_of(parsed, parser.where) for parsed in parser.records())


def read_record(text: str) -> Record:
    """The record of a text with one record."""
    parser = RecordParser(text)
    records = list(parser.records())
    if not records:
        raise RecordError(say("there is no record in the text"), parser.where(0))
    if len(records) > 1:
        raise RecordError(say("expected one record, not {count}", count=len(records)))
    return record_of(records[0], parser.where)


def read_start(text: str) -> Position:
    """The first position of a text with one record."""
    parser = RecordParser(text)
    return start_of(parser.headers(), parser.where)


def record_of(parsed: ParsedRecord, where: Where) -> Record:
    """The record, checked by the rules."""
    start = start_of(parsed.headers, where)
    players = players_of(parsed.headers, start, where)
    header_of(parsed.headers, "Result", where)
    further = further_headers(parsed.headers)
    plies, end = validate_line(parsed.plies, start, lambda path: where(parsed.places[path]))
    with errors_at(where, parsed.result.place):
        check_result(end, parsed.result.text, further)
    return Record(start, players, plies, parsed.result.text, further, parsed.comment)


def header_of(headers: Headers, name: str, where: Where) -> PlacedText:
    """A required header."""
    if name not in headers.by_name:
        raise RecordError(say("the header {name} is missing", name=name), where(headers.end))
    return headers.by_name[name]


def start_of(headers: Headers, where: Where) -> Position:
    """The first position: the one given, or the start of the game."""
    named = header_of(headers, "Game", where)
    given = headers.by_name.get("Start")
    with errors_at(where, named.place):
        game, options = parse_game_text(named.text)
        if given is None:
            return game.begin(options)
    with errors_at(where, given.place):
        return game.text.parse_position(given.text, options)


def players_of(headers: Headers, start: Position, where: Where) -> tuple[str, ...]:
    """The names of the players, one header for each."""
    names = [f"Player{number + 1}" for number in range(start.players)]
    for name, header in headers.by_name.items():
        if name.startswith("Player") and OWN_HEADER.fullmatch(name) and name not in names:
            reason = say("the game has {players} players", players=start.players)
            raise RecordError(reason, where(header.place))
    return tuple(header_of(headers, name, where).text for name in names)


def further_headers(headers: Headers) -> dict[str, str]:
    """The headers without a fixed meaning."""
    return {
        name: header.text
        for name, header in headers.by_name.items()
        if not OWN_HEADER.fullmatch(name)
    }


# --- summaries ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """A summary of a record, not checked by the rules; `moves` is the number of moves."""

    game: str
    players: tuple[str, ...]
    moves: int
    result: str
    headers: Mapping[str, str] = field(hash=False)


def read_summary(text: str) -> RecordSummary:
    """The summary of a text with one record, much faster than the record itself."""
    parser = RecordParser(text)
    headers = parser.headers()
    names = [f"Player{number + 1}" for number in range(MOST_PLAYERS)]
    header_of(headers, "Result", parser.where)
    moves, result = parser.summarise(headers)
    return RecordSummary(
        header_of(headers, "Game", parser.where).text,
        tuple(headers.by_name[name].text for name in names if name in headers.by_name),
        moves,
        result.text,
        further_headers(headers),
    )
