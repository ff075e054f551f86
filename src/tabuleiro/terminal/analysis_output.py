"""Analyses, reviews and puzzles in the terminal."""

from collections.abc import Generator, Iterator, Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from tabuleiro.analysis import Analysis, Judgement, Puzzle, Review
from tabuleiro.analysis.explorer import Explorer
from tabuleiro.analysis.puzzle_files import shipped_by_grade
from tabuleiro.analysis.puzzles import LEVELS
from tabuleiro.analysis.wording import (
    answer_text,
    explorer_notes,
    key_move_text,
    moment_text,
    point_of_view,
    review_summary,
    value_text,
)
from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import end_caption
from tabuleiro.core.wording import node_count_in_words, percentage
from tabuleiro.language import localised
from tabuleiro.terminal.progress import collect, progress_bar
from tabuleiro.terminal.tables import align_figures, make_table, show

SHOWN = 12  # moves of a line, at most


# --- analyses --------------------------------------------------------------------------------


def show_analyses(analyses: Iterator[Analysis]) -> Analysis | None:
    """Shows analyses as they come on a terminal. Prints and returns the last one, also after
    Ctrl-C; None if there was none."""
    last = None
    console = Console(markup=False, highlight=False)
    try:
        with Live(console=console, transient=True, auto_refresh=False) as live:
            for last in analyses:
                if console.is_terminal:
                    live.update(Group(*analysis_parts(last)), refresh=True)
    except KeyboardInterrupt:
        pass
    if last:
        show(*analysis_parts(last))
    return last


def analysis_parts(analysis: Analysis) -> list[Table | str]:
    """An analysis as a table, with a line about the search."""
    if not analysis.lines:
        outcome = analysis.position.outcome()
        return [localised(end_caption(outcome.winners if outcome else ()))]
    before, after = point_of_view(analysis.player), effort_line(analysis)
    return [localised(before), lines_table(analysis), localised(after)]


def lines_table(analysis: Analysis) -> Table:
    """The lines, the best first."""
    table = make_table(say("Move"), say("Expected score"), say("Of the search"), say("Line"))
    align_figures(table, 1, 3)
    for number, line in enumerate(analysis.lines):
        texts = analysis.line_texts(number)[:SHOWN]
        cells = (texts[0], value_text(line), percentage(line.share), " ".join(texts))
        table.add_row(*(localised(cell) for cell in cells))
    return table


def effort_line(analysis: Analysis) -> Message:
    """How much was searched."""
    return say(
        "depth {depth}, {nodes} in {seconds} s",
        depth=analysis.depth,
        nodes=node_count_in_words(analysis.nodes),
        seconds=localised_number(f"{analysis.seconds:.1f}"),
    )


def print_explored(explorer: Explorer, position: Position, most: int) -> None:
    """Prints the moves of a position in the explorer, the most visited first."""
    table = make_table(
        say("Move"), say("Expected score"), say("Visits"), say("Of the visits"), say("Symmetric")
    )
    align_figures(table, 1, 4)
    for move in explorer.explore(position)[:most]:
        visits = localised_number(f"{move.visits:,}")
        cells = (move.texts[0], percentage(move.value), visits, percentage(move.share))
        table.add_row(*(localised(cell) for cell in cells), " ".join(move.texts[1:]))
    notes = explorer_notes(explorer, position, found=bool(table.rows))
    if table.rows:
        show(point_of_view(position.player), table, *notes)
    else:
        show(*notes)


# --- reviews ---------------------------------------------------------------------------------


def collect_judgements(
    judgements: Generator[Judgement], moves: int
) -> tuple[list[Judgement], bool]:
    """The judgements on a game, with a progress bar, and whether Ctrl-C ended them."""
    with progress_bar(moves, say("moves judged")) as show_progress:
        return collect(judgements, lambda count, _: show_progress(count))


def print_review(review: Review, *, answers: bool) -> None:
    """Prints the review of a game, with or without the better moves."""
    show(*review_summary(review))
    if not answers and review.faults:
        show("", *map(moment_text, review.faults))
        show("", say("With --answers the better moves are shown."))
        return
    for each in review.key_moves if answers else ():
        show("", answer_text(each) if each.is_fault else key_move_text(each))
        show(*(reason.said for reason in each.reasons))


# --- puzzles ---------------------------------------------------------------------------------


def print_puzzles(puzzles: Sequence[Puzzle]) -> None:
    """Prints puzzles, one per line, without their answers."""
    headings = say("Grade"), say("Level"), say("Legal moves"), say("Moves to the end")
    table = make_table(say("Game"), *headings)
    align_figures(table, 1)
    for puzzle in puzzles:
        position = puzzle.position
        moves, length = len(position.legal_moves()), len(puzzle.solution)
        counts = puzzle.grade, puzzle.level, moves, length
        game_text = position.game.text_with(position.options())
        table.add_row(game_text, *(str(count) for count in counts))
    show(table)


def print_shipped() -> None:
    """Prints how many puzzles of each grade come with the games, and how often each level finds
    their moves."""
    levels = (say("{number}", number=number) for number in LEVELS)
    table = make_table(say("Game"), say("Grade"), say("Puzzles"), *levels)
    align_figures(table, 1)
    for game, grade, count, rates in shipped_by_grade():
        table.add_row(game, str(grade), str(count), *(f"{rate:.0%}" for rate in rates))
    show(table, "", say("How often levels 1 to 9 find the only move that wins."))
