"""Boards as lines of text: the board, the score, boxes, a single piece."""

from __future__ import annotations

from dataclasses import replace

from tabuleiro.core.drawing.text import draw_text
from tabuleiro.core.drawing.theme import CLASSIC, Theme
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.core.position import EVALUATION_UNIT, Position
from tabuleiro.core.scene import (
    HOLE_PITCH,
    Piece,
    Scene,
    Site,
    Supply,
    cell_labels,
    player_name,
)
from tabuleiro.core.wording import scores_in_words
from tabuleiro.play import Table
from tabuleiro.play.finish import finish_in_words, ranking_in_words
from tabuleiro.terminal.classic.console import LineConsole, colour_code, width_of

CORNERS = {True: "╔═╗║╚╝", False: "+-+|++"}
"""The characters of boxes with and without Unicode: upper corners and edge, side, lower corners."""
HOLES_ACROSS = 5


def position_lines(console: LineConsole, position: Position, scene: Scene) -> list[str]:
    """The board with its labels, and the supplies beside it, that of the player to move first."""
    scene = replace(
        scene,
        captions=(),
        labels=scene.labels + position.game.classic_look.labels(position),
        supplies=tuple(sorted(scene.supplies, key=lambda supply: _turn(supply, position))),
    )
    return _draw(console, scene, position.game)


def _turn(supply: Supply, position: Position) -> int:
    """How soon the owner of a supply is to move; supplies without an owner come last."""
    if supply.player is None:
        return position.players
    return (supply.player - max(position.player, 0)) % position.players


def _draw(console: LineConsole, scene: Scene, game: Game[Position]) -> list[str]:
    settings = console.settings
    theme = theme_for(settings.theme, game)
    drawn = draw_text(scene, settings.unicode, settings.colour, theme, console.translate, fill=True)
    return drawn.splitlines()


def theme_for(theme: Theme, game: Game[Position]) -> Theme:
    """The theme; the classic theme has the colours of the original program of the game."""
    return theme.over(game.classic_look.colours) if theme is CLASSIC else theme


def standing_lines(console: LineConsole, table: Table) -> list[str]:
    """The score: as in the original program, or in words while the game is not over."""
    position = table.position
    look, scores = position.game.classic_look, position.scores()
    in_words = any(scores) and not table.over
    lines = [console.text(scores_in_words(position))] if in_words else []
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


def box_lines(console: LineConsole, messages: list[Message], width: int) -> list[str]:
    """Messages centred in a box of at least that width."""
    texts = [console.text(message) for message in messages]
    inside = max(width - 2, width_of(texts) + 2)
    left, level, right, side, low_left, low_right = tuple(CORNERS[console.settings.unicode])
    return [
        left + level * inside + right,
        *(side + text.center(inside) + side for text in texts),
        low_left + level * inside + low_right,
    ]


def piece_lines(console: LineConsole, table: Table, name: str) -> list[str]:
    """The piece on a site, enlarged, with every hole as a cell."""
    scene = table.scene()
    tile = next(piece for piece in reversed(scene.pieces) if piece.site == name)
    centre = next(site for site in scene.sites if site.name == name)
    holes = sorted(
        (site for site in scene.sites if site.inside == name), key=lambda site: (site.y, site.x)
    )
    large = Scene(
        title=scene.title,
        sites=(_enlarged(centre, centre), *(_enlarged(hole, centre) for hole in holes)),
        pieces=(
            _peg(tile, name, "@"),
            *(
                _peg(tile, hole.name, "*")
                for hole, peg in zip(holes, tile.pegs, strict=True)
                if peg
            ),
        ),
        labels=cell_labels(HOLES_ACROSS, HOLES_ACROSS),
    )
    return _draw(console, large, table.position.game)


def _enlarged(site: Site, centre: Site) -> Site:
    """A hole as a cell of the enlarged piece, whose middle is the centre of the piece."""
    middle = HOLES_ACROSS // 2
    return replace(
        site,
        x=middle + round((site.x - centre.x) / HOLE_PITCH),
        y=middle + round((site.y - centre.y) / HOLE_PITCH),
        shape="square",
        size=1.0,
        tone="cell",
        inside="",
    )


def _peg(tile: Piece, site: str, letter: str) -> Piece:
    return replace(tile, site=site, shape="peg", letter=letter, pegs=())


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
    return [*sentences, scores_in_words(table.position), *ranking_in_words(finish)]


def final_messages(table: Table, *, announced: bool) -> list[Message]:
    """The same for the plain interface, without a result that the last move has `announced`."""
    finish = table.finish
    assert finish is not None
    sentences = [] if announced and table.ended_by_rules else finish_in_words(finish)
    return sentences + ranking_in_words(finish)
