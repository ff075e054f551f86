"""The errors of the game service."""

from __future__ import annotations

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.web.games.state import GameSnapshot


class ServiceError(TabuleiroError):
    """What the house refuses."""


class NoSuchGameError(ServiceError):
    """An id that no game has."""


class NoSuchPuzzleError(ServiceError):
    """A number that no puzzle of the game has."""


class ForeignSeatError(ServiceError):
    """A seat of which somebody does not hold the secret."""


class NotAllowedError(ServiceError):
    """What nobody may do in this game."""


class UsedUpError(ServiceError):
    """An invitation or a link that leads nowhere any more."""


class StaleError(ServiceError):
    """A command for a version that is not the present one; `game` is how it stands."""

    def __init__(self, game: GameSnapshot, seats: tuple[int, ...]) -> None:
        super().__init__(say("the game has gone on since: look at it again"))
        self.game = game
        self.seats = seats


class NewGameError(ServiceError):
    """A game that cannot be set up so; `field` is what is wrong."""

    def __init__(self, field: str, reason: Message) -> None:
        super().__init__(reason)
        self.field = field


def no_such_game() -> NoSuchGameError:
    """The error for an id that no game has."""
    return NoSuchGameError(say("there is no such game"))


def invitation_used_up() -> UsedUpError:
    """The error for an invitation that leads nowhere any more."""
    return UsedUpError(say("this invitation has been used, or there never was one"))


def link_used_up() -> UsedUpError:
    """The error for a link that leads nowhere any more."""
    return UsedUpError(say("this link has been used or revoked, or there never was one"))
