"""The commands `analyse`, `explore`, `review` and `puzzles`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, Json, MaybeGameId, Text, argument, flag, option
from tabuleiro.cli.record_files import nth_record, read_files
from tabuleiro.core.message import TabuleiroError, localised_number, say

if TYPE_CHECKING:
    from tabuleiro.analysis import Puzzle
    from tabuleiro.core.game import Game
    from tabuleiro.core.position import Position
    from tabuleiro.records import Record
    from tabuleiro.search.limit import Limit

commands = Commands()

Seconds = Annotated[float | None, option("N", "Seconds for each position.", **parameters.LONGEST)]
Nodes = Annotated[int | None, option("N", "How many nodes to search.", min=1)]
Depth = Annotated[int | None, option("N", "How many moves ahead.", min=1)]
Analyst = Annotated[Text, option("NAME", "The search to use: net, guided ...")]
Megabytes = Annotated[int, option("N", "Memory of the search.", min=1)]
EXPLORED = 10  # moves that the table of the explorer shows by default
Threads = Annotated[int, option("N", "Threads of a tree search.", min=1)]


@commands.command("analyse")
def analyse_position(
    game: MaybeGameId = None,
    words: parameters.OptionWords = None,
    position: parameters.PositionText = None,
    moves: parameters.MovesText = "",
    lines: Annotated[int, option("N", "How many lines.", min=1, max=1000)] = 3,
    seconds: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    infinite: Annotated[bool, flag("--infinite", "Run until Ctrl-C.")] = False,
    player: Analyst = None,
    megabytes: Megabytes = 64,
    threads: Threads = 1,
    as_json: Json = False,
    json_lines: Annotated[bool, flag("--json-lines", "Print JSON at each update.")] = False,
    serve: Annotated[bool, flag("--serve", "Answer requests on standard input, in JSON.")] = False,
) -> None:
    """Show the best lines of a position.

    Each line comes with its expected score, or with its result if that is proved. Without a limit
    it takes 3 seconds. Ctrl-C ends it with the results so far.
    """
    if serve:
        from tabuleiro.analysis.server import AnalysisServer

        write = partial(print, flush=True)
        AnalysisServer(write, player=player, megabytes=megabytes, threads=threads).run(sys.stdin)
        return
    if game is None:
        raise TabuleiroError(say("name a game, or read requests with --serve"))
    from tabuleiro.analysis import iterate_analysis, make_search
    from tabuleiro.analysis.json import analysis_data
    from tabuleiro.search.limit import Limit
    from tabuleiro.terminal import analysis_output

    root = parameters.find_position(game, words, position, moves)
    limit = Limit(infinite=True) if infinite else limit_of(seconds, nodes, depth, Limit(3000))
    search = make_search(root, player=player, megabytes=megabytes, threads=threads)
    analyses = iterate_analysis(root, limit, lines=lines, search=search)
    if as_json:
        *_, last = analyses
        parameters.print_json(analysis_data(last))
    elif json_lines:
        for analysis in analyses:
            parameters.print_json(analysis_data(analysis))
            sys.stdout.flush()
    elif analysis_output.show_analyses(analyses) is None:
        raise typer.Exit(parameters.INTERRUPTED)


def limit_of(seconds: float | None, nodes: int | None, depth: int | None, usual: Limit) -> Limit:
    """The limit that the options set, or the default limit."""
    from tabuleiro.search.limit import Limit

    given = Limit(None if seconds is None else round(1000 * seconds), nodes, depth)
    return usual if given == Limit() else given


@commands.command("explore")
def explore_openings(
    game: parameters.GameId,
    words: parameters.OptionWords = None,
    position: parameters.PositionText = None,
    moves: parameters.MovesText = "",
    lines: Annotated[int | None, option("N", "At most N moves; 10 in the table.", min=1)] = None,
    file: Annotated[Path | None, option("FILE", "The file of the explorer.")] = None,
    positions: Annotated[
        int | None, option("N", "Build it, up to N positions.", "--build", min=1)
    ] = None,
    nodes: Annotated[int, option("N", "Nodes for each new position.", min=1)] = 64,
    as_json: Json = False,
) -> None:
    """Show the moves of an opening with their values, or build the explorer.

    The opening explorer is a tree of positions, each with the result of a search. Symmetric
    positions are counted once. --build makes its file with the search of the highest level, or
    extends it; a command that was interrupted continues where it was.
    """
    from tabuleiro.analysis.explorer import explorer_path, find_explorer, require_two_players
    from tabuleiro.analysis.json import explored_data
    from tabuleiro.terminal.analysis_output import print_explored

    root = parameters.find_position(game, words, position, moves)
    require_two_players(root)
    path = file or explorer_path(root)
    if positions is not None:
        build_explorer(root, file, positions, nodes)
        return
    explorer = find_explorer(root, path)
    if explorer is None:
        raise missing_explorer(root, path, file)
    if as_json:
        parameters.print_json(explored_data(explorer, root, lines))
    else:
        print_explored(explorer, root, lines or EXPLORED)


def missing_explorer(root: Position, path: Path, file: Path | None) -> TabuleiroError:
    """The error for a game without an explorer in `path`. Data can be installed for the usual
    options, and is found if no `file` is given."""
    game_text = root.game.text_with(root.options())
    command = f"tabuleiro explore {game_text} --build 20000" + (f" --file {file}" if file else "")
    facts = {"game": game_text, "path": str(path), "command": command}
    build = say("there is no explorer for {game} in {path}. Build it with '{command}'.", **facts)
    install = say(
        "there is no explorer for {game} in {path}. Build it with '{command}' or install the data "
        "in a clone of Tabuleiro with 'pip install ./explorer'.",
        **facts,
    )
    return TabuleiroError(build if file or game_text != root.game.id else install)


def build_explorer(root: Position, file: Path | None, positions: int, nodes: int) -> None:
    """Builds or extends a file, with a progress bar. Ctrl-C ends it with the positions so far. The
    file of the data package is not changed, but continued in the user's own file."""
    from tabuleiro.analysis.explorer import explorer_path, find_explorer, own_explorer_path
    from tabuleiro.analysis.explorer_builder import build
    from tabuleiro.terminal.progress import collect, progress_bar

    with progress_bar(positions, say("positions")) as show_progress:
        path, source = file or own_explorer_path(root), file or explorer_path(root)
        growing = build(path, root, positions, nodes, source)
        _, interrupted = collect(growing, lambda _, count: show_progress(count))
    path = file or explorer_path(root)
    if explorer := find_explorer(root, path):
        count = localised_number(f"{len(explorer.nodes):,}")
        parameters.print_text(say("{path} has {count} positions.", path=str(path), count=count))
    if interrupted:
        raise typer.Exit(parameters.INTERRUPTED)


