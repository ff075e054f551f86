"""Records as Parquet tables: one row per game, or one per move.

GAME_COLUMNS and MOVE_COLUMNS describe the columns. PyArrow, the extra `data`, is imported when a
table is read or written.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from tabuleiro.core.extras import import_extra
from tabuleiro.core.message import say
from tabuleiro.records.json import write_json
from tabuleiro.records.ply import RecordError
from tabuleiro.records.record import ENDING, Record

BATCH = 500  # rows that are in memory as Python objects
BATCHES = 20  # per row group, which is in memory as a table: that takes a tenth of the memory
RECORD = "record"
TEXT, TEXTS, NUMBER, SMALL = "string", "list<string>", "int64", "int32"
FRACTION, NAMED = "float64", "map<string, string>"


class Column(NamedTuple):
    """A column: name, type and description."""

    name: str
    type: str
    holds: str


GAME_COLUMNS = (
    Column("number", NUMBER, "the number of the game in the table, from 1"),
    Column("game", TEXT, "the id of the game"),
    Column("options", NAMED, "its options, all of them, as the notation writes them"),
    Column("start", TEXT, "the position text of the start"),
    Column("players", TEXTS, "names, one for each player"),
    Column("result", TEXT, "p1win and so on, draw, none"),
    Column("ending", TEXT, "how it ended, where that was not by the rules"),
    Column("length", SMALL, "how many moves it has"),
    Column("moves", TEXTS, "the moves"),
    Column("scores", "list<int64>", "the game's own score of each player at the end"),
    Column("headers", NAMED, "further headers"),
    Column(RECORD, TEXT, "the whole record as JSON, from which it is read back"),
)
MOVE_COLUMNS = (
    Column("number", NUMBER, "the number of the game, from 1"),
    Column("ply", SMALL, "the number of the move in its game, from 1"),
    Column("game", TEXT, "the id of the game"),
    Column("player", SMALL, "who moved, from 1"),
    Column("position", TEXT, "the position text before the move"),
    Column("choices", SMALL, "how many legal moves there were"),
    Column("move", TEXT, "the move"),
    Column("value", FRACTION, "expected score of who moved, from 0 to 1"),
    Column("clock", FRACTION, "seconds left after the move"),
    Column("spent", FRACTION, "seconds taken for it"),
    Column("by", TEXT, "the computer player who moved in his place"),
    Column("comment", TEXT, "what is said of the move"),
    Column("result", TEXT, "how the game ended"),
)


def import_pyarrow() -> Any:
    """PyArrow, or an error that says how to install it."""
    import_extra("pyarrow.parquet")
    return import_extra("pyarrow")


# --- writing --------------------------------------------------------------------------------


def write_games(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Writes a row for each game; returns the number of rows."""
    rows = (game_row(number, record) for number, record in enumerate(records, start=1))
    return write_table(stream, GAME_COLUMNS, rows)


def write_moves(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Writes a row for each move; returns the number of rows."""
    numbered = enumerate(records, start=1)
    rows = (row for number, record in numbered for row in move_rows(number, record))
    return write_table(stream, MOVE_COLUMNS, rows)


def write_table(
    stream: BinaryIO, columns: tuple[Column, ...], rows: Iterator[tuple[Any, ...]]
) -> int:
    """Writes rows in groups; returns their number."""
    pa = import_pyarrow()
    schema = schema_of(pa, columns)
    batches = batches_of(pa, schema, rows)
    count = 0
    settings = {"compression": "zstd", "write_page_checksum": True}
    with pa.parquet.ParquetWriter(stream, schema, **settings) as writer:
        while group := list(islice(batches, BATCHES)):
            writer.write_table(pa.Table.from_batches(group))
            count += sum(map(len, group))
    return count


def batches_of(pa: Any, schema: Any, rows: Iterator[tuple[Any, ...]]) -> Iterator[Any]:
    """The rows in batches of columns."""
    while some := list(islice(rows, BATCH)):
        columns = zip(zip(*some, strict=True), schema, strict=True)
        arrays = [pa.array(values, field.type) for values, field in columns]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def schema_of(pa: Any, columns: tuple[Column, ...]) -> Any:
    """The schema for PyArrow, with the description of each column."""

    def type_of(name: str) -> Any:
        if name == NAMED:
            return pa.map_(pa.string(), pa.string())
        if name.startswith("list<"):
            return pa.list_(pa.type_for_alias(name[len("list<") : -1]))
        return pa.type_for_alias(name)

    return pa.schema(
        [
            pa.field(column.name, type_of(column.type), metadata={"holds": column.holds})
            for column in columns
        ]
    )


def game_row(number: int, record: Record) -> tuple[Any, ...]:
    """The row of a game, in the order of the columns."""
    line = write_json(record)  # also checks the record
    game, values = record.start.game, record.start.options()
    options = [
        (one.name, one.format(values[one.name])) for one in game.options if one.name in values
    ]
    moves = [ply.move for ply in record.plies]
    return (
        number, game.id, options, record.start.text, list(record.players), record.result,
        record.headers.get(ENDING), len(moves), moves, list(record.final.scores()),
        list(record.headers.items()), line,
    )  # fmt: skip


def move_rows(number: int, record: Record) -> Iterator[tuple[Any, ...]]:
    """The rows of the moves of a game, in the order of the columns."""
    position = record.start
    for index, ply in enumerate(record.plies, start=1):
        yield (
            number, index, position.game.id, position.player + 1, position.text,
            len(position.legal_moves()), ply.move, ply.value, ply.clock, ply.spent, ply.by or None,
            ply.comment or None, record.result,
        )  # fmt: skip
        position = position.play(ply.move)


# --- reading --------------------------------------------------------------------------------


def row_groups(stream: BinaryIO) -> Iterator[tuple[int, Iterator[str]]]:
    """The row groups of a table of games: the number of the first row, from 1, and the records as
    JSON. A damaged group raises an error when it is read; the others can still be read."""
    pa = import_pyarrow()
    table = open_table(pa, stream)
    first = 1
    for index in range(table.num_row_groups):
        yield first, texts_of(pa, table, index)
        first += table.metadata.row_group(index).num_rows


def open_table(pa: Any, stream: BinaryIO) -> Any:
    """Opens a table of games without reading rows."""
    try:
        table = pa.parquet.ParquetFile(stream, page_checksum_verification=True)
    except (pa.ArrowException, OSError) as error:
        raise RecordError(say("this is not a Parquet table: {reason}", reason=error)) from error
    if RECORD not in table.schema_arrow.names:
        reason = say(
            "the table has no column {column}: only a table of games is read back", column=RECORD
        )
        raise RecordError(reason)
    return table


def texts_of(pa: Any, table: Any, index: int) -> Iterator[str]:
    """The records of a row group, as JSON."""
    try:
        for batch in table.iter_batches(BATCH, row_groups=[index], columns=[RECORD]):
            yield from (text or "" for text in batch.column(0).to_pylist())
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = say("the rows from here to the next group are damaged: {reason}", reason=error)
        raise RecordError(reason) from error
