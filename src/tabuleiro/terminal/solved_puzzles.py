"""The file that remembers which puzzles a person has solved."""

import json
from collections.abc import Sequence
from pathlib import Path

from tabuleiro.analysis import Puzzle
from tabuleiro.records.files import write_file

SOLVED_FILE = "puzzles.json"  # its name in the data folder


class SolvedPuzzles:
    """The solved puzzles, by the full texts of their positions. Unreadable files count as empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            found = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            found = []
        texts = found if isinstance(found, list) else []
        self._texts = {text for text in texts if isinstance(text, str)}

    def __contains__(self, puzzle: Puzzle) -> bool:
        return puzzle.position.full_text in self._texts

    def first_unsolved(self, puzzles: Sequence[Puzzle]) -> int:
        """The index of the first unsolved puzzle; of the first one if all are solved."""
        return next((at for at, each in enumerate(puzzles) if each not in self), 0)

    def add(self, puzzle: Puzzle) -> None:
        """Records that a puzzle is solved."""
        self._texts.add(puzzle.position.full_text)
        write_file(self.path, json.dumps(sorted(self._texts)) + "\n")
