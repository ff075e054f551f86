"""Tabuleiro: five abstract board games to play, study and research.

The names in `__all__` are the public interface. Each is imported when it is first used, so that
`import tabuleiro` takes almost no time.
"""

from typing import TYPE_CHECKING, Any

from tabuleiro.core.uncompiled import prefer_sources

prefer_sources()  # before anything compiled is loaded

if TYPE_CHECKING:
    from tabuleiro.analysis import Analysis, Review, analyse, review, stream_analysis
    from tabuleiro.arena import MatchSummary, play_match
    from tabuleiro.core.game import Game
    from tabuleiro.core.message import TabuleiroError
    from tabuleiro.core.position import Position
    from tabuleiro.engine.ugi import serve_ugi
    from tabuleiro.games import games, read, start
    from tabuleiro.players import Player, make_player
    from tabuleiro.players.external import open_engine
    from tabuleiro.players.position_network import load_network
    from tabuleiro.records import Record, read_records, write_records
    from tabuleiro.search.limit import Limit
    from tabuleiro.search.solver import Solution, solve

    __version__: str

MODULES = {
    "analysis": ("Analysis", "Review", "analyse", "review", "stream_analysis"),
    "arena": ("MatchSummary", "play_match"),
    "core.game": ("Game",),
    "core.message": ("TabuleiroError",),
    "core.position": ("Position",),
    "engine.ugi": ("serve_ugi",),
    "games": ("games", "read", "start"),
    "players": ("Player", "make_player"),
    "players.external": ("open_engine",),
    "players.position_network": ("load_network",),
    "records": ("Record", "read_records", "write_records"),
    "search.limit": ("Limit",),
    "search.solver": ("Solution", "solve"),
}
"""The module of each public name."""

__all__ = [
    "Analysis", "Game", "Limit", "MatchSummary", "Player", "Position", "Record", "Review",
    "Solution", "TabuleiroError", "analyse", "games", "load_network", "make_player", "open_engine",
    "play_match", "read", "read_records", "review", "serve_ugi", "solve", "start",
    "stream_analysis", "write_records",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("tabuleiro")
    for module, names in MODULES.items():
        if name in names:
            from tabuleiro.core.extras import import_extra

            return getattr(import_extra(f"tabuleiro.{module}"), name)
    raise AttributeError(f"module 'tabuleiro' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
