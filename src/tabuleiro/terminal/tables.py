"""The tables that commands print."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import DisplayText, Message, localised_number, say
from tabuleiro.core.options import Option
from tabuleiro.language import localised
from tabuleiro.play.saved_game_wording import players_in_words, state_in_words
from tabuleiro.players import KINDS, levels
from tabuleiro.records.saved_games import SavedGame

if TYPE_CHECKING:
    from rich.table import Table

    from tabuleiro.bench import EnvironmentRow, SpeedReport, SpeedRow


def print_games(games: Sequence[Game[Any]]) -> None:
    """Prints the games, one per line."""
    table = make_table(say("Game"), say("Name"), say("Players"), say("What it is about"))
    for game in games:
        table.add_row(game.id, game.name, players_text(game), localised(game.summary))
    show(table)


def print_game(game: Game[Any]) -> None:
    """Prints one game: its summary, its rules in brief, its options."""
    head = say("{name}, for {players} players", name=game.name, players=players_text(game))
    credit = [say("Designed by {credit}", credit=game.credit)] if game.credit else []
    show(head, *credit, game.summary, "")
    show(*(f"{n}. {localised(rule)}" for n, rule in enumerate(game.rules, start=1)), "")
    table = make_table(say("Option"), say("Default"), say("Values"), say("What it sets"))
    for option in game.options:
        default = option.format(option.default)
        table.add_row(option.name, default, values_text(option), localised(option.description))
    show(table)


def print_levels(game: Game[Any]) -> None:
    """Prints the levels of a game, one per line."""
    table = make_table(say("Level"), say("Name"), say("Elo"), say("What it does"))
    table.columns[0].justify = table.columns[2].justify = "right"
    for level in levels(game):
        cells = (level.name, level.strength(), level.description())
        table.add_row(str(level.number), *map(localised, cells))
    show(table, say("Elo 0 is the random player of {game}.", game=game.name))


def print_players(game: Game[Any]) -> None:
    """Prints the names of a game's players, kind by kind."""
    table = make_table(say("Names"), say("Settings"), say("What they do"))
    for kind in KINDS.values():
        if names := kind.names(game):
            table.add_row("\n".join(names), "\n".join(kind.settings), localised(kind.description))
    show(table)


def print_saved_games(entries: Sequence[SavedGame]) -> None:
    """Prints the saved games, one per line."""
    table = make_table(say("Name"), say("Game"), say("State"), say("Players"))
    table.columns[0].no_wrap = True
    for entry in entries:
        players = say("{players}", players=players_in_words(entry))
        texts = map(localised, (state_in_words(entry), players))
        table.add_row(entry.name, entry.summary.game, *texts)
    show(table)


def print_report(report: SpeedReport) -> None:
    """Prints measurements and the reference that they are compared with."""
    figures = [say("{figure} a second", figure=figure) for figure in report.rows[0].figures]
    table = make_table(say("Game"), say("Compiled"), *figures, say("Ratio"))
    align_figures(table, 2)
    for row in report.rows:
        table.add_row(*report_cells(report, row))
    show(table, reference_line(report))


def report_cells(report: SpeedReport, row: SpeedRow) -> list[str]:
    """The cells of one row."""
    ratio = report.ratio(row)
    compiled = say("yes") if row.compiled else say("no")
    figures = [localised(localised_number(f"{figure:,.0f}")) for figure in row.figures.values()]
    times = "-" if ratio is None else localised(localised_number(f"{ratio:.2f}"))
    return [row.game_text, localised(compiled), *figures, times]


def reference_line(report: SpeedReport) -> Message:
    """What a ratio of 1 means."""
    if report.reference_rate is None:
        return say("No ratios: OpenSpiel (package open_spiel) is not installed.")
    return say(
        "Ratio 1.00 is {name}: {rate} a second.",
        name=report.reference,
        rate=localised_number(f"{report.reference_rate:,.0f}"),
    )


def print_environments(rows: list[EnvironmentRow]) -> None:
    """Steps of environments."""
    table = make_table(
        say("Environment"), say("steps a second, masks"), say("steps a second, observations")
    )
    align_figures(table, 1)
    for row in rows:
        figures = (row.masks, row.observations)
        texts = [say("-") if one is None else localised_number(f"{one:,.0f}") for one in figures]
        table.add_row(row.name, *map(localised, texts))
    missing = tuple(row.package for row in rows if row.masks is None)
    notes = [say("Not installed: {packages}.", packages=missing)] if missing else []
    show(table, *notes)


def players_text(game: Game[Any]) -> str:
    """`2`, or `2-4`."""
    least, most = min(game.players), max(game.players)
    return str(least) if least == most else f"{least}-{most}"


def values_text(option: Option) -> str:
    """`3..15`, or the list of values."""
    domain = option.data()
    return (
        ", ".join(domain["values"]) if "values" in domain else f"{domain['min']}..{domain['max']}"
    )


def make_table(*headings: Message) -> Table:
    """An empty table. Long cells continue in the next line."""
    from rich.table import Table  # of the extra `cli`

    table = Table(*map(localised, headings), box=None, pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    return table


def align_figures(table: Table, first: int, end: int | None = None) -> None:
    """Aligns the columns from the first one on to the right, up to the one before `end`."""
    for column in table.columns[first:end]:
        column.justify = "right"


def show(*things: Table | DisplayText) -> None:
    """Prints texts and tables. Square brackets are not markup. Long texts are wrapped only on a
    terminal, and no line ends with blanks."""
    from rich.console import Console
    from rich.table import Table

    console = Console(markup=False, highlight=False)
    with console.capture() as captured:
        for thing in things:
            if isinstance(thing, Table):
                console.print(thing)
            else:
                console.print(localised(thing), soft_wrap=not console.is_terminal)
    lines = captured.get().split("\n")[:-1]
    sys.stdout.writelines(f"{line.rstrip()}\n" for line in lines)
