"""Records in the terminal: lists, boards, stepping through a game."""

from collections.abc import Callable, Iterator
from typing import Any

from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import Scene
from tabuleiro.core.wording import move_count_in_words
from tabuleiro.language import localised
from tabuleiro.records.json import as_object
from tabuleiro.records.pictures import scene_after
from tabuleiro.records.record import Record
from tabuleiro.records.selection import DATE
from tabuleiro.records.stream import Fault
from tabuleiro.records.text import write_record

BACK, LEAVE = ("b", "back"), ("q", "quit")


def record_line(number: int, record: Record) -> str:
    """A record in one line: its number, date, result, length, game and players."""
    date = record.headers.get(DATE, "-")
    known = f"{number:>6}  {date:<10}  {record.result:<5}  {len(record.plies):>4}"
    return f"{known}  {record.game_text}  {', '.join(record.players)}"


def record_facts(number: int, record: Record) -> dict[str, Any]:
    """The summary of a record as JSON."""
    return {
        "number": number,
        "game": record.game_text,
        "players": list(record.players),
        "result": record.result,
        "moves": len(record.plies),
        "headers": dict(record.headers),
    }


def whole_record(number: int, record: Record) -> dict[str, Any]:
    """A whole record and its last position as JSON."""
    return {"number": number, "record": as_object(record), "final": record.final.text}


def fault_facts(file: str, fault: Fault) -> dict[str, Any]:
    """A fault in a file as JSON."""
    place = {"file": file, "line": fault.line, "column": fault.column}
    return place | {"reason": str(fault.reason)}


Draw = Callable[[Scene], str]


def show_lines(record: Record, at: int | None, draw: Draw) -> list[str]:
    """The board after this many moves, then the text of the record."""
    return [draw(scene_after(record, at)), "", write_record(record).rstrip("\n")]


# --- stepping through a game --------------------------------------------------------------------


def move_line(record: Record, at: int) -> Message:
    """The current place in the game, and the comments there."""
    count = len(record.plies)
    if at == 0:
        place = say("The start of a game of {moves}", moves=move_count_in_words(count))
        comment = record.comment
    else:
        ply = record.plies[at - 1]
        place = say("Move {at} of {count}: {move}", at=at, count=count, move=ply.move)
        comment = ply.comment
    return say("{place}. {comment}", place=place, comment=comment) if comment else place


def step_through(record: Record, at: int, draw: Draw, ask: Callable[[str], str]) -> Iterator[str]:
    """Steps through the game from there: Enter goes one move forward, `b` one move back, a number
    goes to that move, `q` or the end of the input leaves."""
    question = localised(say("Enter: on, b: back, a number: go there, q: leave > "))
    count = len(record.plies)
    while True:
        yield from (draw(scene_after(record, at)), localised(move_line(record, at)), "")
        if at == count:
            yield localised(say("Result: {result}", result=record.result))
        try:
            answer = ask(question).strip().lower()
        except EOFError:
            return
        if answer in LEAVE or (not answer and at == count):
            return
        if answer.isdecimal() and int(answer) <= count:
            at = int(answer)
        elif answer in BACK:
            at = max(at - 1, 0)
        elif not answer:
            at += 1
        else:
            yield localised(say("Write a number from 0 to {count}, b or q.", count=count))
