"""The widgets beside the board: players, moves, the computer player's thinking, the result."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tabuleiro.core.drawing.glyphs import UNICODE
from tabuleiro.core.drawing.theme import Theme
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene, own_colour, player_name
from tabuleiro.core.wording import line_texts, move_count_in_words, node_count_in_words
from tabuleiro.play import Table
from tabuleiro.play.setup import Seat, seat_title
from tabuleiro.records import Ply
from tabuleiro.records.ply import move_numbers
from tabuleiro.search.progress import Progress
from tabuleiro.terminal.app.keys import app_of, translated

BAR = 20
"""Characters of a full bar."""

LINE = 8
"""Moves of the expected line that are shown, if there is room."""

SIDE, ROWS = 26, 6
"""The width of the narrow panel, and the lines of the thinking panel."""

INDENT = " " * 6
"""The indent of the lines below a player's name."""


# --- players -------------------------------------------------------------------------------


def colour_of(number: int, scene: Scene) -> str:
    """The colour of a player in the scene; empty if there is none, or more than one."""
    token = f"p{number + 1}"
    tones = {line.tone for line in scene.lines} | {site.tone for site in scene.sites}
    if token in tones | {piece.colour for piece in scene.pieces}:
        return token
    return own_colour(scene, number)


def player_badge(number: int, scene: Scene, theme: Theme) -> Content:
    """A player's number in the player's colour."""
    colour = colour_of(number, scene)
    if not colour:
        return Content.styled(f" {number + 1} ", f"bold {theme['text']} on {theme['line']}")
    return Content.styled(f" {number + 1} ", f"bold {theme.mark(colour)} on {theme[colour]}")


def player_sign(number: int, scene: Scene) -> str:
    """The sign of a player's first piece, which tells players apart without colours; empty if they
    have no piece, or pieces of several colours."""
    colour = colour_of(number, scene)
    owned = (piece for piece in scene.pieces if piece.owner == number and piece.colour == colour)
    return next((UNICODE.of(piece) for piece in owned if not piece.form.emblem), "")


def clock_text(seconds: float) -> str:
    """`4:31`, `1:04:31`, or `8.3` for the last seconds."""
    if seconds < 10:
        return f"{seconds:.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def title_and_name(
    number: int, seat: Seat, game: Game[Any], name: Message, you: bool = False
) -> Message:
    """Who has a seat: a computer player, with its name if that is another; a person, or "you"."""
    if you:
        return say("You ({player})", player=name)
    title = seat_title(number, seat, game)
    if seat.computer and name not in (title, player_name(number)):
        return say("{title} ({name})", title=title, name=name)
    return title if seat.computer else name


class PlayersPanel(Static):
    """A line for each player: whose turn it is, name, clock. Their supplies are with the board."""

    _height = 0

    def show(self, table: Table, titles: Sequence[Message], scene: Scene, now: float) -> None:
        width = self.content_size.width or SIDE
        lines = [Content.styled(translated(self, scene.title), "$muted")]
        for number, title in enumerate(titles):
            lines += self._line(number, title, table, scene, now, width)
        self.update(Content("\n").join(lines), layout=len(lines) != self._height)
        self._height = len(lines)

    def _line(
        self, number: int, title: Message, table: Table, scene: Scene, now: float, width: int
    ) -> list[Content]:
        time = table.time_left(number, now)
        clock = "" if time is None else f" {clock_text(time)}"
        sign = player_sign(number, scene)
        name = f"{sign} {translated(self, title)}" if sign else translated(self, title)
        room = width - len(INDENT) - len(clock)
        name, *rest = wrap(name, room)
        turn = table.player == number
        lines = [
            Content.assemble(
                ("▶ " if turn else "  ", "$accent"),
                player_badge(number, scene, app_of(self).board_theme),
                (f" {name.ljust(room)}", "bold" if turn else ""),
                (clock, "bold $error" if time is not None and time < 20 else ""),
            )
        ]
        lines += [Content.styled(f"{INDENT}{row}", "bold" if turn else "") for row in rest]
        if number not in table.remaining and not table.over:
            note = translated(self, say("has left the game"))
            lines.append(Content.styled(INDENT + note, "$muted"))
        return lines


# --- thinking ------------------------------------------------------------------------------


