"""What the typed commands of a game do."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.core.wording import line_texts
from tabuleiro.games import rulebook
from tabuleiro.play import TableError
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records import write_record
from tabuleiro.records.files import FileError, user_path, write_new_file
from tabuleiro.search.progress import Progress
from tabuleiro.terminal.classic.boards import theme_for
from tabuleiro.terminal.classic.console import Leave, LineConsole, read_yes
from tabuleiro.terminal.rules import RulesPage

MOST_OF_A_LINE = 6  # moves of the expected line that a hint shows


def undo(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Takes back the last move of a person and all moves after it."""
    local_game.undo()
    console.write_success(say("Taken back."))


def redo(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Restores what was taken back."""
    local_game.redo()
    console.write_success(say("The move is restored."))


def hint(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Shows a strong move and the expected line."""
    position = local_game.table.position
    if local_game.table.over:
        raise TableError(say("the game is over"))
    choice = local_game.computers.hint(position)
    console.write_success(say("Try {move}.", move=position.move_text(choice.move)))
    if choice.progress:
        console.write(expectation(position, choice.progress))


def expectation(position: Position, progress: Progress) -> Message:
    """The expected score and line of a search."""
    return say(
        "Expected score of {player}: {share} %, with {line}",
        player=player_name(position.player),
        share=localised_number(f"{100 * progress.value:.0f}"),
        line=" ".join(line_texts(position, progress.line[:MOST_OF_A_LINE])),
    )


def save(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Says where the game is saved, or writes a copy to a file, also if saving fails."""
    if argument:
        path = user_path(argument)
        write_new_file(path, write_record(local_game.table.record()))
        console.write_success(say("Copied to {path}.", path=path))
        return
    if local_game.save_error:
        raise FileError(local_game.save_error)
    if local_game.name is None:
        raise TableError(say("nothing is saved yet: a game is saved from its first move on"))
    path = local_game.saved_games.path_of(local_game.name)
    console.write_success(say("Every move is saved, in {path}.", path=path))


def resign(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Resigns, after a confirmation; enter alone does not confirm."""
    question = say("Resign? (yes or no; enter: no) ")
    if console.ask_until(question, lambda answer: bool(answer) and read_yes(answer)):
        local_game.resign()
        seat, _ = local_game.table.forfeits[-1]
        console.write(say("{player} resigns.", player=player_name(seat)))


def propose_draw(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Offers a draw; other people at the keyboard are asked in turn."""
    local_game.propose_draw()
    table = local_game.table
    while (proposed := table.open_proposal) and not table.over:
        seat = next(
            seat
            for seat in table.remaining
            if seat not in proposed.agreed and not table.computer_at(seat)
        )
        question = say("{player}: do you agree to a draw? (yes or no) ", player=player_name(seat))
        local_game.answer(seat, console.ask_whether(question))
    if not table.over:
        console.write(say("The draw is declined."))


def show_rules(console: LineConsole, game: Game[Any]) -> None:
    """Shows the rules, a screenful at a time, and waits for enter."""
    settings = console.settings
    page = RulesPage(
        console.width,
        settings.unicode,
        settings.colour,
        theme_for(settings.theme, game),
        console.translate,
        pictures=not settings.plain,
        height=console.room.height - 2,
    )
    lines = page.lines(rulebook(game, console.language, console.translate))
    console.page(lines, say("Press enter to go back. "))


def rules(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Shows the rules of the game."""
    show_rules(console, local_game.table.position.game)


def leave(console: LineConsole, local_game: LocalGame, argument: str) -> None:
    """Ends the program; the game is saved."""
    raise Leave


CommandAction = Callable[[LineConsole, LocalGame, str], None]

COMMAND_ACTIONS: Mapping[str, CommandAction] = MappingProxyType(
    {
        "undo": undo,
        "redo": redo,
        "hint": hint,
        "save": save,
        "resign": resign,
        "draw": propose_draw,
        "rules": rules,
        "exit": leave,
    }
)
"""The actions by the command names of `play.text_commands`."""
