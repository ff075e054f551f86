"""The screen of saved games: resume, replay, delete, open a file."""

from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core.message import say
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.saved_game_wording import date_of, game_name, players_in_words, state_in_words
from tabuleiro.records import Record, read_record
from tabuleiro.records.files import read_file, user_path
from tabuleiro.records.saved_games import SavedGame
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.dialogs import TextDialog, error_message
from tabuleiro.terminal.app.keys import HasKeys, KeyLine
from tabuleiro.terminal.app.replay import ReplayScreen


class SavedGameList(HasKeys, OptionList):
    """The list of the saved games."""


class SavedGamesScreen(BaseScreen):
    """The saved games, unfinished ones first."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[str, SavedGame] = {}

    def compose(self) -> ComposeResult:
        yield Static(self.translated(say("Saved games")), classes="title")
        yield SavedGameList(id="games", markup=False)
        yield Static(id="about", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.list_games()

    def list_games(self, highlighted: int = 0) -> None:
        """Lists the games and highlights one."""
        with self.showing_errors():
            self.entries = {entry.name: entry for entry in self.terminal_app.saved_games.games()}
        options = [Option(self._line(entry), id=name) for name, entry in self.entries.items()]
        listed = self.query_one(OptionList).clear_options().add_options(options)
        listed.highlighted = min(highlighted, len(options) - 1) if options else None
        listed.focus()
        self.refresh_bindings()
        if not options:
            text = say("There are no saved games yet. Every game you play is saved automatically.")
            self.query_one("#about", Static).update(self.translated(text))

    def _line(self, entry: SavedGame) -> Content:
        players = " – ".join(self.translated(player) for player in players_in_words(entry))
        return Content.assemble(
            f"{date_of(entry)}  ",
            (f"{game_name(entry):<12} ", "bold"),
            f"{self.translated(state_in_words(entry))}\n",
            f"{'':18}{players}",
        )

    # --- opening one -------------------------------------------------------------------------

    @property
    def highlighted(self) -> SavedGame | None:
        option = self.query_one(OptionList).highlighted_option
        return self.entries.get(option.id or "") if option else None

    def on_option_list_option_selected(self) -> None:
        """Resumes the game, or replays it if it is finished."""
        entry = self.highlighted
        if entry is None:
            return
        if entry.finished:
            self.action_replay()
            return
        app = self.terminal_app
        with self.showing_errors():
            app.open_game(LocalGame.resume(entry.name, app.saved_games, app.chance))

    def action_replay(self) -> None:
        if self.highlighted:
            app = self.terminal_app
            with self.showing_errors():
                app.push_screen(ReplayScreen(app.saved_games.load(self.highlighted.name)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self.entries) if action in {"replay", "delete"} else True

    def action_delete(self) -> None:
        """Deletes the highlighted game, after a question."""
        entry = self.highlighted
        if entry is None:
            return

        def delete() -> None:
            with self.showing_errors():
                self.terminal_app.saved_games.delete(entry.name)
            self.list_games(self.query_one(OptionList).highlighted or 0)

        question = say(
            "Delete {game} of {date} ({state})?",
            game=game_name(entry),
            date=date_of(entry),
            state=state_in_words(entry),
        )
        self.confirm(question, delete, default="no")

    def action_file(self) -> None:
        check = partial(error_message, record_in)
        self.ask(TextDialog(say("Open a record from which file?"), check), self._open_file)

    def _open_file(self, text: str) -> None:
        with self.showing_errors():  # the file may have changed since it was checked
            self.app.push_screen(ReplayScreen(record_in(text)))


def record_in(text: str) -> Record:
    """The record in the file with the typed name."""
    return read_record(read_file(user_path(text)))
