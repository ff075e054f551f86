"""Describes the statistics of a tournament in words."""

from itertools import pairwise

from tabuleiro.arena.scores import Estimate
from tabuleiro.arena.sprt import Decision, SprtRun
from tabuleiro.arena.tournament_statistics import TournamentStatistics
from tabuleiro.core.message import DisplayText, Message, localised_number, say
from tabuleiro.core.wording import percentage

SURE = 0.975  # from this likelihood on, the interval of the difference does not contain 0
LIKELY = 0.8
MOST_COMPARED = 10


def likelihood(part: float) -> Message:
    """A likelihood in percent, never quite 0 or 100 %."""
    if part > 0.999:
        return say("more than {share}", share=percentage(0.999))
    if part < 0.001:
        return say("less than {share}", share=percentage(0.001))
    return percentage(part, 1 if part > 0.99 or part < 0.01 else 0)


def elo_text(elo: float) -> Message | str:
    """Elo points with a sign."""
    rounded = f"{elo:+.0f}"
    return "0" if rounded in ("+0", "-0") else rounded.replace("-", "−")


def interval_text(estimate: Estimate) -> Message | str:
    """The interval of a rating; a missing bound is infinite. The player who is Elo 0, and one whose
    rating is unknown, have none."""
    if estimate.low == estimate.high:
        return "–"
    low = "−∞" if estimate.low is None else elo_text(estimate.low)
    high = "+∞" if estimate.high is None else elo_text(estimate.high)
    return say("{low} to {high}", low=low, high=high)


def points_text(value: float) -> DisplayText:
    """Points, with as many decimals as there are."""
    return localised_number(f"{round(value, 2):g}" if value < 1e5 else f"{value:.1f}")


def comparisons(table: TournamentStatistics) -> list[Message]:
    """Who is stronger than the next in the table, and how sure that is; of the first players."""
    return [
        comparison(first.player, second.player, first.superiority)
        for first, second in pairwise(table.standings[: MOST_COMPARED + 1])
        if first.superiority is not None
    ]


def comparison(first: str, second: str, superiority: float) -> Message:
    """Two players, the one with the better score first."""
    facts = {"first": first, "second": second, "likelihood": likelihood(superiority)}
    if superiority >= SURE:
        return say("{first} is stronger than {second} (likelihood {likelihood}).", **facts)
    if superiority >= LIKELY:
        return say(
            "{first} is probably stronger than {second} (likelihood {likelihood}), but this may "
            "still be chance.",
            **facts,
        )
    return say(
        "It is not clear whether {first} or {second} is stronger (likelihood {likelihood} for "
        "{first}).",
        **facts,
    )


def sprt_finding(trial: SprtRun, player: str) -> Message:
    """The result of a sequential test so far."""
    sprt, facts = trial.sprt, {"player": player, "rounds": len(trial.llr_history)}
    elo0, elo1 = elo_text(sprt.elo0), elo_text(sprt.elo1)
    if trial.decision is Decision.nothing:
        return say(
            "Not decided after {rounds} rounds: {player} may have {elo0} or {elo1} Elo.",
            elo0=elo0,
            elo1=elo1,
            **facts,
        )
    first = trial.decision is Decision.elo0
    return say(
        "Decided after {rounds} rounds: {accepted} Elo for {player} is accepted against "
        "{other}. If {other} were true, this would happen in at most {rate} of all tests.",
        accepted=elo0 if first else elo1,
        other=elo1 if first else elo0,
        rate=percentage(sprt.beta if first else sprt.alpha, 0),
        **facts,
    )


def first_move_advantage(table: TournamentStatistics) -> Message:
    """The advantage of moving first."""
    tally = table.seat_score(0)
    low, high = tally.interval()
    even = 1 / table.seats
    facts = {"score": percentage(tally.mean), "low": percentage(low), "high": percentage(high)}
    if low > even:
        return say("Moving first is an advantage: {score} ({low} to {high}).", **facts)
    if high < even:
        return say("Moving first is a disadvantage: {score} ({low} to {high}).", **facts)
    return say(
        "It is not clear whether moving first is an advantage: {score} ({low} to {high}).", **facts
    )


def duration(seconds: float) -> Message:
    """A time with three significant digits."""
    if seconds < 0.9995:
        return say("{number} ms", number=localised_number(f"{1000 * seconds:.3g}"))
    digits = f"{seconds:.3g}" if seconds < 999.5 else f"{seconds:.0f}"
    return say("{number} s", number=localised_number(digits))
