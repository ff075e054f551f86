"""The home screen: the games, saved games and settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.games import fresh_start, games
from tabuleiro.players.titles import player_title
from tabuleiro.terminal.app.application import TerminalApp
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.boards import StaticBoard
from tabuleiro.terminal.app.keys import KeyLine, key_bindings
from tabuleiro.terminal.app.setup import DEFAULT_OPPONENT, quick_setup

ENTRIES: tuple[tuple[str, Message, Message, Callable[[TerminalApp], None]], ...] = (
    (
        "saved",
        say("Saved games"),
        say("Go on with a game, or go through one that is finished."),
        TerminalApp.open_saved,
    ),
    ("settings", say("Settings"), say("Colours and language."), TerminalApp.open_settings),
    ("quit", say("Quit"), say("Every game is saved."), TerminalApp.exit),
)
"""The entries below the games: id, title, description, action."""


FOR_A_GAME = {"set_up", "rules", "puzzles"}


class Entries(OptionList):
    """The list of the home screen."""

    BINDINGS = key_bindings(("enter", "select", say("Play")))


class HomeScreen(BaseScreen):
    """A list, with details of the highlighted entry beside it."""

    spoken = ""
    """The language of the list."""

    BINDINGS = key_bindings(
        ("n", "set_up", say("New game…")),
        ("r", "rules", say("Rules")),
        ("p", "puzzles", say("Puzzles")),
        ("o", "saved", say("Saved games")),
        ("t", "settings", say("Settings")),
        ("q", "app.quit", say("Quit")),
    )

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
            Option(self._entry(game.name, game.summary), id=game.id) for game in games().values()
        ]
        entries.append(None)
        return entries + [Option(self.translated(title), id=name) for name, title, _, _ in ENTRIES]

    def _entry(self, name: str, summary: Message) -> Content:
        return Content.assemble((name, "bold"), "\n", self.translated(summary))

    def on_mount(self) -> None:
        """Highlights the first game."""
        self.spoken = self.terminal_app.language
        self.query_one(OptionList).focus()

    async def on_screen_resume(self) -> None:
        """Changes the language if another was chosen since."""
        if self.spoken not in {"", self.terminal_app.language}:
            await self.recompose()
            self.on_mount()

    # --- what is highlighted -----------------------------------------------------------------

    @property
    def game(self) -> Game[Any] | None:
        """The game that is highlighted."""
        highlighted = self.query_one(OptionList).highlighted_option
        return games().get(highlighted.id or "") if highlighted else None

    def on_option_list_option_highlighted(self) -> None:
        """Shows the game, or the description of the entry."""
        game, board = self.game, self.query_one(StaticBoard)
        board.display = game is not None
        if game:
            board.show(game.start().scene(), None)
            self.query_one("#about", Static).update(self._about(game))
        else:
            option = self.query_one(OptionList).highlighted_option
            says = next(says for name, _, says, _ in ENTRIES if option and name == option.id)
            self.query_one("#about", Static).update(self.translated(says))
        self.refresh_bindings()

    def _about(self, game: Game[Any]) -> str:
        says = say(
            "Enter begins a game against {player}.", player=player_title(DEFAULT_OPPONENT, game)
        )
        credit = f"\n{game.credit}" if game.credit else ""
        return f"{self.translated(says)}{credit}"

    # --- keys --------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_mounted and self.game is not None if action in FOR_A_GAME else True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Starts the game, or runs the action of the entry."""
        game = games().get(event.option_id or "")
        if game:
            self._begin(game)
            return
        next(do for name, _, _, do in ENTRIES if name == event.option_id)(self.terminal_app)

    def _begin(self, game: Game[Any]) -> None:
        start = fresh_start(game, {}, self.terminal_app.chance)
        self.terminal_app.start_game(start, quick_setup(start))

    def action_set_up(self) -> None:
        """Opens the form for the highlighted game."""
        if self.game:
            self.terminal_app.open_setup(self.game)

    def action_rules(self) -> None:
        """Shows the rules of the highlighted game."""
        if self.game:
            self.terminal_app.open_rules(self.game)

    def action_puzzles(self) -> None:
        """Opens the puzzles of the highlighted game."""
        if self.game:
            self.terminal_app.open_puzzles(self.game)

    def action_saved(self) -> None:
        """Lists the saved games."""
        self.terminal_app.open_saved()

    def action_settings(self) -> None:
        """Opens the settings."""
        self.terminal_app.open_settings()
