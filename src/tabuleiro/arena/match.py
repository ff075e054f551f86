"""A match: the tournament of two players."""

from dataclasses import replace

from tabuleiro.arena.tournament import (
    CAP,
    ArenaError,
    Entry,
    Limits,
    MakePlayer,
    OpeningPlan,
    Tournament,
    TournamentKind,
)
from tabuleiro.core.message import check_type, say
from tabuleiro.players import make_player


def new_match(
    first: str,
    second: str,
    game: str,
    games: int,
    seed: int = 1,
    opening: int | None = None,
    cap: int = CAP,
    turn_time: float | None = None,
    *,
    make: MakePlayer = make_player,
    stop_early: bool = False,
) -> Tournament:
    """A match of two players by name, with this number of games.

    The first player has every seat of a pair once, the second has all others. `opening` is the
    number of random moves of an opening (None: the game's own number). `turn_time` is in seconds.
    `Tournament` explains the other arguments.
    """
    check_type("games", games, int)
    check_type("seed", seed, int)
    check_type("opening", opening, int | None)
    check_type("cap", cap, int)
    check_type("turn_time", turn_time, float | int | None)
    other = f"{second} (2)" if first == second else second
    one_pair = Tournament(
        TournamentKind.match,
        (Entry(first, first), Entry(other, second)),
        game,
        pairs=1,
        seed=seed,
        cap=cap,
        openings=OpeningPlan(opening, balance=None, repeat=True),
        limits=Limits(turn_time),
        stop_early=stop_early,
        make=make,
    )
    facts = {"seats": one_pair.seats, "games": games}
    if games < 1:
        raise ArenaError(
            say("a match of {seats} players has at least {seats} games, not {games}", **facts)
        )
    if games % one_pair.seats:
        reason = say(
            "a match of {seats} players has a multiple of {seats} games, not {games}", **facts
        )
        raise ArenaError(reason)
    return replace(one_pair, pairs=games // one_pair.seats)
