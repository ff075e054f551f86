"""`Outcome`: how a game ended."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """The players who share first place, and the game's own score of each player."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def result(self) -> str:
        """`p1win` for a sole winner, else `draw`."""
        return f"p{self.winners[0] + 1}win" if len(self.winners) == 1 else "draw"

    @property
    def values(self) -> tuple[float, ...]:
        """The expected score of each player: 1/k for the k who share first place, else 0."""
        share = 1 / len(self.winners)
        return tuple(share * (player in self.winners) for player in range(len(self.scores)))
