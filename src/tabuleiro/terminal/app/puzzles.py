"""The puzzle screen: find the one winning move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.widgets import Static

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.analysis.puzzle_files import record_of
from tabuleiro.analysis.wording import (
    puzzle_hint,
    puzzle_level,
    puzzle_task,
    puzzle_themes,
    wrong_move_text,
)
from tabuleiro.core.chooser import Chooser
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import Mark, Scene
from tabuleiro.play.player_names import sides_of
from tabuleiro.terminal.app.base_screen import MoveEntryScreen, board_and_panels
from tabuleiro.terminal.app.board import PlayBoard
from tabuleiro.terminal.app.keys import KeyLine
from tabuleiro.terminal.app.replay import ReplayScreen
from tabuleiro.terminal.app.rules import RulesScreen
from tabuleiro.terminal.solved_puzzles import SOLVED_FILE, SolvedPuzzles


class PuzzleScreen(MoveEntryScreen):
    """The puzzles of a game; solved ones are remembered."""

    def __init__(self, game: Game[Any], puzzles: Sequence[Puzzle] | None = None) -> None:
        super().__init__()
        self.game = game
        self.puzzles = shipped_puzzles(game) if puzzles is None else puzzles
        self.at = 0
        self.played: int | None = None
        self.hinted: tuple[Mark, ...] = ()

    def compose(self) -> ComposeResult:
        panels = (Static(id=name, markup=False) for name in ("facts", "place"))
        yield from board_and_panels(PlayBoard(id="board"), *panels)
        yield KeyLine()

    def on_mount(self) -> None:
        self.solved = SolvedPuzzles(self.terminal_app.folder / SOLVED_FILE)
        self.at = self.solved.first_unsolved(self.puzzles)
        self.query_one(PlayBoard).focus()
        self.call_after_refresh(self.begin)

    @property
    def puzzle(self) -> Puzzle:
        return self.puzzles[self.at]

    @property
    def sides(self) -> Sequence[Message]:
        return sides_of(self.game.start(), self.terminal_app.side_theme)

    def begin(self) -> None:
        if not self.puzzles:
            self.show_news(say("No puzzles come with {game}.", game=self.game.name))
            return
        self.played, self.hinted = None, ()
        self.chooser = Chooser.of(self.puzzle.position)
        self.show()
        self.show_news(puzzle_task(self.puzzle))

    # --- what is shown -----------------------------------------------------------------------

    @property
    def scene(self) -> Scene:  # type: ignore[override] # not a variable here
        """The puzzle, or the board after the right move."""
        position = self.puzzle.position
        if self.played is None:
            return position.scene().at_rest().with_marks(*self.hinted)
        return position.play(self.played).scene(position, self.played)

    def show(self) -> None:
        self.query_one(PlayBoard).show(self.scene, self.chooser)
        self.query_one("#facts", Static).update("\n".join(map(self.translated, self.facts())))
        self.refresh_bindings()

    def facts(self) -> list[Message]:
        """The number and difficulty of the puzzle, how many are solved; its themes afterwards."""
        done = sum(each in self.solved for each in self.puzzles)
        places = {"at": self.at + 1, "all": len(self.puzzles)}
        facts = [
            say("Puzzle {at} of {all}", **places),
            puzzle_level(self.puzzle),
            say("Solved: {done} of {all}", done=done, all=len(self.puzzles)),
        ]
        if self.played is not None:
            facts.append(puzzle_themes(self.puzzle))
        return [*facts, say("You have solved this one.")] if self.puzzle in self.solved else facts

    # --- entering a move ---------------------------------------------------------------------

    def enter_move(self, text: str) -> None:
        """Says whether this is the right move."""
        move = self.puzzle.position.move(text)
        text = self.puzzle.position.move_text(move)
        if text == self.puzzle.key:
            self.succeed(move)
            return
        self.choose(Chooser.of(self.puzzle.position))
        self.warn(wrong_move_text(self.puzzle, text))

    def succeed(self, move: int) -> None:
        """Shows and remembers that the puzzle is solved."""
        self.played, self.chooser = move, None
        with self.showing_errors():
            self.solved.add(self.puzzle)
        self.show()
        right = say("Correct: {move} wins. s shows how it continues.", move=self.puzzle.key)
        self.show_news(right)

    # --- keys --------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"hint", "type"}:
            return self.chooser is not None
        return bool(self.puzzles) or action in {"rules", "leave"}

    def action_go(self, by: int) -> None:
        """Goes to another puzzle; after the last comes the first."""
        self.at = (self.at + by) % len(self.puzzles)
        self.begin()

    def action_hint(self) -> None:
        self.hinted = (Mark("selected", (self.puzzle.first_site,)),)
        self.show()
        self.show_news(puzzle_hint(self.puzzle))

    def action_solution(self) -> None:
        self.app.push_screen(ReplayScreen(record_of(self.puzzle)))

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.game))
