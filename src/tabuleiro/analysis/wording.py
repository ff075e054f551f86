"""Analyses, reviews and puzzles in words, with and without giving the answer away.

A review can be read without the answers, so that a player can look for the better move first.
"""

from collections.abc import Sequence

from tabuleiro.analysis.explorer import Explorer
from tabuleiro.analysis.puzzles import LEVELS, Puzzle
from tabuleiro.analysis.review import Judgement, MoveQuality, Review
from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.core.wording import move_count_in_words, percentage
from tabuleiro.search.progress import Variation

SHOWN = 8  # moves of a line that are shown at most

MOMENTS: dict[MoveQuality, Message] = {
    MoveQuality.inaccuracy: say("Inaccuracy"),
    MoveQuality.mistake: say("Mistake"),
    MoveQuality.blunder: say("Blunder"),
    MoveQuality.missed_win: say("Missed win"),
    MoveQuality.lost: say("Losing move"),
}
"""The name of each fault, without the answer."""

Names = Sequence[Message]
"""How the players are called; if it is empty, Player 1, Player 2 and so on."""


def point_of_view(player: int) -> Message:
    """Which player values are for."""
    return say("Values are for {player}, who is to move.", player=player_name(player))


def value_text(line: Variation) -> Message:
    """The value of a line for the player who begins it."""
    if line.mate is not None and line.mate > 0:
        return say("wins within {moves}", moves=move_count_in_words(line.mate))
    if line.mate is not None:
        return say("loses within {moves}", moves=move_count_in_words(-line.mate))
    if line.proved:
        return say("{share}, proved", share=percentage(line.value))
    return percentage(line.value)


def explorer_notes(explorer: Explorer, position: Position, *, found: bool) -> list[Message]:
    """What a reader of the explorer should know; `found` says whether it has moves here."""
    if found:
        facts = {"count": localised_number(f"{len(explorer.nodes):,}"), "starts": explorer.starts}
        if explorer.starts == 1:
            return [
                say("The explorer has {count} positions, each searched by the computer.", **facts)
            ]
        return [
            say(
                "The explorer has {count} positions from {starts} starts, each searched by the "
                "computer.",
                **facts,
            )
        ]
    notes = [say("The explorer has no moves here.")]
    if any(option.drawn for option in position.game.options):
        notes.append(
            say(
                "Starts are random. The explorer has start 1 and the balanced starts. For other "
                "starts, the pattern around a first move says little about its value."
            )
        )
    return notes


# --- reviews ---------------------------------------------------------------------------------


def called(names: Names, player: int) -> Message:
    """How a player is called."""
    return names[player] if player < len(names) else player_name(player)


def moment_text(judgement: Judgement, names: Names = ()) -> Message:
    """A fault without the better move."""
    return say(
        "Move {number}, {player}: {what} (winning chance down {percent} %)",
        number=judgement.number,
        player=called(names, judgement.player),
        what=MOMENTS[judgement.kind],
        percent=round(100 * judgement.cost),
    )


def answer_text(judgement: Judgement, names: Names = (), most: int = SHOWN) -> Message:
    """The move that was played, and the first `most` moves of a better line."""
    return say(
        "Move {number}, {player}: {played} (winning chance down {percent} %). Better was {line}.",
        number=judgement.number,
        player=called(names, judgement.player),
        played=judgement.text,
        line=" ".join(judgement.better[:most]),
        percent=round(100 * judgement.cost),
    )


def key_move_text(judgement: Judgement, names: Names = ()) -> Message:
    """A good move that decided the game."""
    return say(
        "Move {number}, {player}: {played}",
        number=judgement.number,
        player=called(names, judgement.player),
        played=judgement.text,
    )


def review_summary(review: Review, names: Names = ()) -> list[Message]:
    """A game in a few sentences that do not give any move away."""
    lines = []
    for player, share in enumerate(review.accuracy):
        name = called(names, player)
        if share is None:
            lines.append(say("{player}: never had a choice", player=name))
        else:  # in whole percent, as people know it
            percent = round(100 * share)
            lines.append(say("{player}: accuracy {percent} %", player=name, percent=percent))
    moves, faults = move_count_in_words(len(review.judgements)), len(review.faults)
    found = say("{faults} of {moves} could be improved.", moves=moves, faults=faults)
    none = say("No mistake was found in {moves}.", moves=moves)
    return [*lines, found if faults else none, turning_line(review, names)]


def turning_line(review: Review, names: Names = ()) -> Message:
    """When the lead changed for the last time."""
    if review.turning is None:
        return say("The lead never changed.")
    number, player = review.turning.number, called(names, review.turning.player)
    return say(
        "Turning point: move {number}, {player}. The lead did not change after it.",
        number=number,
        player=player,
    )


# --- puzzles -------------------------------------------------------------------------------


def puzzle_task(puzzle: Puzzle) -> Message:
    """The task of a puzzle."""
    return say("{player} to move and win", player=player_name(puzzle.position.player))


def wrong_move_text(puzzle: Puzzle, move: str) -> Message:
    """What to say about a move that does not win."""
    if move in puzzle.tempting:
        return say("{move} is tempting, but it does not win.", move=move)
    return say("{move} does not win. Try another move.", move=move)


def puzzle_hint(puzzle: Puzzle) -> Message:
    """Where the move begins."""
    return say("Hint: the move starts at {site}.", site=puzzle.first_site)


def puzzle_level(puzzle: Puzzle) -> Message:
    """The lowest level that finds a puzzle, or its grade if no level was tried."""
    if not puzzle.found:
        return say("Difficulty {n}", n=puzzle.grade)
    if puzzle.level in LEVELS:
        return say("found by level {level}", level=puzzle.level)
    return say("missed by level {level}", level=LEVELS[-1])


def puzzle_themes(puzzle: Puzzle) -> Message:
    """What characterises the solution: themes of the game, and the player's turns to the end."""
    position, *_, final = positions = puzzle.positions()
    of_game = position.game.puzzle_themes
    themes = of_game(position, position.move(puzzle.key), final) if of_game else []
    moves = zip(positions, positions[1:-1], puzzle.solution, strict=False)
    turns = 1 + sum(begins_turn(*each, position.player) for each in moves)
    length = say("wins in one turn") if turns == 1 else say("wins in {count} turns", count=turns)
    return say("Themes: {themes}", themes=(*themes, length))


def begins_turn(previous: Position, position: Position, move: str, player: int) -> bool:
    """Whether a turn of the player begins after the move, perhaps because the opponent passes."""
    if position.player != player:
        return False
    if previous.player != player or position.game.moves_a_turn == 1:
        return True
    marks = position.scene(previous, previous.move(move)).marks
    return any(mark.kind == "passed" for mark in marks)
