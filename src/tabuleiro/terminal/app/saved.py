"""The saved games: those that go on can be gone on with, those that ended gone through."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.play.listing import date_of, game_name, players_in_words, state_in_words
from tabuleiro.play.sitting import Sitting
from tabuleiro.records import Record, read_record
from tabuleiro.records.files import file_named, read_file
from tabuleiro.records.shelf import Entry
from tabuleiro.terminal.app.dialogs import Ask
from tabuleiro.terminal.app.keys import KeyLine, keys
from tabuleiro.terminal.app.page import Page


class GameList(OptionList):
    """The list of the saved games."""

    BINDINGS = keys(("enter", "select", say("Open")))


class SavedGames(Page):
    """The list, games that are not finished first."""

    BINDINGS = keys(
        ("v", "replay", say("Replay")),
        ("f", "file", say("Open a file…")),
        ("escape,q", "leave", say("Back")),
    )

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[str, Entry] = {}

    def compose(self) -> ComposeResult:
        yield Static(self.words(say("Saved games")), classes="title")
        yield GameList(id="games", markup=False)
        yield Static(id="about", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        try:
            self.entries = {entry.name: entry for entry in self.desk.shelf.games()}
        except TabuleiroError as error:
            self.complain(error)
        options = [Option(self._line(entry), id=name) for name, entry in self.entries.items()]
        listed = self.query_one(OptionList).add_options(options)
        listed.highlighted = 0 if options else None
        listed.focus()
        if not options:
            says = say("There are no saved games yet: every game you play is saved by itself.")
            self.query_one("#about", Static).update(self.words(says))

    def _line(self, entry: Entry) -> Content:
        return Content.assemble(
            f"{date_of(entry)}  ",
            (f"{game_name(entry):<12}", "bold"),
            f"{self.words(state_in_words(entry)):<29} ",
            self._players(entry),
        )

    def _players(self, entry: Entry) -> str:
        return " – ".join(self.words(player) for player in players_in_words(entry))

    def on_option_list_option_highlighted(self) -> None:
        """Says in full who plays, which a long line cuts short."""
        if self.highlighted:
            self.query_one("#about", Static).update(self._players(self.highlighted))

    # --- opening one -------------------------------------------------------------------------

    @property
    def highlighted(self) -> Entry | None:
        """The game that is highlighted."""
        option = self.query_one(OptionList).highlighted_option
        return self.entries.get(option.id or "") if option else None

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Goes on with the game, or goes through it when it is finished."""
        entry = self.highlighted
        if entry is None:
            return
        if entry.finished:
            self.action_replay()
            return
        try:
            sitting = Sitting.resume(entry.name, self.desk.shelf, self.desk.chance)
        except TabuleiroError as error:
            self.complain(error)
        else:
            self.desk.open_game(sitting)

    def action_replay(self) -> None:
        """Goes through the game."""
        if self.highlighted:
            try:
                self.desk.open_replay(self.desk.shelf.load(self.highlighted.name))
            except TabuleiroError as error:
                self.complain(error)

    def action_file(self) -> None:
        """Goes through the record of a file."""
        self.app.push_screen(
            Ask(say("Which file has the record?"), trouble_reading), self._open_file
        )

    def _open_file(self, text: str | None) -> None:
        if text:
            try:
                self.desk.open_replay(record_in(text))
            except TabuleiroError as error:  # the file has changed since the answer was checked
                self.complain(error)


def record_in(text: str) -> Record:
    """The record in the file that somebody wrote the name of."""
    return read_record(read_file(file_named(text)))


def trouble_reading(text: str) -> Message | None:
    """Why a file has no record that can be shown."""
    try:
        record_in(text)
    except TabuleiroError as error:
        return error.message
    return None
