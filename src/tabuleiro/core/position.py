"""`Position`: the contract between games and everything else; games in plain Python.

A position is an immutable value: no public method changes it. The internal methods (names with an
underscore) work in place and without the GIL; only searches use them, on their own working copies.
Games write the internal methods. The public ones are written once, here, on top of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from operator import index
from typing import TYPE_CHECKING, Any, Self

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.message import GameError, Message, MoveError, quote, say
from tabuleiro.core.outcome import Outcome
from tabuleiro.core.primitives import MoveList, Random

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tabuleiro.core.encoding import Encoding
    from tabuleiro.core.game import Game
    from tabuleiro.core.options import Value
    from tabuleiro.core.scene import Scene, Steps

NOBODY = -1
PLAYER_LETTERS = "xovw"
MOST_PLAYERS = 4
LARGEST_MOVE = 2**31 - 1
EVALUATION_UNIT = 200  # at this evaluation the odds of winning are e to 1
LARGEST_EVALUATION = 8000
PICTURE_WIDTH = 480  # pixels
WORD = 0xFFFFFFFFFFFFFFFF
SPREAD = 0x9E3779B97F4A7C15

GAMES_BY_CLASS: dict[type, Any] = {}

# The public methods share this list while they hold the GIL. It has room for more moves than any
# position has, because growing it could let another thread run in between.
SCRATCH = MoveList()
SCRATCH.reserve(32_768)


if not cython.compiled:

    def new_like(position: Position) -> Position:
        """A new object of the same class. Compiled, it is a call in C (see position.pxd)."""
        return type(position).__new__(type(position))

    def copy_fields(target: Position, source: Position, size: int) -> int:
        """Copy all fields. Compiled, it copies memory; `size` is that of the object."""
        for name, value in vars(source).items():
            if isinstance(value, list):
                value = [row[:] if isinstance(row, list) else row for row in value]
            setattr(target, name, value)
        return 0


class Position:
    """One position of a game with its options.

    `player` is the player to move, counted from 0, or -1 if the game is over. A player to move
    always has a legal move, because forced passes happen inside `play`. The same player may move
    several times in a row. `players` is the number of players. A move is a small integer; moves are
    in the order of their texts, and each game's class says how they are encoded.
    """

    player: int
    players: int
    winners: int  # bit p is set if player p has or shares first place; 0 until the game is over

    # --- public methods --------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The game of this position."""
        game: Game[Any] = GAMES_BY_CLASS[type(self)]
        return game

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.player == NOBODY

    def options(self) -> dict[str, Value]:
        """The value of every option by name, in the order of the game; without `seed`."""
        raise NotImplementedError

    def legal_moves(self) -> list[int]:
        """The legal moves in the order of their texts; empty if the game is over."""
        # Uncompiled, another thread may run in between; it must not share the list.
        moves = SCRATCH if cython.compiled else MoveList()
        self._list_moves(moves)
        return moves.to_list()

    def play(self, move: int | str) -> Position:
        """The position after `move`, an integer or a text; MoveError if it is not legal."""
        return self._after(self.move(move) if isinstance(move, str) else self._checked(move))

    def _checked(self, move: int) -> int:
        """The same move; MoveError if it is not legal."""
        number = move if isinstance(move, int) else _whole_number(move)
        if not 0 <= number <= LARGEST_MOVE:
            raise _illegal(number)
        code = number
        if not self._is_legal(code):
            raise _illegal(number)
        return code

    def move(self, text: str) -> int:
        """The legal move written as `text`; otherwise the error says which rule forbids it."""
        if not isinstance(text, str):
            raise MoveError(say("{value} is not the text of a move", value=quote(str(text))))
        code: int = self.game.text.parse_move(self, text)
        if self.player == NOBODY:
            raise MoveError(say("the game is over"))
        if not self._is_legal(code):
            raise MoveError(self.game.text.explain(self, code))
        return code

    def play_text(self, text: str) -> tuple[str, Position]:
        """The standard text of the legal move written as `text`, and the position after it."""
        code = self.move(text)
        return self.game.text.format_move(self, code), self._after(code)

    def move_text(self, move: int) -> str:
        """The text of a legal move."""
        return self.game.text.format_move(self, self._checked(move))

    def explain(self, text: str) -> Message | None:
        """Why the move written as `text` is not possible here; None if it is."""
        try:
            self.move(text)
        except MoveError as error:
            return error.message
        return None

    def outcome(self) -> Outcome | None:
        """How the game ended; None if it is not over."""
        if self.player != NOBODY:
            return None
        winners = tuple(p for p in range(self.players) if self.winners >> p & 1)
        return Outcome(winners, self.scores())

    def scores(self) -> tuple[int, ...]:
        """The current score of each player, as the game counts it."""
        return tuple([self._score(p) for p in range(self.players)])

    def evaluate(self, player: int) -> int:
        """An estimate of a player's chances without a search: the log odds of winning, in units of
        EVALUATION_UNIT. It is 0 if nothing is known, and when the game is over."""
        if not (isinstance(player, int) and 0 <= player < self.players):
            raise GameError(
                say(
                    "there is no player {player} in a game of {players}, counted from 0",
                    player=player,
                    players=self.players,
                )
            )
        return 0 if self.player == NOBODY else self._evaluate(player)

    def encode(self) -> list[int]:
        """The words of the question to a network about this position, in which the game is not
        over; core/encoding.py describes them."""
        if self.player == NOBODY:
            raise GameError(say("the game is over"))
        size = _question_words(self.game, tuple(self.options().items()))
        words = array("Q", [0] * size)
        self._encode(words, 0)
        return list(words)

    def policy_indices(self, move: int) -> list[int]:
        """The entries of a network's answer that make up the logit of a legal move."""
        entries = array("i", [0] * _encoding_of(self.game).policy_parts)
        return list(entries[: self._policy_indices(self._checked(move), entries, 0)])

    def is_legal(self, move: int) -> bool:
        """Whether a number is a legal move."""
        return 0 <= move <= LARGEST_MOVE and bool(self._is_legal(move))

    def action_of(self, move: int) -> int:
        """The action of a legal move, from 0; environments and `action_mask` count in actions."""
        from tabuleiro.core.actions import action_space

        return action_space(self).action(self, self._checked(move))

    def move_of(self, action: int) -> int:
        """The legal move of an action."""
        from tabuleiro.core.actions import action_space

        return action_space(self).move(self, action)

    def action_mask(self) -> NDArray[np.bool_]:
        """Which actions are legal: a NumPy array of `bool`, all False if the game is over."""
        from tabuleiro.core.tensors import mask_of

        return mask_of(self)

    def tensor(self) -> NDArray[np.float32]:
        """The position as networks see it: a NumPy array [planes, rows, columns], all 0 if the game
        is over; core/encoding.py says what the planes mean."""
        from tabuleiro.core.tensors import tensor_of

        return tensor_of(self)

    def steps(self, move: int) -> Steps:
        """What a person touches, in order, to play a legal `move`. Each step is a tuple of
        equivalent sites, the usual one first. No move's steps are the beginning of another's."""
        return self.game.view.steps(self, self._checked(move))

    def moves_and_steps(self) -> list[tuple[int, Steps]]:
        """Every legal move with its steps; faster than `steps`, which checks each move."""
        steps = self.game.view.steps
        return [(move, steps(self, move)) for move in self.legal_moves()]

    def scene(self, previous: Position | None = None, move: int | None = None) -> Scene:
        """The picture; with the previous position and the move played there, also what happened."""
        if previous is not None and type(previous) is not type(self):
            raise GameError(say("the previous position is not one of {game}", game=self.game.name))
        return self.game.view.scene(self, previous, move)

    def describe(self, move: int) -> tuple[Message, ...]:
        """What happens when the legal `move` is played, in sentences: who does what, and the
        consequences. If the game ends, they say how. The score is last, if it has changed or is
        final."""
        move = self._checked(move)
        view, following = self.game.view, self._after(move)
        said = list(view.describe_move(following, self, move))
        if following.over:
            said += view.describe_result(following)
        if following.over or following.scores() != self.scores():
            said.append(following.describe_score())
        return tuple(said)

    def describe_score(self) -> Message:
        """The score, in the game's own terms."""
        return self.game.view.describe_score(self)

    @property
    def text(self) -> str:
        """The position text of the notation."""
        return self.game.text.format_position(self)

    @property
    def full_text(self) -> str:
        """Game text and position text, which together describe the position completely."""
        return f"{self.game.text_with(self.options())} | {self.text}"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return hash(self) == hash(other) and self.full_text == other.full_text

    def __hash__(self) -> int:
        return self._hash() >> 3  # fits Python's own range of hashes

    def __repr__(self) -> str:
        return f"<{self.full_text}>"

    def __str__(self) -> str:
        from tabuleiro.core.drawing.text import draw_text  # drawing is not loaded to play

        return draw_text(self.scene()).rstrip("\n")

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.game, self.options(), self.text)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def svg(
        self,
        size: int = PICTURE_WIDTH,
        *,
        arrows: Iterable[tuple[str, str]] = (),
        marks: Iterable[str] = (),
    ) -> str:
        """The board as SVG, `size` pixels wide. Arrows go from one site to another, as in
        `[("a1", "b2")]`, and `marks` are sites to highlight."""
        from tabuleiro.core.drawing.svg import draw_svg
        from tabuleiro.core.scene_description import mark_sites

        return draw_svg(mark_sites(self.scene(), arrows, marks), width=size)

    def png(
        self,
        size: int = PICTURE_WIDTH,
        *,
        arrows: Iterable[tuple[str, str]] = (),
        marks: Iterable[str] = (),
    ) -> bytes:
        """The same as PNG."""
        from tabuleiro.core.drawing.png import draw_png
        from tabuleiro.core.scene_description import mark_sites

        return draw_png(mark_sites(self.scene(), arrows, marks), width=size)

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- internal methods: every game writes these -----------------------------------------

    def _allocate(self) -> int:
        """Uncompiled, create the lists that are C arrays when compiled."""
        return 0

    def _copy_from(self, other: Position) -> int:
        """Become a copy of `other`, a position of the same class."""
        return 0

    def _list_moves(self, out: MoveList) -> int:
        """Fill `out` with the legal moves; none if the game is over."""
        return 0

    def _apply(self, move: int) -> int:
        """Play a legal move in place, including turns, forced passes and the end of the game."""
        return 0

    def _hash(self) -> int:
        """A 64-bit hash of the position and its options."""
        return 0

    def _score(self, player: int) -> int:
        """The current score of a player, as the game counts it."""
        return 0

    # --- internal methods: correct for every game, overridden for speed or knowledge -------

    def _evaluate(self, player: int) -> int:
        """`evaluate`, from -LARGEST_EVALUATION to LARGEST_EVALUATION. The evaluations of two
        players add up to 0, because the odds of one are the odds against the other."""
        return 0

    def _encode(self, words: Row, at: int) -> int:
        """Write the question to a network about this position, in which the game is not over, into
        `words`, which are 0, starting at `at`; core/encoding.py describes it."""
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """Write the entries of a network's answer that make up the logit of a legal move into
        `entries`, starting at `at`; return how many there are."""
        return 0

    def _head(self) -> int:
        """The number of the output layer of a fast network that serves this position."""
        return 0

    def _features(self, rows: Row, notes: Row) -> int:
        """Write the features of this position into `rows`; return how many there are. They are
        those of `core/encoding.py`, as the player to move sees them. What `_move_features` needs
        may be written into `notes`."""
        return 0

    def _move_features(self, moves: MoveList, rows: Row, notes: Row) -> int:
        """Write the entry and the features of each of the legal moves into `rows`, the same number
        for each. `_features` was called before on the same position with the same `notes`."""
        return 0

    def _may_end(self) -> bool:
        """Whether one of the legal moves may end the game. If so, searches with networks look one
        move ahead; if not, they find the end only when they reach it."""
        return True

    def _commutes(self, previous: int, move: int) -> bool:
        """Whether the same player, who made the move `previous`, could have made the legal `move`
        before it, with the same position after both. Trees then search one of the two orders."""
        return False

    def _copy(self) -> Position:
        """A working copy."""
        other = new_like(self)
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
        """Play uniformly random legal moves in place until the game is over or `limit` moves have
        been played; return the number of moves. All moves share the list `scratch`."""
        count = 0
        while self.player >= 0 and count < limit:
            self._list_moves(scratch)
            self._apply(scratch.items[random.below(scratch.count)])
            count += 1
        return count

    def _end(self, winners: int) -> int:
        """End the game; `winners` has a bit for each player who has or shares first place."""
        self.winners = winners
        self.player = -1
        return 0

    def _mix(self, key: int, word: int) -> int:
        """The hash `key` combined with one more word."""
        key = ((key ^ word) * SPREAD) & WORD
        key ^= key >> 29
        key = (key * SPREAD) & WORD
        return key ^ (key >> 32)


