"""What the player to move is told to do, in every phase of every game."""

from __future__ import annotations

from random import Random

import pytest

from tabuleiro.games import games, start

PHASES = [
    ("squex", "", "Place an octagon"),
    ("squex swap=on", "d4", "Place an octagon, or swap sides"),
    ("control_v", "", "Place 2 castles to block cells"),
    ("control_v", "a1", "Place another castle"),
    ("control_v castles=1", "", "Place a castle to block a cell"),
    ("control_v", "a1 b1 c1 d1", "Now place your first territory"),
    ("control_v", "a1 b1 c1 d1 e5 f6", "Choose a block to copy"),
    ("fuse seed=1", "", "Choose a white disc to slide in"),
    ("eigenstate", "", "Move one of your pieces"),
    ("eigenstate", "c1c2", "Place 2 pegs: choose a piece"),
    ("eigenstate", "c1c2 c2:a1", "Place the last peg: choose a piece"),
    ("lyngk", "", "Move a stack, or claim a colour first"),
    ("lyngk", "claim-red", "You own red: now move a stack"),
]

VARIANTS = (
    "squex swap=on",
    "control_v players=4",
    "control_v quarter-turns=on alternate-castles=on",
    "fuse kings=2 scoring=product",
    "eigenstate variant=last-two",
    "eigenstate variant=capture-only",
    "lyngk variant=stack6",
    "lyngk variant=obstacle-capture",
    "lyngk lines=horizontal",
)


@pytest.mark.parametrize(("game", "moves", "told"), PHASES)
def test_the_player_to_move_is_told_what_to_do(game: str, moves: str, told: str) -> None:
    name, *options = game.split()
    position = start(name, **dict(option.split("=") for option in options))
    for text in moves.split():
        position = position.play(position.move(text))
    assert str(position.game.instructions(position)[0]) == told


@pytest.mark.parametrize("game", [*games(), *VARIANTS])
def test_every_touch_of_every_game_and_variant_has_an_instruction(game: str) -> None:
    position, chance = start(game), Random(3)
    for _ in range(60):
        if position.over:
            break
        told = position.game.instructions(position)
        assert told and all(str(each) for each in told)
        position = position.play(chance.choice(position.legal_moves()))
