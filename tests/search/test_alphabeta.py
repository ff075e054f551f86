"""Alpha-beta: it finds what minimax finds, obeys its limits, and plays every game."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from math import exp
from typing import Any

import pytest

from clocks import TICK, FakeClock, set_search_clock
from search.raising import Raise
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.playouts import perft, random_games, random_walk
from tabuleiro.core.position import EVALUATION_UNIT, Position, PythonPosition
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, read, start
from tabuleiro.search.alphabeta import SHARING, WIN, AlphaBeta
from tabuleiro.search.limit import Limit, RemainingTime
from tabuleiro.search.progress import Progress

GAMES = list(games())
SMALL = {
    "squex": "squex rows=3 columns=4",
    "control_v": "control_v size=5",
    "control_v players=3": "control_v size=5 players=3",
    "fuse": "fuse rows=3 columns=3",
    "noughts": "noughts size=3",
}
WON_IN_ONE = "squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1"


class Rated(PythonPosition):
    """Any position, with a random evaluation that is always the same for the same position."""

    def __init__(self, position: Position) -> None:
        outcome = position.outcome()
        super().__init__(position.player, position.players, outcome.winners if outcome else ())
        self.position = position

    @property
    def full_text(self) -> str:
        return self.position.full_text

    def legal_moves(self) -> list[int]:
        return self.position.legal_moves()

    def after(self, move: int) -> Rated:
        return Rated(self.position.play(move))

    def scores(self) -> tuple[int, ...]:
        return self.position.scores()

    def evaluate(self, player: int) -> int:
        if self.players == 2 and player == 1:
            return -self.evaluate(0)
        return zlib.crc32(f"{self.full_text} {player}".encode()) % 401 - 200


def last(position: Position, limit: Limit, **settings: int) -> Progress:
    """The result of a new search."""
    return list(AlphaBeta(**settings).search(position, limit))[-1]


def whole_depths(reports: list[Progress]) -> list[Progress]:
    """The first report of every depth. Other reports, also one before the first depth, depend on
    time."""
    return list({one.depth: one for one in reversed(reports) if one.depth}.values())[::-1]


def follow(position: Position, line: tuple[int, ...]) -> Position:
    """The position after legal moves."""
    for move in line:
        position = position.play(move)
    return position


def ended(position: Position, me: int, played: int) -> int:
    """The score of a finished game after this many moves."""
    outcome = position.outcome()
    assert outcome
    if me not in outcome.winners:
        return played - WIN
    sharing = len(outcome.winners)
    return WIN - played if sharing == 1 else SHARING[sharing]


def minimax(position: Position, me: int, depth: int, played: int = 0) -> int:
    """The score of a position for a player against all others, to a depth."""
    if position.over:
        return ended(position, me, played)
    if depth == 0:
        return position.evaluate(me)
    after = (
        minimax(position.play(move), me, depth - 1, played + 1) for move in position.legal_moves()
    )
    return max(after) if position.player == me else min(after)


def expected(score: int) -> float:
    """The value that a search reports for a score that is not proved."""
    if abs(score) > WIN / 2:
        return float(score > 0)
    return 1 / (1 + exp(-score / EVALUATION_UNIT))


def samples(begin: Position, count: int) -> list[Position]:
    """Positions of random games, from the start to near the end."""
    length = random_games(begin, 20, 1).moves // 20
    walks = (random_walk(begin, (length + 1) * i // count, i) for i in range(count))
    return [position for position in walks if not position.over]


# --- minimax -------------------------------------------------------------------------------


def affordable(position: Position) -> int:
    """How deep minimax can search in a short time."""
    return next((d for d in (1, 2, 3) if perft(position, d + 1) > 400), 4)


@pytest.mark.parametrize("game", [*GAMES, "control_v players=3"])
@pytest.mark.parametrize("kind", [Rated, lambda position: position], ids=["rated", "plain"])
def test_it_finds_the_value_and_a_move_that_minimax_finds(game: str, kind: Any) -> None:
    """All positions share one table, which must not change later results."""
    searching = AlphaBeta(megabytes=1)
    compared = 0
    for position in samples(start(SMALL.get(game, game)), 16):
        asked, me = kind(position), position.player
        reports = list(searching.search(asked, Limit(depth=affordable(position))))
        for found in whole_depths(reports):
            score = minimax(asked, me, found.depth)
            assert found.value == pytest.approx(expected(score), abs=1e-3)
            assert minimax(asked.play(found.line[0]), me, found.depth - 1, 1) == score
            compared += 1
    assert compared > 16


def test_a_deep_search_finds_the_value_that_minimax_finds() -> None:
    """Here the table has positions of many depths."""
    position = Rated(random_walk(start("noughts size=3"), 2, 1))
    for found in whole_depths(list(AlphaBeta(megabytes=1).search(position, Limit()))):
        if found.depth in (5, 6):
            assert found.value == pytest.approx(expected(minimax(position, 0, found.depth)))


def test_the_table_keeps_the_players_of_more_than_two_apart() -> None:
    """The second and the third player search the same positions, each for their own score."""
    searching = AlphaBeta(megabytes=1)
    position: Position = Rated(random_walk(start("control_v size=5 players=3"), 8, 1))
    for _ in range(6):
        found = list(searching.search(position, Limit(depth=2)))[-1]
        assert found.value == pytest.approx(expected(minimax(position, position.player, 2)))
        position = position.play(found.line[0])


# --- wins and losses -----------------------------------------------------------------------


def late(begin: Position) -> Iterator[Position]:
    """Positions near the end of random games, where minimax to depth three is fast."""
    length = random_games(begin, 20, 1).moves // 20
    for seed in range(120):
        position = random_walk(begin, length * (40 + seed % 70) // 100, seed)
        if not position.over and perft(position, 3) <= 5000:
            yield position


@pytest.mark.parametrize("game", GAMES)
def test_a_proved_result_comes_in_as_many_moves_as_minimax_says(game: str) -> None:
    searching = AlphaBeta(megabytes=1)
    proved = set()
    for position in late(start(SMALL.get(game, game))):
        found = list(searching.search(position, Limit(depth=3)))[-1]
        if found.mate is not None:
            score = minimax(position, position.player, 3)
            assert score == (WIN - found.mate if found.mate > 0 else -WIN - found.mate)
            assert found.value == (found.mate > 0)
            assert follow(position, found.line).over
            assert len(found.line) == abs(found.mate)
            proved.add(found.mate)
    assert min(proved) < 0
    assert {1, 3} & proved


def test_an_immediate_win_ends_the_search() -> None:
    position = read(WON_IN_ONE)
    found = last(position, Limit(infinite=True))
    assert (position.move_text(found.line[0]), found.mate, found.value) == ("a3", 1, 1.0)
    assert found.depth == 1


@pytest.mark.parametrize(("reply", "value"), [("a1", 0.5), ("a2", 1.0)])
def test_noughts_and_crosses_is_solved_after_the_centre(reply: str, value: float) -> None:
    """After the centre, a corner draws and a side loses."""
    position = start("noughts size=3").play("b2").play(reply)
    found = last(position, Limit(infinite=True))
    assert found.value == value
    assert (found.mate is None) is (value == 0.5)
    assert follow(position, found.line).over


@pytest.mark.parametrize("players", [2, 3, 4])
def test_against_all_others_one_can_make_sure_of_an_even_share(players: int) -> None:
    found = last(Raise((), players), Limit(infinite=True))
    assert (found.line, found.mate) == ((3,) * players, None)
    assert found.value == 1 / players


@pytest.mark.parametrize(("named", "mate"), [((4,), -1), ((4, 1), None)])
def test_a_loss_is_proved_against_one_opponent_only(named: Any, mate: int | None) -> None:
    found = last(Raise(named, len(named) + 1), Limit(infinite=True))
    assert (found.mate, found.value, found.depth) == (mate, 0.0, 1)


# --- every game ----------------------------------------------------------------------------


SIGNATURES = {
    "squex": (3, "h1", 0.495, 7557),
    "control_v": (2, "i8", 0.5, 10100),
    "fuse": (3, "a4d4", 0.495, 6047),
    "eigenstate": (2, "e1e2", 0.539915, 840),
    "lyngk": (2, "claim-ivory", 0.50125, 1540),
    "noughts": (8, "a3", 0.5, 4795),
}


def signature(game: str) -> tuple[int, str, float, int]:
    """Depth, best move, value and nodes of a search of 20,000 nodes."""
    position = start(game)
    *reports, _ = AlphaBeta(megabytes=1).search(position, Limit(nodes=20_000))
    found = whole_depths(reports)[-1]
    return found.depth, position.move_text(found.line[0]), round(found.value, 6), found.nodes


def test_the_search_has_signatures() -> None:
    """A change that is not meant to change the search must not change these numbers. If the search
    is meant to change, copy the new table from the error message."""
    found = {game: signature(game) for game in GAMES}
    assert found == SIGNATURES, f"SIGNATURES = {found}"


# --- memory --------------------------------------------------------------------------------


def test_a_second_search_finds_what_the_first_knew() -> None:
    position, searching = start("squex rows=4 columns=4"), AlphaBeta(megabytes=4)
    first, second = [list(searching.search(position, Limit(depth=4)))[-1] for _ in range(2)]
    assert second.nodes < first.nodes
    assert (second.value, second.depth) == (first.value, first.depth)


def test_what_is_known_is_forgotten_when_told_and_for_another_game() -> None:
    position, searching = start("squex rows=4 columns=4"), AlphaBeta(megabytes=4)
    (first,) = {list(searching.search(position, Limit(depth=3)))[-1].nodes for _ in "x"}
    searching.clear()
    assert list(searching.search(position, Limit(depth=3)))[-1].nodes == first
    list(searching.search(start("fuse"), Limit(nodes=10)))
    assert list(searching.search(position, Limit(depth=3)))[-1].nodes == first


@pytest.mark.parametrize("megabytes", [2**40, 0, -1])
def test_memory_that_cannot_be_had_is_a_clear_error(megabytes: int) -> None:
    with pytest.raises(TabuleiroError, match="megabytes"):
        AlphaBeta(megabytes=megabytes)


# --- limits --------------------------------------------------------------------------------


def test_nothing_is_searched_when_the_game_is_over() -> None:
    assert list(AlphaBeta().search(Raise((1, 2, 3)), Limit(nodes=5))) == []


@pytest.mark.parametrize("nodes", [1, 24, 25, 26, 1000])
def test_a_limit_of_nodes_is_exact(nodes: int) -> None:
    position = start("squex rows=5 columns=5")
    found = last(position, Limit(nodes=nodes))
    assert found.nodes == nodes
    assert found.line[0] in position.legal_moves()


def test_a_limit_of_depth_is_how_far_everything_is_searched() -> None:
    reports = list(AlphaBeta().search(start("squex rows=5 columns=5"), Limit(depth=3)))
    assert [one.depth for one in whole_depths(reports)] == [1, 2, 3]
    assert all(len(one.line) == one.depth for one in whole_depths(reports))


def test_a_depth_beyond_the_end_of_the_game_ends_too() -> None:
    assert last(start("squex rows=3 columns=3"), Limit(depth=999)).mate is not None


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        (Limit(movetime=300), 0.3),
        (Limit(clocks=(RemainingTime(2500), RemainingTime(100_000))), 0.09),
    ],
    ids=["time", "clock of the player to move"],
)
def test_a_limit_of_time_is_kept(
    limit: Limit, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK, end=1.0))
    found = last(start("squex"), limit)
    assert seconds <= found.seconds < seconds + 3 * TICK


@pytest.mark.parametrize("game", GAMES)
def test_a_search_stopped_before_it_begins_has_a_move(game: str) -> None:
    stop = StopFlag()
    stop.set()
    position = start(game)
    (found,) = AlphaBeta().search(position, Limit(infinite=True), stop)
    assert found.line[0] in position.legal_moves()
    assert (found.nodes, found.depth) == (0, 0)


def test_what_a_broken_off_search_found_last_is_used() -> None:
    """If the best move of the last complete depth turns out worse, a better one is played."""
    position = Rated(random_walk(start("noughts size=3"), 2, 5))
    whole = whole_depths(list(AlphaBeta().search(position, Limit(depth=3))))
    changed = 0
    for nodes in range(whole[1].nodes, whole[2].nodes, 25):
        found = last(position, Limit(nodes=nodes))
        assert found.depth == 2
        changed += found.line[0] != whole[1].line[0]
    assert whole[1].line[0] != whole[2].line[0]
    assert changed


def test_a_game_that_fails_leaves_nothing_behind() -> None:
    class Broken(Raise):
        def after(self, move: int) -> Any:
            if len(self.named) == 2:
                raise ZeroDivisionError
            return Broken((*self.named, move))

    searching = AlphaBeta()
    with pytest.raises(ZeroDivisionError):
        list(searching.search(Broken(()), Limit(nodes=50)))
    assert list(searching.search(Raise((1,), 2), Limit(nodes=5)))[-1].mate == 1
