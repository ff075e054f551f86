# cython: annotation_typing=False
"""`Position`: the contract between games and everything else; games in plain Python.

A position is a value to everyone who holds one: nothing on the people's side changes it.
The engine room (names with an underscore) works in place and without the GIL; only searches
use it, on working copies of their own. The people's side is written once, here, on top of it.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.message import GameError, Message, MoveError, say
from tabuleiro.core.outcome import Outcome
from tabuleiro.core.primitives import MoveList, Random
from tabuleiro.core.wording import describe_move

if TYPE_CHECKING:
    from tabuleiro.core.encoding import Encoding
    from tabuleiro.core.game import Game
    from tabuleiro.core.options import Value
    from tabuleiro.core.scene import Scene, Steps

NOBODY = -1
PLAYER_LETTERS = "xovw"
MOST_PLAYERS = 4
LARGEST_MOVE = 2**31 - 1
EVALUATION_UNIT = 200  # an evaluation of so much is e to 1 that a player wins
LARGEST_EVALUATION = 8000
WORD = 0xFFFFFFFFFFFFFFFF
SPREAD = 0x9E3779B97F4A7C15

GAMES_BY_CLASS: dict[type, Any] = {}

# The list that people's questions share under the GIL. Room for more moves than any position
# has: to grow it could let another thread in between.
SCRATCH = MoveList()
SCRATCH.reserve(32_768)


class Position:
    """One position of a game with its options.

    `player` is who moves next, counted from 0, or -1 when the game is over; a player to move
    always has a move, since forced passes happen inside `play`. The same player may move
    several times in a row. `players` is how many take part. A move is a small int whose order
    is that of its text; each game's class says how it is made.
    """

    player: int
    players: int
    winners: int  # bit p is set when player p shares first place; 0 while it goes on

    # --- the people's side -----------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The game this is a position of: its facts, text forms and picture."""
        game: Game[Any] = GAMES_BY_CLASS[type(self)]
        return game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player == NOBODY

    def options(self) -> dict[str, Value]:
        """Every option in force, by the name of the notation, in its order (no `seed`)."""
        raise NotImplementedError

    def legal_moves(self) -> list[int]:
        """The legal moves in the order of their texts; empty when the game is over."""
        # Uncompiled, another thread may come in between: it must not share the scratch list.
        moves = SCRATCH if cython.compiled else MoveList()
        self._list_moves(moves)
        return moves.to_list()

    def play(self, move: int | str) -> Position:
        """The position after `move`, given as an int or a text; an illegal one is refused."""
        return self._after(self.move(move) if isinstance(move, str) else self._checked(move))

    def _checked(self, move: int) -> int:
        """The same move, a legal one."""
        if not (0 <= move <= LARGEST_MOVE and self._is_legal(move)):
            raise MoveError(say("{move} is no legal move here", move=move))
        return move

    def move(self, text: str) -> int:
        """The legal move written as `text`; the error of any other says which rule forbids it."""
        code: int = self.game.text.parse_move(self, text)
        if self.player == NOBODY:
            raise MoveError(say("the game is over"))
        if not self._is_legal(code):
            raise MoveError(self.game.text.explain(self, code))
        return code

    def play_text(self, text: str) -> tuple[str, Position]:
        """The legal move written as `text` in its own spelling, and the position after it."""
        code = self.move(text)
        return self.game.text.format_move(self, code), self._after(code)

    def move_text(self, move: int) -> str:
        """The text of a move of this position."""
        return self.game.text.format_move(self, move)

    def explain(self, text: str) -> Message | None:
        """Why the move written as `text` is not possible here; None when it is."""
        try:
            self.move(text)
        except MoveError as error:
            return error.message
        return None

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.player != NOBODY:
            return None
        winners = tuple(p for p in range(self.players) if self.winners >> p & 1)
        return Outcome(winners, self.scores())

    def scores(self) -> tuple[int, ...]:
        """The game's own score of each player, now."""
        return tuple([self._score(p) for p in range(self.players)])

    def evaluate(self, player: int) -> int:
        """What the rules alone let one guess of a player's chances while the game goes on: the
        log odds of his winning in units of EVALUATION_UNIT, 0 when they know nothing of it."""
        if not 0 <= player < self.players:
            raise GameError(
                say(
                    "there is no player {player} in a game of {players}, counted from 0",
                    player=player,
                    players=self.players,
                )
            )
        return 0 if self.player == NOBODY else self._evaluate(player)

    def encode(self) -> list[int]:
        """The words of the question to a network about this position, in which somebody is to move;
        core/encoding.py says what they hold."""
        if self.player == NOBODY:
            raise GameError(say("the game is over"))
        words = array("Q", [0] * self._encoding().question_words(self.options()))
        self._encode(words, 0)
        return list(words)

    def policy_indices(self, move: int) -> list[int]:
        """The entries of a network's answer that make up the logit of a legal move."""
        entries = array("i", [0] * self._encoding().policy_parts)
        return list(entries[: self._policy_indices(self._checked(move), entries, 0)])

    def _encoding(self) -> Encoding:
        sight: Encoding | None = self.game.encoding
        if sight is None:
            raise GameError(say("{game} does not say how networks see it", game=self.game.name))
        return sight

    def steps(self, move: int) -> Steps:
        """What a person touches, in order, to make `move`: each step a tuple of equivalent sites,
        the canonical one first. No move's steps begin another's."""
        return self.game.view.steps(self, move)

    def scene(self, previous: Position | None = None, move: int | None = None) -> Scene:
        """The picture; with the previous position and the move made there, what just happened."""
        return self.game.view.scene(self, previous, move)

    def describe(self, move: int) -> tuple[Message, ...]:
        """What happens when the legal `move` is played, in sentences: who does what, then what
        follows from it, up to the end of the game."""
        return describe_move(self, move)

    @property
    def text(self) -> str:
        """The position text of the notation."""
        return self.game.text.format_position(self)

    @property
    def full_text(self) -> str:
        """Game text and position text: all that this position is."""
        return f"{self.game.text_with(self.options())} | {self.text}"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return hash(self) == hash(other) and self.full_text == other.full_text

    def __hash__(self) -> int:
        return self._hash() >> 3  # fits Python's own range of hashes

    def __repr__(self) -> str:
        return f"<{self.full_text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.game, self.options(), self.text)

    def _repr_svg_(self) -> str:
        from tabuleiro.core.drawing.svg import draw_svg  # drawing is not loaded to play

        return draw_svg(self.scene())

    # --- the engine room: a game writes these ----------------------------------------------

    def _allocate(self) -> int:
        """Uncompiled, makes the lists that are C arrays when compiled."""
        return 0

    def _copy_from(self, other: Position) -> int:
        """Becomes a copy of `other`, a position of the same class."""
        return 0

    def _list_moves(self, out: MoveList) -> int:
        """Fills `out` with the legal moves; none when the game is over."""
        return 0

    def _apply(self, move: int) -> int:
        """Plays a legal move in place: turns, forced passes and the end included."""
        return 0

    def _hash(self) -> int:
        """64 bits that differ for different positions (options included) of a class."""
        return 0

    def _score(self, player: int) -> int:
        """The game's own score of a player, now."""
        return 0

    # --- the engine room: right for every game, overridden where it pays -------------------

    def _evaluate(self, player: int) -> int:
        """`evaluate`: from -LARGEST_EVALUATION to LARGEST_EVALUATION; with two players the chances
        of one are the odds against the other, so that the two evaluations add up to 0."""
        return 0

    def _encode(self, words: Row, at: int) -> int:
        """Writes the question to a network about this position, in which somebody is to move, into
        `words` from the place `at` on, where zeros stand; core/encoding.py says what it holds."""
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """Writes the entries of a network's answer that make up the logit of a legal move into
        `entries` from the place `at` on; gives how many there are."""
        return 0

    def _may_end(self) -> bool:
        """Whether it is worth looking if one of the legal moves ends the game: searches that ask
        networks look ahead then. Where it says no they find an end when they get there."""
        return True

    def _copy(self) -> Position:
        """A working copy."""
        other = type(self).__new__(type(self))
        other._allocate()
        other._copy_from(self)
        return other

    def _after(self, move: int) -> Position:
        """A new position: this one after a legal move."""
        successor = self._copy()
        successor._apply(move)
        return successor

    def _is_legal(self, move: int) -> bool:
        """Whether `move` is one of the legal moves."""
        moves = SCRATCH if cython.compiled else MoveList()
        self._list_moves(moves)
        return moves.contains(move)

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        """Plays uniformly random legal moves in place until the end or until `limit` moves are
        made; gives the number of moves."""
        count = 0
        while self.player >= 0 and count < limit:
            self._list_moves(scratch)
            self._apply(scratch.items[random.below(scratch.count)])
            count += 1
        return count

    def _end(self, winners: int) -> int:
        """Ends the game; `winners` has a bit for each player who shares first place."""
        self.winners = winners
        self.player = -1
        return 0

    def _mix(self, key: int, word: int) -> int:
        """The hash `key` with one more word stirred in."""
        key = ((key ^ word) * SPREAD) & WORD
        key ^= key >> 29
        key = (key * SPREAD) & WORD
        return key ^ (key >> 32)

    def _copy_base(self, other: Position) -> int:
        """Copies what the base class holds."""
        self.player = other.player
        self.players = other.players
        self.winners = other.winners
        return 0


