"""Records that strangers bring, read as far as they can be; done in the workroom."""

from __future__ import annotations

from io import BytesIO
from itertools import islice
from typing import NamedTuple

from tabuleiro.records import Record
from tabuleiro.records.cutting import Piece
from tabuleiro.records.stream import Fault, Form, form_of, read_json_line, read_stream

MOST_GAMES = 300  # of a file
MOST_FAULTS = 10  # that are told


class Games(NamedTuple):
    """The good games of a text, whether there are more, and what is wrong."""

    records: list[Record]
    more: bool
    faults: list[Fault]


def read_games(text: str) -> Games:
    """All that can be read of a text."""
    faults: list[Fault] = []
    data = text.encode("utf-8", "replace")
    form = Form.json if data.lstrip().startswith(b"{") else form_of(None, data)
    if form is Form.json and b"\n{" not in data:  # one game, in as many lines as it likes
        found = iter(read_json_line(Piece(1, [data]), faults.append))
    else:
        found = read_stream(BytesIO(data), form, faults.append)
    records = list(islice(found, MOST_GAMES))
    return Games(records, next(found, None) is not None, faults[:MOST_FAULTS])
