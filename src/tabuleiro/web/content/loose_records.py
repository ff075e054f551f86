"""Reading what is not quite a record: bare moves, a missing result, a position, one of our URLs."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NoReturn
from urllib.parse import parse_qsl

from tabuleiro.core.message import Message, TabuleiroError, quote, say, suggest
from tabuleiro.core.position import MOST_PLAYERS
from tabuleiro.games import find_game, game_named, games, read, start
from tabuleiro.records import Record
from tabuleiro.records.parser import PlacedText, RecordParser
from tabuleiro.records.ply import FORBIDDEN, RecordError, validate_line
from tabuleiro.records.record import UNFINISHED
from tabuleiro.records.text import record_of as checked_record
from tabuleiro.records.text import start_of
from tabuleiro.web.content.line_urls import read_line, record_of
from tabuleiro.web.content.titles import result_of

URL = re.compile(
    r"(?:(?i:https?://|www\.)(?P<host>[^\s/?#]+)|(?=/))(?P<path>/[^\s?#]*|)"
    r"(?:\?(?P<query>[^\s#]*))?(?:#\S*)?"
)
LINE_PATH = re.compile(r"/(?:p|embed|new|edit|study/line|review/line)/(\w+)")
HEADER = re.compile(r'^[^\S\n]*\[([A-Za-z][A-Za-z0-9]*) +"([^"\\]*)"\][^\S\n]*$', re.MULTILINE)
BROKEN_HEADER = re.compile(r"^[^\S\n]*\[", re.MULTILINE)
GAME_WORDS = re.compile(r"\s*(\S+)((?:\s+[A-Za-z-]+=\S*)*)")
OTHER_RESULT = re.compile(r"[0-9½/]+[-:][0-9½/]+|\*")
RESULTS = (*(f"p{number + 1}win" for number in range(MOST_PLAYERS)), "draw", UNFINISHED)
LONGEST = 200_000  # characters

NOT_UNDERSTOOD = say(
    "this is not a record, position, link or line of legal moves; name the game before the moves, "
    "such as squex d4 e5"
)
POSITION = say("Read as a position.")

Reading = tuple[list[Record], list[Message]]
"""The records that a text may mean, and what was assumed."""


class WrongMoveError(RecordError):
    """A line that breaks the rules; `number` is that of the illegal move, 0 for another reason."""

    def __init__(self, number: int, reason: Message, place: object) -> None:
        move = say("move {number}: {reason}", number=number, reason=reason)
        super().__init__(move if number else reason, place)
        self.number = number


def read_loosely(text: str) -> Reading:
    """The records that a text may mean; none if the error of a strict reader is clearer.
    TabuleiroError says what is wrong with the most likely meaning."""
    url = URL.fullmatch(text.strip())
    if url and (path := LINE_PATH.fullmatch(url["path"])):
        record = read_line(path[1], dict(parse_qsl(url["query"] or "")))
        return [record], [say("Read as a link to a position or line.")]
    text = text.replace("\r\n", "\n").replace("\t", " ")
    headers, body = dict(HEADER.findall(text)), HEADER.sub(blanked, text)
    if text.lstrip().startswith("{") or BROKEN_HEADER.search(body) or text.count("[Game ") > 1:
        return [], []
    if headers and FORBIDDEN.search(text):
        return [], []
    if not headers:
        refuse_other_files(text)
    if "Game" in headers:
        return read_named(headers["Game"], headers, body)
    if " | " in body:
        return [record_of(read(body.strip()), ())], [POSITION]
    named = GAME_WORDS.match(body)
    if named and (game := game_named(named[1])):
        game_text = " ".join((game.id, *named[2].split()))
        return read_named(game_text, headers, blanked(named) + body[named.end() :])
    return read_unnamed(headers, body)


def blanked(found: re.Match[str]) -> str:
    """Blanks instead of a text, so that what follows keeps its line and column."""
    return re.sub(r"\S", " ", found[0])


def refuse_other_files(text: str) -> None:
    """TabuleiroError for files that are not the text of a game at all."""
    if FORBIDDEN.search(text) or "\ufffd" in text:
        raise TabuleiroError(say("this is not text; choose a file that ends in .txt or .json"))
    if text.lstrip().startswith("<"):
        raise TabuleiroError(say("this is HTML; copy the text of the game that the page shows"))
    if len(text) > LONGEST or not text.strip():
        raise TabuleiroError(NOT_UNDERSTOOD)


def read_named(game_text: str, headers: Mapping[str, str], body: str) -> Reading:
    """The position or the moves of a game that is named."""
    if "/" in next(iter(body.split()), "") and not headers:
        return [record_of(read(f"{game_text} | {body.strip()}"), ())], [POSITION]
    record, assumed = read_moves(game_text, headers, body)
    return [record], assumed


# --- games that are not named --------------------------------------------------------------


def read_unnamed(headers: Mapping[str, str], body: str) -> Reading:
    """The positions or lines that a text may be with the usual options of some game."""
    found, assumed = positions_in(body.strip()), [POSITION]
    if not found:
        found, assumed = lines_in(headers, body)
    if len(found) > 1:
        return found, [say("No game was named, and several fit: choose one."), *assumed]
    name = found[0].start.game.name
    usual = say("No game was named. Assumed: {game} with its usual options.", game=name)
    return found, [usual, *assumed]


def positions_in(text: str) -> list[Record]:
    """The positions that a text may be."""
    found = []
    for game in games().values():
        with suppress(TabuleiroError):
            found.append(record_of(game.read(text), ()))
    return found


def lines_in(headers: Mapping[str, str], body: str) -> Reading:
    """The lines that moves may be; there is at least one."""
    found, assumed, wrong = list[Record](), list[Message](), dict[str, WrongMoveError]()
    for game in games().values() if body.strip() else ():
        try:
            record, assumed = read_moves(game.id, headers, body)
            found.append(record)
        except WrongMoveError as error:
            wrong[game.name] = error
    if not found:
        refuse_words(headers, body.split(), wrong)
    return found, assumed


def refuse_words(
    headers: Mapping[str, str], words: list[str], wrong: Mapping[str, WrongMoveError]
) -> NoReturn:
    """Says what is wrong with a text that names no game: the first move that is illegal in the
    game that fits longest, else the word that should name a game."""
    name = max(wrong, key=lambda name: wrong[name].number, default="")
    if name and wrong[name].number != 1:
        said = say("no game is named; as {game}, {reason}", game=name, reason=wrong[name].reason)
        raise RecordError(said, wrong[name].place)
    if headers:
        raise TabuleiroError(say("the header Game is missing, such as {it}", it='[Game "squex"]'))
    if words[0].count("/") > 1:
        raise TabuleiroError(
            say("no game is named; write it before the position, such as squex | 8/8/8")
        )
    moves = [game.start().explain(word) for game in games().values() for word in words[1:2]]
    if None in moves or suggest(NOT_UNDERSTOOD, words[0], games()) != NOT_UNDERSTOOD:
        find_game(words[0])
    raise TabuleiroError(NOT_UNDERSTOOD)


# --- moves ---------------------------------------------------------------------------------


def given_result(headers: Mapping[str, str], body: str) -> str:
    """The result that a text gives, after the moves or in a header; else empty."""
    last = next(reversed(body.split()), "")
    given = last if last in RESULTS or OTHER_RESULT.fullmatch(last) else headers.get("Result", "")
    if given and given not in RESULTS:
        raise TabuleiroError(
            say("a result is one of {results}, not {result}", results=RESULTS, result=quote(given))
        )
    return given


def read_moves(
    game_text: str, headers: Mapping[str, str], body: str
) -> tuple[Record, list[Message]]:
    """The record of moves. If the text has no result, that of the rules is assumed."""
    numbers, given = range(1, start(game_text).players + 1), given_result(headers, body)
    names = {f"Player{number}": f"Player {number}" for number in numbers}
    every = {**names, **headers, "Game": game_text, "Result": given or UNFINISHED}
    lines = [f'[{name} "{value}"]' for name, value in every.items()]
    end = "" if body.split()[-1:] == [given] else f" {every['Result']}"
    parser = RecordParser("\n".join((*lines, "", f"{body}{end}\n")), line=-len(lines))
    (parsed,) = parser.records()
    try:
        if not given:
            start_position = start_of(parsed.headers, int)
            _, final = validate_line(parsed.plies, start_position, parsed.places.__getitem__)
            result = outcome.result if (outcome := final.outcome()) else UNFINISHED
            parsed = replace(parsed, result=PlacedText(result, 0))
        record = checked_record(parsed, int)
    except RecordError as error:
        place = error.place if isinstance(error.place, int) else 0
        moves = [parsed.places[number,] for number in range(len(parsed.plies))]
        number = moves.index(place) + 1 if place in moves else 0
        line = parser.text.count("\n", 0, place)
        where = lines[line] if line < len(lines) else parser.where(place)
        raise WrongMoveError(number, error.reason, where) from error
    it = result_of(record)
    return record, [] if given else [say("No result was given. Assumed: {it}.", it=it)]
