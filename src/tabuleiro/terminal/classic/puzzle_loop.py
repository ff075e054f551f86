"""Solving puzzles line by line."""

from collections.abc import Callable, Sequence

from tabuleiro.analysis import Puzzle
from tabuleiro.analysis.wording import (
    puzzle_hint,
    puzzle_level,
    puzzle_task,
    puzzle_themes,
    wrong_move_text,
)
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.prompts import MoveEntry, MoveEntryError
from tabuleiro.core.scene import Scene
from tabuleiro.core.scene_description import board_in_words
from tabuleiro.play.text_commands import PUZZLE_COMMANDS, CommandError, find_command
from tabuleiro.terminal.classic import boards
from tabuleiro.terminal.classic.console import Back, Leave, LineConsole
from tabuleiro.terminal.solved_puzzles import SolvedPuzzles


class PuzzleLoop:
    """Puzzles one after another, from the first unsolved one; solved ones are saved."""

    def __init__(
        self, console: LineConsole, puzzles: Sequence[Puzzle], solved: SolvedPuzzles
    ) -> None:
        self.console = console
        self.puzzles = puzzles
        self.solved = solved
        self.at = solved.first_unsolved(puzzles)
        self.entry: MoveEntry | None = None  # the move that is being entered

    @property
    def puzzle(self) -> Puzzle:
        return self.puzzles[self.at]

    def play(self) -> None:
        """Runs until the user leaves, by a command or by the end of input."""
        self.console.write(say("Write a move, or help for what else can be asked."))
        self._show_puzzle()
        try:
            while True:
                self._ask_once()
        except Leave:
            return

    def _ask_once(self) -> None:
        try:
            self._handle_answer(self.console.ask(self._question()))
        except Back:
            self._restart_entry()
        except MoveEntryError as error:
            self.entry = error.entry
            self.console.write_error(error.message)
        except CommandError as error:
            self.console.write_error(error.message)

    def _handle_answer(self, answer: str) -> None:
        if found := find_command(answer, PUZZLE_COMMANDS):
            self._actions[found[0].name]()
        elif self.entry is None:
            self._go(1)
        else:
            self._enter(self.entry.answer(answer))

    def _question(self) -> Message:
        if self.entry is None:
            return say("Enter: the next puzzle, solution: how it continues > ")
        return say("{question}: ", question=self.entry.message)

    def _enter(self, found: MoveEntry | int) -> None:
        """Continues the move that is being entered; judges it when it is complete."""
        if isinstance(found, MoveEntry):
            self.entry = found
            return
        self.entry = MoveEntry.of(self.puzzle.position)
        text = self.puzzle.position.move_text(found)
        if text == self.puzzle.key:
            self._succeed(found)
        else:
            self.console.write_error(wrong_move_text(self.puzzle, text))

    def _succeed(self, move: int) -> None:
        self.entry = None
        position = self.puzzle.position
        after = position.play(move)
        self._show(after, after.scene(position, move))
        self.console.write_success(say("Correct: {move} wins.", move=self.puzzle.key))
        self.console.write(puzzle_themes(self.puzzle))
        try:
            self.solved.add(self.puzzle)
        except TabuleiroError as error:
            self.console.write_error(error.message)

    # --- what is shown ---------------------------------------------------------------------

    def _show_puzzle(self) -> None:
        """Shows the board, the number of the puzzle and the task."""
        self._restart_entry()
        position = self.puzzle.position
        self._show(position, position.scene().at_rest())
        facts = {"at": self.at + 1, "all": len(self.puzzles), "level": puzzle_level(self.puzzle)}
        self.console.write(say("Puzzle {at} of {all}, {level}.", **facts))
        if self.puzzle in self.solved:
            self.console.write(say("You have solved this one."))
        self.console.write(puzzle_task(self.puzzle))

    def _restart_entry(self) -> None:
        """Starts to enter a move."""
        self.entry = MoveEntry.of(self.puzzle.position)

    def _show(self, position: Position, scene: Scene) -> None:
        if self.console.settings.plain:
            self.console.write(*board_in_words(scene))
        else:
            self.console.clear()
            self.console.write_lines("", *boards.puzzle_lines(self.console, position, scene))

    # --- commands --------------------------------------------------------------------------

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "hint": lambda: self.console.write(puzzle_hint(self.puzzle)),
            "solution": self._show_solution,
            "next": lambda: self._go(1),
            "previous": lambda: self._go(-1),
            "board": self._show_puzzle,
            "help": self._show_help,
        }

    def _go(self, by: int) -> None:
        """Goes to another puzzle; after the last comes the first."""
        self.at = (self.at + by) % len(self.puzzles)
        self._show_puzzle()

    def _show_solution(self) -> None:
        *_, before, last = self.puzzle.positions()
        move = before.move(self.puzzle.solution[-1])
        self._show(last, last.scene(before, move))
        self.console.write(say("The solution: {moves}", moves=" ".join(self.puzzle.solution)))

    def _show_help(self) -> None:
        for command in PUZZLE_COMMANDS:
            facts = {"usage": command.usage, "explanation": command.explanation}
            self.console.write(say("{usage}: {explanation}", **facts))
