"""The home screen: the games and everything else there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.games import fresh_start, games
from tabuleiro.play.sitting import Sitting
from tabuleiro.players.titles import player_title
from tabuleiro.terminal.app.desk import Desk
from tabuleiro.terminal.app.keys import KeyLine, keys
from tabuleiro.terminal.app.page import Page
from tabuleiro.terminal.app.picture import Picture
from tabuleiro.terminal.app.setup import USUAL, quick_setup

ENTRIES: tuple[tuple[str, Message, Message, Callable[[Desk], None]], ...] = (
    (
        "saved",
        say("Saved games"),
        say("Go on with a game, or go through one that is finished."),
        Desk.open_saved,
    ),
    ("settings", say("Settings"), say("Colours and language."), Desk.open_settings),
    ("quit", say("Quit"), say("Every game is saved."), Desk.exit),
)
"""What the list has below the games: its name, what it is, and what it does."""


FOR_A_GAME = {"set_up", "rules", "puzzles"}


class Entries(OptionList):
    """The list of the home screen."""

    BINDINGS = keys(("enter", "select", say("Play")))


class Home(Page):
    """A list; what is highlighted is shown beside it."""

    spoken = ""
    """The language in which it is written."""

    BINDINGS = keys(
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
                yield Picture(id="picture")
                yield Static(id="about", markup=False)
        yield KeyLine()

    def _options(self) -> list[Option | None]:
        entries: list[Option | None] = [
            Option(self._entry(game.name, game.summary), id=game.id) for game in games().values()
        ]
        entries.append(None)
        return entries + [Option(self.words(title), id=name) for name, title, _, _ in ENTRIES]

    def _entry(self, name: str, summary: Message) -> Content:
        return Content.assemble((name, "bold"), "\n", self.words(summary))

    def on_mount(self) -> None:
        """The first game is highlighted."""
        self.spoken = self.desk.language
        self.query_one(OptionList).focus()

    async def on_screen_resume(self) -> None:
        """Speaks another language where that has been chosen meanwhile."""
        if self.spoken not in {"", self.desk.language}:
            await self.recompose()
            self.on_mount()

    # --- what is highlighted -----------------------------------------------------------------

    @property
    def game(self) -> Game[Any] | None:
        """The game that is highlighted."""
        highlighted = self.query_one(OptionList).highlighted_option
        return games().get(highlighted.id or "") if highlighted else None

    def on_option_list_option_highlighted(self) -> None:
        """Shows the game, or says what the entry does."""
        game, board = self.game, self.query_one(Picture)
        board.display = game is not None
        if game:
            board.show(game.start().scene(), None)
            self.query_one("#about", Static).update(self._about(game))
        else:
            option = self.query_one(OptionList).highlighted_option
            says = next(says for name, _, says, _ in ENTRIES if option and name == option.id)
            self.query_one("#about", Static).update(self.words(says))
        self.refresh_bindings()

    def _about(self, game: Game[Any]) -> str:
        says = say("Enter begins a game against {player}.", player=player_title(USUAL, game))
        credit = f"\n{game.credit}" if game.credit else ""
        return f"{self.words(says)}{credit}"

    # --- keys --------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_mounted and self.game is not None if action in FOR_A_GAME else True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begins the game, or opens what the entry names."""
        game = games().get(event.option_id or "")
        if game:
            self._begin(game)
            return
        next(do for name, _, _, do in ENTRIES if name == event.option_id)(self.desk)

    def _begin(self, game: Game[Any]) -> None:
        start = fresh_start(game, {}, self.desk.chance)
        try:
            sitting = Sitting.begin(start, quick_setup(start), self.desk.shelf, self.desk.chance)
        except TabuleiroError as error:
            self.complain(error)
        else:
            self.desk.open_game(sitting)

    def action_set_up(self) -> None:
        """Sets up a game of the highlighted kind."""
        if self.game:
            self.desk.open_setup(self.game)

    def action_rules(self) -> None:
        """Shows the rules of the highlighted game."""
        if self.game:
            self.desk.open_rules(self.game)

    def action_puzzles(self) -> None:
        """Opens the puzzles of the highlighted game."""
        if self.game:
            self.desk.open_puzzles(self.game)

    def action_saved(self) -> None:
        """Lists the saved games."""
        self.desk.open_saved()

    def action_settings(self) -> None:
        """Opens the settings."""
        self.desk.open_settings()
