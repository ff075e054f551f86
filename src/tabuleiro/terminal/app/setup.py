"""The screen that sets up a new game."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Button, Static

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.options import Number, Option
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.games import fresh_start
from tabuleiro.play import Setup, read_control
from tabuleiro.play.clock import control_in_words
from tabuleiro.play.setup import seats_of
from tabuleiro.players.titles import opponents, player_title
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.dialogs import TextDialog, error_message
from tabuleiro.terminal.app.keys import HasKeys, KeyLine
from tabuleiro.terminal.app.rules import RulesScreen
from tabuleiro.terminal.app.steppers import NumberStepper, Stepper
from tabuleiro.terminal.classic.setup_questions import DEFAULT_OPPONENT, PERSON, person_among

OWN_CLOCK = "own"
CLOCKS = (
    ("", say("No clock")),
    *((text, control_in_words(read_control(text))) for text in ("5+3", "15+10")),
    (OWN_CLOCK, say("Custom")),
)
BY_LOT = -1


class StartButton(HasKeys, Button):
    """The button that starts the game."""


class NewGameScreen(BaseScreen):
    """The form for a new game."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game
        self.players = game.start().players

    # --- the form ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        title = self.translated(say("New game: {game}", game=self.game.name))
        yield Static(title, classes="title", markup=False)
        with VerticalScroll(can_focus=False):
            yield Static(self.translated(say("Players")), classes="heading")
            seats = person_among(DEFAULT_OPPONENT, None, self.players)
            yield Vertical(*self._seat_steppers(seats), id="seats")
            first = BY_LOT if self.game.random_first_player else 0
            yield Stepper(say("Who moves first"), self._beginners(), first, id="begins")
            yield Stepper(say("Clock"), CLOCKS, "", id="clock")
            yield Static(self.translated(say("The game")), classes="heading")
            for option in self.game.options:
                yield option_stepper(option)
        yield Static("", id="hint", markup=False)
        start = self.translated(say("Start game"))
        yield StartButton(start, variant="primary", id="begin", compact=True)
        yield KeyLine()

    def _seat_steppers(self, chosen: Sequence[str]) -> list[Stepper]:
        choices = [(PERSON, say("a person"))]
        choices += [(name, player_title(name, self.game)) for name in opponents(self.game)]
        return [
            Stepper(player_name(number), choices, name, id=f"seat{number}")
            for number, name in enumerate(chosen)
        ]

    def _beginners(self) -> list[tuple[int, Message]]:
        seats = [(number, player_name(number)) for number in range(self.players)]
        return [*seats, (BY_LOT, say("drawn at random"))]

    def on_mount(self) -> None:
        self.query_one("#seat1", Stepper).focus()

    def on_descendant_focus(self) -> None:
        """Shows the description of the focused option."""
        self._say("")
        for option in self.game.options:
            if self.focused and self.focused.id == option_id(option):
                self._say(self.translated(option.description))

    def _say(self, text: str, *, refused: bool = False) -> None:
        hint = self.query_one("#hint", Static)
        hint.set_class(refused, "refused")
        hint.update(text)

    @on(Stepper.Changed)
    async def show_consequences(self, event: Stepper.Changed) -> None:
        """Asks for a custom clock; shows what is wrong with the options; updates the seats."""
        if event.stepper.id == "clock" and event.stepper.value == OWN_CLOCK:
            self._ask_for_clock(event.stepper)
        try:
            start = self._start()
        except TabuleiroError as error:
            self._say(self.error_text(error), refused=True)
            return
        self.on_descendant_focus()
        if start.players != self.players:
            await self._seat(start.players)

    async def _seat(self, players: int) -> None:
        names = [*self._chosen_seats(), *[DEFAULT_OPPONENT] * players][:players]
        self.players = players
        seats = self.query_one("#seats")
        await seats.remove_children()
        await seats.mount(*self._seat_steppers(names))
        begins = self.query_one("#begins", Stepper)
        begins.choices = self._beginners()
        begins.value = min(begins.value, players - 1)
        begins.refresh()

    def _ask_for_clock(self, stepper: Stepper) -> None:
        def settle(text: str | None) -> None:
            choices = [choice for choice in CLOCKS if choice[0] != text]
            if text:
                choices.insert(-1, (text, control_in_words(read_control(text))))
            stepper.choices, stepper.value = tuple(choices), text or ""
            stepper.refresh()

        question = say("Minutes plus seconds per turn (10+5), or days per turn (3d)")
        self.app.push_screen(TextDialog(question, partial(error_message, read_control)), settle)

    # --- what the form says ------------------------------------------------------------------

    def _chosen_seats(self) -> list[str]:
        return [self.query_one(f"#seat{number}", Stepper).value for number in range(self.players)]

    def _given(self) -> dict[str, str]:
        """The options by name, as texts, without those that are drawn at random."""
        steppers = {
            option: self.query_one(f"#{option_id(option)}", Stepper) for option in self.game.options
        }
        return {
            option.name: option.format(stepper.value)
            for option, stepper in steppers.items()
            if stepper.value is not None
        }

    def _start(self) -> Position:
        return fresh_start(self.game, self._given(), self.terminal_app.chance)

    def _setup(self) -> Setup:
        """The setup, with the seats in the order of play: the player who begins has the first."""
        first = self.query_one("#begins", Stepper).value
        if first == BY_LOT:
            first = self.terminal_app.chance.randrange(self.players)
        names = self._chosen_seats()
        names = names[first:] + names[:first]
        clock = self.query_one("#clock", Stepper).value
        return Setup(seats_of(names), read_control(clock) if clock else None, free_takebacks=True)

    # --- keys --------------------------------------------------------------------------------

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        try:
            self.terminal_app.start_game(self._start(), self._setup())
        except TabuleiroError as error:
            self._say(self.error_text(error), refused=True)

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.game))


def option_id(option: Option) -> str:
    """The widget id of an option."""
    return f"option-{option.name}"


def option_stepper(option: Option) -> Stepper:
    """The form field of an option."""
    label = option.heading()
    if isinstance(option, Number):
        value = None if option.drawn else int(option.default)
        drawn = say("drawn at random") if option.drawn else None
        return NumberStepper(
            label, option.low, option.high, value, id=option_id(option), drawn=drawn
        )
    values = [option.parse(text) for text in option.domain()["values"]]
    choices = [(value, option.in_words(value)) for value in values]
    return Stepper(label, choices, option.default, id=option_id(option))
