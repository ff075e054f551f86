"""The legal moves as steps that a player touches."""

from collections.abc import Iterable, Sequence
from statistics import median

from tabuleiro.core.drawing.layout import PlacedSite
from tabuleiro.core.drawing.marks import DrawingContext, rings_around
from tabuleiro.core.drawing.svg import drawing_context
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene, Step, Steps
from tabuleiro.web.board.drawing import THEME, drawing_key, drawings, laid_out, path
from tabuleiro.web.board.schema import Choices

FEWEST_HINTED = 4  # sites of a hint that does not give the move away


def choices_of(position: Position, scene: Scene) -> Choices:
    """The legal moves as touches, with the outlines that are drawn while one is entered."""
    text = position.game.text
    moves = [
        (text.format_move(position, move), steps) for move, steps in position.moves_and_steps()
    ]
    choices = _choices(moves, scene, _ghosts(position), f"p{position.player + 1}")
    if shifts := position.game.preview_shifts:
        found = (shifts(position, move) for move in position.legal_moves())
        choices["shifts"] = {i: list(pairs) for i, pairs in enumerate(found)}
    return choices


def touched_sites(position: Position, move: str) -> list[str]:
    """What a person touches to make a move, one site for each step."""
    return [step[0] for step in position.steps(position.move(move))]


def hints_to(position: Position, move: int) -> list[list[str]]:
    """Sites that hint at a move, one hint after the other. The first site to touch comes last; if
    it is the whole move, the places in the same quarter or half of the board come before it."""
    steps = position.steps(move)
    first = steps[0][0]
    if len(steps) > 1:
        return [[first]]
    begins = dict.fromkeys(position.steps(each)[0][0] for each in position.legal_moves())
    places = [site for site in position.scene().sites if site.name in begins]
    if first not in {site.name for site in places}:  # it is beside the board
        return [[first]]
    middle = median(site.x for site in places), median(site.y for site in places)
    quarters = {site.name: (site.x < middle[0], site.y < middle[1]) for site in places}
    quarter = [name for name in quarters if quarters[name] == quarters[first]]
    half = [name for name in quarters if quarters[name][0] == quarters[first][0]]
    return [quarter if len(quarter) >= FEWEST_HINTED else half, [first]]


def touches_of(ways: Sequence[Steps], scene: Scene, tone: str) -> Choices:
    """Ways to touch a board in the editor, each named by its sites with spaces between them; a
    single touch puts a piece of that colour there, or nothing if there is no colour."""
    moves = [(" ".join(step[0] for step in way), way) for way in ways]
    put = {i: list(way[0]) for i, way in enumerate(ways) if tone and len(way) == 1}
    return _choices(moves, scene, put, tone)


def _choices(
    moves: Iterable[tuple[str, Steps]], scene: Scene, ghosts: dict[int, list[str]], tone: str
) -> Choices:
    steps: dict[Step, int] = {}
    numbered = [(text, [steps.setdefault(step, len(steps)) for step in way]) for text, way in moves]
    board = drawing_context(scene, laid_out(scene), THEME)
    return {
        "steps": [list(step) for step in steps],
        "moves": numbered,
        "rings": {i: ring for step, i in steps.items() if (ring := _ring(board, step))},
        "ghosts": ghosts,
        "shifts": {},
        "tone": tone,
    }


def _ring(board: DrawingContext, step: Step) -> str:
    """The outline around the pieces on the sites of a step."""
    places = [place for place in board.places_of(step) if board.pieces_on(place)]
    if not places:
        return ""
    if len(places) > 1:
        return _draw_ring(board, places)
    key = "ring", drawing_key(places[0], board.pieces_on(places[0]))
    return drawings.get_or_make(key, lambda: _draw_ring(board, places))


def _draw_ring(board: DrawingContext, places: list[PlacedSite]) -> str:
    return "".join(path(outline) for _, outline in rings_around(board, places))


def _ghosts(position: Position) -> dict[int, list[str]]:
    """The sites that each move would fill, if the game says."""
    adds = position.game.preview_sites
    if adds is None:
        return {}
    found = (adds(position, move) for move in position.legal_moves())
    return {i: list(sites) for i, sites in enumerate(found) if sites}
