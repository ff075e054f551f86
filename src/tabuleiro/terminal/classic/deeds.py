"""What the commands of a game do, at any prompt of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tabuleiro.core.message import Message, figure, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.core.telling import line_texts
from tabuleiro.play import TableError
from tabuleiro.play.sitting import Sitting
from tabuleiro.records import write_record
from tabuleiro.records.files import FileError, file_named, write_copy
from tabuleiro.search.progress import Progress
from tabuleiro.terminal.classic.pages import show_rules
from tabuleiro.terminal.classic.screen import Leave, Screen

MOST_OF_A_LINE = 6  # moves that a hint shows of what a strong player expects


def undo(screen: Screen, sitting: Sitting, argument: str) -> None:
    """Takes back the last move of a person, and what followed."""
    sitting.undo()
    screen.confirm(say("Taken back."))


def redo(screen: Screen, sitting: Sitting, argument: str) -> None:
    """Lets it stand again."""
    sitting.redo()
    screen.confirm(say("It stands again."))


def hint(screen: Screen, sitting: Sitting, argument: str) -> None:
    """A strong move, and what may follow."""
    position = sitting.table.position
    if sitting.table.over:
        raise TableError(say("the game is over"))
    choice = sitting.computers.advise(position)
    screen.confirm(say("Try {move}.", move=position.move_text(choice.move)))
    if choice.progress:
        screen.tell(expectation(position, choice.progress))


def expectation(position: Position, progress: Progress) -> Message:
    """What a search expects, and the moves by which."""
    return say(
        "Expected score of {player}: {share} %, by {line}",
        player=player_name(position.player),
        share=figure(f"{100 * progress.value:.0f}"),
        line=" ".join(line_texts(position, progress.line[:MOST_OF_A_LINE])),
    )


def save(screen: Screen, sitting: Sitting, argument: str) -> None:
    """Says where the game is saved, or writes a copy of it to a file: also where that fails."""
    if argument:
        path = file_named(argument)
        write_copy(path, write_record(sitting.table.record()))
        screen.confirm(say("Copied to {path}.", path=path))
        return
    if sitting.trouble:
        raise FileError(sitting.trouble)
    assert sitting.name is not None, "it is saved"
    screen.confirm(say("Every move is saved, in {path}.", path=sitting.shelf.path_of(sitting.name)))


def resign(screen: Screen, sitting: Sitting, argument: str) -> None:
    """Gives up, once that is confirmed."""
    if screen.ask_whether(say("Give the game up? (yes or no) ")):
        sitting.resign()
        seat, _ = sitting.table.forfeits[-1]
        screen.tell(say("{player} resigns.", player=player_name(seat)))


def propose_draw(screen: Screen, sitting: Sitting, argument: str) -> None:
    """Proposes a draw; other people at the keyboard are asked in turn."""
    sitting.propose_draw()
    table = sitting.table
    while (proposed := table.proposition) and not table.over:
        seat = next(
            seat
            for seat in table.remaining
            if seat not in proposed.agreed and not table.computer_at(seat)
        )
        question = say("{player}: do you agree to a draw? (yes or no) ", player=player_name(seat))
        sitting.answer(seat, screen.ask_whether(question))
    if not table.over:
        screen.tell(say("The draw is declined."))


def rules(screen: Screen, sitting: Sitting, argument: str) -> None:
    """The rules of the game."""
    show_rules(screen, sitting.table.position.game)


def leave(screen: Screen, sitting: Sitting, argument: str) -> None:
    """Ends the program; the game is saved."""
    raise Leave


Deed = Callable[[Screen, Sitting, str], None]

DEEDS: Mapping[str, Deed] = MappingProxyType(
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
"""By the names of `play.commands`."""
