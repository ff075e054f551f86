"""The game that `tabuleiro play` was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tabuleiro.core.options import split_words
from tabuleiro.games import find_game
from tabuleiro.play import read_control
from tabuleiro.play.local_game import LocalGame
from tabuleiro.players import make_player
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.terminal.classic import (
    PERSON,
    LineApp,
    SetupAnswers,
    first_answers,
    new_local_game,
    resume_local_game,
)


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """A game by its id with the words of its options, an opponent and a time control; or, with
    `resume_game`, a saved game by its name, the last one without. Without a game all is left
    open."""

    game: str | None
    words: tuple[str, ...]
    against: str
    clock: str | None
    resume: bool

    def local_game(self) -> LocalGame | None:
        """The game, saved or new; None where that is left open."""
        shelf, chance = SavedGames(), Random()
        if self.resume:
            return resume_local_game(self.game, shelf, chance)
        return new_local_game(self._draft(self.game), shelf, chance) if self.game else None

    def run_in(self, house: LineApp) -> None:
        """Opens a line interface with the game, or with its menu where that is left open."""
        if self.resume:
            house.run(lambda: house.resume_game(self.game))
        elif self.game is None:
            house.run()
        else:
            draft = self._draft(self.game)
            house.run(lambda: house.start_game(draft))

    def _draft(self, game_id: str) -> SetupAnswers:
        """A person on the first seat, a computer player on every other."""
        game = find_game(game_id)
        draft = first_answers(game).with_options(split_words(self.words))
        make_player(self.against, game)
        others = (self.against,) * (draft.start().players - 1)
        control = read_control(self.clock) if self.clock else None
        return replace(draft, seats=(PERSON, *others), control=control)
