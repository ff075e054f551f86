"""The base classes of the app's screens: of all, and of those on which a move is entered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from tabuleiro.core.chooser import Chooser, explain_refused_touch
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.scene import Scene
from tabuleiro.core.scene_description import site_in_words
from tabuleiro.language import Translate
from tabuleiro.play.player_names import with_names
from tabuleiro.terminal.app.board import BoardWidget
from tabuleiro.terminal.app.dialogs import Answer, ConfirmDialog, TextDialog
from tabuleiro.terminal.app.keys import HasKeys, app_of, translated

if TYPE_CHECKING:
    from tabuleiro.terminal.app.application import TerminalApp

NEWS = 3
"""Lines for the news below the board."""


def whole_lines(texts: Sequence[str], width: int, room: int) -> list[str]:
    """The first texts that fit into `room` lines when wrapped, at least one; none is cut off."""
    shown: list[str] = []
    for text in texts:
        room -= max(1, len(wrap(text, width or 1)))
        if room < 0 and shown:
            break
        shown.append(text)
    return shown


def board_and_panels(board: BoardWidget, *panels: Widget) -> ComposeResult:
    """A board with `#news` below it, and panels beside them."""
    with Horizontal():
        yield Vertical(board, Static(id="news", markup=False), id="left")
        yield Vertical(*panels, id="side")


class BaseScreen(HasKeys, Screen[Any]):
    """A screen with the language of the app."""

    @property
    def terminal_app(self) -> TerminalApp:
        return app_of(self)

    @property
    def sides(self) -> Sequence[Message]:
        """The players by the colours of their pieces; empty if the screen is not about players."""
        return ()

    @property
    def player_names(self) -> Sequence[Message]:
        """What the players are called."""
        return self.sides

    @property
    def translate(self) -> Translate:
        """The language of the app, with the names of the players."""
        return with_names(self.terminal_app.translate, self.player_names)

    @property
    def translate_sides(self) -> Translate:
        """The language of the app, with the sides of the players, which are short names."""
        return with_names(self.terminal_app.translate, self.sides)

    def translated(self, message: Message) -> str:
        """The message in the language of the app."""
        return translated(self, message)

    @contextmanager
    def showing_errors(self) -> Iterator[None]:
        """Shows errors that are raised inside the context."""
        try:
            yield
        except TabuleiroError as error:
            self.notify(self.error_text(error), severity="error", markup=False)

    def error_text(self, error: TabuleiroError) -> str:
        """The message of an error as a sentence."""
        text = self.translated(error.message)
        return text[:1].upper() + text[1:]

    def whole_news(self, lines: Iterable[Message]) -> list[str]:
        """As many messages as fit below the board."""
        width = self.query_one("#news").content_size.width
        return whole_lines([self.translated(line) for line in lines], width, NEWS)

    def confirm(
        self, question: Message, action: Callable[[], object], default: Answer = "yes"
    ) -> None:
        """Asks a question, and runs the action if the answer is yes."""

        def answered(yes: bool | None) -> None:
            if yes:
                action()

        self.app.push_screen(ConfirmDialog(question, default), answered)

    def ask(self, dialog: TextDialog, use: Callable[[str], object]) -> None:
        """Asks for a line of text, and uses it if there is one."""

        def answered(text: str | None) -> None:
            if text:
                use(text)

        self.app.push_screen(dialog, answered)

    def action_leave(self) -> None:
        self.dismiss()


class MoveEntryScreen(BaseScreen):
    """A screen with a board, `#news` below it and `#place` for what the cursor is on. `scene` is
    what the board shows; `chooser` has the touches so far, None while no move can be entered."""

    scene: Scene
    chooser: Chooser | None = None

    @property
    def instruction(self) -> Message | None:
        """What to do now, the first line below the board."""
        return None

    def enter_move(self, text: str) -> None:
        """Uses the move that was touched or typed."""
        raise NotImplementedError

    def choose(self, chooser: Chooser) -> None:
        self.chooser = chooser
        self.show()

    def show(self) -> None:
        """Draws everything again."""
        raise NotImplementedError

    @on(BoardWidget.Touched)
    def touch(self, event: BoardWidget.Touched) -> None:
        """Continues with the move that is being entered."""
        chooser = self.chooser and self.chooser.touch(event.site)
        if chooser and chooser.move is not None:
            self.enter_move(chooser.position.move_text(chooser.move))
        elif chooser:
            self.choose(chooser)

    @on(BoardWidget.Refused)
    def refuse(self, event: BoardWidget.Refused) -> None:
        """Starts again with another piece if that can be touched first, else says why not."""
        if self.chooser is None:
            return
        restarted = None
        if self.chooser.touched:
            restarted = Chooser.of(self.chooser.position).touch(event.site)
        if restarted and restarted.move is None:
            self.choose(restarted)
        else:
            touched = tuple(step[0] for step in self.chooser.touched)
            position = self.chooser.position
            self.warn(explain_refused_touch(position, self.scene, touched, event.site))

    @on(BoardWidget.Cancelled)
    def cancel_touches(self) -> None:
        self.action_cancel()  # also if a screen overrides it

    def action_cancel(self) -> None:
        """Forgets what has been touched."""
        if self.chooser:
            self.choose(Chooser.of(self.chooser.position))

    @on(BoardWidget.Pointed)
    def describe(self, event: BoardWidget.Pointed) -> None:
        """Says what the cursor or the mouse is on."""
        self.describe_site(event.site)

    def describe_site(self, site: str) -> None:
        """Says what is on a site."""
        translate = self.query_one(BoardWidget).translate
        text = site_in_words(self.scene, site).text(translate) if site else ""
        self.query_one("#place", Static).update(text, layout=False)

    def action_type(self) -> None:
        """Asks for a move in the notation."""
        if self.chooser:
            position = self.chooser.position
            known = Chooser.of(position).completions()
            self.ask(TextDialog(say("Your move"), position.explain, known=known), self.enter_move)

    def warn(self, reason: Message) -> None:
        """Says why something was not done."""
        self.show_news(reason, refused=True)

    def show_news(self, *messages: Message, refused: bool = False) -> None:
        """Writes below the board: what to do now, then as many of the messages as fit."""
        news, task = self.query_one("#news", Static), self.instruction
        news.set_class(refused, "refused")
        first, *rest = self.whole_news((task, *messages) if task else messages) or [""]
        style = "bold $foreground" if task else ""
        news.update(Content.assemble((first, style), *(f"\n{line}" for line in rest)))
