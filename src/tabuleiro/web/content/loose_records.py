"""Reading what is not quite a record: bare moves, a missing result, a position, one of our URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from urllib.parse import parse_qsl, urlsplit

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import MOST_PLAYERS
from tabuleiro.games import games, read, start
from tabuleiro.records import Record, read_record
from tabuleiro.records.record import UNFINISHED
from tabuleiro.web.content.line_urls import read_line, record_of
from tabuleiro.web.content.titles import result_of

LINE_PATH = re.compile(r"/(?:p|embed|new|edit|study/line|review/line)/(\w+)")
HEADER = re.compile(r'^\s*\[(\w+) +"([^"]*)"\]\s*$', re.MULTILINE)
RESULTS = (UNFINISHED, "draw", *(f"p{number + 1}win" for number in range(MOST_PLAYERS)))
LONGEST = 200_000  # characters


def read_loosely(text: str) -> tuple[list[Record], list[Message]]:
    """The records that a text may mean, and what was assumed; none if it means nothing."""
    path, moves = LINE_PATH.fullmatch(urlsplit(text.strip()).path), HEADER.sub("", text).split()
    headed = text.count("[Game ")
    if len(text) > LONGEST or headed > 1 or not (headed or moves):
        return [], []
    if path:
        query = dict(parse_qsl(urlsplit(text.strip()).query))
        return [read_line(path[1], query)], [say("Read as a link to a position or line.")]
    if found := positions_in(text.strip()):
        named, result = int(" | " in text), [say("Read as a position.")]
    else:
        found = [*completed_records(dict(HEADER.findall(text)), moves)]
        named = not found or headed or moves[0] in games()
        result = [
            say("No result was given. Assumed: {it}.", it=result_of(each))
            for each in found[:1]
            if moves[-1:] != [each.result]
        ]
    if named:
        return found, result
    if len(found) > 1:
        return found, [say("No game was named, and several fit: choose one."), *result]
    name = found[0].start.game.name
    usual = say("No game was named. Assumed: {game} with its usual options.", game=name)
    return found, [usual, *result]


def positions_in(text: str) -> list[Record]:
    """The position of a text, or those that it may be with the usual options of some game."""
    found = []
    for reader in [read] if " | " in text else [game.read for game in games().values()]:
        with suppress(TabuleiroError):
            found.append(record_of(reader(text), ()))
    return found


def completed_records(headers: dict[str, str], words: list[str]) -> Iterator[Record]:
    """The records that moves may mean. Their game is in a header, or before the moves."""
    game_texts = [headers["Game"]] if "Game" in headers else list(games())
    if "Game" not in headers and words and words[0] in games():
        game_texts = [" ".join((words[0], *(word for word in words if "=" in word)))]
        words = [word for word in words[1:] if "=" not in word]
    given = [word for word in words[-1:] if word in RESULTS]
    line = " ".join(words[: len(words) - len(given)])
    for game_text, result in product(game_texts, given or RESULTS):
        with suppress(TabuleiroError):
            numbers = range(1, start(game_text).players + 1)
            names = {f"Player{number}": f"Player {number}" for number in numbers}
            every = {"Game": game_text, **names, **headers, "Result": result}
            lines = [f'[{name} "{value}"]' for name, value in every.items()]
            yield read_record("\n".join((*lines, "", f"{line} {result}", "")))
