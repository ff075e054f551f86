"""The moves to choose from, for who is to move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabuleiro.core.drawing.layout import Place
from tabuleiro.core.drawing.marks import Board, rings_around
from tabuleiro.core.drawing.svg import board_of
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene, Step, Steps
from tabuleiro.web.board.data import Choices
from tabuleiro.web.board.drawn import THEME, drawn, laid_out, look_of, path


def choices_of(position: Position, scene: Scene) -> Choices:
    """The legal moves of a game that goes on as touches, with what is drawn while one is being
    entered."""
    moves = [(position.move_text(move), position.steps(move)) for move in position.legal_moves()]
    return _choices(moves, scene, _ghosts(position), f"p{position.player + 1}")


def touches_of(ways: Sequence[Steps], scene: Scene, tone: str) -> Choices:
    """Ways to touch a board that is set up, each named by its sites with blanks between them; a
    single touch puts something of that colour there, or nothing."""
    moves = [(" ".join(step[0] for step in way), way) for way in ways]
    put = {i: list(way[0]) for i, way in enumerate(ways) if tone and len(way) == 1}
    return _choices(moves, scene, put, tone)


def _choices(
    moves: Iterable[tuple[str, Steps]], scene: Scene, ghosts: dict[int, list[str]], tone: str
) -> Choices:
    steps: dict[Step, int] = {}
    numbered = [(text, [steps.setdefault(step, len(steps)) for step in way]) for text, way in moves]
    board = board_of(scene, laid_out(scene), THEME)
    return {
        "steps": [list(step) for step in steps],
        "moves": numbered,
        "rings": {i: ring for step, i in steps.items() if (ring := _ring(board, step))},
        "ghosts": ghosts,
        "tone": tone,
    }


def _ring(board: Board, step: Step) -> str:
    """The outline around the pieces on the sites of a step."""
    places = [place for place in board.found(step) if board.on(place)]
    if len(places) != 1:
        return _draw_ring(board, places)
    key = "ring", look_of(places[0], board.on(places[0]))
    return drawn.get(key, lambda: _draw_ring(board, places))


def _draw_ring(board: Board, places: list[Place]) -> str:
    return "".join(path(outline) for _, outline in rings_around(board, places))


def _ghosts(position: Position) -> dict[int, list[str]]:
    """The sites that each move would fill, in a game that tells."""
    adds = position.game.adds
    if adds is None:
        return {}
    found = (adds(position, move) for move in position.legal_moves())
    return {i: list(sites) for i, sites in enumerate(found) if sites}
