"""A game at one keyboard, line by line, from the first move to the last."""

from __future__ import annotations

from tabuleiro.core.asking import Entry, EntryError
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.core.telling import scores_in_words
from tabuleiro.play import Table, TableError
from tabuleiro.play.commands import Command, find, help_in_words
from tabuleiro.play.questions import answer as answer_question
from tabuleiro.play.questions import time_in_words
from tabuleiro.play.sitting import Sitting
from tabuleiro.players.titles import player_title
from tabuleiro.terminal.classic import boards
from tabuleiro.terminal.classic.deeds import DEEDS
from tabuleiro.terminal.classic.screen import Back, Screen, width_of


class Round:
    """One game: whoever is to move is asked or thinks, until it is over."""

    def __init__(self, screen: Screen, sitting: Sitting) -> None:
        self.screen = screen
        self.sitting = sitting
        self._told_trouble = False
        self._told_end = not sitting.table.over  # as what the last move does

    @property
    def table(self) -> Table:
        """The game in progress."""
        return self.sitting.table

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.table.position

    def play(self) -> None:
        """Plays to the end of the game; Leave when the person ends the program before."""
        self._greet()
        while not self.table.over:
            self._tell_trouble()
            if self.sitting.tick():
                self._tell_flag()
            elif self.table.asked_about_layout is not None:
                self._ask_about_start(self.table.asked_about_layout)
            elif self.table.computer_at(self.position.player):
                self._let_computer_move()
            else:
                self._let_person_move()
        self._finish()

    # --- the beginning and the end ---------------------------------------------------------

    def _greet(self) -> None:
        """Who plays, and whether the start stands."""
        game = self.position.game
        self.screen.tell(say("{game}: {summary}", game=game.name, summary=game.summary))
        for number, seat in enumerate(self.table.setup.seats):
            who = player_title(seat.computer, game) if seat.computer else say("a person")
            self.screen.tell(say("{player}: {who}", player=player_name(number), who=who))
        people = all(seat.is_person for seat in self.table.setup.seats)
        if game.refusable_start and not people and not self.table.plies:
            self.screen.tell(say("A computer player likes every start: this one stands."))
        if self.screen.manner.plain:
            self.screen.tell(say("Write a move, or help for what else can be asked."))

    def _ask_about_start(self, seat: int) -> None:
        """One who likes the start is enough; when nobody does, another is drawn."""
        before = self.position
        self._show_board()
        if self.screen.manner.plain:
            self._inform("board")
        question = say("{player}: do you like this start? (yes or no) ", player=player_name(seat))
        self.sitting.answer_layout(self.screen.ask_whether(question))
        if self.position != before:
            self.screen.tell(say("Nobody likes it: another start is drawn."))
        elif not self.table.layout_open:
            self.screen.tell(say("The start is accepted."))

    def _finish(self) -> None:
        self._tell_trouble()
        if self.screen.manner.plain:
            self.screen.tell(*boards.last_words(self.table, told=self._told_end))
            return
        width = self._show_board()
        lines = boards.end_messages(self.table)
        self.screen.show(*boards.box_lines(self.screen, lines, width))
        self.screen.wait(say("Press enter to go back to the menu. "))

    # --- moves -----------------------------------------------------------------------------

    def _let_computer_move(self) -> None:
        """The computer player thinks and says its move; enter shows it on the board. The clocks
        stand while a person reads."""
        seat = self.position.player
        if not self.screen.manner.plain:
            self._show_turn()
            self.screen.tell(say("{player} is thinking.", player=player_name(seat)))
        *_, choice = self.sitting.think()
        try:
            news = self.sitting.play_choice(choice)
        except TableError as error:  # its time is over
            self.screen.complain(error.message)
            return
        manner = self.screen.manner
        if manner.plain or manner.waits:
            self.screen.tell(*news)
        if manner.waits and not self.table.over:
            self.table.pause(self.sitting.now())
            self._wait()
            self.table.go_on(self.sitting.now())

    def _wait(self) -> None:
        """For enter; commands are taken as well."""
        version = self.table.version
        while answer := self.screen.ask(say("Press enter to continue. ")):
            if not self._obey(answer):
                self.screen.complain(say("press enter, or write a command: help lists them"))
            if self.table.version != version:
                return

    def _let_person_move(self) -> None:
        """Asks for a move in parts or whole until there is one, or something else has happened."""
        self._show_turn()
        version = self.table.version
        entry = Entry.of(self.position)
        while self.table.version == version:
            try:
                answer = self.screen.ask(self._prompt(entry))
            except Back:
                if is_first(entry):
                    raise
                entry = Entry.of(self.position)
                continue
            if self.sitting.tick():
                self._tell_flag()
            elif answer:
                entry = self._take(entry, answer)
            self._tell_trouble()

    def _prompt(self, entry: Entry) -> Message:
        """What is asked. A piece that matters for the answer is shown before, alone and large."""
        plain = self.screen.manner.plain
        if entry.detail and not plain:
            self.screen.show("", *boards.piece_lines(self.screen, self.table, entry.detail))
        player = player_name(self.position.player)
        left = self.table.time_left(self.position.player, self.sitting.now())
        if left is not None:
            player = say("{player} ({time})", player=player, time=time_in_words(left))
        if plain and is_first(entry):
            return say("{player}: ", player=player)
        return say("{player} - {question}: ", player=player, question=entry.question)

    def _take(self, entry: Entry, answer: str) -> Entry:
        """What an answer does: a command, a question about the game, a part of the move or all.
        Where nothing is drawn the name of a place asks what stands there."""
        if self._obey(answer):
            return entry
        if self.screen.manner.plain and is_first(entry) and self._inform(answer):
            return entry
        try:
            found = entry.answer(answer)
        except EntryError as error:
            self.screen.complain(error.message)
            return error.entry
        if isinstance(found, Entry):
            return found
        self._make(found)
        return entry

    def _make(self, move: int) -> None:
        try:
            news = self.sitting.play(self.position.move_text(move))
        except TableError as error:  # its time is over
            self.screen.complain(error.message)
            return
        if self.screen.manner.plain:
            self.screen.tell(*news)

    # --- commands --------------------------------------------------------------------------

    def _obey(self, text: str) -> bool:
        """Does what a command says, if the text is one; one that cannot be done says why."""
        try:
            found = find(text)
            if found is not None:
                self._do(*found, text)
        except Back:
            return True  # from what the command asked
        except TabuleiroError as error:
            self.screen.complain(error.message)
            return True
        return found is not None

    def _do(self, command: Command, argument: str, text: str) -> None:
        if command.name == "help":
            self.screen.tell(*help_in_words())
        elif command.name == "board" and not self.screen.manner.plain:
            self._show_turn()
        elif command.name in DEEDS:
            DEEDS[command.name](self.screen, self.sitting, argument)
        else:
            self._inform(text)

    def _inform(self, text: str) -> bool:
        """Answers a question about the game, if the text is one."""
        now = self.sitting.now()
        said = answer_question(self.table, self.position.player, now, text)
        self.screen.tell(*(said or ()))
        return said is not None

    # --- what is shown ---------------------------------------------------------------------

    def _show_turn(self) -> None:
        """The board, and whose turn it is."""
        if self.screen.manner.plain:
            return
        width = self._show_board()
        turn = say("PLAYER {number}'s TURN", number=self.position.player + 1)
        self.screen.show(*boards.box_lines(self.screen, [turn], width))
        if self.table.clock:
            self.screen.tell(clock_line(self.table, self.sitting.now()))

    def _show_board(self) -> int:
        """What the last move did, the board, how the players stand; how wide the board is."""
        if self.screen.manner.plain:
            return 0
        self.screen.clear()
        if not self.screen.manner.clears:
            self.screen.show("")
        standing = scores_in_words(self.position)
        self.screen.tell(*(news for news in last_news(self.table) if news != standing))
        lines = boards.board_lines(self.screen, self.table)
        self.screen.show(*lines, *boards.standing_lines(self.screen, self.table))
        return width_of(lines)

    def _tell_flag(self) -> None:
        seat, _ = self.table.forfeits[-1]
        self.screen.tell(say("The time of {player} is over.", player=player_name(seat)))

    def _tell_trouble(self) -> None:
        """Says that the game could not be saved, once until it can be again."""
        trouble = self.sitting.trouble
        if trouble and not self._told_trouble:
            self.screen.complain(say("The game could not be saved: {reason}", reason=trouble))
        self._told_trouble = trouble is not None


def is_first(entry: Entry) -> bool:
    """Whether no part of the move has been answered."""
    return entry.question == Entry.of(entry.position).question


def last_news(table: Table) -> tuple[Message, ...]:
    """What the last move did."""
    if not table.plies:
        return ()
    before = table.positions[-2]
    return before.tell(before.move(table.plies[-1].move))


def clock_line(table: Table, now: float) -> Message:
    """The time that each player has left."""
    times = tuple(
        say("{player} {time}", player=player_name(seat), time=time_in_words(left))
        for seat in range(table.position.players)
        if (left := table.time_left(seat, now)) is not None
    )
    return say("Clock: {times}", times=times)
