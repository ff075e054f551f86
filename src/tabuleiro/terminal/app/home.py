"""The home screen: the games, saved games and settings."""

from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.games import games
from tabuleiro.players.titles import player_title
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.board import StaticBoard
from tabuleiro.terminal.app.keys import HasKeys, KeyLine
from tabuleiro.terminal.app.puzzles import PuzzleScreen
from tabuleiro.terminal.app.rules import RulesScreen
from tabuleiro.terminal.app.saved import SavedGamesScreen
from tabuleiro.terminal.app.settings_screen import SettingsScreen
from tabuleiro.terminal.app.setup import NewGameScreen
from tabuleiro.terminal.classic.line_app import new_local_game
from tabuleiro.terminal.classic.setup_questions import DEFAULT_OPPONENT, command_answers

ENTRIES = {
    "saved": (say("Saved games"), say("Resume a game, or replay a finished one.")),
    "settings": (say("Settings"), say("Theme and language.")),
    "app.quit": (say("Quit"), say("Every game is saved.")),
}
"""The entries below the games, by action: title and description."""

GAME_SCREENS = {"setup": NewGameScreen, "rules": RulesScreen, "puzzles": PuzzleScreen}
"""The screens of the highlighted game."""


class Entries(HasKeys, OptionList):
    """The list of the home screen."""


class HomeScreen(BaseScreen):
    """A list, with details of the highlighted entry beside it."""

    shown_language = ""
    """The language of the list."""

    def compose(self) -> ComposeResult:
        yield Static("T A B U L E I R O", classes="title")
        with Horizontal():
            yield Entries(*self._options(), id="entries", markup=False)
            with Vertical(id="preview"):
                yield StaticBoard(id="picture")
                yield Static(id="about", markup=False)
        yield KeyLine()

    def _options(self) -> list[Option | None]:
        entries: list[Option | None] = [
            Option(
                Content.assemble((game.name, "bold"), "\n", self.translated(game.summary)),
                id=game.id,
            )
            for game in games().values()
        ]
        entries.append(None)
        return entries + [
            Option(self.translated(title), id=action) for action, (title, _) in ENTRIES.items()
        ]

    def on_mount(self) -> None:
        self.shown_language = self.terminal_app.language
        self.query_one(OptionList).focus()

    async def on_screen_resume(self) -> None:
        """Changes the language if another was chosen since."""
        if self.shown_language not in {"", self.terminal_app.language}:
            await self.recompose()
            self.on_mount()

    # --- what is highlighted -----------------------------------------------------------------

    @property
    def game(self) -> Game[Any] | None:
        highlighted = self.query_one(OptionList).highlighted_option
        return games().get(highlighted.id or "") if highlighted else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Shows the game, or the description of the entry."""
        name, board = event.option_id or "", self.query_one(StaticBoard)
        game = games().get(name)
        board.display = game is not None
        if game:
            board.show(game.start().scene())
            about = self._about(game)
        else:
            about = self.translated(ENTRIES[name][1])
        self.query_one("#about", Static).update(about)
        self.refresh_bindings()

    def _about(self, game: Game[Any]) -> str:
        opponent = player_title(DEFAULT_OPPONENT, game)
        texts = [say("Enter starts a game against {player}.", player=opponent)]
        if game.credit:
            texts.append(say("Designed by {credit}", credit=game.credit))
        return "\n".join(map(self.translated, texts))

    # --- keys --------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_mounted and self.game is not None if action == "open" else True

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Starts the game, or runs the action of the entry."""
        name = event.option_id or ""
        if name in games():
            app, answers = self.terminal_app, command_answers(games()[name], ())
            app.open_game(new_local_game(answers, app.saved_games, app.chance))
        else:
            await self.run_action(name)

    def action_open(self, name: str) -> None:
        if self.game:
            self.app.push_screen(GAME_SCREENS[name](self.game))

    def action_saved(self) -> None:
        self.app.push_screen(SavedGamesScreen())

    def action_settings(self) -> None:
        self.app.push_screen(SettingsScreen())
