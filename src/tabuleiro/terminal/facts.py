"""The JSON that commands print."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

from tabuleiro.core.game import Game
from tabuleiro.core.options import Option, Value
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.players import KINDS, Level, levels

if TYPE_CHECKING:
    from tabuleiro.arena import Summary
    from tabuleiro.arena.table import Standing, Table
    from tabuleiro.bench import Report, Row, StopRow, ThreadsRow
    from tabuleiro.bench_records import RecordsRow
    from tabuleiro.bench_self_play import SelfPlayRow
    from tabuleiro.terminal.tournaments import Course


def of_game(game: Game[Any]) -> dict[str, Any]:
    """A game and its options."""
    return {
        "id": game.id,
        "name": game.name,
        "players": list(game.players),
        "options": [of_option(option) for option in game.options],
    }


def of_option(option: Option) -> dict[str, Any]:
    """An option: its type as in the engine protocol, its default, what it may be."""
    default = plain(option, option.default)
    return {"name": option.name, "type": option.kind, "default": default, **option.domain()}


def of_options(position: Position) -> dict[str, Any]:
    """The game of a position and the options that differ from their defaults."""
    values = position.options()
    changed = {
        option.name: plain(option, values[option.name])
        for option in position.game.options
        if values.get(option.name, option.default) != option.default
    }
    return {"game": position.game.id, "options": changed}


def plain(option: Option, value: Value) -> int | str:
    """A number as it is, anything else as the notation writes it."""
    return value if type(value) is int else option.format(value)


def of_levels(game: Game[Any]) -> dict[str, Any]:
    """The levels of a game."""
    return {"game": game.id, "levels": [of_level(level) for level in levels(game)]}


def of_level(level: Level) -> dict[str, Any]:
    """One level; what it has not is null."""
    return {
        "level": level.number,
        "name": str(level.name),
        "search": level.search,
        "nodes": level.nodes,
        "seconds": level.seconds(None),
        "settings": dict(level.settings),
        "endgame": level.endgame,
        "elo": level.elo,
        "error": level.error,
        "description": str(level.description()),
    }


def of_players(game: Game[Any]) -> dict[str, Any]:
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


def of_report(report: Report) -> dict[str, Any]:
    """A table of measurements."""
    return {
        "yardstick": {"name": report.yardstick, "per_second": report.yardstick_rate},
        "rows": [of_row(report, row) for row in report.rows],
    }


def of_row(report: Report, row: Row) -> dict[str, Any]:
    """One line of it."""
    figures = {f"{what}_per_second": figure for what, figure in row.figures.items()}
    known = of_options(start(row.game_text)) | {"compiled": row.compiled}
    return known | figures | {"ratio": report.ratio(row)}


def of_match(summary: Summary) -> dict[str, Any]:
    """A match, from its first player's view."""
    elo = summary.elo
    return {
        "games": summary.games,
        "wins": summary.wins,
        "draws": summary.draws,
        "losses": summary.losses,
        "score": summary.score,
        "low": summary.low,
        "high": summary.high,
        "elo": elo.value if elo else None,
        "seconds_per_turn": list(summary.seconds_per_turn),
        "elo_low": elo.low if elo else None,
        "elo_high": elo.high if elo else None,
        "identical": summary.identical,
        "repeated_openings": summary.repeated,
        "unfinished": summary.unfinished,
        "notes": [str(note) for note in summary.notes],
    }


def of_tournament(course: Course) -> dict[str, Any]:
    """A tournament: its players, the strongest first, and what each scored against each."""
    tournament, table = course.tournament, course.table
    names = [one.player for one in table.standings]
    trial = course.trial
    return {
        "title": tournament.title,
        "kind": tournament.kind.value,
        "game": tournament.game_text,
        "games": len(table.games),
        "players": [of_standing(one) for one in table.standings],
        "meetings": [
            of_meeting(table, first, second)
            for number, first in enumerate(names)
            for second in names[number + 1 :]
            if table.score(first, second).count
        ],
        "sprt": trial.decision.value if trial else None,
        "identical": table.openings.identical,
        "repeated_openings": table.openings.repeated,
        "unfinished": table.unfinished,
        "notes": [str(note) for game in course.results if (note := game.note())],
    }


def of_standing(one: Standing) -> dict[str, Any]:
    """A player at the end of a tournament."""
    return {
        "name": one.player,
        "games": one.games,
        "points": one.points,
        "elo": one.elo.value,
        "elo_low": one.elo.low,
        "elo_high": one.elo.high,
        "superiority": one.superiority,
        "seconds_per_turn": one.seconds_per_turn,
        "forfeits": one.forfeits,
    }


def of_meeting(table: Table, first: str, second: str) -> dict[str, Any]:
    """Two players who met, from the first one's view."""
    tally = table.score(first, second)
    low, high = tally.interval()
    games = table.seats * tally.count
    return {
        "players": [first, second],
        "games": games,
        "points": games * tally.mean,
        "score": tally.mean,
        "low": low,
        "high": high,
    }


def of_threads(row: ThreadsRow) -> dict[str, Any]:
    """Threads next to processes."""
    return of_options(start(row.game_text)) | {
        "threads_per_second": row.threads,
        "processes_per_second": row.processes,
        "ratio": row.ratio,
    }


def of_stop(row: StopRow) -> dict[str, Any]:
    """How soon a search ends when it is told to."""
    return of_options(start(row.game_text)) | {
        "search": row.search,
        "median_seconds": median(row.seconds),
        "worst_seconds": max(row.seconds),
    }


def of_self_play(row: SelfPlayRow) -> dict[str, Any]:
    """How fast games of self-play go on."""
    return of_options(start(row.game_text)) | {
        "games": row.games,
        "evaluations_per_second": row.evaluations,
    }


def of_records(row: RecordsRow) -> dict[str, Any]:
    """How fast records are read and written."""
    return of_options(start(row.game_text)) | {
        "moves": "bare" if row.bare else "with facts",
        "form": row.form,
        "read_per_second": row.reading,
        "written_per_second": row.writing,
    }
