"""Game records: values, text, JSON, Parquet and saved games."""

from tabuleiro.records.ply import Ply, RecordError, UnknownGameError
from tabuleiro.records.record import Record
from tabuleiro.records.text import read_record, read_records, write_record, write_records

__all__ = [
    "Ply", "Record", "RecordError", "UnknownGameError", "read_record", "read_records",
    "write_record", "write_records",
]  # fmt: skip
