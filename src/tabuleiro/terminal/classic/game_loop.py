"""The loop of one game at the keyboard, line by line."""

from tabuleiro.core.drawing.grid import Size
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.program import program_name
from tabuleiro.core.prompts import MoveEntry, MoveEntryError
from tabuleiro.core.scene import player_name, turn_caption
from tabuleiro.play import Table, TableError
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.text_commands import (
    TextCommand,
    answer_question,
    find_command,
    help_in_words,
    time_in_words,
)
from tabuleiro.players.titles import player_title
from tabuleiro.terminal.classic import boards
from tabuleiro.terminal.classic.command_actions import COMMAND_ACTIONS
from tabuleiro.terminal.classic.console import Back, LineConsole, height_of


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
        if not self.table.layout_open:
            self._say_start()
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
        """Shows who plays; on a screen the turns show that."""
        game, console = self.position.game, self.console
        if console.screen:
            return
        console.write(say("{game}: {summary}", game=game.name, summary=game.summary))
        for number, seat in enumerate(self.table.setup.seats):
            who = player_title(seat.computer, game) if seat.computer else say("a person")
            console.write(say("{player}: {who}", player=player_name(number), who=who))
        if console.settings.plain:
            console.write(say("Write a move, or help for what else can be asked."))

    def _say_start(self) -> None:
        """Writes the command that plays a random start again, in one line to be copied."""
        words = " ".join(f"{name}={text}" for name, text in self.local_game.drawn_options.items())
        again = say(
            "To play this start again: {program} play {game} {words}",
            program=program_name(),
            game=self.position.game.id,
            words=words,
        )
        if words:
            self.console.write_lines(self.console.text(again))

    def _ask_about_start(self, seat: int) -> None:
        """Asks a player about the start; if no player accepts it, another is drawn."""
        before = self.position
        question = say(
            "{player}: play this starting layout? (yes or no) ", player=player_name(seat)
        )
        self._show_board([], question)
        if self.console.settings.plain:
            self._answer_question("board")
        self.local_game.answer_layout(self.console.ask_whether(question))
        if self.position != before:
            self.console.write(say("Nobody wants it: another one is drawn."))
        elif not self.table.layout_open:
            self.console.write(say("The start is accepted."))
            self._say_start()

    def _finish(self) -> None:
        self._write_save_error()
        if self.console.settings.plain:
            self.console.write(*boards.final_messages(self.table, announced=self._end_written))
            return
        question = say("Press enter to go back to the menu. ")
        self._show_board(boards.end_messages(self.table), question)
        self.console.ask(question)

    # --- moves -----------------------------------------------------------------------------

    def _let_computer_move(self) -> None:
        """Lets the computer player move, then waits for enter with the clocks paused."""
        seat = self.position.player
        if not self.console.settings.plain:
            thinking = say("{player} is thinking.", player=player_name(seat))
            self._show_turn(thinking)
            self.console.write_line(self.console.text(thinking))
        *_, choice = self.local_game.think()
        try:
            news = self.local_game.play_choice(choice)
        except TableError as error:  # the time is over
            self.console.write_error(error.message)
            return
        settings = self.console.settings
        if settings.plain or (settings.waits and not self.console.screen):
            self.console.write(*news)
        if settings.waits and not self.table.over:
            self.table.pause_clocks(self.local_game.now())
            self._wait()
            self.table.resume_clocks(self.local_game.now())

    def _wait(self) -> None:
        """Waits for enter; commands are accepted too."""
        version, question = self.table.version, say("Press enter to continue. ")
        if self.console.screen:
            self._show_turn(question)
        while answer := self.console.ask(question):
            if not self._run_command(answer):
                self.console.write_error(say("press enter, or write a command: help lists them"))
            if self.table.version != version:
                return

    def _let_person_move(self) -> None:
        """Asks for a move, whole or in parts, until the game has changed."""
        version = self.table.version
        entry = MoveEntry.of(self.position)
        self._show_turn(self._question(entry))
        while self.table.version == version:
            try:
                answer = self.console.ask(self._question(entry))
            except Back:
                if is_first(entry):
                    raise
                answer, entry = "", MoveEntry.of(self.position)
            if self.local_game.tick():
                self._announce_timeout()
            elif answer:
                entry = self._handle_answer(entry, answer)
            self._write_save_error()
            if self.table.version == version:
                self._show_again(entry)

    def _show_again(self, entry: MoveEntry) -> None:
        """Shows the piece enlarged that the next question is about. A screen is drawn again with
        what has been written, unless that leaves no room for the board."""
        if self.console.screen:
            self._show_turn(self._question(entry), entry.detail, again=True)
        elif entry.detail and not self.console.settings.plain:
            lines = boards.piece_lines(self.console, self.table, entry.detail)
            self.console.write_lines("", *lines)

    def _question(self, entry: MoveEntry) -> Message:
        """The question for the next part of the move."""
        player = player_name(self.position.player)
        left = self.table.time_left(self.position.player, self.local_game.now())
        if left is not None:
            player = say("{player} ({time})", player=player, time=time_in_words(left))
        if self.console.settings.plain and is_first(entry):
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
            self.console.write(*help_in_words(self.position))
        elif command.name == "board" and not self.console.settings.plain:
            if not self.console.screen:  # a screen is drawn again anyway
                self._show_turn(self._question(MoveEntry.of(self.position)))
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

    def _show_turn(
        self, question: Message, detail: str | None = None, *, again: bool = False
    ) -> None:
        """Shows the board, and whose turn it is with what to do."""
        turn = say("PLAYER {number}'s TURN", number=self.position.player + 1)
        task, *_ = self.table.scene().captions or (turn,)
        plain_task = turn_caption(self.position.player)
        box = [turn] if task in (turn, plain_task) else [turn, task]
        self._show_board(box, question, detail, again=again)

    def _show_board(
        self,
        box: list[Message],
        question: Message,
        detail: str | None = None,
        *,
        again: bool = False,
    ) -> None:
        """Shows what the last move did, the board, the players and the score, and a box; then what
        has been written since the last question, and room for the next. The board is not shown
        `again` if it does not fit."""
        console, table = self.console, self.table
        if console.settings.plain:
            return
        screen, scene = console.screen, table.scene()
        texts = boards.ScreenTexts(
            goal=boards.goal_lines(console, self.position.game),
            news=[console.text(news) for news in last_news(table)],
            facts=boards.fact_lines(console, table, scene, self.local_game.now()),
            box=box,
        )
        if detail:
            texts = boards.ScreenTexts([], [], boards.piece_lines(console, table, detail), box)
        notes = console.take_unread() if screen else [""]
        more = height_of(notes, console.room.width) + console.prompt_height(question)
        room = Size(console.room.width, console.room.height - more)
        lines, fits = boards.fit_lines(console, self.position, scene, texts, room)
        if screen is None:
            console.write_lines("", *lines)
            return
        if again and not fits:
            return
        console.clear()
        console.write_lines(*lines)
        if not fits:
            console.write_error(boards.too_small_message(screen, lines, more))
        console.take_unread()  # only the notes are to be kept
        console.write_lines(*notes)

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
    """What the last move did, without the result and the score."""
    if not table.plies:
        return ()
    before, after = table.positions[-2:]
    return tuple(after.game.view.describe_move(after, before, before.move(table.plies[-1].move)))