def _unpickle(game: Game[Any], options: dict[str, Value], text: str) -> Position:
    position: Position = game.read(text, options)
    return position


class PythonPosition(Position):
    """The base of games in plain Python: values that write only the people's side.

    A game gives `player`, `players` and, at the end, the `winners` to the constructor, and writes
    `options`, `legal_moves`, `after` and `scores`; if it likes, `evaluate`, and `encode` and
    `policy_indices` for networks. Every search plays it through a `Bridge`, slower than a native
    game.
    """

    def __init__(self, player: int, players: int, winners: tuple[int, ...] = ()) -> None:
        self.player = player
        self.players = players
        self.winners = sum(1 << winner for winner in winners)

    def after(self, move: int) -> PythonPosition:
        """The position after a legal move."""
        raise NotImplementedError

    def evaluate(self, player: int) -> int:
        """Nothing is known, unless the game says more."""
        return 0

    def encode(self) -> list[int]:
        """The words of the question to a network about this position."""
        raise NotImplementedError

    def policy_indices(self, move: int) -> list[int]:
        """The entries of a network's answer that make up the logit of a legal move."""
        raise NotImplementedError

    def _after(self, move: int) -> Position:
        return self.after(move)

    def _encode(self, words: Row, at: int) -> int:
        with cython.gil:
            for i, word in enumerate(self.encode()):
                words[at + i] = word
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        with cython.gil:
            located = self.policy_indices(move)
            for i, entry in enumerate(located):
                entries[at + i] = entry
            return len(located)

    def _is_legal(self, move: int) -> bool:
        return move in self.legal_moves()

    def _hash(self) -> int:
        with cython.gil:
            return hash(self.full_text) & WORD

    def _copy(self) -> Position:
        return Bridge(self)