@commands.command("review")
def review_record(
    file: Annotated[Path, argument("FILE", "A file of records.")],
    number: Annotated[int | None, option("N", "Which game of the file.", "--game", min=1)] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    answers: Annotated[bool, flag("--answers", "Show the better moves as well.")] = False,
    player: Analyst = None,
    megabytes: Megabytes = 64,
    threads: Threads = 1,
    as_json: Json = False,
) -> None:
    """Show where a recorded game turned, and what each mistake cost.

    The better moves are not shown unless you ask for them, so that you can look for them yourself.
    By default a position takes 3,000 nodes, 400 with a network, or 30,000 with alpha-beta.
    """
    from tabuleiro.analysis import iterate_judgements, make_search, summarise
    from tabuleiro.analysis.json import review_data
    from tabuleiro.analysis.review import default_limit
    from tabuleiro.terminal import analysis_output

    record = find_record(file, number)
    search = make_search(record.start, player=player, megabytes=megabytes, threads=threads)
    limit = limit_of(seconds, nodes, None, default_limit(search))
    judged, interrupted = analysis_output.collect_judgements(
        iterate_judgements(record, limit, search=search), len(record.plies)
    )
    found = summarise(record, judged)
    if as_json:
        parameters.print_json(review_data(found))
    else:
        analysis_output.print_review(found, answers=answers)
    if interrupted:
        raise typer.Exit(parameters.INTERRUPTED)


def find_record(file: Path, number: int | None) -> Record:
    """The game of a file with this number, or the only one."""
    if number is not None:
        return nth_record(read_files([str(file)]), number)
    records = read_files([str(file)])
    only = next(records, None)
    if only is None:
        raise TabuleiroError(say("{file} has no game", file=file))
    if others := sum(1 for _ in records):
        raise TabuleiroError(
            say("{file} has {count} games: choose one with --game", file=file, count=others + 1)
        )
    return only