class ThinkingPanel(Static):
    """The last report of a computer player: the expected score and the expected line."""

    def clear(self) -> None:
        self.display = False

    def show_started(self, message: Message) -> None:
        """Shows that a search has started."""
        self.display = True
        self.update(Content(translated(self, message)), layout=False)

    def show(self, who: Message, progress: Progress, position: Position) -> None:
        """Shows a report of a search, from the view of `who`, the player to move."""
        self.display = True
        effort = say(
            "depth {depth}, {nodes}",
            depth=progress.depth,
            nodes=node_count_in_words(progress.nodes),
        )
        value = self._value(who, progress) if progress.is_meaningful else Content()
        width = self.content_size.width or SIDE
        used = [*value.plain.splitlines(), translated(self, effort)]
        room = ROWS - sum(len(wrap(text, width)) for text in used)
        moves = wrap(" ".join(line_texts(position, progress.line[:LINE])), width)
        self.update(
            Content.assemble(
                value, (f"{translated(self, effort)}\n", "$muted"), "\n".join(moves[:room])
            ),
            layout=False,  # the height is fixed, and a new layout of the screen would be slow
        )

    def _value(self, who: Message, progress: Progress) -> Content:
        """The expected score of the player, in words and as a bar."""
        share = round(progress.value * BAR)
        return Content.assemble(
            f"{translated(self, value_line(who, progress))}\n",
            ("█" * share, "$accent"),
            ("░" * (BAR - share), "$muted"),
            "\n",
        )


def value_line(who: Message, progress: Progress) -> Message:
    """The expected score or proved result of a player."""
    if progress.mate is None:
        return expectation(who, progress.value)
    facts = {"player": who, "moves": move_count_in_words(abs(progress.mate))}
    if progress.mate > 0:
        return say("{player} wins within {moves}", **facts)
    return say("{player} loses within {moves}", **facts)


def expectation(who: Message, value: float) -> Message:
    """The expected score of a player."""
    return say("{player} expects {share} %", player=who, share=round(100 * value))


class Banner(Static):
    """How the game ended."""

    def show(self, lines: Sequence[Message]) -> None:
        """Shows the sentences, the first one emphasised; hidden if there are none."""
        self.display = bool(lines)
        if lines:
            first, *rest = [translated(self, line) for line in lines]
            self.update(Content.assemble((first, "bold"), *(f"\n{line}" for line in rest)))
            # The layout of the hidden banner is sometimes used once more: it has only one line.
            self.call_after_refresh(self.refresh, layout=True)


# --- moves ---------------------------------------------------------------------------------


class MovesPanel(VerticalScroll, can_focus=False):
    """The moves by turns, with the number of each round; the last move before the position shown is
    highlighted. With `link` a click on a move calls the screen's action `go`."""

    _row = 0

    def compose(self) -> ComposeResult:
        yield Static()

    def show(
        self, positions: Sequence[Position], plies: Sequence[Ply], at: int, link: bool = False
    ) -> None:
        """Shows a game; `at` is the number of moves before the position shown."""
        theme, scene = app_of(self).board_theme, positions[-1].scene()
        numbers, lines = [0, *numbers_of(positions, plies)], []
        for turn in turns(positions, plies):
            first, player, _ = turn[0]
            number = "" if numbers[first] == numbers[first - 1] else numbers[first]
            moves = Content(" ").join([move_entry(ply, index, at, link) for index, _, ply in turn])
            badge = player_badge(player, scene, theme)
            lines.append(Content.assemble((f"{number:>3} ", "$muted"), badge, " ", moves))
        self.query_one(Static).update(Content("\n").join(lines))
        self._row = len(turns(positions, plies[:at]))
        self.call_after_refresh(self._keep_visible)

    def on_resize(self) -> None:
        self.call_after_refresh(self._keep_visible)

    def _keep_visible(self) -> None:
        self.scroll_to(y=max(0, self._row - self.size.height + 1), animate=False)


def numbers_of(positions: Sequence[Position], plies: Sequence[Ply]) -> list[int]:
    """The number of the round of each move."""
    return move_numbers(position.player for position in positions[: len(plies)])


Turn = list[tuple[int, int, Ply]]
"""The moves of a turn: the place of each move in the game, from 1, the player, and the ply."""


def turns(positions: Sequence[Position], plies: Sequence[Ply]) -> list[Turn]:
    """The moves of a game by turns: consecutive moves of one player."""
    pairs = enumerate(zip(positions, plies, strict=False), start=1)
    moves = ((index, position.player, ply) for index, (position, ply) in pairs)
    return [list(turn) for _, turn in groupby(moves, key=lambda move: move[1])]


def move_entry(ply: Ply, index: int, at: int, link: bool) -> Content:
    """A move in the list."""
    style = "bold reverse" if index == at else ""
    if not link:
        return Content.styled(ply.move, style)
    return Content.from_markup(f"[@click=screen.go({index})]$move[/]", move=ply.move).stylize(style)