class Bridge(Position):
    """The engine room of a game in plain Python: one reference, replaced by each move."""

    value: Any

    def __init__(self, value: PythonPosition) -> None:
        self._hold(value)

    def _hold(self, value: Any) -> None:
        self.value = value
        self._copy_base(value)

    def _copy(self) -> Position:
        return Bridge(self.value)

    def _copy_from(self, other: Position) -> int:
        with cython.gil:
            self._hold(other.value if isinstance(other, Bridge) else other)
        return 0

    def _list_moves(self, out: MoveList) -> int:
        with cython.gil:
            moves = self.value.legal_moves()
            out.reserve(len(moves))
            for i, move in enumerate(moves):
                out.items[i] = move
            out.count = len(moves)
        return 0

    def _apply(self, move: int) -> int:
        with cython.gil:
            self._hold(self.value.after(move))
        return 0

    def _hash(self) -> int:
        with cython.gil:
            return hash(self.value) & WORD

    def _score(self, player: int) -> int:
        with cython.gil:
            score: int = self.value.scores()[player]
            return score

    def _evaluate(self, player: int) -> int:
        with cython.gil:
            evaluation: int = self.value.evaluate(player)
            return evaluation

    def _encode(self, words: Row, at: int) -> int:
        with cython.gil:
            return cython.cast(Position, self.value)._encode(words, at)

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        with cython.gil:
            return cython.cast(Position, self.value)._policy_indices(move, entries, at)

    def _after(self, move: int) -> Position:
        after: Position = self.value.after(move)
        return after
