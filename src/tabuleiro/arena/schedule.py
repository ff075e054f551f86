"""The games of a tournament that are still to be played, in order."""

from tabuleiro.arena.game import Result
from tabuleiro.arena.game_runner import GameTask
from tabuleiro.arena.openings import Openings, check_openings
from tabuleiro.arena.pairing import Pair, count_pairs, known_pairs
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.core.message import say


class Schedule:
    """Hands out the missing games. `results` are the finished games by number. They decide the
    pairings of later rounds, so that there may be no next game at the moment."""

    def __init__(self, tournament: Tournament, played: dict[int, Result]) -> None:
        self._tournament = tournament
        self.games = count_pairs(tournament) * tournament.seats
        self.results = {number: game for number, game in played.items() if number < self.games}
        known = {game.pair: game.opening for game in self.results.values()}
        check_openings(tournament, count_pairs(tournament))
        self._openings = Openings(tournament, known)
        self._pairs: list[Pair] = []
        self._next = 0
        self._prepared: GameTask | None = None

    def add(self, result: Result) -> None:
        """Adds a finished game."""
        self.results[result.number] = result

    def next_task(self) -> GameTask | None:
        """The next game, or None if there is none at the moment."""
        self.prepare_next()
        task, self._prepared = self._prepared, None
        return task

    def prepare_next(self) -> None:
        """Draws the opening of the next game, so that no worker waits for it later."""
        if self._prepared is None:
            self._prepared = self._find()

    def _find(self) -> GameTask | None:
        seats = self._tournament.seats
        while True:
            if self._next == len(self._pairs) * seats:  # all known games were handed out
                if len(self.results) < self._next or self._next == self.games:
                    return None
                self._pairs = known_pairs(self._tournament, self.results)
                if self._next == len(self._pairs) * seats:
                    return None
            number = self._next
            self._next += 1
            pair = self._pairs[number // seats]
            seating = pair.seating(number % seats, seats)
            if number not in self.results:
                return GameTask(number, pair.number, seating, self._openings[pair.number])
            self._check(self.results[number], seating)

    def _check(self, result: Result, seating: tuple[int, ...]) -> None:
        names = tuple(self._tournament.entries[place].name for place in seating)
        if result.players != names:
            reason = say(
                "game {number} of the results file is {found}, but this tournament pairs {wanted}",
                number=result.number + 1,
                found=" - ".join(result.players),
                wanted=" - ".join(names),
            )
            raise ArenaError(reason)
