"""Print reasons for moves of sampled games, and check each by the naive rules in tests.

    python tools/check_reasons.py squex [--positions 50] [--seed 1] [--players level:5 level:8]

The games are between the two players. They are reviewed; the moves are mistakes, as many as there
are up to half, and others. Each sentence is printed with its line and with how it was checked, by
the rules in tests/games/reference: a forced win is played against all defences or, if they lead to
more than `--visits` positions, against as many of them; who takes what is played and compared with
all moves of the other position. A wrong sentence ends the line with WRONG.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tabuleiro.analysis import iterate_judgements
from tabuleiro.analysis.reasons import Reason
from tabuleiro.analysis.review import Judgement
from tabuleiro.analysis.self_play import play_on
from tabuleiro.core.position import PLAYER_LETTERS, Position
from tabuleiro.games import find_game, fresh_start, read
from tabuleiro.players import make_player
from tabuleiro.records import Record
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

SOLVING = Limit(nodes=3_000_000)
LAST_FIELDS = {"squex": "1", "lyngk": "-", "eigenstate": "m"}  # of a turn that begins
WINS = {"x": "p1win", "o": "p2win"}


class WrongError(Exception):
    """A sentence that is not true."""


class Checker:
    """Checks reasons for moves in one position by the naive rules."""

    def __init__(self, position: Position, visits: int, chance: Random) -> None:
        self.game = position.game.text_with(position.options())
        self.game_id = position.game.id
        self.rules = importlib.import_module(f"games.reference.{self.game_id}").Reference
        self.options = position.options()
        self.before = self.read(position.text)
        self.player = PLAYER_LETTERS[position.player]
        self.opponent = "xo"[self.player == "x"]
        self.visits, self.chance = visits, chance
        self.solver = Solver(megabytes=64)

    def read(self, text: str) -> Any:
        """The position by the naive rules."""
        given = {name: wire(value) for name, value in self.options.items()}
        return self.rules.read(text, given)

    def passed(self, position: Any, player: str) -> Any:
        """The position at the beginning of that player's turn."""
        if position.player() == player:
            return position
        fields = position.text().split(" ")
        place = -2 if self.game_id in LAST_FIELDS else -1
        fields[place] = player
        if place == -2:
            fields[-1] = LAST_FIELDS[self.game_id]
        return self.read(" ".join(fields))

    def check(self, reason: Reason) -> str:
        """How a sentence was checked; WrongError if it is not true."""
        said = reason.said
        turn = [position.move_text(move) for position, move in reason.line]
        rest: list[str] = []
        if "move" in said.values:
            count = len(str(said.values["move"]).split(" "))
            turn, rest = turn[:count], turn[count:]
            if " ".join(turn) != said.values["move"]:
                raise WrongError("the line begins with other moves")
        after = played(self.before, turn)
        words = said.template.replace("{move}", "").replace("{line}", "").replace("{gain}", "")
        for known, check in self.checks.items():
            if known in words:
                return str(check(self, turn, after, rest, said.values.get("gain")))
        raise WrongError(f"no check for {said.template}")

    # --- wins ------------------------------------------------------------------------------

    def wins_at_once(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        ends(after, WINS[self.player])
        return "played"

    def loses_at_once(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        ends(after, WINS[self.opponent])
        return "played"

    def draws_at_once(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        ends(after, "draw")
        return "played"

    def wins(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        self.plays(after, rest, self.player)
        return self.holds(after, self.player, 1)

    def loses(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        self.plays(after, rest, self.opponent)
        return self.holds(after, self.opponent, 1)

    def every_loses(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        return self.holds(self.before, self.opponent, 1)

    def others_lose(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        return self.holds_after_others(turn, 1)

    def others_do_not_win(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        return self.holds_after_others(turn, 0.5)

    def holds_after_others(self, turn: list[str], least: float) -> str:
        """Whether the opponent gets at least that after each other move."""
        moves = [move for move in self.before.legal() if move != turn[0]]
        if not moves:
            raise WrongError("there is no other move")
        for move in moves:
            self.holds(self.before.play(move), self.opponent, least)
        return f"{len(moves)} other moves"

    def stops(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        before = self.passed(self.before, self.opponent)
        self.plays(before, rest, self.opponent)
        proof = self.holds(before.play(rest[0]), self.opponent, 1)
        if after.player() != self.opponent:
            raise WrongError("the opponent is not to move")
        if rest[0] in after.legal():
            proof += "; then " + self.holds(after.play(rest[0]), self.player, 0.5)
        return proof

    def threatens(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        if after.player() != self.opponent:
            raise WrongError("the opponent is not to move")
        start = self.passed(after, self.player)
        self.plays(start, rest, self.player)
        return self.holds(start.play(rest[0]), self.player, 1)

    def plays(self, position: Any, line: Sequence[str], winner: str) -> None:
        """Plays the line that is shown; a game that ends must be won."""
        for move in line:
            if move not in position.legal():
                raise WrongError(f"{move} is not legal in the line")
            position = position.play(move)
        if position.result() not in ("none", WINS[winner]):
            raise WrongError("the line ends with another result")

    def holds(self, position: Any, player: str, least: float) -> str:
        """Plays the answers of the solver against all defences, up to `visits` positions, and
        against random ones beyond."""
        seen, waiting = {position.text()}, [position]
        while waiting and len(seen) < self.visits:
            at = waiting.pop()
            for following in self.followed(at, player, least):
                if following.text() not in seen:
                    seen.add(following.text())
                    waiting.append(following)
        for at in waiting[-20:]:
            while replies := list(self.followed(at, player, least)):
                at = self.chance.choice(replies)
        return f"{len(seen)} positions" + (", not all" if waiting else ", all")

    def followed(self, position: Any, player: str, least: float) -> Iterator[Any]:
        """The positions after all defences, or after the answer."""
        result = position.result()
        if result != "none":
            score = 0.5 if result == "draw" else float(result == WINS[player])
            if score < least:
                raise WrongError(f"{position.text()} is the end: {result}")
            return
        moves = position.legal()
        if position.player() == player:
            at = read(f"{self.game} | {position.text()}")
            found = self.solver.solve(at, SOLVING)
            if found is None:
                raise WrongError(f"{position.text()} could not be solved")
            if found.value is None or found.value < least:
                raise WrongError(f"{position.text()} is worth {found.value}")
            if at.move_text(found.line[0]) not in moves:
                raise WrongError("the answer is not legal")
            moves = [at.move_text(found.line[0])]
        yield from (position.play(move) for move in moves)

    # --- what is taken or scored -----------------------------------------------------------

    def takes(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        self.compare(played(self.before, turn[:-1]), turn[-1:], gain)
        return "played"

    def prevents(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        start = self.passed(self.before, self.opponent)
        if after.player() != self.opponent:
            raise WrongError("the opponent is not to move")
        return self.differs(start, rest, after, gain)

    def prepares(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        return self.differs(self.passed(after, self.player), rest, self.before, gain)

    def allows(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        if after.player() != self.opponent:
            raise WrongError("the opponent is not to move")
        return self.differs(after, rest, self.passed(self.before, self.opponent), gain)

    def differs(self, start: Any, line: list[str], other: Any, gain: Any) -> str:
        """The line gains that in one position, and no turn gains it in the other."""
        effect = self.compare(start, line, gain)
        same = [moves for moves, found in self.effects(other) if found == effect]
        if same:
            raise WrongError(f"{same[0]} gains the same in the other position")
        return f"played; {sum(1 for _ in self.effects(other))} others compared"

    def compare(self, start: Any, line: list[str], gain: Any) -> Any:
        """What a line gains, which must be what the sentence says."""
        mover, last = start.player(), played(start, line[:-1])
        if last.player() != mover:
            raise WrongError("the line is more than a turn")
        effect = effect_of(self.game_id, last, line[-1])
        if effect != claimed(self.game_id, gain):
            raise WrongError(f"{line} does {effect}")
        return effect

    def effects(self, position: Any) -> Iterator[tuple[list[str], Any]]:
        """Every turn of one or two moves that gains something, and what."""
        for move in position.legal():
            if effect := effect_of(self.game_id, position, move):
                yield [move], effect
            following = position.play(move)
            if following.player() == position.player():
                for second in following.legal():
                    if effect := effect_of(self.game_id, following, second):
                        yield [move, second], effect

    def expects(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        played(after, rest)
        return "an estimate"

    def draws(self, turn: list[str], after: Any, rest: list[str], gain: Any) -> str:
        both = (self.holds(after, player, 0.5) for player in (self.player, self.opponent))
        return "; ".join(both)

    checks: ClassVar[dict[str, Any]] = {
        "the search expects": expects,
        "draws with best play": draws,
        "wins at once": wins_at_once,
        "loses at once": loses_at_once,
        "draws at once": draws_at_once,
        "wins by force": wins,
        "loses by force": loses,
        "Every move loses": every_loses,
        "Every other move loses": others_lose,
        "No other move wins": others_do_not_win,
        "stops": stops,
        "threatens": threatens,
        "prevents": prevents,
        "prepares": prepares,
        "allows": allows,
        ": ": takes,
    }


def wire(value: Any) -> str:
    """An option as the naive rules read it."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def played(position: Any, moves: Sequence[str]) -> Any:
    """The position after some moves, which must be legal."""
    for move in moves:
        if move not in position.legal():
            raise WrongError(f"{move} is not legal")
        position = position.play(move)
    return position


def ends(position: Any, result: str) -> None:
    """WrongError if the game did not end like that."""
    if position.result() != result:
        raise WrongError(f"the result is {position.result()}")


def effect_of(game: str, position: Any, move: str) -> Any:
    """What a move takes or scores by the naive rules; empty for nothing."""
    mover, after = position.player(), position.play(move)
    if game == "squex":
        return sorted(
            square
            for square, owner in after.squares.items()
            if owner == mover and position.squares.get(square) not in (None, mover)
        )
    if game == "lyngk":
        index = "xo".index(mover)
        return after.scores()[index] - position.scores()[index]
    raise WrongError(f"nothing is taken in {game}")


def claimed(game: str, gain: Any) -> Any:
    """What a sentence says that is taken or scored, as `effect_of` writes it."""
    if game == "squex":
        said = gain.values["squares"].values
        places = [name.split("-")[1] for name in said.get("squares", [said.get("square")])]
        return sorted((int(name[1:]) - 1, "abcdefghijklmno".index(name[0])) for name in places)
    return gain.values.get("count", 1)


# --- the sample ------------------------------------------------------------------------------


def played_game(game_id: str, players: Sequence[str], seed: int) -> Record:
    """A game between two players that begins with two random moves."""
    game, chance = find_game(game_id), Random(seed)
    start = fresh_start(game, {}, chance)
    _, start = play_on(start, lambda now: chance.choice(now.legal_moves()), 2)
    seats = [make_player(name, game, seed) for name in players]
    plies, final = play_on(start, lambda now: seats[now.player].choose(now).move, 400)
    outcome = final.outcome()
    return Record(start, tuple(players), plies, outcome.result if outcome else "none")


def sample(game: str, players: Sequence[str], seed: int, count: int) -> Iterator[Judgement]:
    """Up to 10 moves of each game, half of them mistakes if there are so many; the players change
    sides."""
    chance = Random(seed)
    for number in range(1000 * seed, 1000 * seed + count):
        judged = list(iterate_judgements(played_game(game, players, number)))
        players = players[::-1]
        faults = [each for each in judged if each.is_fault]
        chosen = chance.sample(faults, min(5, len(faults)))
        others = [each for each in judged if each not in chosen]
        chosen += chance.sample(others, min(10 - len(chosen), len(others)))
        yield from sorted(chosen, key=lambda one: one.number)[:count]
        count -= len(chosen)
        if count <= 0:
            return


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", nargs=2, default=("level:5", "level:8"))
    parser.add_argument("--visits", type=int, default=300)
    given = parser.parse_args()
    counts = dict.fromkeys(("positions", "with sentences", "sentences", "wrong"), 0)
    for judgement in sample(given.game, given.players, given.seed, given.positions):
        position = judgement.position
        print(
            f"\n{position.full_text}\nmove {judgement.number}: {judgement.text}, {judgement.kind}"
        )
        checker = Checker(position, given.visits, Random(given.seed))
        found = judgement.reasons
        counts["positions"] += 1
        counts["with sentences"] += bool(found)
        for reason in found:
            counts["sentences"] += 1
            try:
                verdict = checker.check(reason)
            except WrongError as error:
                counts["wrong"] += 1
                verdict = f"{error} WRONG"
            print(f"  {reason.said}\n    line {' '.join(reason.texts)}; {verdict}", flush=True)
    print("\n" + ", ".join(f"{name}: {count}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
