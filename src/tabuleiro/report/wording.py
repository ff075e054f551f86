"""Describes numbers and their intervals in words."""

from tabuleiro.arena.scores import Estimate, ScoreTally
from tabuleiro.arena.wording import percentage
from tabuleiro.core.message import DisplayText, Message, localised_number, say
from tabuleiro.report.estimates import mean_estimate
from tabuleiro.report.plan import RANDOM
from tabuleiro.report.samples import SampleGames

NOTHING = "–"


def decimal(value: float, digits: int = 1) -> DisplayText:
    """A number with this many decimals."""
    return localised_number(f"{value:,.{digits}f}".replace("-", "−"))


def count(value: int) -> DisplayText:
    """A whole number."""
    return localised_number(f"{value:,}")


def with_interval(estimate: Estimate, digits: int = 1) -> DisplayText:
    """A number with its interval, if it has one."""
    if estimate.value is None:
        return NOTHING
    value = decimal(estimate.value, digits)
    if estimate.low is None or estimate.high is None:
        return value
    low, high = decimal(estimate.low, digits), decimal(estimate.high, digits)
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def mean_length(games: SampleGames) -> Estimate:
    """The mean number of moves of a game."""
    return mean_estimate(games.independent_means(games.lengths))


def mean_branching(games: SampleGames) -> Estimate:
    """The mean number of legal moves, over the positions of a game and then over games."""
    return mean_estimate(games.independent_means([trace.branching for trace in games.traces]))


def rate(tally: ScoreTally) -> DisplayText:
    """A mean score or a share of games, with its interval."""
    if not tally.count:
        return NOTHING
    low, high = tally.interval()
    return say(
        "{value} % ({low} to {high})",
        value=decimal(100 * tally.mean),
        low=decimal(100 * low),
        high=decimal(100 * high),
    )


def player_title(player: str) -> DisplayText:
    """A player in a few words."""
    if player == RANDOM:
        return say("random moves")
    return say("level {number}", number=player.removeprefix("level:"))


def short_title(player: str) -> DisplayText:
    """A player in a word: the number of a level."""
    return say("random") if player == RANDOM else player.removeprefix("level:")


def even(seats: int) -> Message:
    """An even score in percent."""
    return percentage(1 / seats, 0 if seats in (2, 4) else 1)


def sizes(*samples: tuple[DisplayText, SampleGames]) -> Message:
    """The number of games behind the figures of each player."""
    games = ((title, count(len(found))) for title, found in samples)
    parts = tuple(say("{player}: {games}", player=title, games=size) for title, size in games)
    return say("Games: {parts}.", parts=parts)