def _illegal(move: int) -> MoveError:
    return MoveError(say("{move} is not a legal move here", move=move))


def _whole_number(move: Any) -> int:
    """A move as an int, for example from a number of NumPy."""
    try:
        return index(move)
    except TypeError:
        reason = say("{value} is not the number of a move", value=quote(str(move)))
        raise MoveError(reason) from None


def _encoding_of(game: Game[Any]) -> Encoding:
    if game.encoding is None:
        raise GameError(say("{game} has no encoding for networks", game=game.name))
    return game.encoding


@lru_cache(maxsize=256)
def _question_words(game: Game[Any], options: tuple[tuple[str, Value], ...]) -> int:
    """The number of words of a question, the same in all positions of a game under its options."""
    return _encoding_of(game).question_words(dict(options))


def _unpickle(game: Game[Any], options: dict[str, Value], text: str) -> Position:
    position: Position = game.read(text, options)
    return position


class PythonPosition(Position):
    """The base class of games in plain Python, which write only public methods.

    A game passes `player`, `players` and, at the end, the `winners` to the constructor. It writes
    `options`, `legal_moves`, `after` and `scores` and, optionally, `evaluate`, and `encode` and
    `policy_indices` for networks. Searches play it through a `Bridge`, which is slower than a
    compiled game.
    """

    def __init__(self, player: int, players: int, winners: tuple[int, ...] = ()) -> None:
        self.player = player
        self.players = players
        self.winners = sum(1 << winner for winner in winners)

    def after(self, move: int) -> PythonPosition:
        """The position after a legal move."""
        raise NotImplementedError

    def evaluate(self, player: int) -> int:
        """0, which means that nothing is known."""
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
        with cython.gil:  # the same in every process, unlike Python's own hash of a text
            digest = blake2b(self.full_text.encode(), digest_size=8).digest()
            return int.from_bytes(digest, "little")

    def _copy(self) -> Position:
        return Bridge(self)


class Bridge(Position):
    """The working copy of a game in plain Python: a reference, which each move replaces."""

    value: Any

    def __init__(self, value: PythonPosition) -> None:
        self._hold(value)

    def _hold(self, value: Any) -> None:
        self.value = value
        self.player = value.player
        self.players = value.players
        self.winners = value.winners

    def _copy(self) -> Position:
        return Bridge(self.value)

    def _copy_from(self, other: Position) -> int:
        with cython.gil:
            self._hold(other.value if isinstance(other, Bridge) else other)
        return 0

    def _list_moves(self, out: MoveList) -> int:
        with cython.gil:
            moves = self.value.legal_moves()
            if not moves and not self.value.over:
                raise GameError(
                    say("the player to move has no moves in {text}", text=self.value.full_text)
                )
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
            return cython.cast(Position, self.value)._hash()

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
