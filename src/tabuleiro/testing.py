"""Checks that a game keeps the contract: for authors of games, without a clone of Tabuleiro.

`check_game` plays random games and returns the problems that it finds; the command `tabuleiro
check` prints them. docs/new-game.md explains the contract.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.drawing.text import draw_text
from tabuleiro.core.game import Game
from tabuleiro.core.options import Option
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.scene_description import SceneDescriber
from tabuleiro.games import find_game
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts

GAMES = 20  # random games for every option
LONGEST = 1000  # moves of a random game
LARGEST_MOVE = 2**31 - 1
MOVES_TRIED = 5  # moves of a position that are entered by touching
MOST_PROBLEMS = 10
HASHES = "import pickle, sys; print([hash(p) for p in pickle.load(sys.stdin.buffer)])"


@dataclass(frozen=True)
class Problem:
    """What is wrong, and in which position."""

    check: str
    text: str
    position: str = ""

    def __str__(self) -> str:
        place = f" ({self.position})" if self.position else ""
        return f"{self.check}: {self.text}{place}"


Check = Callable[[Position, Random], Iterator[str]]


def check_moves(position: Position, chance: Random) -> Iterator[str]:
    """Moves are numbers in the order of their texts, and the player to move has one."""
    moves = position.legal_moves()
    if position.over:
        if moves:
            yield "the game is over, and there are legal moves"
        return
    if not 0 <= position.player < position.players:
        yield f"player is {position.player}, with {position.players} players"
    if not moves:
        yield "the player to move has no legal moves: `after` must pass over them"
    if any(type(move) is not int or not 0 <= move <= LARGEST_MOVE for move in moves):
        yield "a move is not a whole number from 0 to 2**31 - 1"
    elif any(first >= second for first, second in pairwise(moves)):
        yield "the moves are not in ascending order"
    texts = [position.move_text(move) for move in moves]
    if len(set(texts)) < len(texts):
        yield "two moves have the same text"
    elif texts != sorted(texts):
        yield "the texts of the moves are not in the order of their numbers"


def check_round_trips(position: Position, chance: Random) -> Iterator[str]:
    """Texts and pickles are read back, and a position is a value."""
    game, text = position.game, position.text
    if game.read(text, position.options()) != position:
        yield "parse_position does not read back what format_position wrote"
    if pickle.loads(pickle.dumps(position)) != position:  # noqa: S301 - pickled right here
        yield "a pickled position is not read back"
    for move in position.legal_moves():
        written = position.move_text(move)
        if written != written.lower() or " " in written:
            yield f"the text of a move must be lower case, without blanks: {written!r}"
        elif not position.move(written) == position.move(written.upper()) == move:
            yield f"parse_move does not read back {written!r} in either case"
    for move in position.legal_moves()[:1]:
        after = position.play(move)
        if position.text != text:
            yield "`after` changes the position"
        elif position.play(move) != after:
            yield "`after` gives another result the second time"


def check_end(position: Position, chance: Random) -> Iterator[str]:
    """Outcome and scores fit the number of players."""
    if len(position.scores()) != position.players:
        yield "scores() must return a number for each player"
    outcome = position.outcome()
    if outcome and not set(outcome.winners) <= set(range(position.players)):
        yield f"the winners are {outcome.winners}"
    if position.over and not (outcome and position.player == NOBODY):
        yield "a game that is over has winners, and nobody is to move"


def check_scene(position: Position, chance: Random) -> Iterator[str]:
    """Everything that is shown or touched is on a site, and the picture can be drawn."""
    scene = position.scene()
    names = [site.name for site in scene.all_sites()]
    if len(set(names)) < len(names):
        yield "two sites have the same name"
    shown = {piece.site for piece in scene.pieces}
    shown |= {site for mark in scene.marks for site in mark.sites}
    shown |= {end for link in scene.links for end in (link.first, link.second)}
    touched = (step for move in position.legal_moves() for step in position.steps(move))
    shown |= {site for step in touched for site in step}
    if unknown := shown - set(names):
        yield f"the scene has no sites {sorted(unknown)}"
        return
    if not scene.captions or not all(piece.letter and str(piece.name) for piece in scene.pieces):
        yield "the scene needs a caption, and every piece a letter and a name"
    position.svg()
    draw_text(scene)
    describer = SceneDescriber(scene)
    for site in scene.sites:
        str(describer.describe(site))


def check_steps(position: Position, chance: Random) -> Iterator[str]:
    """Touching the steps of a move makes that move."""
    moves = position.legal_moves()
    for move in chance.sample(moves, min(MOVES_TRIED, len(moves))):
        chooser: Chooser | None = Chooser.of(position)
        for step in position.steps(move):
            chooser = chooser and chooser.touch(chance.choice(step))
        if chooser is None or chooser.move != move:
            yield f"touching the steps of {position.move_text(move)} does not make this move"


def check_encoding(position: Position, chance: Random) -> Iterator[str]:
    """What networks see has the size that the encoding says, and moves have different entries."""
    encoding = position.game.encoding
    if encoding is None or position.over:
        return
    options = position.options()
    if len(position.encode()) != encoding.question_words(options):
        yield "encode() returns another number of words than the encoding says"
    entries = [tuple(position.policy_indices(move)) for move in position.legal_moves()]
    if len(set(entries)) < len(entries):
        yield "two moves have the same policy_indices"
    size = encoding.policy_size(options)
    if any(not 0 <= entry < size for several in entries for entry in several):
        yield f"policy_indices must be from 0 to {size - 1}"


CHECKS: dict[str, Check] = {
    "moves": check_moves,
    "round trips": check_round_trips,
    "end": check_end,
    "scene": check_scene,
    "steps": check_steps,
    "encoding": check_encoding,
}
"""The checks of single positions, by name."""


def check_game(game: Game[Any] | str, *, games: int = GAMES, seed: int = 1) -> list[Problem]:
    """The first problems of a game, by id or as an object; none if it keeps the contract."""
    game = find_game(game) if isinstance(game, str) else game
    found: list[Problem] = []
    for problem in find_problems(game, games, seed):
        found.append(problem)
        if len(found) == MOST_PROBLEMS:
            break
    return found


def find_problems(game: Game[Any], games: int, seed: int) -> Iterator[Problem]:
    """All problems of a game, in random games under each option."""
    chance = Random(seed)
    seen: list[Position] = []
    for options in option_values(game):
        try:
            start = game.start(**options)
        except Exception as error:  # noqa: BLE001 - the game may raise anything
            yield Problem("options", f"{options}: {error!r}")
            continue
        for _ in range(games):
            for position in random_game(start, chance):
                seen.append(position)
                problems = list(problems_of(position, chance))
                yield from problems
                if problems:
                    return
            if not seen[-1].over:
                yield Problem("end", f"a random game did not end in {LONGEST} moves")
                return
    yield from check_hashes(seen[:200])
    yield from check_search(game.start())


def option_values(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """The defaults, then every option with another value."""
    yield {}
    for option in game.options:
        for value in other_values(option):
            yield {option.name: value}


def other_values(option: Option) -> Sequence[Any]:
    """The least and the largest value of a number, or all values."""
    domain = option.domain()
    values = domain.get("values") or (domain["min"], domain["max"])
    return [value for value in values if value != option.plain_value(option.default)]


def random_game(position: Position, chance: Random) -> Iterator[Position]:
    """The positions of a random game."""
    for _ in range(LONGEST):
        yield position
        moves = position.legal_moves()
        if position.over or not moves:
            return
        position = position.play(chance.choice(moves))


def problems_of(position: Position, chance: Random) -> Iterator[Problem]:
    """The problems of one position."""
    for name, check in CHECKS.items():
        try:
            problems = list(check(position, chance))
        except Exception as error:  # noqa: BLE001 - the game may raise anything
            problems = [repr(error)]
        for problem in problems:
            yield Problem(name, problem, position.full_text)


def check_hashes(positions: Sequence[Position]) -> Iterator[Problem]:
    """Another process computes the same hashes, so that searches are reproducible."""
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", HASHES],
        input=pickle.dumps(list(positions)),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "1"},
    )
    if done.returncode:
        *_, reason = done.stderr.decode().strip().splitlines() or [""]
        yield Problem("hashes", f"another process cannot load its positions: {reason}")
    elif done.stdout.decode().strip() != str([hash(position) for position in positions]):
        yield Problem("hashes", "another process computes other hashes of the same positions")


def check_search(start: Position) -> Iterator[Problem]:
    """Two searches with the same seed find the same."""
    lines = [list(Mcts(seed=1).search(start, Limit(nodes=100)))[-1].line for _ in range(2)]
    if lines[0] != lines[1]:
        yield Problem("search", "two searches with the same seed differ")
