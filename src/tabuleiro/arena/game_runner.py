"""Plays one game: new players, turns, clocks and limits; a player that fails forfeits."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from time import perf_counter

from tabuleiro.arena.game import End, Result, ScoreSheet
from tabuleiro.arena.tournament import Adjudication, Entry, Tournament
from tabuleiro.core.outcome import Outcome
from tabuleiro.core.position import Position
from tabuleiro.play.clock import Clock
from tabuleiro.players import MoveChoice, Player
from tabuleiro.players.external import EngineError, Reason
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Progress
from tabuleiro.search.solver import Solver

LONGEST_DETAIL = 200  # characters of the error of a player
MEGABYTES = 16  # of the solver


class Forfeit(Exception):  # noqa: N818 - not an error, but a way to lose
    """The player to move loses for a reason that is not in the rules of the game."""

    def __init__(self, end: End, detail: str) -> None:
        super().__init__(end, detail)
        self.end = end
        self.detail = detail


@dataclass(frozen=True)
class GameTask:
    """A game to be played; `seating` has the index of the entry on each seat."""

    number: int
    pair: int
    seating: tuple[int, ...]
    opening: Position


OnTurn = Callable[[ScoreSheet], None]
"""Called before every turn, and before every player is created."""


def play_game(
    tournament: Tournament, task: GameTask, on_turn: OnTurn = lambda sheet: None
) -> Result:
    """Plays one game with new players. A player that fails loses."""
    with ExitStack() as closing:
        game = GameRunner(tournament, task, on_turn)
        try:
            return game.play(closing)
        except Forfeit as forfeit:
            return game.sheet.forfeited(forfeit.end, forfeit.detail)


class Adjudicator:
    """Collects what the players expect and looks for proofs, if the tournament asks for that."""

    def __init__(self, rules: Adjudication, seats: int) -> None:
        self._rules = rules
        self._seats = seats
        self._solver = Solver(megabytes=MEGABYTES) if rules.proof else None
        self._agreed: list[list[int]] = [[] for _ in range(seats)]  # who expects that seat to win

    def add_estimate(self, player: int, progress: Progress | None) -> None:
        """Adds what a player expected before its move; None if it did not report that."""
        score = self._rules.score
        if score is None:
            return
        for winner in range(self._seats):
            own = player == winner
            if progress and (progress.value >= score if own else progress.value <= 1 - score):
                self._agreed[winner].append(player)
            else:
                self._agreed[winner].clear()

    def verdict(self, position: Position) -> tuple[tuple[int, ...], End] | None:
        """Who wins here and why, if the game ends."""
        for winner, players in enumerate(self._agreed):
            if len(players) >= self._rules.moves and len(set(players)) == self._seats:
                return (winner,), End.score
        if self._solver is None:
            return None
        solution = self._solver.solve(position, Limit(nodes=self._rules.proof))
        return (solution.winners, End.proof) if solution else None


class GameRunner:
    """One game while it is played."""

    def __init__(self, tournament: Tournament, task: GameTask, on_turn: OnTurn) -> None:
        self._tournament = tournament
        self._task = task
        self._on_turn = on_turn
        self._entries = [tournament.entries[index] for index in task.seating]
        self._players: list[Player] = []
        self._adjudicator = Adjudicator(tournament.adjudication, tournament.seats)
        self._time_budget = TimeBudget(tournament, self._entries)
        names = tuple(entry.name for entry in self._entries)
        self.sheet = ScoreSheet(task.number, task.pair, names, task.opening.full_text)

    def play(self, closing: ExitStack) -> Result:
        """Plays to the end of the game, to the cap or to a verdict."""
        self._seat_players(closing)
        position = self._task.opening
        while not position.over and len(self.sheet.moves) < self._tournament.cap:
            if verdict := self._adjudicator.verdict(position):
                winners, end = verdict
                outcome = Outcome(winners, (0,) * self.sheet.seats)
                return self.sheet.decided(outcome.values, end, outcome.result)
            self.sheet.begin_turn(position.player, self._time_budget.seconds_left(position.player))
            self._on_turn(self.sheet)
            position = self._play_turn(position)
        return self.sheet.ended(position)

    def _seat_players(self, closing: ExitStack) -> None:
        for seat, entry in enumerate(self._entries):
            self.sheet.player = seat
            self._on_turn(self.sheet)
            with forfeit_on_error():
                seed = self._tournament.seed_of(self._task.number, seat)
                player = self._tournament.make_entry(entry, seed)
                closing.callback(close_quietly, player)
                player.prepare(self._task.opening)
            self._players.append(player)

    def _play_turn(self, position: Position) -> Position:
        """Plays all moves of one turn and returns the position after them."""
        player = position.player
        for _ in range(self._tournament.rules.moves_a_turn):
            choice, seconds = self._choose(position)
            position = self._play_move(position, choice, seconds)
            if position.player != player or len(self.sheet.moves) == self._tournament.cap:
                break
        self._time_budget.end_turn(player)
        return position

    def _choose(self, position: Position) -> tuple[MoveChoice, float]:
        """The choice of the player to move, and the seconds that it took."""
        seat = position.player
        limit = self._time_budget.limit(seat)
        begun = perf_counter()
        with forfeit_on_error(self._time_budget.too_slow):
            choice = self._players[seat].choose(position, limit)
        seconds = perf_counter() - begun
        self.sheet.seconds[seat] += seconds
        self._time_budget.charge(seat, seconds)
        return choice, seconds

    def _play_move(self, position: Position, choice: MoveChoice, seconds: float) -> Position:
        """Plays a move, writes it on the score sheet, and returns the position after it."""
        try:
            after = position.play(choice.move)
            value = choice.progress.value if choice.progress else None
            self.sheet.add_move(position.move_text(choice.move), value, seconds)
        except Exception as error:  # a player may return anything
            raise Forfeit(End.illegal, repr(choice.move)[:LONGEST_DETAIL]) from error
        self._adjudicator.add_estimate(position.player, choice.progress)
        for player in self._players:
            player.observe(position, choice.move)
        return after


class TimeBudget:
    """The time that players have left: on a clock for the game, or for the current turn."""

    def __init__(self, tournament: Tournament, entries: list[Entry]) -> None:
        self._limits = tournament.limits
        self._entries = entries
        control = tournament.limits.clock
        self._clock = Clock.of(control, len(entries)) if control else None
        self._spent = 0.0  # in the current turn

    @property
    def too_slow(self) -> End:
        """How a player that exceeds its time loses."""
        return End.flag if self._clock else End.slow

    def seconds_left(self, seat: int) -> float | None:
        """The seconds that a player has left for this turn, None without a limit."""
        if self._clock:
            return self._clock.left[seat]
        turn_time = self._limits.turn_time
        return None if turn_time is None else max(0.0, turn_time - self._spent)

    def limit(self, seat: int) -> Limit:
        """The limits of a player for a move."""
        left = self.seconds_left(seat)
        movetime = None if left is None or self._clock else int(1000 * left)
        own = Limit(nodes=self._entries[seat].nodes, depth=self._entries[seat].depth)
        limit = Limit(movetime, self._limits.nodes, self._limits.depth).within(own)
        if self._clock is None:
            return limit
        # No clock is running between moves, so the time does not matter.
        return replace(limit, clocks=self._clock.search_clocks(now=0.0))

    def charge(self, seat: int, seconds: float) -> None:
        """Charges a player for a move. A player that has used too much time forfeits."""
        self._spent += seconds
        margin = self._limits.margin
        if self._clock:
            over = seconds - self._clock.left[seat]
            if over > margin:
                raise Forfeit(self.too_slow, f"{over:.2f}")
            self._clock = self._clock.run(seat, 0.0).run(None, seconds)
        elif self._limits.turn_time is not None and self._spent > self._limits.turn_time + margin:
            raise Forfeit(self.too_slow, f"{self._spent:.2f}")

    def end_turn(self, seat: int) -> None:
        """Ends the turn of a player."""
        self._spent = 0.0
        if self._clock:
            self._clock = self._clock.end_turn(seat)


def close_quietly(player: Player) -> None:
    """Closes a player and ignores its errors."""
    with suppress(Exception):
        player.close()


@contextmanager
def forfeit_on_error(too_slow: End = End.slow) -> Iterator[None]:
    """Turns any exception of a player into a forfeit; an external engine gives the kind."""
    try:
        yield
    except EngineError as error:
        end = too_slow if error.reason is Reason.slow else End(error.reason.value)
        raise Forfeit(end, error_line(str(error))) from error
    except Exception as error:
        raise Forfeit(End.failed, error_line(f"{type(error).__name__}: {error}")) from error


def error_line(text: str) -> str:
    """An error in one line that is not too long and that a record can hold."""
    line = " ".join(text.split())[:LONGEST_DETAIL]
    return "".join(one if one.isprintable() else "\ufffd" for one in line)
