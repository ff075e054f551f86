"""Analyses and reviews as JSON for programs."""

from __future__ import annotations

from typing import Any

from tabuleiro.analysis.analyse import Analysis
from tabuleiro.analysis.puzzles import Puzzle
from tabuleiro.analysis.review import Judgement, Review
from tabuleiro.core.position import PLAYER_LETTERS, Position

DIGITS = 4  # of expected scores and shares
NOBODY = "none"


def of_analysis(analysis: Analysis) -> dict[str, Any]:
    """What is known of a position; lines are from the view of `player`."""
    position = analysis.position
    return {
        **of_position(position),
        "values": [round(value, DIGITS) for value in analysis.values],
        "proved": analysis.proved,
        "lines": [of_line(analysis, number) for number in range(len(analysis.lines))],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }


def of_position(position: Position) -> dict[str, Any]:
    """A position and who is to move there."""
    player = NOBODY if position.over else PLAYER_LETTERS[position.player]
    game = position.game.text_with(position.options())
    return {"game": game, "position": position.text, "player": player}


def of_line(analysis: Analysis, number: int) -> dict[str, Any]:
    """One line."""
    line = analysis.lines[number]
    texts = analysis.line_texts(number)
    return {
        "move": texts[0],
        "line": texts,
        "value": round(line.value, DIGITS),
        "mate": line.mate,
        "proved": line.proved,
        "share": round(line.share, DIGITS),
    }


def of_judgement(judgement: Judgement) -> dict[str, Any]:
    """What a move of a game was like; values are each player's, before and after it."""
    return {
        "number": judgement.number,
        "player": PLAYER_LETTERS[judgement.player],
        "move": judgement.text,
        "kind": judgement.kind.value,
        "cost": round(judgement.cost, DIGITS),
        "before": [round(value, DIGITS) for value in judgement.before.values],
        "after": [round(value, DIGITS) for value in judgement.after.values],
        "better": judgement.better,
    }


def of_review(review: Review) -> dict[str, Any]:
    """A game; `turning` is the number of a move."""
    return {
        "game": review.record.game_text,
        "accuracy": [None if kept is None else round(kept, DIGITS) for kept in review.accuracy],
        "turning": review.turning.number if review.turning else None,
        "moves": [of_judgement(each) for each in review.judgements],
    }


def of_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle with its answer."""
    return {
        **of_position(puzzle.position),
        "grade": puzzle.grade,
        "solution": list(puzzle.solution),
        "tempting": list(puzzle.tempting),
    }
