"""The line-by-line app: menus, starting and resuming games."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import GameError, Message, TabuleiroError, say
from tabuleiro.core.program import program_name
from tabuleiro.games import find_game_by_name, games
from tabuleiro.language import LANGUAGES
from tabuleiro.play import Table
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.saved_game_wording import date_of, players_in_words, state_in_words
from tabuleiro.play.setup import seat_title
from tabuleiro.records.saved_games import SavedGame, SavedGames
from tabuleiro.terminal.classic.command_actions import show_rules
from tabuleiro.terminal.classic.console import Back, Leave, LineConsole
from tabuleiro.terminal.classic.game_loop import GameLoop
from tabuleiro.terminal.classic.menu import Menu, logo_lines, numbered
from tabuleiro.terminal.classic.setup_questions import SetupAnswers, ask_setup, first_answers

MOST_SAVED = 20  # saved games in a menu: unfinished ones first, then the newest

Action = Callable[[], None]


@dataclass
class LineApp:
    """The main menu, and games from start to end."""

    console: LineConsole
    saved_games: SavedGames
    chance: Random

    def run(self, first: Action | None = None) -> None:
        """Runs `first`, then shows the menu, except in the plain interface after `first`."""
        try:
            if first is not None:
                with suppress(Back):
                    first()
            if first is None or not self.console.settings.plain:
                self.show_menu()
        except Leave:
            self.console.write(say("Goodbye."))

    # --- menus -----------------------------------------------------------------------------

    def show_menu(self) -> None:
        """Shows the main menu until the user leaves."""
        while True:
            if not self.console.settings.plain:
                self.console.clear()
                self.console.write_lines("", *logo_lines(self.console))
            self.console.write_lines("")
            self.console.write(say("At any question: exit ends the program, back goes back."))
            try:
                self.main_menu().choose(self.console)()
            except Back:
                continue
            except TabuleiroError as error:
                self.console.write_error(error.message)

    def main_menu(self) -> Menu[Action]:
        """The games, then the other entries."""
        entries: list[tuple[Message, Action]] = [
            (game_line(game), partial(self.set_up_game, game)) for game in games().values()
        ]
        entries += [
            (say("Saved games"), self.choose_saved),
            (say("Rules"), self.choose_rules),
            (say("Language"), self.choose_language),
        ]
        return Menu(say("What would you like to play?"), numbered(entries))

    def choose_rules(self) -> None:
        items = numbered([(game_line(game), game) for game in games().values()])
        show_rules(self.console, Menu(say("The rules of which game?"), items).choose(self.console))

    def choose_language(self) -> None:
        items = numbered([(say("{name}", name=name), code) for code, name in LANGUAGES.items()])
        self.console.language = Menu(say("Language"), items).choose(self.console)

    def choose_saved(self) -> None:
        entries = self.saved_games.games()[:MOST_SAVED]
        if not entries:
            self.console.write(say("There are no saved games."))
            return
        items = numbered([(saved_game_line(entry), entry.name) for entry in entries])
        self.resume_game(Menu(say("Which saved game?"), items).choose(self.console))

    # --- games -----------------------------------------------------------------------------

    def set_up_game(self, game: Game[Any]) -> None:
        """Asks how to set up a game, and plays it."""
        self.start_game(ask_setup(self.console, first_answers(game)))

    def start_game(self, answers: SetupAnswers) -> None:
        local_game = new_local_game(answers, self.saved_games, self.chance)
        if answers.first == "lot":
            self.console.write_success(lot_line(local_game.table, self.chance))
        self.play_game(local_game)

    def resume_game(self, name: str | None) -> None:
        """Resumes a saved game; without a name the last unfinished one."""
        self.play_game(resume_local_game(name, self.saved_games, self.chance))

    def play_game(self, local_game: LocalGame) -> None:
        """Plays a game. If the user leaves it, prints how to resume it."""
        try:
            GameLoop(self.console, local_game).play()
        except (Leave, Back, KeyboardInterrupt, TabuleiroError):
            if local_game.is_kept and not local_game.table.over:
                self.console.write_lines("")
                saved = say(
                    "The game is saved. To resume it: {program} play --resume {name}",
                    program=program_name(),
                    name=local_game.name,
                )
                self.console.write_lines(self.console.text(saved))  # to be copied, so not wrapped
            raise
        finally:
            local_game.close()


def new_local_game(answers: SetupAnswers, saved_games: SavedGames, chance: Random) -> LocalGame:
    """A new game with this setup."""
    drawn = answers.with_drawn_options(chance)
    start = drawn.game.start(**drawn.options)
    local_game = LocalGame.new(start, drawn.setup(chance), saved_games, chance)
    if drawn.options != answers.options:
        local_game.drawn_options = dict(drawn.options)
    return local_game


def resume_local_game(name: str | None, saved_games: SavedGames, chance: Random) -> LocalGame:
    """Resumes a saved game. Without a name it is the last unfinished one; the name of a game stands
    for the last unfinished one of that game."""
    return LocalGame.resume(find_saved(name, saved_games), saved_games, chance)


def find_saved(name: str | None, saved_games: SavedGames) -> str:
    """The name of the saved game to resume."""
    if name is None:
        return last_unfinished(saved_games)
    try:
        saved_games.check_exists(name)
    except TabuleiroError:
        with suppress(GameError):
            return last_unfinished(saved_games, find_game_by_name(name))
        raise
    return name


def last_unfinished(saved_games: SavedGames, game: Game[Any] | None = None) -> str:
    """The name of the last unfinished game; only of one game if it is given."""
    for entry in saved_games.games():
        if not entry.finished and (game is None or entry.game_id == game.id):
            return entry.name
    if game is None:
        raise TabuleiroError(say("there is no unfinished game to resume"))
    raise TabuleiroError(say("there is no unfinished game of {game} to resume", game=game.name))


def game_line(game: Game[Any]) -> Message:
    """A game in a menu."""
    return say("{game}: {summary}", game=game.name, summary=game.summary)


def saved_game_line(entry: SavedGame) -> Message:
    """A saved game in a menu."""
    return say(
        "{date}  {game}, {state}: {players}",
        date=date_of(entry),
        game=entry.summary.game,
        players=players_in_words(entry),
        state=state_in_words(entry),
    )


def lot_line(table: Table, chance: Random) -> Message:
    """Who begins, after a draw. Of people at one keyboard, that is the one on the left or right."""
    seats = table.setup.seats
    if all(seat.is_person for seat in seats):
        if chance.random() < 0.5:
            return say("Drawn at random: the person on the left moves first, as Player 1.")
        return say("Drawn at random: the person on the right moves first, as Player 1.")
    if seats[0].is_person:
        return say("Drawn at random: the person moves first, as Player 1.")
    if not any(seat.is_person for seat in seats):
        title = seat_title(0, seats[0], table.position.game)
        return say("Drawn at random: {title} moves first, as Player 1.", title=title)
    return say("Drawn at random: the computer moves first, as Player 1.")
