"""Analyses, reviews and puzzles as JSON."""

from typing import Any

from tabuleiro.analysis.explorer import Explorer
from tabuleiro.analysis.multi_pv import Analysis
from tabuleiro.analysis.puzzle_files import shipped_by_grade
from tabuleiro.analysis.puzzles import Puzzle
from tabuleiro.analysis.reasons import Reason
from tabuleiro.analysis.review import Judgement, Review
from tabuleiro.core.position import PLAYER_LETTERS, Position

DIGITS = 4  # of expected scores and shares
NOBODY = "none"


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """An analysis; lines are from the view of `player`."""
    position = analysis.position
    return {
        **position_data(position),
        "values": [round(value, DIGITS) for value in analysis.values],
        "proved": analysis.proved,
        "lines": [line_data(analysis, number) for number in range(len(analysis.lines))],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }


def position_data(position: Position) -> dict[str, Any]:
    """A position and the player to move."""
    player = NOBODY if position.over else PLAYER_LETTERS[position.player]
    game = position.game.text_with(position.options())
    return {"game": game, "position": position.text, "player": player}


def line_data(analysis: Analysis, number: int) -> dict[str, Any]:
    """A line of an analysis."""
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


def explored_data(
    explorer: Explorer, position: Position, most: int | None = None
) -> dict[str, Any]:
    """The moves of a position in the explorer, from the view of `player`; `symmetric` are those
    that lead to a symmetric position."""
    return {
        **position_data(position),
        "positions": len(explorer.nodes),
        "moves": [
            {
                "move": move.texts[0],
                "symmetric": list(move.texts[1:]),
                "value": round(move.value, DIGITS),
                "visits": move.visits,
                "share": round(move.share, DIGITS),
            }
            for move in explorer.explore(position)[:most]
        ],
    }


def judgement_data(judgement: Judgement) -> dict[str, Any]:
    """The judgement of a move; `before` and `after` have the values of all players."""
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


def reason_data(reason: Reason) -> dict[str, Any]:
    """A reason in English, and the line that shows it."""
    return {"said": str(reason.said), "line": reason.texts}


def review_data(review: Review) -> dict[str, Any]:
    """A review of a game; `turning` is the number of a move. Only key moves have reasons."""
    key = {each.number: list(map(reason_data, each.reasons)) for each in review.key_moves}
    return {
        "game": review.record.game_text,
        "accuracy": [None if kept is None else round(kept, DIGITS) for kept in review.accuracy],
        "turning": review.turning.number if review.turning else None,
        "moves": [
            judgement_data(each) | {"reasons": key.get(each.number, [])}
            for each in review.judgements
        ],
    }


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle with its answer."""
    return {
        **position_data(puzzle.position),
        "grade": puzzle.grade,
        "level": puzzle.level,
        "found": list(puzzle.found),
        "solution": list(puzzle.solution),
        "tempting": list(puzzle.tempting),
    }


def shipped_data() -> dict[str, Any]:
    """How many puzzles come with the games, and how often each level finds their moves."""
    return {
        "grades": [
            {
                "game": game,
                "grade": grade,
                "puzzles": count,
                "found": [round(rate, DIGITS) for rate in rates],
            }
            for game, grade, count, rates in shipped_by_grade()
        ]
    }
