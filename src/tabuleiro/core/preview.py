"""Which pieces the next touch would add to the board."""

from __future__ import annotations

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.scene import Piece, Scene


def ghosts(scene: Scene, chooser: Chooser, site: str) -> tuple[Piece, ...]:
    """The uppermost pieces on the board that would be new if `site` were touched and that made a
    move; none where more touches would be needed."""
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
    """The uppermost piece of every site."""
    return {piece.site: piece for piece in scene.pieces}


def _look(piece: Piece | None) -> tuple[object, ...]:
    return () if piece is None else (piece.shape, piece.colour, piece.crown)