@commands.command("puzzles")
def make_puzzles(
    words: Annotated[list[str] | None, argument("GAME | FILE", "A game, or records.")] = None,
    self_play: Annotated[Text, option('"GAME ..."', "Find them in games by self-play.")] = None,
    games: Annotated[int, option("N", "How many such games.", min=1)] = 100,
    player: Annotated[str, option("NAME", "The player.")] = "level:9",
    random_moves: Annotated[int | None, option("N", "Random moves before each.", min=0)] = None,
    seed: Annotated[int, option("N", "The random seed of these games.")] = 1,
    least: Annotated[int, option("N", "The easiest grade.", "--least-grade", min=1, max=5)] = 1,
    each: Annotated[int | None, option("N", "At most N of each grade.", min=1)] = None,
    most: Annotated[int | None, option("N", "Stop after N puzzles.", min=1)] = None,
    nodes: Annotated[int, option("N", "Nodes for each question to the solver.", min=1)] = 50_000,
    out: Annotated[Path | None, option("FILE", "Where to write them.")] = None,
    plain: Annotated[bool, flag("--plain", "Sentences only, for speech.")] = False,
    as_json: Json = False,
) -> None:
    """Solve puzzles, or find more of them in games.

    A puzzle is a position with exactly one winning move. With a GAME you solve the puzzles that
    come with it; --out writes and --json prints them instead. With records or --self-play, new
    puzzles are found in these games and proved, and the levels measure their difficulty. Without
    either, the puzzles of each game are counted.
    """
    from tabuleiro.analysis import find_puzzles, shipped_puzzles, write_puzzles
    from tabuleiro.analysis import self_play as play_games
    from tabuleiro.analysis.json import puzzle_data, shipped_data
    from tabuleiro.games import find_game_by_name
    from tabuleiro.records.files import write_file
    from tabuleiro.search.limit import Limit
    from tabuleiro.terminal import analysis_output

    if not words and self_play is None:
        if out is not None:
            raise TabuleiroError(say("--out needs a game, records or --self-play"))
        if as_json:
            parameters.print_json(shipped_data())
        else:
            analysis_output.print_shipped()
        return
    if words and len(words) == 1 and not (Path(words[0]).suffix or Path(words[0]).exists()):
        game = find_game_by_name(words[0])
        if not as_json and out is None:
            solve_puzzles(game, plain=plain)
            return
        found = iter(shipped_puzzles(game))
    else:
        records = read_files(str(Path(word)) for word in words or ())
        if self_play is not None:
            played = play_games(self_play, player, games, seed=seed, random_moves=random_moves)
            records = chain(records, played)
        found = find_puzzles(records, limit=Limit(nodes=nodes))
    chosen = list(islice(count_on_terminal(choose_by_grade(found, least, each)), most))
    if out is not None:
        write_file(out, write_puzzles(sorted(chosen, key=lambda puzzle: puzzle.level)))
    if as_json:
        parameters.print_json({"puzzles": [puzzle_data(puzzle) for puzzle in chosen]})
    else:
        analysis_output.print_puzzles(chosen)


def solve_puzzles(game: Game[Any], *, plain: bool) -> None:
    """Lets a person solve the puzzles of a game, line by line."""
    from tabuleiro.analysis import shipped_puzzles
    from tabuleiro.cli.playing import open_console
    from tabuleiro.records.saved_games import data_folder
    from tabuleiro.terminal.classic.puzzle_loop import PuzzleLoop
    from tabuleiro.terminal.solved_puzzles import SOLVED_FILE, SolvedPuzzles

    found = shipped_puzzles(game)
    if not found:
        raise TabuleiroError(say("No puzzles come with {game}.", game=game.name))
    screen = open_console(None, None, plain=plain, wait=False, ascii_only=False)
    PuzzleLoop(screen, found, SolvedPuzzles(data_folder() / SOLVED_FILE)).play()


def choose_by_grade(found: Iterator[Puzzle], least: int, each: int | None) -> Iterator[Puzzle]:
    """The puzzles from this grade on, with at most this many per grade."""
    counts: Counter[int] = Counter()
    for puzzle in found:
        if puzzle.grade >= least and (each is None or counts[puzzle.grade] < each):
            counts[puzzle.grade] += 1
            yield puzzle


def count_on_terminal(found: Iterator[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles as they are found, counted on a terminal, up to Ctrl-C."""
    from tabuleiro.terminal.progress import progress_bar

    with progress_bar(None, say("puzzles found")) as show_progress:
        try:
            for count, puzzle in enumerate(found, start=1):
                show_progress(count)
                yield puzzle
        except KeyboardInterrupt:
            return
