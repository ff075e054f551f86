"""Entering a move by touching sites: what can be touched next, and which move results."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from tabuleiro.core.message import Message, MoveError, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Mark, Piece, Scene, Steps
from tabuleiro.core.scene_description import site_in_words

MOST_TRIED = 12  # legal moves whose ends are tried with another start
MOST_OF_ALL = 0.8  # of the moves tried, if the rule that forbids them is to be the reason


@dataclass(frozen=True)
class Chooser:
    """A move being entered: the steps touched so far and the moves still possible. It is a value:
    `touch` returns a new one. To cancel, just drop it."""

    position: Position
    candidates: tuple[tuple[int, Steps], ...]
    touched: Steps = ()

    @classmethod
    def of(cls, position: Position) -> Chooser:
        """Nothing touched yet."""
        return cls(position, tuple(position.moves_and_steps()))

    @property
    def move(self) -> int | None:
        """The move, once its last step has been touched."""
        for move, steps in self.candidates:
            if len(steps) == len(self.touched):
                return move
        return None

    def touchable(self) -> tuple[str, ...]:
        """Every site that can be touched next, in the order of the moves, without duplicates."""
        at = len(self.touched)
        sites = (site for _, steps in self.candidates if len(steps) > at for site in steps[at])
        return tuple(dict.fromkeys(sites))

    def touch(self, site: str) -> Chooser | None:
        """The choice narrowed to the moves that continue with `site`; None if there is none."""
        at = len(self.touched)
        kept = tuple(
            (move, steps)
            for move, steps in self.candidates
            if len(steps) > at and site in steps[at]
        )
        if not kept:
            return None
        return Chooser(self.position, kept, (*self.touched, kept[0][1][at]))

    def completions(self) -> tuple[str, ...]:
        """The texts of the moves that are still possible."""
        text = self.position.game.text
        return tuple(text.format_move(self.position, move) for move, _ in self.candidates)

    def marks(self) -> tuple[Mark, ...]:
        """What has been touched and what can be touched, for the picture."""
        selected = (Mark("selected", step) for step in self.touched)
        if self.move is not None:
            return tuple(selected)
        return (*selected, Mark("touch", self.touchable()))


def move_marks(position: Position, move: int) -> tuple[Mark, ...]:
    """The marks that show a move on the board."""
    sites = tuple(step[0] for step in position.steps(move))
    selected = Mark("selected", sites)
    return (selected,) if len(sites) == 1 else (Mark("arrow", (sites[0], sites[-1])), selected)


def explain_refused_touch(
    position: Position, scene: Scene, touched: tuple[str, ...], site: str
) -> Message:
    """Why `site` of the scene of a position cannot be touched next: the rule that forbids every
    move from there, or the move of these sites, otherwise what is on the site and what to do."""
    parts = (*touched, site)
    reasons: Counter[Message] = Counter() if touched else _forbidden_from(position, site)
    for usual, count in reasons.most_common(1):
        if count > MOST_OF_ALL * reasons.total():
            return usual
    lengths = {len(steps) for _, steps in position.moves_and_steps()}
    texts = ("".join(parts), "-".join(parts), ":".join(parts)) if len(parts) in lengths else ()
    for text in texts:
        if forbidden := _forbidden(position, text):
            return forbidden
    there, game = site_in_words(replace(scene, marks=()), site), position.game
    if touched and game.preview_sites:
        return say("{site}. No copy of the selection covers it.", site=there)
    tasks = game.instructions(position)
    return say("{site}. {task}.", site=there, task=tasks[min(len(touched), len(tasks) - 1)])


def _forbidden_from(position: Position, site: str) -> Counter[Message]:
    """The rules that forbid moves from a site, with the rests of legal moves."""
    moves = position.legal_moves()[:MOST_TRIED]
    firsts = [(position.steps(move)[0][0], position.move_text(move)) for move in moves]
    rests = [text.removeprefix(first) for first, text in firsts if text.startswith(first)]
    reasons = (_forbidden(position, site + rest) for rest in rests if rest)
    return Counter(reason for reason in reasons if reason)


def _forbidden(position: Position, text: str) -> Message | None:
    """The rule that forbids the move of that text, if it is the text of a move."""
    try:
        position.game.text.parse_move(position, text)
    except MoveError:
        return None
    return position.explain(text)


def ghosts(scene: Scene, chooser: Chooser, site: str) -> tuple[Piece, ...]:
    """The pieces that a touch of `site` would add to the board, the top one of each site; none if
    more touches are needed to complete a move."""
    narrowed = chooser.touch(site)
    if narrowed is None or narrowed.move is None:
        return ()
    before, after = _tops(scene), _tops(chooser.position.play(narrowed.move).scene())
    board = {each.name for each in scene.sites}
    return tuple(
        piece
        for name, piece in after.items()
        if name in board and _look(piece) != _look(before.get(name))
    )


def _tops(scene: Scene) -> dict[str, Piece]:
    """The top piece of every site."""
    return {piece.site: piece for piece in scene.pieces}


def _look(piece: Piece | None) -> tuple[object, ...]:
    return () if piece is None else (piece.form, piece.colour)
