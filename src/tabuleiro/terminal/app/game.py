"""The screen of a game in progress."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic

from textual import on
from textual.app import ComposeResult
from textual.widgets import Static

from tabuleiro.core.chooser import Chooser, move_marks
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Mark, player_name
from tabuleiro.core.wording import line_texts
from tabuleiro.games import another_start
from tabuleiro.play import Table
from tabuleiro.play.finish import finish_in_words, ranking_in_words
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.player_names import distinct_names, sides_of, told_to
from tabuleiro.play.setup import rotate_seats
from tabuleiro.players import MoveChoice
from tabuleiro.records import write_record
from tabuleiro.records.files import user_path, write_new_file
from tabuleiro.terminal.app.base_screen import MoveEntryScreen, board_and_panels
from tabuleiro.terminal.app.board import PlayBoard
from tabuleiro.terminal.app.dialogs import (
    ConfirmDialog,
    TextDialog,
    TooSmallScreen,
    error_message,
)
from tabuleiro.terminal.app.keys import KeyLine
from tabuleiro.terminal.app.panel import (
    Banner,
    MovesPanel,
    PlayersPanel,
    ThinkingPanel,
    title_and_name,
)
from tabuleiro.terminal.app.replay import ReplayScreen
from tabuleiro.terminal.app.rules import RulesScreen
from tabuleiro.terminal.app.thinking import Decided, Failed, Thinker, ThinkingUpdate

TICK = 0.2
"""Seconds between two updates of the clocks."""

SHOWN = 6
"""Moves of the expected line that a hint shows."""

PACES = (4.0, 2.0, 1.0, 0.4, 0.1, 0.0)
"""Seconds per move of computer players among themselves, from slow to fast."""

SPARE_KEYS = ("save", "draw", "resign", "redo", "rules", "type", "undo")
"""Actions that the key bar leaves out if there is too little room."""


class GameScreen(MoveEntryScreen):
    """A game that people play at this keyboard, against each other or against computer players."""

    def __init__(self, local_game: LocalGame) -> None:
        super().__init__()
        self.local_game = local_game
        self.table = local_game.table
        self.thinker = Thinker(self.post_message)
        self.scene = local_game.table.scene()
        self.advised: tuple[Mark, ...] = ()
        self.hint = ""
        self.paused = False
        self.stepping = False
        self.speed = 0
        self.asked_at = 0.0
        self.save_error: Message | None = None

    def compose(self) -> ComposeResult:
        score, pace, place = (Static(id=name, markup=False) for name in ("score", "pace", "place"))
        panels = PlayersPanel(), score, pace, ThinkingPanel(), Banner(), MovesPanel(), place
        yield from board_and_panels(PlayBoard(id="board"), *panels)
        yield KeyLine(SPARE_KEYS)

    def on_mount(self) -> None:
        self.query_one(PlayBoard).focus()
        self.query_one(ThinkingPanel).clear()
        self.query_one("#score").display = False
        self.speed = min(range(len(PACES)), key=lambda i: abs(PACES[i] - self.terminal_app.pace))
        self.call_after_refresh(self.advance)
        if self.table.clock:
            self.set_interval(TICK, self._tick)

    def on_unmount(self) -> None:
        self.thinker.close()
        self.local_game.close()

    # --- the course of the game --------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.table.position

    def advance(self) -> None:
        """Shows the state and starts what comes next: a question, a computer move or a person's."""
        self.thinker.cancel()
        self._forget_hint()
        self.chooser = None
        if self.table.over:
            pass
        elif self.table.layout_open:
            self._ask_about_layout()
        elif self.table.open_proposal:
            self._ask_about_proposal()
        elif self.computer:
            if not self.paused or self.stepping:
                self._think()
        else:
            self.chooser = Chooser.of(self.position)
        self.show()

    @property
    def computer(self) -> str:
        """The computer player to move; empty if a person is to move."""
        return "" if self.table.player is None else self.table.computer_at(self.table.player)

    def try_action(self, command: Callable[[], object]) -> None:
        """Runs a command of the table and continues. An error is shown; the game only continues
        then if the command came too late and the player's time is over."""
        version, refused = self.table.version, None
        try:
            command()
        except TabuleiroError as error:
            refused = error.message
        if refused is None or self.table.version != version:
            self.advance()
        if refused:
            self.warn(refused)

    # --- the players -------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.table.setup.seats) if seat.is_person]

    @property
    def sides(self) -> Sequence[Message]:
        return sides_of(self.position, self.terminal_app.side_theme)

    @property
    def player_names(self) -> Sequence[Message]:
        seats = self.table.setup.seats
        return distinct_names(self.position, seats, self.terminal_app.side_theme)

    def _show_players(self) -> None:
        titles = [
            title_and_name(*seat, self.position.game, name, you=self.people == [seat[0]])
            for seat, name in zip(enumerate(self.table.setup.seats), self.player_names, strict=True)
        ]
        self.query_one(PlayersPanel).show(self.table, titles, self.scene, self.local_game.now())

    # --- what is shown -----------------------------------------------------------------------

    def show(self) -> None:
        self.scene = self.table.scene()
        self._show_board()
        self._show_players()
        self.query_one(MovesPanel).show(
            self.table.positions, self.table.plies, len(self.table.plies)
        )
        ending = told_to(self.people, ending_lines(self.table))
        self.query_one(Banner).show(ending)
        if self.table.over:
            self.query_one(ThinkingPanel).clear()
        self._show_score()
        self._show_pace()
        self.show_news(*(ending or told_to(self.people, self.news)))
        self.describe_site(self.query_one(PlayBoard).cursor)
        self._show_save_error()
        self.refresh_bindings()

    @property
    def instruction(self) -> Message | None:
        """What the person to move has to do next."""
        if self.chooser is None:
            return None
        tasks = self.position.game.instructions(self.position)
        task = tasks[min(len(self.chooser.touched), len(tasks) - 1)]
        if len(self.people) == 1:
            return task
        return say("{player}: {task}", player=player_name(self.position.player), task=task)

    @property
    def news(self) -> list[Message]:
        """The captions without whose turn it is, if the task says it, and without the score, which
        is shown beside the board."""
        score = self.position.describe_score()
        captions = self.scene.captions[1:] if self.instruction else self.scene.captions
        return [caption for caption in captions if caption != score]

    def _show_score(self) -> None:
        """Shows the score if the captions have it, but not the players' lines or the banner."""
        score, shown = self.position.describe_score(), self.query_one("#score", Static)
        noted = any(supply.note for supply in self.scene.supplies if supply.player is not None)
        shown.display = score in self.scene.captions and not noted and not self.table.over
        shown.update(self.translated(score))

    def _show_board(self) -> None:
        self.query_one(PlayBoard).show(self.scene.with_marks(*self.advised), self.chooser)

    def _show_save_error(self) -> None:
        """Warns once that the game cannot be saved."""
        if self.local_game.save_error and not self.save_error:
            self.terminal_app.show_warning(
                say("The game is not saved: {reason}", reason=self.local_game.save_error)
            )
        self.save_error = self.local_game.save_error

    def _tick(self) -> None:
        if not self.is_mounted or self.table.over:
            return
        self._wait_for_room()
        if self.local_game.tick():
            self.advance()
        else:
            self._show_players()

    def _wait_for_room(self) -> None:
        """Pauses the clocks while the terminal is too small to show the board, or while the
        computer players are paused."""
        if isinstance(self.app.screen, TooSmallScreen) or (self.paused and not self.stepping):
            self.table.pause_clocks(self.local_game.now())
        else:
            self.table.resume_clocks(self.local_game.now())

    # --- entering a move ---------------------------------------------------------------------

    def action_cancel(self) -> None:
        """Forgets what has been touched, and a hint."""
        self._forget_hint()
        super().action_cancel()

    def choose(self, chooser: Chooser) -> None:
        self.chooser = chooser
        self._show_board()
        self.show_news(*self.news)
        self.refresh_bindings()

    def enter_move(self, text: str) -> None:
        """Makes a move for the person to move."""
        self.try_action(lambda: self.local_game.play(text))

    # --- computer players --------------------------------------------------------------------

    def _think(self) -> None:
        self.asked_at = monotonic()
        self.thinker.ask(self.local_game.think)
        thinking = say("{player} is thinking…", player=player_name(self.position.player))
        self.query_one(ThinkingPanel).show_started(thinking)

    @on(ThinkingUpdate)
    def show_thinking(self, event: ThinkingUpdate) -> None:
        """Shows the progress of a computer player."""
        if self.thinker.is_current(event) and event.choice.progress:
            mover = player_name(self.position.player)
            self.query_one(ThinkingPanel).show(mover, event.choice.progress, self.position)

    @on(Decided)
    def use_choice(self, event: Decided) -> None:
        """Makes the chosen move, not faster than people can follow; or shows it as a hint."""
        if not self.thinker.is_current(event):
            return
        if not event.choice.progress:
            self.query_one(ThinkingPanel).update("")
        if not self.computer:
            self._show_hint(event.choice)
            return
        pace = self.terminal_app.pace if self.local_game.has_people else PACES[self.speed]
        wait = pace * (not self.stepping) - (monotonic() - self.asked_at)
        self.set_timer(max(wait, 0.001), lambda: self._move(event))

    def _move(self, event: Decided) -> None:
        if self.thinker.is_current(event):
            self.stepping = False
            self.try_action(lambda: self.local_game.play_choice(event.choice))

    @on(Failed)
    def offer_to_go_on(self, event: Failed) -> None:
        """Asks whether a computer player that has failed should try again."""
        if not self.thinker.is_current(event):
            return
        self.thinker.cancel()
        self.query_one(ThinkingPanel).clear()
        question = say(
            "The computer player has failed ({reason}). The game is saved. Let it try again?",
            reason=reason_of(event.error),
        )
        self.confirm(question, self.advance)

    # --- computer players among themselves ---------------------------------------------------

    def action_pause(self, paused: bool) -> None:
        """Pauses the game, or continues it."""
        self.paused, self.stepping = paused, False
        self.query_one(ThinkingPanel).clear()
        self.advance()

    def action_step(self) -> None:
        """Makes one move and pauses."""
        self.paused = True
        if not self.stepping:
            self.stepping = True
            self.advance()

    def action_speed(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(PACES) - 1)
        self._show_pace()

    def _show_pace(self) -> None:
        """Shows the speed of computer players among themselves."""
        shown, numbers = self.query_one("#pace", Static), {"n": self.speed + 1, "all": len(PACES)}
        shown.display = not self.local_game.has_people and not self.table.over
        text = say("Paused, speed {n} of {all}", **numbers)
        shown.update(self.translated(text if self.paused else say("Speed {n} of {all}", **numbers)))

    # --- hints -------------------------------------------------------------------------------

    def _forget_hint(self) -> None:
        self.advised, self.hint = (), ""

    def action_play_hint(self) -> None:
        """Makes the move of the hint."""
        self.enter_move(self.hint)

    def action_hint(self) -> None:
        """Asks a strong player for a move."""
        if self.chooser:
            position, computers = self.position, self.local_game.computers
            self.thinker.ask(lambda stop: (computers.hint(position, stop) for _ in range(1)))
            self.query_one(ThinkingPanel).show_started(say("Looking for a good move…"))

    def _show_hint(self, choice: MoveChoice) -> None:
        self.thinker.cancel()
        line = choice.progress.line if choice.progress else (choice.move,)
        if choice.progress:
            mover = player_name(self.position.player)
            self.query_one(ThinkingPanel).show(mover, choice.progress, self.position)
        self.advised = move_marks(self.position, choice.move)
        self._show_board()
        self.hint = self.position.move_text(choice.move)
        texts = line_texts(self.position, line[:SHOWN])
        hint = say("Hint: {move}.", move=texts[0])
        self.show_news(hint, say("Expected line: {line}", line=" ".join(texts)))
        self.refresh_bindings()

    # --- what people can do ------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"rematch", "replay"}:
            return self.table.over
        people = self.local_game.has_people
        while_playing = {
            "pause": not people and parameters != (self.paused,),
            "step": not people,
            "speed": not people,
            "undo": bool(self.table.plies),
            "redo": self.table.can_redo,
            "hint": not self.computer,
            "play_hint": bool(self.hint),
            "type": not self.computer,
            "draw": people and self.position.game.draws,
            "resign": people,
        }
        return while_playing[action] and not self.table.over if action in while_playing else True

    def action_undo(self) -> None:
        """Takes back the last move of a person and clears the thinking panel."""
        self.query_one(ThinkingPanel).clear()
        self.try_action(self.local_game.undo)

    def action_redo(self) -> None:
        self.try_action(self.local_game.redo)

    def action_resign(self) -> None:
        resign = partial(self.try_action, self.local_game.resign)
        self.confirm(say("Resign?"), resign, default="no")

    def action_draw(self) -> None:
        self.confirm(say("Offer a draw?"), partial(self.try_action, self._propose_draw))

    def _propose_draw(self) -> None:
        asked = self.local_game.propose_draw()
        if not asked and not self.table.over:
            self.terminal_app.show_warning(say("The draw is declined."))

    def _ask_about_proposal(self) -> None:
        """Asks the people who have not answered, one after another."""
        proposed = self.table.open_proposal
        assert proposed
        seat = next(seat for seat in self.table.remaining if seat not in proposed.agreed)
        names = {"player": self.player_names[proposed.seat], "other": self.player_names[seat]}
        question = say("{player} offers a draw. {other}, do you agree?", **names)
        if proposed.what == "takeback":
            question = say("{player} asks to take back a move. {other}, do you agree?", **names)
        self.app.push_screen(
            ConfirmDialog(question),
            lambda agrees: self.try_action(lambda: self.local_game.answer(seat, bool(agrees))),
        )

    def _ask_about_layout(self) -> None:
        seat = self.table.asked_about_layout
        assert seat is not None
        question = say("Play this starting layout? If nobody wants it, another one is drawn.")
        if len(self.people) > 1:
            question = say("{player}: {task}", player=self.player_names[seat], task=question)
        self.app.push_screen(ConfirmDialog(question), self._settle_layout)

    def _settle_layout(self, likes: bool | None) -> None:
        """Uses the answer; without one the game does not begin."""
        if likes is None:
            self.terminal_app.go_home()
        else:
            self.try_action(lambda: self.local_game.answer_layout(likes))

    def action_save(self) -> None:
        """Writes a copy of the record to a file; the game itself is always saved."""
        question = say("The game is saved automatically. Save a copy to which file?")
        given = f"{self.local_game.name or self.position.game.id}.record"
        check = partial(error_message, self._write_copy)
        self.ask(TextDialog(question, check, given), self._say_where)

    def _write_copy(self, text: str) -> None:
        write_new_file(user_path(text), write_record(self.table.record()))

    def _say_where(self, text: str) -> None:
        path = user_path(text).absolute()
        self.terminal_app.show_warning(say("A copy is saved as {path}", path=path))

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.position.game))

    def action_replay(self) -> None:
        self.app.push_screen(ReplayScreen(self.table.record(), review=True))

    def action_rematch(self) -> None:
        """Starts a rematch; the player who began has the last seat."""
        setup = self.table.setup
        start = another_start(self.table.positions[0], self.terminal_app.chance)
        self.terminal_app.start_game(start, replace(setup, seats=rotate_seats(setup.seats)))


def ending_lines(table: Table) -> list[Message]:
    """Who has won and why, and the ranking of more than two players; empty until the game ends."""
    finish = table.finish
    if finish is None:
        return []
    position = table.position
    sentences = finish_in_words(finish)
    if table.ended_by_rules:
        sentences = [*position.game.view.describe_result(position), position.describe_score()]
    return sentences + ranking_in_words(finish)


def reason_of(error: Exception) -> Message | str:
    """The message of an error; other exceptions with their type."""
    if isinstance(error, TabuleiroError):
        return error.message
    return f"{type(error).__name__}: {error}"
