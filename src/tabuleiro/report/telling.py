"""Figures with their intervals, in words."""

from __future__ import annotations

from tabuleiro.arena.scores import Estimate, Tally
from tabuleiro.arena.telling import share
from tabuleiro.core.message import Message, figure, say
from tabuleiro.report.blocks import Words
from tabuleiro.report.figures import mean_of
from tabuleiro.report.samples import Games
from tabuleiro.report.study import RANDOM

NOTHING = "–"


def decimal(value: float, digits: int = 1) -> Words:
    """A number with so many decimals."""
    return figure(f"{value:,.{digits}f}".replace("-", "−"))


def count(value: int) -> Words:
    """A whole number."""
    return figure(f"{value:,}")


def with_interval(estimate: Estimate, digits: int = 1) -> Words:
    """A number between the bounds of its interval, where it has any."""
    if estimate.value is None:
        return NOTHING
    value = decimal(estimate.value, digits)
    if estimate.low is None or estimate.high is None:
        return value
    low, high = decimal(estimate.low, digits), decimal(estimate.high, digits)
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def mean_length(games: Games) -> Estimate:
    """The mean number of moves of a game."""
    return mean_of(games.independent(games.lengths))


def mean_branching(games: Games) -> Estimate:
    """The mean number of legal moves, over the positions of a game and then over games."""
    return mean_of(games.independent([trace.branching for trace in games.traces]))


def rate(tally: Tally) -> Words:
    """A mean score or a share of games, between the bounds of its interval."""
    if not tally.count:
        return NOTHING
    low, high = tally.interval()
    return say(
        "{value} % ({low} to {high})",
        value=decimal(100 * tally.mean),
        low=decimal(100 * low),
        high=decimal(100 * high),
    )


def player_title(player: str) -> Words:
    """A player in a few words."""
    if player == RANDOM:
        return say("random moves")
    return say("level {number}", number=player.removeprefix("level:"))


def short_title(player: str) -> Words:
    """A player in a word: the number of a level."""
    return say("random") if player == RANDOM else player.removeprefix("level:")


def even(seats: int) -> Message:
    """An even score, in per cent."""
    return share(1 / seats, 0 if seats in (2, 4) else 1)


def sizes(*samples: tuple[Words, Games]) -> Message:
    """How many games the figures of each player come from."""
    games = ((title, count(len(found))) for title, found in samples)
    parts = tuple(say("{player}: {games}", player=title, games=size) for title, size in games)
    return say("Games: {parts}.", parts=parts)
