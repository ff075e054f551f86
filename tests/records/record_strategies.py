"""Hypothesis strategies for records: random games with random annotations."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from strategies import options_of
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.records.ply import Ply
from tabuleiro.records.record import OWN_HEADER, Record

DEEPEST = 3  # variations of the records here

letters = st.characters(exclude_categories=("Cc", "Cs"))
signs = st.sampled_from('{}[]()%\\" .1n')
lines = st.text(letters | signs, max_size=20)
comments = st.text(letters | signs | st.just("\n"), max_size=30) | st.just("word " * 40)
values = st.none() | st.floats(0, 1)
times = st.none() | st.floats(0, 10**9) | st.floats(0, 100)
names = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,9}", fullmatch=True).filter(
    lambda name: not OWN_HEADER.fullmatch(name)
)


@st.composite
def plies_from(
    draw: st.DrawFn, position: Position, most: int, depth: int = 0
) -> tuple[tuple[Ply, ...], Position]:
    """A line of at most so many annotated random moves, and the position after it."""
    chance = draw(st.randoms(use_true_random=False))
    plies: list[Ply] = []
    for number in range(draw(st.integers(min(depth, 1), most))):
        if position.over:
            break
        move = chance.choice(position.legal_moves())
        begins = depth > 0 and number == 0
        plies.append(draw(ply_of(position, move, begins, depth)))
        position = position.play(move)
    return tuple(plies), position


@st.composite
def ply_of(draw: st.DrawFn, position: Position, move: int, begins: bool, depth: int) -> Ply:
    """A move, often without annotations; `begins` is set for the first move of a variation."""
    text = position.move_text(move)
    if draw(st.booleans()):
        return Ply(text)
    return Ply(
        text,
        value=draw(values),
        clock=draw(times),
        spent=draw(times),
        by=draw(lines),
        comment=draw(comments),
        before=draw(comments) if begins else "",
        variations=draw(variations_of(position, depth + 1)) if depth < DEEPEST else (),
    )


@st.composite
def variations_of(draw: st.DrawFn, position: Position, depth: int) -> tuple[tuple[Ply, ...], ...]:
    """Other lines from a position."""
    count = draw(st.sampled_from([0, 0, 0, 1, 2]))
    return tuple(draw(plies_from(position, 3, depth))[0] for _ in range(count))


@st.composite
def records_of(draw: st.DrawFn, game: Game[Any]) -> Record:
    """A record of a random game, finished or not, under any options."""
    start = game.start(**draw(options_of(game)))
    plies, final = draw(plies_from(start, 25))
    headers = draw(st.dictionaries(names, lines, max_size=3))
    outcome = final.outcome()
    result = outcome.result if outcome else "none"
    if draw(st.booleans()):
        headers["Ending"] = "agreement"
        result = draw(st.sampled_from(["draw", "p1win", "p2win"]))
    players = tuple(draw(lines) for _ in range(start.players))
    return Record(start, players, plies, result, headers, draw(comments))
