"""What `tabuleiro play` is asked for, and the game that it means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tabuleiro.core.options import split_words
from tabuleiro.games import find_game
from tabuleiro.play import read_control
from tabuleiro.play.sitting import Sitting
from tabuleiro.players import make_player
from tabuleiro.records.shelf import Shelf
from tabuleiro.terminal.classic import PERSON, Draft, House, begin, begin_draft, take_up


@dataclass(frozen=True, slots=True)
class Wish:
    """A game by its id with the words of its options, an opponent and a time control; or, with
    `resume`, a saved game by its name, the last one without. Without a game all is left open."""

    game: str | None
    words: tuple[str, ...]
    against: str
    clock: str | None
    resume: bool

    def sitting(self) -> Sitting | None:
        """The game, saved or new; None where that is left open."""
        shelf, chance = Shelf(), Random()
        if self.resume:
            return take_up(self.game, shelf, chance)
        return begin(self._draft(self.game), shelf, chance) if self.game else None

    def open(self, house: House) -> None:
        """Opens a line interface with the game, or with its menu where that is left open."""
        if self.resume:
            house.open(lambda: house.resume(self.game))
        elif self.game is None:
            house.open()
        else:
            draft = self._draft(self.game)
            house.open(lambda: house.begin(draft))

    def _draft(self, game_id: str) -> Draft:
        """A person on the first seat, a computer player on every other."""
        game = find_game(game_id)
        draft = begin_draft(game).with_options(split_words(self.words))
        make_player(self.against, game)
        others = (self.against,) * (draft.start().players - 1)
        control = read_control(self.clock) if self.clock else None
        return replace(draft, seats=(PERSON, *others), control=control)
