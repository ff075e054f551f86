"""The commands `games`, `rules`, `show`, `perft`, `levels`, `players` and `solve`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, GameId, Json, MaybeGameId, OptionWords, flag, option
from tabuleiro.cli.record_files import STANDARD, write_bytes
from tabuleiro.core.message import Message, TabuleiroError, localised_number, say
from tabuleiro.language import localised, output_language, output_translator

if TYPE_CHECKING:
    from tabuleiro.core.position import Position
    from tabuleiro.core.scene import Scene
    from tabuleiro.search.limit import Limit
    from tabuleiro.search.solver import Solution

commands = Commands()

Minutes = Annotated[float | None, option("N", "When to give up, if ever.", **parameters.LONGEST)]


class ShowFormat(StrEnum):
    """The formats of `show`."""

    text = "text"
    ascii = "ascii"
    svg = "svg"
    png = "png"


@commands.command("games")
def list_games(game: MaybeGameId = None, as_json: Json = False) -> None:
    """List the games, or explain one of them."""
    from tabuleiro.games import find_game, games
    from tabuleiro.terminal import json_output, tables

    chosen = list(games().values()) if game is None else [find_game(game)]
    if as_json:
        parameters.print_json({"games": [json_output.game_data(one) for one in chosen]})
    elif game:
        tables.print_game(chosen[0])
    else:
        tables.print_games(chosen)


@commands.command("rules")
def show_rules(
    game: GameId, pictures: Annotated[bool, typer.Option(help="Draw the examples.")] = True
) -> None:
    """Print the rules of a game, with examples."""
    from tabuleiro.games import find_game, rulebook
    from tabuleiro.terminal.rules import RulesPage

    language, translate = output_language(), output_translator()
    page = RulesPage(
        parameters.page_width(),
        unicode=parameters.can_write("═•×▲", sys.stdout),
        colour=parameters.is_colourful(sys.stdout),
        translate=translate,
        pictures=pictures,
    )
    lines = page.lines(rulebook(find_game(game), language, translate))
    print(parameters.fit_colours("\n".join(lines)))


@commands.command()
def show(
    game: GameId,
    words: OptionWords = None,
    position: parameters.PositionText = None,
    moves: parameters.MovesText = "",
    form: Annotated[ShowFormat, typer.Option("--format", help="What to draw.")] = ShowFormat.text,
    out: Annotated[str, option("FILE", "Where to write it; - is standard output.")] = STANDARD,
) -> None:
    """Draw a position."""
    from tabuleiro.core.wording import positions_after
    from tabuleiro.records.ply import Ply, scene_at

    texts = moves.split()
    positions = positions_after(parameters.find_position(game, words, position), texts)
    scene = scene_at(positions, [Ply(text) for text in texts], len(texts))
    picture = draw(scene, form, colour=out == STANDARD and parameters.is_colourful(sys.stdout))
    letters = positions[-1].game.classic_look.legend
    if letters and form in (ShowFormat.text, ShowFormat.ascii):
        legend = say("Letters: {letters}", letters=letters).text(output_translator())
        picture += f"\n{legend}\n".encode()
    write_bytes(picture, out, binary=form is ShowFormat.png)


@commands.command("check")
def check_contract(
    game: GameId,
    games: Annotated[int, option("N", "Random games for each option.", min=1)] = 20,
    seed: Annotated[int, option("N", "The random seed.")] = 1,
) -> None:
    """Check that a game of your own keeps the contract.

    Random games are played under each option. The exit code is 1 if there are problems.
    """
    from tabuleiro.testing import check_game

    problems = check_game(game, games=games, seed=seed)
    for problem in problems:
        print(problem)
    if problems:
        raise typer.Exit(1)
    parameters.print_text(say("{game} keeps the contract.", game=game))


@commands.command()
def perft(
    game: GameId,
    words: OptionWords = None,
    depth: Annotated[int, option("N", "How many moves a sequence has.")] = 1,
    position: parameters.PositionText = None,
    moves: parameters.MovesText = "",
    divide: Annotated[bool, flag("--divide", "Count the sequences of each first move.")] = False,
    as_json: Json = False,
) -> None:
    """Count the sequences of legal moves of a given length."""
    from time import perf_counter

    from tabuleiro.core.playouts import perft as count_sequences
    from tabuleiro.terminal import json_output

    root = parameters.find_position(game, words, position, moves)
    begun = perf_counter()
    parts = count_by_move(root, depth) if divide else {}
    count = sum(parts.values()) if parts else count_sequences(root, depth)
    seconds = perf_counter() - begun
    if as_json:
        found = {"position": root.text, "depth": depth, "count": count, "seconds": seconds}
        parameters.print_json(
            json_output.options_data(root) | found | ({"moves": parts} if divide else {})
        )
        return
    for text, part in parts.items():
        parameters.print_text(
            say("{move}: {count}", move=text, count=localised_number(f"{part:,}"))
        )
    parameters.print_text(
        say(
            "perft {depth} of {game} is {count}, counted in {seconds} s",
            game=root.game.text_with(root.options()),
            count=localised_number(f"{count:,}"),
            depth=depth,
            seconds=localised_number(f"{seconds:.3f}"),
        )
    )


def count_by_move(position: Position, depth: int) -> dict[str, int]:
    """The number of sequences that start with each legal move, by its text."""
    from tabuleiro.core.playouts import perft as count_sequences

    if depth < 1:
        raise TabuleiroError(say("--divide needs a --depth of at least 1"))
    return {
        position.move_text(move): count_sequences(position.play(move), depth - 1)
        for move in position.legal_moves()
    }


@commands.command("levels")
def list_levels(game: GameId, as_json: Json = False) -> None:
    """List the ten levels of a game with their strength."""
    from tabuleiro.games import find_game
    from tabuleiro.terminal import json_output, tables

    if as_json:
        parameters.print_json(json_output.levels_data(find_game(game)))
    else:
        tables.print_levels(find_game(game))


@commands.command("players")
def list_players(game: GameId, as_json: Json = False) -> None:
    """List the computer players of a game and their settings."""
    from tabuleiro.games import find_game
    from tabuleiro.terminal import json_output, tables

    if as_json:
        parameters.print_json(json_output.players_data(find_game(game)))
    else:
        tables.print_players(find_game(game))


@commands.command()
def solve(
    game: GameId,
    words: OptionWords = None,
    position: parameters.PositionText = None,
    moves: parameters.MovesText = "",
    megabytes: Annotated[int, option("N", "Memory for its table.", min=1)] = 256,
    minutes: Minutes = None,
    as_json: Json = False,
) -> None:
    """Find out who wins with best play, and how.

    Small boards and positions near the end can be solved; others would take too long. Without
    --minutes it runs until the position is solved. Ctrl-C gives up.
    """
    from tabuleiro.search.limit import Limit

    root = parameters.find_position(game, words, position, moves)
    limit = Limit(movetime=None if minutes is None else round(60_000 * minutes))
    print_solution(root, find_solution(root, megabytes, limit), as_json)


def draw(scene: Scene, form: ShowFormat, colour: bool) -> bytes:
    """The picture in one of the formats."""
    if form is ShowFormat.png:
        from tabuleiro.core.drawing.png import draw_png

        return draw_png(scene, translate=output_translator())
    if form is ShowFormat.svg:
        from tabuleiro.core.drawing.svg import draw_svg

        return draw_svg(scene, translate=output_translator()).encode()
    text = parameters.draw_lines(scene, unicode=form is ShowFormat.text, colour=colour)
    return f"{text}\n".encode()


def find_solution(position: Position, megabytes: int, limit: Limit) -> Solution:
    """The solution of a position, with progress on standard error if it is a terminal."""
    from rich.console import Console

    from tabuleiro.search.solver import Solver

    if position.over:
        raise TabuleiroError(say("the game is over: there is nothing to solve"))
    solver = Solver(megabytes=megabytes)
    known = None
    try:
        with Console(stderr=True).status(localised(say("solving"))) as status:
            for known in solver.search(position, limit):
                status.update(localised(effort_line(known)))
    except KeyboardInterrupt:
        parameters.print_error(broken_off_line(known))
        raise
    assert known, "every search ends with progress"
    if not known.proved:
        raise TabuleiroError(say("not solved: {effort} were not enough", effort=effort_line(known)))
    return known


def broken_off_line(known: Solution | None) -> Message:
    """Reports that Ctrl-C ended a solver, and how far it was."""
    if known is None:
        return say("Interrupted: not solved.")
    return say("Interrupted: not solved after {effort}.", effort=effort_line(known))


def effort_line(known: Solution) -> Message:
    """The progress of a solver."""
    from tabuleiro.core.wording import node_count_in_words

    return say(
        "{nodes} in {seconds} s ({rate} a second)",
        nodes=node_count_in_words(known.nodes),
        seconds=localised_number(f"{known.seconds:.1f}"),
        rate=localised_number(f"{known.nodes / known.seconds:,.0f}"),
    )


def print_solution(position: Position, solution: Solution, as_json: bool) -> None:
    """Who wins, and a line of best play."""
    from tabuleiro.core.wording import line_texts, move_count_in_words

    line = line_texts(position, solution.line)
    if as_json:
        found = {"value": solution.value, "line": line}
        parameters.print_json(found | {"nodes": solution.nodes, "seconds": solution.seconds})
        return
    parameters.print_text(value_line(solution))
    moves = move_count_in_words(len(line))
    parameters.print_text(say("Best play, {moves}: {line}", moves=moves, line=" ".join(line)))
    parameters.print_text(effort_line(solution))


def value_line(solution: Solution) -> Message:
    """What best play leads to."""
    from tabuleiro.core.scene import player_name

    if len(solution.winners) > 1:
        return say("With best play it is a draw")
    return say("With best play {player} wins", player=player_name(solution.winners[0]))
