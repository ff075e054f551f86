"""Openings: as the game defines them, all different, nearly balanced, the same in every process."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from tabuleiro.arena import (
    ArenaError,
    Entry,
    OpeningPlan,
    Openings,
    Tournament,
    TournamentKind,
    new_match,
)
from tabuleiro.arena.openings import imbalance
from tabuleiro.arena.tournament_runner import Schedule
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import start


def openings(game: str, games: int = 20, **facts: Any) -> list[Position]:
    tournament = new_match("random", "random", game, games, **facts)
    drawn = Openings(tournament)
    return [drawn[pair] for pair in range(tournament.pairs)]


def test_every_game_has_openings_that_all_differ(game: Game[Any]) -> None:
    drawn = openings(game.id)
    assert len(set(drawn)) == len(drawn) == 10
    assert not any(position.over for position in drawn)


def test_squex_opens_with_two_octagons() -> None:
    for position in openings("squex"):
        octagons = position.text.split(" ")[0]
        assert octagons.count("x") == octagons.count("o") == 1


@pytest.mark.parametrize("players", [2, 3])
def test_control_v_opens_with_the_whole_set_up(players: int) -> None:
    for position in openings(f"control_v players={players}", 6):
        cells, player = position.text.split(" ")
        assert cells.count("#") == 2 * players
        assert all(cells.count(letter) == 1 for letter in "xov"[:players])
        assert "=" in position.move_text(position.legal_moves()[0])
        assert player == "x"


def test_eigenstate_opens_with_a_turn_of_each_player() -> None:
    for position in openings("eigenstate"):
        _, pegs, player, step = position.text.split(" ")
        assert (player, step) == ("x", "m")
        assert sum(int(mask, 16).bit_count() for mask in pegs.split(",")) == 12 + 2 * 2


@pytest.mark.parametrize("game", ["fuse", "lyngk"])
def test_a_game_that_draws_its_start_needs_no_random_moves(game: str) -> None:
    assert all(position.player == 0 for position in openings(game))
    assert new_match("random", "random", game, 2).opening_moves == 0


def test_a_start_that_is_given_stays_and_its_repetition_is_allowed() -> None:
    assert len(set(openings("fuse seed=1"))) == 1
    assert len(set(openings("fuse seed=1", opening=1))) == 10


def test_a_longer_match_begins_with_the_openings_of_a_shorter_one() -> None:
    assert openings("noughts", 100)[:10] == openings("noughts", 20)


def test_openings_follow_from_the_seed() -> None:
    assert openings("squex", seed=2) == openings("squex", seed=2)
    assert openings("squex", seed=2) != openings("squex", seed=3)


def test_openings_repeat_only_when_there_are_no_others() -> None:
    drawn = openings("noughts", 2 * 12, opening=1)
    assert len(set(drawn)) == len(set(drawn[:9])) == 9


def test_an_opening_that_ends_the_game_is_refused() -> None:
    with pytest.raises(ArenaError, match="every game is over after 9 random moves"):
        openings("noughts", opening=9)


# --- of tournaments --------------------------------------------------------------------------


def balanced(game: str, pairs: int, **facts: Any) -> list[Position]:
    entries = (Entry("random", "random"), Entry("level:1", "level:1"))
    drawn = Openings(
        Tournament(TournamentKind.match, entries, game, pairs, openings=OpeningPlan(**facts))
    )
    return [drawn[pair] for pair in range(pairs)]


def test_openings_are_near_balance_by_a_quick_search(game: Game[Any]) -> None:
    drawn = balanced(game.id, 4, moves=4, balance=0.1, nodes=100)
    assert len(set(drawn)) == 4
    loose = balanced(game.id, 4, moves=4, balance=None)
    assert fmean(imbalance(one, 100) for one in drawn) <= fmean(
        imbalance(one, 100) for one in loose
    )


def test_where_no_opening_is_balanced_the_most_balanced_is_taken() -> None:
    strict, loose = (balanced("squex", 1, moves=6, balance=b, nodes=50) for b in (1e-9, None))
    assert imbalance(strict[0], 50) <= imbalance(loose[0], 50)


@pytest.mark.parametrize("kind", [TournamentKind.round_robin, TournamentKind.swiss])
def test_a_tournament_with_too_few_openings_is_refused_before_it_begins(
    kind: TournamentKind,
) -> None:
    entries = tuple(Entry(f"p{n}", "random") for n in range(4))
    few = Tournament(kind, entries, "noughts", 10, openings=OpeningPlan(1))
    with pytest.raises(ArenaError, match="1 random moves give only 9 different openings"):
        Schedule(few, {})


def test_a_tournament_with_too_few_positions_is_refused_before_it_begins() -> None:
    entries = (Entry("random", "random"), Entry("level:1", "level:1"))
    plan = OpeningPlan(positions=(start("squex"),))
    with pytest.raises(ArenaError, match="there are 1 positions for 2 pairs: add positions or"):
        Schedule(Tournament(TournamentKind.match, entries, "squex", 2, openings=plan), {})


def test_openings_that_are_known_are_not_drawn_again() -> None:
    tournament = new_match("random", "random", "squex", 4)
    known = start("squex").play("a1")
    drawn = Openings(tournament, {0: known.full_text})
    assert drawn[0] == known
    assert drawn[1] == Openings(tournament)[1]
