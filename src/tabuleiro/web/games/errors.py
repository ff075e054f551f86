"""The errors of the game service."""

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.web.games.state import ViewedGame

INVITATION_USED = say("this invitation was used, or never existed")
LINK_USED = say("this link was used or revoked, or never existed")


class NoSuchGameError(TabuleiroError):
    """There is no game with this id."""

    def __init__(self) -> None:
        super().__init__(say("there is no such game"))


class DamagedGameError(TabuleiroError):
    """A game whose stored events cannot be read, or are not all there."""

    def __init__(self, game_id: str) -> None:
        super().__init__(say("the stored game {id} is damaged", id=game_id))


class NoSuchPuzzleError(TabuleiroError):
    """The game has no puzzle with this number."""


class ForeignSeatError(TabuleiroError):
    """The sender does not hold the secret of the seat."""


class NotAllowedError(TabuleiroError):
    """No one may do this in this game."""


class UsedUpError(TabuleiroError):
    """An invitation or a link that is not valid any more."""


class StaleError(TabuleiroError):
    """A command for a version that is not the current one; `viewed` is the game now."""

    def __init__(self, viewed: ViewedGame) -> None:
        super().__init__(say("the game has moved on: look at it again"))
        self.viewed = viewed


class NewGameError(TabuleiroError):
    """A game that cannot be opened; `field` is the wrong field of the request."""

    def __init__(self, field: str, reason: Message) -> None:
        super().__init__(reason)
        self.field = field
