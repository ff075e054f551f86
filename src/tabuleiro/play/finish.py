"""How a game ended, and the ranking of its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tabuleiro.core.message import Message, say
from tabuleiro.core.outcome import Outcome
from tabuleiro.core.scene import end_caption, player_name

Ending = Literal["rules", "resignation", "time", "agreement", "move limit"]


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game ended. `places` has the place of each player, from 1; players can share one."""

    ending: Ending
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players in first place."""
        return tuple(player for player, place in enumerate(self.places) if place == 1)

    @property
    def result(self) -> str:
        """`p1win` for a sole winner, else `draw`."""
        winners = self.winners
        return f"p{winners[0] + 1}win" if len(winners) == 1 else "draw"

    def reason(self) -> Message | None:
        """The reason, if the game did not end by its rules alone."""
        return REASONS[self.ending]


REASONS: dict[Ending, Message | None] = {
    "rules": None,
    "resignation": say("by resignation"),
    "time": say("on time"),
    "agreement": say("by agreement"),
    "move limit": say("the move limit was reached"),
}


def finish_among(ending: Ending, worth: Sequence[tuple[float, ...]], left: Sequence[int]) -> Finish:
    """Ranks the players by `worth`; those who `left` come after them, the first to leave last."""
    ranks = [
        (0.0, float(left.index(player))) if player in left else (1.0, *value)
        for player, value in enumerate(worth)
    ]
    return Finish(ending, tuple(1 + sum(other > rank for other in ranks) for rank in ranks))


def worth_of(outcome: Outcome) -> list[tuple[float, ...]]:
    """What players are ranked by when the rules ended the game: winning, then the score."""
    return [
        (float(player in outcome.winners), float(score))
        for player, score in enumerate(outcome.scores)
    ]


def finish_in_words(finish: Finish) -> list[Message]:
    """Who has won, and the reason if the game did not end by its rules alone."""
    reason = finish.reason()
    return [end_caption(finish.winners), *([reason] if reason else [])]


def ranking_in_words(finish: Finish) -> list[Message]:
    """The ranking, one line for each player; empty with two players."""
    if len(finish.places) == 2:
        return []
    order = sorted(range(len(finish.places)), key=lambda player: (finish.places[player], player))
    return [
        say("{place}. {player}", place=finish.places[player], player=player_name(player))
        for player in order
    ]
