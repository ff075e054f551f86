"""Boards as lines of text: the board, the score, boxes, a single piece."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

from tabuleiro.core.drawing.glyphs import ASCII, UNICODE
from tabuleiro.core.drawing.grid import Size
from tabuleiro.core.drawing.pieces import dot_places
from tabuleiro.core.drawing.text import TextPainter, grains
from tabuleiro.core.drawing.theme import CLASSIC, Theme
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.core.position import EVALUATION_UNIT, Position
from tabuleiro.core.scene import CELL, Piece, Scene, Site, cell_labels, own_colour, player_name
from tabuleiro.games import sample_position
from tabuleiro.play import Table
from tabuleiro.play.finish import finish_in_words, ranking_in_words
from tabuleiro.play.setup import seat_title
from tabuleiro.play.text_commands import time_in_words
from tabuleiro.terminal.classic.console import (
    UNLIMITED,
    LineConsole,
    colour_code,
    width_of,
    wrap_painted,
)

CORNERS = {True: "╔═╗║╚╝", False: "+-+|++"}
"""The characters of boxes with and without Unicode: upper corners and edge, side, lower corners."""
DOTS_ACROSS = 5
GAP = 3  # columns between the board and the texts beside it
NARROWEST, ROOMY, WIDEST = 16, 24, 60
"""The columns beside the board that the facts and all texts need at least, and use at most."""
LINES_OF_TASK = 8  # lines that the task of a puzzle needs below its board


# --- the screen ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScreenTexts:
    """What is shown with a board: the `goal` of the game, `news`, `facts` about the players, or a
    picture in their place, and a `box`."""

    goal: list[str]
    news: list[str]
    facts: list[str]
    box: list[Message]


def fit_lines(
    console: LineConsole, position: Position, scene: Scene, texts: ScreenTexts, room: Size
) -> tuple[list[str], bool]:
    """The board with its texts, as large as fits into the room, and whether it does; otherwise the
    arrangement with the fewest lines. The goal is left out if the smallest board does not fit with
    it, and then the news."""
    found: list[list[str]] = []
    bare = replace(scene, supplies=())
    boards = [position_lines(console, position, replace(bare, grain=one)) for one in grains(scene)]
    for less in (texts, replace(texts, goal=[]), replace(texts, goal=[], news=[])):
        for board in boards:
            for lines in arrangements(console, board, less, room):
                found.append(lines)
                if len(lines) <= room.height and width_of(lines) <= room.width:
                    return lines, True
    return min(found, key=len), False


def arrangements(
    console: LineConsole, board: list[str], texts: ScreenTexts, room: Size
) -> Iterator[list[str]]:
    """The texts around the board: on a screen all beside it if there is enough room, or only the
    facts, and the lines of the goal only if they fit; otherwise above and below it."""
    width, wide = min(room.width, console.width), width_of(board)
    side = min(room.width - wide - GAP, WIDEST) if room.width < UNLIMITED.width else 0
    goal, news, facts = (wrapped(lines, width) for lines in (texts.goal, texts.news, texts.facts))
    box = partial(box_lines, console, texts.box)
    if side >= ROOMY:
        panel = wrapped([*texts.goal, *texts.facts, "", *texts.news], side)
        yield beside(board, [*panel, *box(side, side)])
    if side >= NARROWEST:
        lines = [*news, *beside(board, wrapped(texts.facts, side)), *box(wide, width)]
        for first in range(len(texts.goal) + 1):
            yield [*wrapped(texts.goal[first:], width), *lines]
    yield [*news, *board, *goal, *facts, *box(wide, width)]


def wrapped(lines: list[str], width: int) -> list[str]:
    """The lines, wrapped at words."""
    return [part for line in lines for part in wrap_painted(line, width)]


def beside(board: list[str], panel: list[str]) -> list[str]:
    """The lines of a board with other lines to its right."""
    wide = width_of(board) + GAP
    return [
        (left + " " * (wide - width_of([left])) + right).rstrip()
        for left, right in zip_longest(board, panel, fillvalue="")
    ]


def too_small_message(screen: Size, lines: list[str], more: int) -> Message:
    """How large the terminal has to be for these lines and some more."""
    return say(
        "The terminal has {columns} × {rows} characters, and this board needs {width} × {height}: "
        "make it larger, then write board.",
        columns=screen.width,
        rows=screen.height,
        width=width_of(lines),
        height=len(lines) + more,
    )


# --- the board -----------------------------------------------------------------------------


def position_lines(console: LineConsole, position: Position, scene: Scene) -> list[str]:
    """The board with its labels."""
    labels = position.game.classic_look.labels
    scene = replace(scene, labels=labels(position)) if labels else scene
    return painter(console, position.game, scene).board()


def painter(console: LineConsole, game: Game[Any], scene: Scene) -> TextPainter:
    """What draws a scene as the console shows it."""
    settings, theme = console.settings, theme_for(console.settings.theme, game)
    return TextPainter(
        scene, settings.unicode, settings.colour, theme, console.translate, fill=True
    )


def puzzle_lines(console: LineConsole, position: Position, scene: Scene) -> list[str]:
    """The board of a puzzle with its supplies, as large as the screen allows."""
    draw, room = painter(console, position.game, scene), console.room
    texts = ScreenTexts([], [], [": ".join(draw.supply(each)) for each in scene.supplies], [])
    room = Size(room.width, room.height - LINES_OF_TASK)
    return fit_lines(console, position, scene, texts, room)[0]


def theme_for(theme: Theme, game: Game[Position]) -> Theme:
    """The theme; the classic theme has the colours of the original program of the game."""
    return theme.over(game.classic_look.colours) if theme is CLASSIC else theme


# --- players and scores --------------------------------------------------------------------


def player_lines(console: LineConsole, table: Table, scene: Scene) -> list[str]:
    """Each player with sign, title if it is a computer player, role and supplies, the player to
    move first; then the supplies of nobody."""
    position, game = table.position, table.position.game
    draw, lines = painter(console, game, scene), []
    supplies = [(supply.player, *draw.supply(supply)) for supply in scene.supplies]
    for step in range(position.players):
        player = (max(position.player, 0) + step) % position.players
        own = " ".join(content for owner, _, content in supplies if owner == player)
        piece, seat = player_piece(game, player), table.setup.seats[player]
        title = [seat_title(player, seat, game)] if seat.computer else []
        about = [*map(console.text, (*title, *game.roles[player : player + 1])), own]
        facts = ", ".join(filter(None, about))
        sign = draw.sign(piece) if piece else ""
        shown = "" if sign in own else sign
        name = console.text(player_name(player)) + (":" if facts else "")
        lines.append(" ".join(filter(None, (shown, name, facts))))
    return [*lines, *(f"{title}: {content}" for owner, title, content in supplies if owner is None)]


@lru_cache(maxsize=64)
def player_piece(game: Game[Any], player: int) -> Piece | None:
    """The piece that stands for a player, if all of theirs have the same colour."""
    scene = sample_position(game).scene()
    colour = own_colour(scene, player)
    return next((piece for piece in scene.pieces if colour and piece.owner == player), None)


def clock_line(table: Table, now: float) -> Message:
    """The time that each player has left."""
    times = tuple(
        say("{player} {time}", player=player_name(seat), time=time_in_words(left))
        for seat in range(table.position.players)
        if (left := table.time_left(seat, now)) is not None
    )
    return say("Clock: {times}", times=times)


def fact_lines(console: LineConsole, table: Table, scene: Scene, now: float) -> list[str]:
    """The players, the score and the clocks."""
    clocks = [console.text(clock_line(table, now))] if table.clock else []
    return [*player_lines(console, table, scene), *standing_lines(console, table), *clocks]


def goal_lines(console: LineConsole, game: Game[Any]) -> list[str]:
    """The goal of the game, and what the letters on its pieces mean."""
    letters = game.classic_look.legend
    legend = [say("Letters: {letters}", letters=letters)] if letters else []
    return [console.text(message) for message in (game.summary, *legend)]


def standing_lines(console: LineConsole, table: Table) -> list[str]:
    """The score: as in the original program, or in words while the game is not over."""
    position = table.position
    look, scores = position.game.classic_look, position.scores()
    in_words = any(scores) and not table.over
    lines = [console.text(position.describe_score())] if in_words else []
    if look.digits:
        theme = theme_for(console.settings.theme, position.game)
        digits = (
            console.paint(f"{score:02}", colour_code(theme[f"p{player}"]))
            for player, score in enumerate(scores, start=1)
        )
        lines = [" ".join(digits)]
    if look.evaluation and not position.over:
        lines.append(console.text(evaluation(position)))
    return lines


def evaluation(position: Position) -> Message:
    """The static evaluation of each player."""
    guesses = tuple(
        say(
            "{player} {estimate}",
            player=player_name(player),
            estimate=localised_number(f"{position.evaluate(player) / EVALUATION_UNIT:+.2f}"),
        )
        for player in range(position.players)
    )
    return say("Estimate: {guesses}", guesses=guesses)


def box_lines(console: LineConsole, messages: list[Message], width: int, most: int) -> list[str]:
    """Messages centred in a box that is `width` to `most` wide, or wider for a longer word."""
    if not messages:
        return []
    texts = wrapped([console.text(message) for message in messages], most - 4)
    inside = max(width - 2, width_of(texts) + 2)
    left, level, right, side, low_left, low_right = tuple(CORNERS[console.settings.unicode])
    return [
        left + level * inside + right,
        *(side + text.center(inside) + side for text in texts),
        low_left + level * inside + low_right,
    ]


def piece_lines(console: LineConsole, table: Table, name: str) -> list[str]:
    """The piece on a site, enlarged, with every dot as a cell: its signs are those of the board, in
    the classic theme those of the original program."""
    scene, glyphs = table.scene(), UNICODE if console.settings.unicode else ASCII
    panel = next(piece for piece in reversed(scene.pieces) if piece.site == name)
    is_classic = console.settings.theme is CLASSIC
    middle, peg = ("@", "*") if is_classic else (panel.letter, glyphs.full_dot)
    letters = {(0, 0): middle}
    letters |= {(column, row): peg if full else "" for column, row, full in dot_places(panel)}
    sites, pieces = [], []
    for (column, row), letter in letters.items():
        site = f"{column} {row}"
        x, y = DOTS_ACROSS // 2 + column, DOTS_ACROSS // 2 + row
        sites.append(Site(site, x, y, "square", panel.name))
        if letter:
            pieces.append(replace(panel, site=site, form=CELL, letter=letter))
    labels = cell_labels(DOTS_ACROSS, DOTS_ACROSS)
    large = Scene(scene.title, tuple(sites), pieces=tuple(pieces), labels=labels)
    return painter(console, table.position.game, large).board()


# --- the end -------------------------------------------------------------------------------


def end_messages(table: Table) -> list[Message]:
    """Who has won or that it is a draw, why, and with more than two players the ranking."""
    finish = table.finish
    assert finish is not None
    sentences = [say("IT IS A DRAW!")]
    if len(finish.winners) == 1:
        sentences = [say("PLAYER {number} WON!", number=finish.winners[0] + 1)]
    if reason := finish.reason():
        sentences.append(reason)
    elif table.ended_by_rules:
        sentences += table.position.game.view.describe_result(table.position)[1:]
    return [*sentences, table.position.describe_score(), *ranking_in_words(finish)]


def final_messages(table: Table, *, announced: bool) -> list[Message]:
    """The same for the plain interface, without a result that the last move has `announced`."""
    finish = table.finish
    assert finish is not None
    sentences = [] if announced and table.ended_by_rules else finish_in_words(finish)
    return sentences + ranking_in_words(finish)
