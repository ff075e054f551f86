"""Analyses, reviews and puzzles in words, with and without giving the answer away.

A review can be read without the answers, so that a player can look for the better move first.
"""

from __future__ import annotations

from tabuleiro.analysis.multi_pv import Analysis
from tabuleiro.analysis.puzzles import Puzzle
from tabuleiro.analysis.review import Judgement, MoveQuality, Review
from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.core.scene import player_name
from tabuleiro.core.wording import move_count_in_words
from tabuleiro.search.progress import Variation

SHOWN = 8  # moves of a line that are shown at most

MOMENTS: dict[MoveQuality, Message] = {
    MoveQuality.inaccuracy: say("there was something a little better"),
    MoveQuality.mistake: say("a mistake: there was something better"),
    MoveQuality.blunder: say("a grave mistake: there was something much better"),
    MoveQuality.missed_win: say("a win was there that could be forced"),
    MoveQuality.lost: say("this lost a game that could still be held"),
}
"""What each quality means, without the answer."""


def percent(value: float) -> Message:
    """An expected score or a share in percent."""
    return say("{number} %", number=localised_number(f"{100 * value:.1f}"))


def point_of_view(analysis: Analysis) -> Message:
    """From whose view the lines are."""
    return say("Values are those of {player}, who is to move.", player=player_name(analysis.player))


def value_text(line: Variation) -> Message:
    """The value of a line for the player who begins it."""
    if line.mate is not None and line.mate > 0:
        return say("wins within {moves}", moves=move_count_in_words(line.mate))
    if line.mate is not None:
        return say("loses within {moves}", moves=move_count_in_words(-line.mate))
    if line.proved:
        return say("{share}, proved", share=percent(line.value))
    return percent(line.value)


# --- reviews ---------------------------------------------------------------------------------


def moment_text(judgement: Judgement) -> Message:
    """A fault without the better move."""
    return say(
        "Move {number}, {player}: {what} (cost {cost})",
        number=judgement.number,
        player=player_name(judgement.player),
        what=MOMENTS[judgement.kind],
        cost=percent(judgement.cost),
    )


def answer_text(judgement: Judgement) -> Message:
    """The move that was played, and a better line."""
    return say(
        "Move {number}, {player} played {played}; better was {line} (cost {cost})",
        number=judgement.number,
        player=player_name(judgement.player),
        played=judgement.text,
        line=" ".join(judgement.better[:SHOWN]),
        cost=percent(judgement.cost),
    )


def review_summary(review: Review) -> list[Message]:
    """A game in a few sentences that do not give any move away."""
    accuracy = [accuracy_line(player, kept) for player, kept in enumerate(review.accuracy)]
    return [*accuracy, faults_line(review), turning_line(review)]


def accuracy_line(player: int, kept: float | None) -> Message:
    """The accuracy of a player."""
    if kept is None:
        return say("{player} never had a choice.", player=player_name(player))
    return say(
        "{player} kept {share} of the expected score at stake in his moves.",
        player=player_name(player),
        share=percent(kept),
    )


def faults_line(review: Review) -> Message:
    """How many moves cost something."""
    moves, faults = len(review.judgements), len(review.faults)
    if not faults:
        return say("No mistake was found in {moves}.", moves=move_count_in_words(moves))
    return say(
        "Of {moves}, {faults} could be bettered.", moves=move_count_in_words(moves), faults=faults
    )


def turning_line(review: Review) -> Message:
    """Where the game turned."""
    if review.turning is None:
        return say("The game never turned on a mistake.")
    number, player = review.turning.number, player_name(review.turning.player)
    return say("The game turned with move {number}, by {player}.", number=number, player=player)


# --- puzzles -------------------------------------------------------------------------------


def puzzle_task(puzzle: Puzzle) -> Message:
    """The task of a puzzle."""
    player = player_name(puzzle.position.player)
    return say("{player} to move wins. Which move?", player=player)


def wrong_move_text(puzzle: Puzzle, move: str) -> Message:
    """What to say about a move that does not win."""
    if move in puzzle.tempting:
        return say("{move} is tempting, but it does not win.", move=move)
    return say("{move} does not win. Look again.", move=move)


def puzzle_hint(puzzle: Puzzle) -> Message:
    """Where the move begins."""
    return say("Hint: the move begins at {site}.", site=puzzle.first_site)
