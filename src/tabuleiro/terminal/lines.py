"""A game line by line: the board as text, a question, a move, the answers of the opponents."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from tabuleiro.core.drawing.text import draw_text
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, MoveError, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.players import Player, make_player

LEAVE = "exit"
HELP = "help"
PERSON = 0

Ask = Callable[[Message], str]
"""Puts a question and gives the answer; EOFError when there will be none."""


def seat_opponents(name: str, position: Position, chance: random.Random) -> dict[int, Player]:
    """A computer player of that name in every seat but the person's."""
    seats = [seat for seat in range(position.players) if seat != PERSON]
    return {seat: make_player(name, position.game, chance.randrange(2**32)) for seat in seats}


def play_lines(
    position: Position,
    opponents: Mapping[int, Player],
    ask: Ask,
    tell: Callable[[str], None],
    *,
    unicode: bool = True,
    colour: bool = False,
) -> None:
    """Plays a game to its end, or until the person leaves. The board is shown when the person is
    to move; what the others do in between is told."""
    previous, move = None, None
    for line in welcome(position.game):
        tell(str(line))
    while True:
        if position.over or position.player == PERSON:
            tell(draw_text(position.scene(previous, move), unicode=unicode, colour=colour))
        if position.over:
            return
        if position.player == PERSON:
            move = ask_move(position, ask, tell)
        else:
            move = opponents[position.player].choose(position).move
            tell(str(announcement(position, move)))
        if move is None:
            tell(str(say("Goodbye.")))
            return
        previous, position = position, position.play(move)


def ask_move(position: Position, ask: Ask, tell: Callable[[str], None]) -> int | None:
    """The person's move, asked for until it is legal; None for leaving."""
    question = say("Your move ({help} or {leave}): ", help=HELP, leave=LEAVE)
    while True:
        try:
            answer = ask(question).strip()
        except EOFError:
            tell("")
            return None
        if answer.lower() == LEAVE:
            return None
        if answer.lower() == HELP:
            for line in help_lines(position):
                tell(str(line))
            continue
        try:
            if answer:
                return position.move(answer)
        except MoveError as error:
            tell(str(error))


def welcome(game: Game[Any]) -> list[Message]:
    """What somebody who sits down has to know."""
    return [
        say("{game}: {summary}", game=game.name, summary=game.summary),
        say("You are {player}; the computer plays the others.", player=player_name(PERSON)),
    ]


def help_lines(position: Position) -> list[Message]:
    """The rules in brief, and what can be played."""
    moves = tuple(position.move_text(move) for move in position.legal_moves())
    return [*position.game.rules, say("You may play: {moves}", moves=moves)]


def announcement(position: Position, move: int) -> Message:
    """What an opponent plays."""
    return say(
        "{player} plays {move}", player=player_name(position.player), move=position.move_text(move)
    )
