"""The simple computer players of the first Squex program."""

from random import Random

from tabuleiro.core.game import Choose, choose_random
from tabuleiro.games.squex.rules import SWAP, Squex
from tabuleiro.games.squex.text import cell_of

Cell = tuple[int, int]
"""Row and column, from 0."""

Strip = tuple[int, int]
"""The first and the last line, from 0, that linked octagons reach. Lines are rows for player 1 and
columns for player 2."""

Strips = dict[Cell, Strip]
"""For each octagon of a player, the strip of all octagons linked with it."""


def choose_greedy(position: Squex, random: Random) -> int:
    """A random one of the moves with the highest value, possibly `swap`."""
    values = {move: move_value(position, move) for move in position.legal_moves()}
    highest = max(values.values())
    return random.choice([move for move, value in values.items() if value == highest])


def move_value(position: Squex, move: int) -> int:
    """What the player has crossed after the move, plus the most that they can have crossed after
    their second move or, if it is the opponent's turn, minus the most that the opponent can have
    crossed. A win has no extra value."""
    after = position.played_on(move)
    sign = 1 if after.player == position.player else -1
    return crossed(after, position.player) + sign * best_next(after)


def crossed(position: Squex, player: int) -> int:
    """The lengths of the longest strips with links that can be cut, and without, added up."""
    return sum(longest(strips(position, player, cuttable)) for cuttable in (True, False))


def best_next(position: Squex) -> int:
    """The most that the player to move can have crossed after their move; 0 on a full board."""
    before = {cuttable: strips(position, position.player, cuttable) for cuttable in (True, False)}
    return max(
        (crossed_after(position, move, before) for move in position.legal_moves()), default=0
    )


def crossed_after(position: Squex, move: int, before: dict[bool, Strips]) -> int:
    """What the player has crossed after the move, computed from the strips before it (with links
    that can be cut, and without): a new octagon only changes the strips that it joins."""
    after = position.played_on(move)
    if move == SWAP:
        return crossed(after, position.player)
    cell = cell_of(move)
    line = cell[position.player]
    total = 0
    for cuttable, known in before.items():
        joined = [known[linked] for linked in after.links(*cell, cuttable)]
        strip = united([(line, line), *joined])
        total += max(longest(known), length(strip))
    return total


def strips(position: Squex, player: int, cuttable: bool) -> Strips:
    """The strips of a player's octagons, with links that can be cut or without."""
    found: Strips = {}
    for cell in octagons(position, player):
        if cell not in found:
            group = linked_with(position, cell, cuttable)
            lines = [linked[player] for linked in group]
            found |= dict.fromkeys(group, (min(lines), max(lines)))
    return found


def octagons(position: Squex, player: int) -> list[Cell]:
    """The cells of a player's octagons."""
    return [
        (row, column)
        for row, letters in enumerate(position.octagon_rows())
        for column, letter in enumerate(letters)
        if letter == "xo"[player]
    ]


def linked_with(position: Squex, cell: Cell, cuttable: bool) -> set[Cell]:
    """All octagons that are connected to an octagon by links."""
    group = {cell}
    waiting = [cell]
    while waiting:
        for linked in position.links(*waiting.pop(), cuttable):
            if linked not in group:
                group.add(linked)
                waiting.append(linked)
    return group


def united(parts: list[Strip]) -> Strip:
    """The strip that contains all parts."""
    return min(first for first, _ in parts), max(last for _, last in parts)


def length(strip: Strip) -> int:
    """The number of lines of a strip."""
    return strip[1] - strip[0] + 1


def longest(found: Strips) -> int:
    """The length of the longest strip; 0 without octagons."""
    return max(map(length, found.values()), default=0)


CLASSIC: dict[str, Choose] = {"random": choose_random, "greedy": choose_greedy}
