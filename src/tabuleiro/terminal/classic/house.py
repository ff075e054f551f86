"""The line interfaces from the first menu to the last word."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.games import games
from tabuleiro.language import LANGUAGES
from tabuleiro.play.listing import date_of, players_in_words, state_in_words
from tabuleiro.play.sitting import Sitting
from tabuleiro.records.shelf import Entry, Shelf
from tabuleiro.terminal.classic.draft import Draft, begin_draft, set_up
from tabuleiro.terminal.classic.logo import logo_lines
from tabuleiro.terminal.classic.menu import Item, Menu, numbered
from tabuleiro.terminal.classic.pages import show_rules
from tabuleiro.terminal.classic.playing import Round
from tabuleiro.terminal.classic.screen import AnswerError, Back, Leave, Screen

MOST_SAVED = 20  # saved games in a menu: unfinished ones first, then the newest

Action = Callable[[], None]


@dataclass
class House:
    """Where games are begun, saved and taken up again."""

    screen: Screen
    shelf: Shelf
    chance: Random

    def open(self, first: Action | None = None) -> None:
        """Does what was asked for first, if anything, then shows the menu until the person leaves.
        The plain interface ends with the game that was asked for."""
        try:
            if first is not None:
                with suppress(Back):
                    first()
            if first is None or not self.screen.manner.plain:
                self.show_menu()
        except Leave:
            self.screen.tell(say("Goodbye."))

    # --- menus -----------------------------------------------------------------------------

    def show_menu(self) -> None:
        """The main menu, again and again."""
        while True:
            if not self.screen.manner.plain:
                self.screen.clear()
                self.screen.show("", *logo_lines(self.screen))
            self.screen.show("")
            self.screen.tell(say("At any question: exit ends the program, back goes back."))
            try:
                self.main_menu().choose(self.screen)()
            except Back:
                continue
            except TabuleiroError as error:
                self.screen.complain(error.message)

    def main_menu(self) -> Menu[Action]:
        """The games, then what else there is."""
        entries: list[tuple[Message, Action]] = [
            (said_of(game), partial(self.set_up, game)) for game in games().values()
        ]
        entries += [
            (say("Saved games"), self.choose_saved),
            (say("Rules"), self.choose_rules),
            (say("Language"), self.choose_language),
        ]
        return Menu(say("What would you like to play?"), numbered(entries))

    def choose_rules(self) -> None:
        """The rules of one of the games."""
        items = numbered([(said_of(game), game) for game in games().values()])
        show_rules(self.screen, Menu(say("The rules of which game?"), items).choose(self.screen))

    def choose_language(self) -> None:
        """The language spoken from now on."""
        items = numbered([(say("{name}", name=name), code) for code, name in LANGUAGES.items()])
        self.screen.language = Menu(say("Language"), items).choose(self.screen)

    def choose_saved(self) -> None:
        """One of the saved games, to go on with or to see how it ended."""
        entries = self.shelf.games()[:MOST_SAVED]
        if not entries:
            self.screen.tell(say("There are no saved games."))
            return
        items = [
            Item(str(number), said_of_saved(entry), entry.name)
            for number, entry in enumerate(entries, start=1)
        ]
        self.resume(Menu(say("Which saved game?"), items).choose(self.screen))

    # --- games -----------------------------------------------------------------------------

    def set_up(self, game: Game[Any]) -> None:
        """Asks how a game is to be played, and plays it."""
        self.begin(set_up(self.screen, begin_draft(game)))

    def begin(self, draft: Draft) -> None:
        """Plays a new game."""
        drawn = draft.drawn(self.chance)
        sitting = begin(drawn, self.shelf, self.chance)
        if draft.first == "lot":
            seats = sitting.table.setup.seats
            self.screen.confirm(lot_line(person_begins=seats[0].is_person))
        if drawn.options != draft.options:
            self.screen.tell(again_line(drawn))
        self.play(sitting)

    def resume(self, name: str | None) -> None:
        """Goes on with a saved game, the last unfinished one when none is named."""
        self.play(take_up(name, self.shelf, self.chance))

    def play(self, sitting: Sitting) -> None:
        """Plays a game to its end; whoever leaves before is told how to go on with it."""
        try:
            Round(self.screen, sitting).play()
        except (Leave, Back, KeyboardInterrupt, TabuleiroError):
            if sitting.name and not sitting.trouble and not sitting.table.over:
                self.screen.show("")
                self.screen.tell(saved_line(sitting.name))
            raise
        finally:
            sitting.close()


def begin(draft: Draft, shelf: Shelf, chance: Random) -> Sitting:
    """A new game as it was set up."""
    drawn = draft.drawn(chance)
    return Sitting.begin(drawn.start(), drawn.setup(chance), shelf, chance)


def take_up(name: str | None, shelf: Shelf, chance: Random) -> Sitting:
    """A saved game to go on with, the last unfinished one when none is named."""
    return Sitting.resume(name or last_unfinished(shelf), shelf, chance)


def last_unfinished(shelf: Shelf) -> str:
    """The name of the game to go on with."""
    for entry in shelf.games():
        if not entry.finished:
            return entry.name
    raise AnswerError(say("there is no unfinished game to go on with"))


def said_of(game: Game[Any]) -> Message:
    """A game in a menu."""
    return say("{game}: {summary}", game=game.name, summary=game.summary)


def said_of_saved(entry: Entry) -> Message:
    """A saved game in a menu."""
    return say(
        "{date}  {game}, {state}: {players}",
        date=date_of(entry),
        game=entry.summary.game,
        players=players_in_words(entry),
        state=state_in_words(entry),
    )


def again_line(draft: Draft) -> Message:
    """How a start that was drawn is played again."""
    words = " ".join(f"{name}={text}" for name, text in draft.options.items())
    return say("This start again: tabuleiro play {game} {words}", game=draft.game.id, words=words)


def lot_line(*, person_begins: bool) -> Message:
    """What the lot has decided."""
    if person_begins:
        return say("The lot has decided: the person begins, as Player 1.")
    return say("The lot has decided: the computer begins, as Player 1.")


def saved_line(name: str) -> Message:
    """How a game that was left is gone on with."""
    return say("The game is saved. Go on with it: tabuleiro play --resume {name}", name=name)
