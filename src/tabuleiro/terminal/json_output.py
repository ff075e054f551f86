"""The JSON that commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.players import KINDS, Level, levels
from tabuleiro.records.saved_games import SavedGame

if TYPE_CHECKING:
    from tabuleiro.arena import MatchSummary
    from tabuleiro.arena.tournament_statistics import Standing, TournamentStatistics
    from tabuleiro.bench import SpeedReport, SpeedRow
    from tabuleiro.terminal.tournaments import PlayedTournament


def picked(thing: object, *names: str) -> dict[str, Any]:
    """These attributes by their names."""
    return {name: getattr(thing, name) for name in names}


def game_data(game: Game[Any]) -> dict[str, Any]:
    """A game and its options."""
    options = [option.data() for option in game.options]
    return picked(game, "id", "name", "players") | {"options": options}


def saved_game_data(entry: SavedGame) -> dict[str, Any]:
    """A saved game in the list."""
    facts = picked(entry.summary, "game", "players", "result", "moves")
    return {"name": entry.name, **facts, "saved": entry.saved.isoformat(timespec="seconds")}


def options_data(position: Position) -> dict[str, Any]:
    """The game of a position and the options that differ from their defaults."""
    values = position.options()
    changed = {
        option.name: option.plain_value(values[option.name])
        for option in position.game.options
        if values.get(option.name, option.default) != option.default
    }
    return {"game": position.game.id, "options": changed}


def levels_data(game: Game[Any]) -> dict[str, Any]:
    """The levels of a game."""
    return {"game": game.id, "levels": [level_data(level) for level in levels(game)]}


def level_data(level: Level) -> dict[str, Any]:
    """One level; what it does not have is null."""
    return {
        "level": level.number,
        "name": str(level.name),
        **picked(level, "search", "nodes"),
        "seconds": level.seconds(None),
        "settings": dict(level.settings),
        **picked(level, "endgame", "elo", "error"),
        "description": str(level.description()),
    }


def players_data(game: Game[Any]) -> dict[str, Any]:
    """The names of a game's players, kind by kind."""
    kinds = [
        {
            "kind": kind.name,
            "names": kind.names(game),
            "settings": list(kind.settings),
            "description": str(kind.description),
        }
        for kind in KINDS.values()
    ]
    return {"game": game.id, "kinds": kinds}


def bench_report_data(report: SpeedReport) -> dict[str, Any]:
    """A table of measurements."""
    return {
        "yardstick": {"name": report.reference, "per_second": report.reference_rate},
        "rows": [bench_row_data(report, row) for row in report.rows],
    }


def bench_row_data(report: SpeedReport, row: SpeedRow) -> dict[str, Any]:
    """One row of a table of measurements."""
    figures = {f"{what}_per_second": figure for what, figure in row.figures.items()}
    known = options_data(start(row.game_text)) | {"compiled": row.compiled}
    return known | figures | {"ratio": report.ratio(row)}


def match_data(summary: MatchSummary) -> dict[str, Any]:
    """A match, from its first player's view."""
    elo = [getattr(summary.elo, name, None) for name in ("value", "low", "high")]
    return {
        **picked(summary, "games", "wins", "draws", "losses", "score", "low", "high"),
        "elo": elo[0],
        "seconds_per_turn": summary.seconds_per_turn,
        "elo_low": elo[1],
        "elo_high": elo[2],
        "identical": summary.identical,
        "repeated_openings": summary.repeated,
        "unfinished": summary.unfinished,
        "notes": [str(note) for note in summary.notes],
    }


def tournament_data(played: PlayedTournament) -> dict[str, Any]:
    """A tournament: its players, the strongest first, and their scores against each other."""
    tournament, table = played.tournament, played.table
    names = [one.player for one in table.standings]
    run = played.sprt_run
    return {
        "title": tournament.title,
        "kind": tournament.kind.value,
        "game": tournament.game_text,
        "games": len(table.games),
        "players": [standing_data(one) for one in table.standings],
        "meetings": [
            meeting_data(table, first, second)
            for number, first in enumerate(names)
            for second in names[number + 1 :]
            if table.score(first, second).count
        ],
        "sprt": run.decision.value if run else None,
        "identical": table.openings.identical,
        "repeated_openings": table.openings.repeated,
        "unfinished": table.unfinished,
        "notes": [str(note) for game in played.results if (note := game.note())],
    }


def standing_data(one: Standing) -> dict[str, Any]:
    """A player at the end of a tournament."""
    return {
        "name": one.player,
        **picked(one, "games", "points"),
        "elo": one.elo.value,
        "elo_low": one.elo.low,
        "elo_high": one.elo.high,
        **picked(one, "superiority", "seconds_per_turn", "forfeits"),
    }


def meeting_data(table: TournamentStatistics, first: str, second: str) -> dict[str, Any]:
    """Two players who met, from the first one's view."""
    tally = table.score(first, second)
    low, high = tally.interval()
    games = table.seats * tally.count
    counts = {"games": games, "points": games * tally.mean}
    return {"players": [first, second], **counts, "score": tally.mean, "low": low, "high": high}
