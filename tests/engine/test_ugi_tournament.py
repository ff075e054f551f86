"""An independent tournament manager plays whole games with the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

import tournament
from clocks import TICK, FakeClock, set_search_clock
from engine.session import GAMES, Session
from tabuleiro.games import games, start
from tabuleiro.players import search_player
from tournament import Control, Engine, ProtocolError, play_game, players_of, set_game
from variants import variants

RESULTS = re.compile(r"p[1-4]win|draw")
BASE = {(), ("players",)}  # the options that `make test` tries
KINDS = [
    pytest.param(
        f"{game} {' '.join(f'{name}={value}' for name, value in options.items())}".strip(),
        marks=() if tuple(options) in BASE else pytest.mark.extended,
    )
    for game in GAMES
    for options in variants(games()[game])
    if "seed" not in options
]
QUICK = {"Level": "1"}
HOUR = 3_600_000  # milliseconds: more than any game takes


@pytest.fixture(scope="module")
def engines() -> Iterator[list[Engine]]:
    """Processes that play the games of all tests here, as those of a tournament do."""
    crew = [Engine() for _ in range(4)]
    yield crew
    for engine in crew:
        engine.quit()


def seated(engines: list[Engine], game: str) -> list[Engine]:
    """An engine for each player, set to the game."""
    seats = engines[: players_of(game)]
    for engine in seats:
        set_game(engine, game, QUICK)
    return seats


def result_by_the_rules(game: str, moves: tuple[str, ...]) -> str:
    position = start(game)
    for move in moves:
        position = position.play(move)
    outcome = position.outcome()
    return outcome.result if outcome else "none"


@pytest.mark.parametrize("kind", KINDS)
def test_games_of_every_kind_are_played_by_nodes(engines: list[Engine], kind: str) -> None:
    played = play_game(seated(engines, kind), Control(fixed="nodes 2"))
    assert RESULTS.fullmatch(played.result)
    assert played.result == result_by_the_rules(kind, played.moves)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("control", [Control(HOUR, 100), Control(fixed="depth 1")], ids=str)
def test_games_are_played_by_clocks_and_by_depth(
    engines: list[Engine], game: str, control: Control
) -> None:
    played = play_game(seated(engines, game), control)
    assert played.result == result_by_the_rules(game, played.moves)
    if control.time:
        assert played.lowest < HOUR


class Here(Engine):
    """An engine in this process that uses the clock of the test."""

    def __init__(self) -> None:
        self.session = Session()
        self.transcript = []

    def send(self, line: str) -> None:
        self.session.send(line)

    def hear(self, is_answer: Callable[[list[str]], bool]) -> list[list[str]]:
        heard = [self.session.next().split()]
        while not is_answer(heard[-1]):
            heard.append(self.session.next().split())
        return heard

    def quit(self) -> None:
        self.session.end()


@pytest.mark.parametrize("seconds", [0.5, 4])
def test_the_strongest_level_keeps_to_its_clock(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = set_search_clock(monkeypatch, FakeClock(TICK))
    monkeypatch.setattr(search_player, "perf_counter", clock)
    monkeypatch.setattr(tournament, "perf_counter", clock)
    two = [Here(), Here()]
    for engine in two:
        set_game(engine, "squex rows=4 columns=4", {"Level": "10"})
    played = play_game(two, Control(int(1000 * seconds), 10))
    for engine in two:
        engine.quit()
    assert RESULTS.fullmatch(played.result)
    assert played.lowest < 900 * seconds


def test_a_game_goes_on_from_an_opening(engines: list[Engine]) -> None:
    opening = "fen 3/1x1/3 2/2 o 1"
    two = seated(engines, "squex rows=3 columns=3")
    for engine in two:
        engine.set("Level", "10")  # the one that leaves nothing to chance
    first, second = (play_game(two, Control(fixed="nodes 5"), opening) for _ in range(2))
    assert first == second
    assert "b2" not in first.moves


def test_the_manager_hears_an_error(engines: list[Engine]) -> None:
    engines[0].set("Level", "99")
    with pytest.raises(ProtocolError, match="Level cannot be '99'"):
        engines[0].be_ready()
    engines[0].hear(lambda words: words == ["readyok"])
