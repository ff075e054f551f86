"""The loop of one game at the keyboard, line by line."""

from __future__ import annotations

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.prompts import MoveEntry, MoveEntryError
from tabuleiro.core.scene import player_name
from tabuleiro.core.wording import scores_in_words
from tabuleiro.play import Table, TableError
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.questions import answer_question, time_in_words
from tabuleiro.play.text_commands import TextCommand, find_command, help_in_words
from tabuleiro.players.titles import player_title
from tabuleiro.terminal.classic import boards
from tabuleiro.terminal.classic.command_actions import COMMAND_ACTIONS
from tabuleiro.terminal.classic.console import Back, LineConsole, width_of


class GameLoop:
    """One game: asks people for moves and lets computer players think, until it is over."""

    def __init__(self, console: LineConsole, local_game: LocalGame) -> None:
        self.console = console
        self.local_game = local_game
        self._save_error_written = False
        self._end_written = not local_game.table.over  # a move that ends the game announces it

    @property
    def table(self) -> Table:
        return self.local_game.table

    @property
    def position(self) -> Position:
        return self.table.position

    def play(self) -> None:
        """Plays to the end of the game; Leave if the user ends the program before."""
        self._greet()
        while not self.table.over:
            self._write_save_error()
            if self.local_game.tick():
                self._announce_timeout()
            elif self.table.asked_about_layout is not None:
                self._ask_about_start(self.table.asked_about_layout)
            elif self.table.computer_at(self.position.player):
                self._let_computer_move()
            else:
                self._let_person_move()
        self._finish()

    # --- the beginning and the end ---------------------------------------------------------

    def _greet(self) -> None:
        """Shows who plays, and asks about the start."""
        game = self.position.game
        self.console.write(say("{game}: {summary}", game=game.name, summary=game.summary))
        for number, seat in enumerate(self.table.setup.seats):
            who = player_title(seat.computer, game) if seat.computer else say("a person")
            self.console.write(say("{player}: {who}", player=player_name(number), who=who))
        people = all(seat.is_person for seat in self.table.setup.seats)
        if game.refusable_start and not people and not self.table.plies:
            self.console.write(say("A computer player likes every start: this one stands."))
        if self.console.settings.plain:
            self.console.write(say("Write a move, or help for what else can be asked."))

    def _ask_about_start(self, seat: int) -> None:
        """Asks a player about the start; if no player accepts it, another is drawn."""
        before = self.position
        self._show_board()
        if self.console.settings.plain:
            self._answer_question("board")
        question = say("{player}: do you like this start? (yes or no) ", player=player_name(seat))
        self.local_game.answer_layout(self.console.ask_whether(question))
        if self.position != before:
            self.console.write(say("Nobody likes it: another start is drawn."))
        elif not self.table.layout_open:
            self.console.write(say("The start is accepted."))

    def _finish(self) -> None:
        self._write_save_error()
        if self.console.settings.plain:
            self.console.write(*boards.final_messages(self.table, announced=self._end_written))
            return
        width = self._show_board()
        lines = boards.end_messages(self.table)
        self.console.write_lines(*boards.box_lines(self.console, lines, width))
        self.console.ask(say("Press enter to go back to the menu. "))

    # --- moves -----------------------------------------------------------------------------

    def _let_computer_move(self) -> None:
        """Lets the computer player move, then waits for enter with the clocks paused."""
        seat = self.position.player
        if not self.console.settings.plain:
            self._show_turn()
            self.console.write(say("{player} is thinking.", player=player_name(seat)))
        *_, choice = self.local_game.think()
        try:
            news = self.local_game.play_choice(choice)
        except TableError as error:  # the time is over
            self.console.write_error(error.message)
            return
        settings = self.console.settings
        if settings.plain or settings.waits:
            self.console.write(*news)
        if settings.waits and not self.table.over:
            self.table.pause_clocks(self.local_game.now())
            self._wait()
            self.table.resume_clocks(self.local_game.now())

    def _wait(self) -> None:
        """Waits for enter; commands are accepted too."""
        version = self.table.version
        while answer := self.console.ask(say("Press enter to continue. ")):
            if not self._run_command(answer):
                self.console.write_error(say("press enter, or write a command: help lists them"))
            if self.table.version != version:
                return

    def _let_person_move(self) -> None:
        """Asks for a move, whole or in parts, until the game has changed."""
        self._show_turn()
        version = self.table.version
        entry = MoveEntry.of(self.position)
        while self.table.version == version:
            try:
                answer = self.console.ask(self._prompt(entry))
            except Back:
                if is_first(entry):
                    raise
                entry = MoveEntry.of(self.position)
                continue
            if self.local_game.tick():
                self._announce_timeout()
            elif answer:
                entry = self._handle_answer(entry, answer)
            self._write_save_error()

    def _prompt(self, entry: MoveEntry) -> Message:
        """The question for the next part of the move; shows the piece enlarged that it is about."""
        plain = self.console.settings.plain
        if entry.detail and not plain:
            self.console.write_lines(
                "", *boards.piece_lines(self.console, self.table, entry.detail)
            )
        player = player_name(self.position.player)
        left = self.table.time_left(self.position.player, self.local_game.now())
        if left is not None:
            player = say("{player} ({time})", player=player, time=time_in_words(left))
        if plain and is_first(entry):
            return say("{player}: ", player=player)
        return say("{player} - {question}: ", player=player, question=entry.message)

    def _handle_answer(self, entry: MoveEntry, answer: str) -> MoveEntry:
        """Handles a command, a question about the game, a move or a part of one. In the plain
        interface the name of a place asks what is there."""
        if self._run_command(answer):
            return entry
        if self.console.settings.plain and is_first(entry) and self._answer_question(answer):
            return entry
        try:
            found = entry.answer(answer)
        except MoveEntryError as error:
            self.console.write_error(error.message)
            return error.entry
        if isinstance(found, MoveEntry):
            return found
        self._make(found)
        return entry

    def _make(self, move: int) -> None:
        try:
            news = self.local_game.play(self.position.move_text(move))
        except TableError as error:  # the time is over
            self.console.write_error(error.message)
            return
        if self.console.settings.plain:
            self.console.write(*news)

    # --- commands --------------------------------------------------------------------------

    def _run_command(self, text: str) -> bool:
        """Runs a command, if the text is one; an error is shown."""
        try:
            found = find_command(text)
            if found is not None:
                self._dispatch(*found, text)
        except Back:
            return True  # the user left a question of the command
        except TabuleiroError as error:
            self.console.write_error(error.message)
            return True
        return found is not None

    def _dispatch(self, command: TextCommand, argument: str, text: str) -> None:
        if command.name == "help":
            self.console.write(*help_in_words())
        elif command.name == "board" and not self.console.settings.plain:
            self._show_turn()
        elif command.name in COMMAND_ACTIONS:
            COMMAND_ACTIONS[command.name](self.console, self.local_game, argument)
        else:
            self._answer_question(text)

    def _answer_question(self, text: str) -> bool:
        """Answers a question about the game; returns whether the text was one."""
        now = self.local_game.now()
        answer = answer_question(self.table, self.position.player, now, text)
        self.console.write(*(answer or ()))
        return answer is not None

    # --- what is shown ---------------------------------------------------------------------

    def _show_turn(self) -> None:
        """Shows the board, and whose turn it is."""
        if self.console.settings.plain:
            return
        width = self._show_board()
        turn = say("PLAYER {number}'s TURN", number=self.position.player + 1)
        self.console.write_lines(*boards.box_lines(self.console, [turn], width))
        if self.table.clock:
            self.console.write(clock_line(self.table, self.local_game.now()))

    def _show_board(self) -> int:
        """Shows what the last move did, the board and the score; returns the width of the board."""
        if self.console.settings.plain:
            return 0
        self.console.clear()
        if not self.console.settings.clears:
            self.console.write_lines("")
        standing = scores_in_words(self.position)
        self.console.write(*(news for news in last_news(self.table) if news != standing))
        lines = boards.position_lines(self.console, self.position, self.table.scene())
        self.console.write_lines(*lines, *boards.standing_lines(self.console, self.table))
        return width_of(lines)

    def _announce_timeout(self) -> None:
        seat, _ = self.table.forfeits[-1]
        self.console.write(say("The time of {player} is over.", player=player_name(seat)))

    def _write_save_error(self) -> None:
        """Warns that the game could not be saved, once per failure."""
        error = self.local_game.save_error
        if error and not self._save_error_written:
            self.console.write_error(say("The game could not be saved: {reason}", reason=error))
        self._save_error_written = error is not None


def is_first(entry: MoveEntry) -> bool:
    """Whether no part of the move has been entered."""
    return entry.message == MoveEntry.of(entry.position).message


def last_news(table: Table) -> tuple[Message, ...]:
    """What the last move did."""
    if not table.plies:
        return ()
    before = table.positions[-2]
    return before.describe(before.move(table.plies[-1].move))


def clock_line(table: Table, now: float) -> Message:
    """The time that each player has left."""
    times = tuple(
        say("{player} {time}", player=player_name(seat), time=time_in_words(left))
        for seat in range(table.position.players)
        if (left := table.time_left(seat, now)) is not None
    )
    return say("Clock: {times}", times=times)
