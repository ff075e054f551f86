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
from tabuleiro.players import Player, levels, make_player
from tabuleiro.players.names import split_name

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


def welcome(position: Position, against: str, drawn: Mapping[str, str]) -> list[Message]:
    """What somebody who sits down has to know. `drawn` are the options of a start that was drawn,
    none where it was not."""
    game = position.game
    names = {"player": player_name(PERSON), "opponent": opponent_title(against, game)}
    if position.players == 2:
        seats = say("You are {player}; your opponent is {opponent}.", **names)
    else:
        seats = say("You are {player}; each opponent is {opponent}.", **names)
    lines = [say("{game}: {summary}", game=game.name, summary=game.summary), seats]
    return [*lines, again_line(game, drawn)] if drawn else lines


def opponent_title(name: str, game: Game[Any]) -> Message:
    """A computer player by its name; of a level also what it is called."""
    parts = split_name(name)
    for level in levels(game):
        if parts.kind == "level" and parts.value == str(level.number):
            return say("{name} ({title})", name=name, title=level.name)
    return say("{name}", name=name)


def again_line(game: Game[Any], drawn: Mapping[str, str]) -> Message:
    """How a start that was drawn is played again."""
    words = " ".join(f"{name}={text}" for name, text in drawn.items())
    return say("This start again: tabuleiro play {game} {words}", game=game.id, words=words)


def help_lines(position: Position) -> list[Message]:
    """The rules in brief, what can be played, and how to play somebody else."""
    moves = tuple(position.move_text(move) for move in position.legal_moves())
    return [
        *position.game.rules,
        say("You may play: {moves}", moves=moves),
        say(
            "For another opponent start with --against NAME; tabuleiro players {game} lists them.",
            game=position.game.id,
        ),
    ]


def announcement(position: Position, move: int) -> Message:
    """What an opponent plays."""
    return say(
        "{player} plays {move}", player=player_name(position.player), move=position.move_text(move)
    )
