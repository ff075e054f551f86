"""Puzzles line by line: the board, a move that is asked for, and whether it is the right one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabuleiro.analysis import Puzzle
from tabuleiro.analysis.telling import hint, task, wrong
from tabuleiro.core.asking import Entry, EntryError
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.reading import board_in_words
from tabuleiro.core.scene import Scene
from tabuleiro.terminal.classic import boards
from tabuleiro.terminal.classic.screen import Back, Leave, Screen
from tabuleiro.terminal.solved import Solved

WORDS: dict[str, tuple[str, ...]] = {
    "hint": ("hint", "dica"),
    "solution": ("solution", "solução", "solucao"),
    "next": ("next", "seguinte"),
    "previous": ("previous", "anterior"),
    "board": ("board", "tabuleiro"),
    "help": ("help", "ajuda"),
}
"""What may be written where a move is asked for, in either language."""


class Solving:
    """Puzzles one after another, beginning with the first that is not solved; those that are
    solved are remembered."""

    def __init__(self, screen: Screen, puzzles: Sequence[Puzzle], solved: Solved) -> None:
        self.screen = screen
        self.puzzles = puzzles
        self.solved = solved
        open_ones = [at for at, each in enumerate(puzzles) if each not in solved]
        self.at = open_ones[0] if open_ones else 0
        self.entry: Entry | None = None  # the move that is being written

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the board."""
        return self.puzzles[self.at]

    def play(self) -> None:
        """Goes on until the person leaves, by a word or by the end of the input."""
        self.screen.tell(say("Write a move, or help for what else can be asked."))
        self._pose()
        try:
            while True:
                self._take_answer()
        except Leave:
            return

    def _take_answer(self) -> None:
        try:
            self._take(self.screen.ask(self._question()))
        except Back:
            self._begin()
        except EntryError as error:
            self.entry = error.entry
            self.screen.complain(error.message)

    def _take(self, answer: str) -> None:
        deed = next((name for name, words in WORDS.items() if answer.lower() in words), None)
        if deed:
            self._deeds[deed]()
        elif self.entry is None:
            self._go(1)
        else:
            self._enter(self.entry.answer(answer))

    def _question(self) -> Message:
        if self.entry is None:
            return say("Enter: the next puzzle, solution: how it goes on > ")
        return say("{question}: ", question=self.entry.question)

    def _enter(self, found: Entry | int) -> None:
        """Goes on with the move that is being written; once it is whole, judges it."""
        if isinstance(found, Entry):
            self.entry = found
            return
        self.entry = Entry.of(self.puzzle.position)
        text = self.puzzle.position.move_text(found)
        if text == self.puzzle.key:
            self._succeed(found)
        else:
            self.screen.complain(wrong(self.puzzle, text))

    def _succeed(self, move: int) -> None:
        self.entry = None
        position = self.puzzle.position
        after = position.play(move)
        self._show(after, after.scene(position, move))
        self.screen.confirm(say("Right: {move} wins.", move=self.puzzle.key))
        try:
            self.solved.add(self.puzzle)
        except TabuleiroError as error:
            self.screen.complain(error.message)

    # --- what is shown ---------------------------------------------------------------------

    def _pose(self) -> None:
        """The board, which puzzle it is, and the question."""
        self._begin()
        position = self.puzzle.position
        self._show(position, position.scene())
        facts = {"at": self.at + 1, "all": len(self.puzzles), "grade": self.puzzle.grade}
        self.screen.tell(say("Puzzle {at} of {all}, grade {grade} of 5.", **facts))
        if self.puzzle in self.solved:
            self.screen.tell(say("You have solved this one."))
        self.screen.tell(task(self.puzzle))

    def _begin(self) -> None:
        """Nothing of the move is written yet."""
        self.entry = Entry.of(self.puzzle.position)

    def _show(self, position: Position, scene: Scene) -> None:
        if self.screen.manner.plain:
            self.screen.tell(*board_in_words(scene))
        else:
            self.screen.clear()
            self.screen.show("", *boards.position_lines(self.screen, position, scene))

    # --- what else may be written ----------------------------------------------------------

    @property
    def _deeds(self) -> dict[str, Callable[[], None]]:
        return {
            "hint": lambda: self.screen.tell(hint(self.puzzle)),
            "solution": self._tell_solution,
            "next": lambda: self._go(1),
            "previous": lambda: self._go(-1),
            "board": self._pose,
            "help": self._tell_help,
        }

    def _go(self, by: int) -> None:
        """Another puzzle; after the last comes the first."""
        self.at = (self.at + by) % len(self.puzzles)
        self._pose()

    def _tell_solution(self) -> None:
        *_, before, last = self.puzzle.line()
        move = before.move(self.puzzle.solution[-1])
        self._show(last, last.scene(before, move))
        self.screen.tell(say("The solution: {moves}", moves=" ".join(self.puzzle.solution)))

    def _tell_help(self) -> None:
        self.screen.tell(
            say("hint: where the move begins"),
            say("solution: the moves of the win, and the board after them"),
            say("next, previous: another puzzle"),
            say("board: the puzzle again"),
            say("exit: leave"),
        )
