"""A game at one keyboard, saved after every change.

Both terminal interfaces play through this. A game without a move is not saved. A failure to save
never stops the game: `save_error` is the last failure, until the game is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import datetime
from random import Random
from time import monotonic

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import options_of_another_start
from tabuleiro.play.computer_players import ComputerPlayers, answer_proposals
from tabuleiro.play.setup import Setup, new_record
from tabuleiro.play.table import Table, TableError
from tabuleiro.players import MoveChoice
from tabuleiro.records import Record
from tabuleiro.records.saved_games import SavedGames


class LocalGame:
    """A game of people who share a keyboard, of one person, or of computer players only.

    `now` returns the time. The saved game is locked until `close`, so that no other program resumes
    it; `name` is its name among the saved games, None until it is saved.
    `drawn_options` are the options of a start that was drawn at random, empty if it is not known.
    """

    def __init__(
        self,
        record: Record,
        saved_games: SavedGames,
        chance: Random,
        name: str | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.saved_games = saved_games
        self.chance = chance
        self.now = now
        self.table = Table.open(record, now())
        self.computers = ComputerPlayers(chance)
        self.save_error: Message | None = None
        self.name = name
        self._is_new = name is None
        self.drawn_options: dict[str, str] = {}
        self._held = ExitStack()
        self._save()

    @classmethod
    def new(
        cls, start: Position, setup: Setup, saved_games: SavedGames, chance: Random
    ) -> LocalGame:
        """A new game."""
        today = datetime.now().astimezone().date().isoformat()
        return cls(new_record(start, setup, today, local=True), saved_games, chance)

    @classmethod
    def resume(cls, name: str, saved_games: SavedGames, chance: Random) -> LocalGame:
        """Resumes a saved game; an error if another program has it open."""
        with ExitStack() as held:
            held.enter_context(saved_games.lock(name))
            local_game = cls(saved_games.load(name), saved_games, chance, name)
            local_game._held = held.pop_all()
        return local_game

    def close(self) -> None:
        """Unlocks the saved game; deletes a new one whose moves were all taken back."""
        if self.name and self._is_new and not self.table.plies:
            with suppress(TabuleiroError):
                self.saved_games.delete(self.name)
        self._held.close()

    @property
    def is_kept(self) -> bool:
        """Whether the game can be resumed after it is closed."""
        return not self.save_error and bool(self.table.plies or not self._is_new)

    @property
    def has_people(self) -> bool:
        """Whether a person is still playing."""
        return bool(self._people())

    # --- what people do --------------------------------------------------------------------

    def play(self, text: str) -> tuple[Message, ...]:
        """Makes a move for the player to move; returns what it did."""
        return self._move(self.table.position.move(text))

    def play_choice(self, choice: MoveChoice) -> tuple[Message, ...]:
        """Makes the move that a computer player has chosen; returns what it did."""
        found = choice.progress
        return self._move(choice.move, found.value if found and found.is_meaningful else None)

    def think(self, stop: StopFlag | None = None) -> Iterator[MoveChoice]:
        """Yields what the computer player to move would play; the last item is its choice."""
        return self.computers.think(self.table, self.now(), stop)

    def undo(self) -> None:
        """Takes back the last move of a person and all after it; without people the last move."""
        self.table.propose(self._last_to_move(), "takeback", self.now())
        self._save()

    def redo(self) -> None:
        """Restores what was taken back last."""
        self.table.redo(self.now())
        self._save()

    def resign(self) -> None:
        """The person to move resigns; if a computer player is to move, the only person."""
        self.table.resign(self._person(), self.now())
        self._save()

    def propose_draw(self) -> bool:
        """Offers a draw for the person to move. Computer players answer at once. Returns whether
        other people still have to answer."""
        if not self.table.position.game.draws:
            raise TableError(say("{game} has no draws", game=self.table.position.game.name))
        self.table.propose(self._person(), "draw", self.now())
        answer_proposals(self.table, self.now())
        self._save()
        return self.table.open_proposal is not None

    def answer(self, seat: int, agrees: bool) -> None:
        """A person answers the open proposal."""
        self.table.answer(seat, agrees, self.now())
        self._save()

    def answer_layout(self, likes: bool) -> None:
        """The person who is asked about the start answers."""
        seat = self.table.asked_about_layout
        if seat is None:
            raise TableError(say("the start has been accepted"))
        before, luck = self.table.position, self.chance.getrandbits(64)
        self.table.answer_layout(seat, likes, self.now(), Random(luck))
        if self.table.position is not before:
            self.drawn_options = options_of_another_start(before, Random(luck))
        self._save()

    def tick(self) -> bool:
        """Checks the clocks; returns whether a player has just run out of time."""
        timed_out = self.table.tick(self.now())
        if timed_out:
            self._save()
        return timed_out

    def _move(self, move: int, value: float | None = None) -> tuple[Message, ...]:
        before = self.table.position
        try:
            self.table.move(before.player, before.move_text(move), self.now(), value)
        finally:  # a move after the end of the player's time ends the game
            self._save()
        return before.describe(move)

    def _people(self) -> list[int]:
        return [seat for seat in self.table.remaining if not self.table.computer_at(seat)]

    def _person(self) -> int:
        """The person that commands are for."""
        people = self._people()
        if self.table.player in people:
            return self.table.player
        if not people:
            raise TableError(say("only computer players are playing"))
        return people[0]

    def _last_to_move(self) -> int:
        movers = [position.player for position in self.table.positions[:-1]]
        if not movers:
            raise TableError(say("no move has been made yet"))
        people = self._people()
        return next((seat for seat in reversed(movers) if seat in people), movers[-1])

    def _save(self) -> None:
        """Saves the game, once a move has been made."""
        if self.name is None and not self.table.plies:
            return
        record = self.table.record()
        try:
            if self.name is None:
                self.name = self.saved_games.new(record, datetime.now().astimezone())
                self._held.enter_context(self.saved_games.lock(self.name))
            else:
                self.saved_games.save(self.name, record)
            self.save_error = None
        except TabuleiroError as error:
            self.save_error = error.message
