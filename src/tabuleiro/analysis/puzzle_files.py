"""Puzzles stored as records, and the puzzles that come with the games."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from statistics import mean
from typing import Any

from tabuleiro.analysis.puzzles import GRADES, LEVELS, TRIES, Puzzle, level_of
from tabuleiro.core.game import Game
from tabuleiro.core.message import quote, say
from tabuleiro.games import games
from tabuleiro.records import Ply, Record, RecordError, read_records, write_records

SOLVER, DEFENDER = "solver", "defender"  # the names of the players
GRADE = "Grade"
TEMPTING = "Tempting"
FOUND = "Found"
SUFFIX = ".puzzles"


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """The text of a file of puzzles."""
    return write_records(record_of(puzzle) for puzzle in puzzles)


def read_puzzles(text: str) -> list[Puzzle]:
    """The puzzles of a file. Their solutions are not proved again."""
    return [puzzle_of(record) for record in read_records(text)]


def record_of(puzzle: Puzzle) -> Record:
    """A puzzle as a record."""
    names = [DEFENDER, DEFENDER]
    names[puzzle.position.player] = SOLVER
    headers = {GRADE: str(puzzle.grade), TEMPTING: " ".join(puzzle.tempting)}
    if puzzle.found:
        headers[FOUND] = " ".join(map(str, puzzle.found))
    plies = tuple(Ply(move) for move in puzzle.solution)
    outcome = puzzle.positions()[-1].outcome()
    assert outcome, "a solution goes to the end of the game"
    return Record(puzzle.position, tuple(names), plies, outcome.result, headers)


def puzzle_of(record: Record) -> Puzzle:
    """The puzzle that a record stores; RecordError if it stores none. Files of earlier versions do
    not say how often each level found the move; their grades are taken for pairs of levels."""
    grade = number_in(GRADE, record.headers.get(GRADE, ""), GRADES)
    counts = record.headers.get(FOUND, "").split()[: len(LEVELS)]
    found = tuple(number_in(FOUND, count, range(TRIES + 1)) for count in counts)
    solver = record.start.player
    if record.start.over or record.result != f"p{solver + 1}win":
        raise RecordError(say("the moves of a puzzle end with a win of the player to move"))
    solution = tuple(ply.move for ply in record.plies)
    tempting = tuple(record.headers.get(TEMPTING, "").split())
    for move in tempting:
        record.start.move(move)
    level = level_of(found) if found else 2 * grade
    return Puzzle(record.start, solution, tempting, level, found)


def number_in(name: str, text: str, allowed: range) -> int:
    """A number of a header; RecordError if it is none."""
    if text in map(str, allowed):
        return int(text)
    reason = say(
        "the header {name} of a puzzle is a number from {low} to {high}, not {grade}",
        name=name,
        low=allowed[0],
        high=allowed[-1],
        grade=quote(text),
    )
    raise RecordError(reason)


@cache
def shipped_puzzles(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles that come with the game, here or beside it as `game.puzzles`, from easy to hard;
    there may be none."""
    ours = files("tabuleiro.analysis") / "shipped" / f"{game.id}{SUFFIX}"
    path = ours if ours.is_file() else game.file(f"game{SUFFIX}")
    return tuple(read_puzzles(path.read_text("utf-8"))) if path else ()


def shipped_by_grade() -> Iterator[tuple[str, int, int, list[float]]]:
    """How many puzzles of each game and grade come with the games, and how often each level finds
    their moves."""
    for game, grade in product(games().values(), GRADES):
        if group := [each.found for each in shipped_puzzles(game) if each.grade == grade]:
            measured = (found for found in group if len(found) == len(LEVELS))
            rates = [mean(found) / TRIES for found in zip(*measured, strict=True)]
            yield game.id, grade, len(group), rates
