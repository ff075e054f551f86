"""Decodes Lyngk questions: rows, columns and falling diagonals of the grid are the lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.encodings.question import Cell, Entry, Question
from games.reference.lyngk import CELLS, COLOUR_OF_CLAIM, JOKER, NAME_OF_CELL, PLAYERS, Reference

LETTERS = {name.removeprefix("claim-"): letter for name, letter in COLOUR_OF_CLAIM.items()}
VARIANTS = {(0, 0): "standard", (1, 0): "stack6", (0, 1): "obstacle-capture"}
LINES = ("standard", "horizontal")
WAYS = {
    "along up": (-1, 0),
    "along right": (0, 1),
    "along down right": (1, 1),
    "along down": (1, 0),
    "along left": (0, -1),
    "along up left": (-1, -1),
}
MIDDLE = (4, 4)


def grid(lines: str) -> dict[Cell, Cell]:
    """Where each cell of the matrix is on the grid. With standard lines a column goes straight up
    the grid and its neighbours on the rising line are beside it; with horizontal lines the falling
    line goes straight down."""
    places = {}
    for row, column in CELLS:
        down, right = row - 6, column - 4
        beside = right if lines == "standard" else (right - down) // 2
        places[row, column] = (4 + (down + right) // 2, 4 + beside)
    return places


def rebuilt(
    question: Question, options: Mapping[str, str], mover: int
) -> tuple[dict[str, str], Reference]:
    """The position and its options, for a mover in that seat."""
    found = question.numbers
    lines = LINES[found["horizontal lines"]]
    variant = VARIANTS[found["stacks of six"], found["obstacle capture"]]
    places = grid(lines)
    assert question.plane("board") == set(places.values())
    stacks = {cell: stack_at(question, place) for cell, place in places.items()}
    mine, other = PLAYERS[mover], PLAYERS[1 - mover]
    claims = {mine: claims_of(question, "own"), other: claims_of(question, "other")}
    check_tops(question, claims[mine], claims[other])
    model = Reference(
        variant=variant,
        lines=lines,
        stacks={cell: stack for cell, stack in stacks.items() if stack},
        claims=claims,
        points={mine: found["own points"], other: found["other points"]},
        to_move=mine,
        has_claimed=not found["may claim"] and len(claims[mine]) < 2,
    )
    for whose, player in (("own", mine), ("other", other), ("neutral", None)):
        assert reach_planes(question, whose) == reach_of(model, player)
    return {**options, "variant": variant, "lines": lines}, model


def stack_at(question: Question, place: Cell) -> str:
    """The top of a stack, then its other colours in the order of the alphabet, then its jokers."""
    height = sum(place in question.plane(f"at least {h} high") for h in range(1, 7))
    colours = {c for name, c in LETTERS.items() if place in question.plane(f"holding {name}")}
    pieces = {**LETTERS, "joker": JOKER}
    tops = [c for name, c in pieces.items() if place in question.plane(f"topped by {name}")]
    assert len(tops) == (height > 0)
    stack = "".join([*tops, *sorted(colours.difference(tops))])
    return stack + JOKER * (height - len(stack))


def claims_of(question: Question, whose: str) -> frozenset[str]:
    """The colours of a player: each plane is the whole board or nothing."""
    planes = {c: question.plane(f"{whose} claim of {name}") for name, c in LETTERS.items()}
    claimed = frozenset(colour for colour, plane in planes.items() if plane)
    assert all(planes[colour] == question.plane("board") for colour in claimed)
    return claimed


def check_tops(question: Question, mine: frozenset[str], other: frozenset[str]) -> None:
    """The tops of both players are where their colours are on top."""
    for name, colours in (("own top", mine), ("other top", other)):
        tops = [
            question.plane(f"topped by {n}") for n, colour in LETTERS.items() if colour in colours
        ]
        assert question.plane(name) == set().union(*tops)


def reach_planes(question: Question, whose: str) -> tuple[set[Cell], ...]:
    """The stacks that can move, where they can go, and where they would be complete."""
    names = [f"{whose} stacks that move", f"reached by {whose}", f"completed by {whose}"]
    return tuple(question.plane(name) for name in names[: 2 if whose == "neutral" else 3])


def reach_of(model: Reference, player: str | None) -> tuple[set[Cell], ...]:
    """The same by the rules; without a player, for the stacks that nobody owns."""
    places = grid(model.lines)
    turn = replace(model, to_move=player or model.to_move)
    moves = [
        (places[start], places[end], len(model.stacks[start] + model.stacks[end]))
        for start, end in turn._stack_moves()
        if turn._is_own(start) == (player is not None)
    ]
    starts, ends = {start for start, _, _ in moves}, {end for _, end, _ in moves}
    complete = {end for _, end, height in moves if height == model._height_limit()}
    return (starts, ends, complete) if player else (starts, ends)


def shown(model: Reference) -> str:
    """The order of the pieces below a top is not shown, nor whether a player with two colours has
    just claimed the second. Neither makes a difference."""
    stacks = {
        cell: stack[0] + "".join(sorted(stack[1:], key=lambda piece: (piece == JOKER, piece)))
        for cell, stack in model.stacks.items()
    }
    owes = model.has_claimed and len(model.claims[model.to_move]) < 2
    return replace(model, stacks=stacks, has_claimed=owes).text()


def numbers(model: Reference) -> dict[str, int]:
    """The values that the numbers must have."""
    mine, other = sorted(PLAYERS, key=lambda player: player != model.to_move)
    return {
        "own points": model.points[mine],
        "other points": model.points[other],
        "may claim": not model.has_claimed and len(model.claims[mine]) < 2,
        "stacks of six": model.variant == "stack6",
        "obstacle capture": model.variant == "obstacle-capture",
        "horizontal lines": model.lines == "horizontal",
    }


def derived(model: Reference) -> dict[str, set[Cell]]:
    """All planes are needed."""
    return {}


def any_seat(model: Reference) -> bool:
    """Both players have the same rules."""
    return True


def move_text(entries: list[Entry], model: Reference) -> str:
    """The move of the entries: a claim, or the start and end of a move."""
    if len(entries) == 1:
        ((name, place),) = entries
        assert place == MIDDLE
        return name.replace(" ", "-")
    (start_name, start), (arrival, end) = entries
    assert start_name == "from"
    assert arrival == arrival_of(start, end, model)
    cells = {place: cell for cell, place in grid(model.lines).items()}
    return NAME_OF_CELL[cells[start]] + NAME_OF_CELL[cells[end]]


def arrival_of(start: Cell, end: Cell, model: Reference) -> str:
    """The way along which the end is the first stack, or by links."""
    places = grid(model.lines)
    occupied = {places[cell] for cell in model.stacks}
    for name, (down, right) in WAYS.items():
        ray = [(start[0] + down * n, start[1] + right * n) for n in range(1, 9)]
        if next((place for place in ray if place in occupied), None) == end:
            return name
    return "by links"
