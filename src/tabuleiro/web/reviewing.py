"""Reviews of games for whoever played or reads them, as server-sent events.

The positions of a game are analysed one after the other, as one analysis of the viewer; under the
same limits. One in which nobody may be helped now is left out, and the moves beside it with it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from tabuleiro.analysis import Analysis, Judgement, Review, last_analysis, make_search, summarise
from tabuleiro.analysis.review import judge, usual_limit
from tabuleiro.analysis.telling import SHOWN, answer, moment, summary
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.language import Translate
from tabuleiro.records import Record
from tabuleiro.web.analysing import (
    DIGITS,
    END,
    Analysing,
    Listener,
    Question,
    Viewer,
    in_json,
    told_trouble,
)
from tabuleiro.web.live import SIGN_OF_LIFE, event
from tabuleiro.web.refusals import NotAllowedError
from tabuleiro.web.task import Candidate, Insight

SECONDS = 2.0  # that a position is thought about at most
MOST_MOMENTS = 10  # that are asked about: the costliest
PROGRESS, REVIEW = "progress", "review"

Known = Analysis | None
"""What is known of a position; nothing of one that was left out."""


async def follow_review(analysing: Analysing, record: Record, viewer: Viewer) -> AsyncIterator[str]:
    """What the viewer is sent, as text: how far it is, then the review."""
    positions = record.positions()
    known: list[Known] = []
    with analysing.joined(viewer) as listener:
        try:
            async with analysing.turns:
                for question in questions(positions, analysing):
                    yield event(PROGRESS, in_json({"done": len(known), "all": len(positions)}))
                    last: Known = None
                    async with aclosing(look_at(question, analysing, listener)) as looks:
                        async for look in looks:
                            last = look
                            yield SIGN_OF_LIFE
                    if listener.replaced:
                        break
                    known.append(last)
        except TabuleiroError as trouble:
            yield told_trouble(trouble, viewer)
            return
        if not listener.replaced:
            yield event(REVIEW, in_json(review_data(record, known, viewer.translate)))
        yield event(END, in_json({"replaced": listener.replaced}))


def questions(positions: Sequence[Position], analysing: Analysing) -> list[Question]:
    """What is asked about each position of a game."""
    limit = usual_limit(make_search(positions[0], megabytes=1))
    seconds = min(SECONDS, analysing.settings.analysis_seconds)
    return [Question(position, 1, seconds, limit.nodes) for position in positions]


async def look_at(
    question: Question, analysing: Analysing, listener: Listener
) -> AsyncGenerator[Known]:
    """What is known of a position, the last word last; there is always one."""
    position = question.position
    if position.over:
        yield last_analysis(position)
        return
    yield None
    try:
        await analysing.check_fairness(question, listener.viewer)
        async with aclosing(analysing.insights(question, listener)) as insights:
            async for insight in insights:
                yield analysis_of(position, insight) if insight else None
    except NotAllowedError:
        yield None


def analysis_of(position: Position, insight: Insight) -> Analysis:
    """An insight as reviews take it."""
    lines = tuple(candidate.worth for candidate in insight.candidates)
    return Analysis(position, insight.values, lines, insight.depth, insight.nodes, insight.seconds)


# --- as data -------------------------------------------------------------------------------


def review_data(record: Record, known: Sequence[Known], translate: Translate) -> dict[str, Any]:
    """A review: what is said of the game, what each player could expect in every position (nothing
    where it was left out), and the moments to look at again, in their order."""
    found = summarise(record, judgements(record, known))
    return {
        "summary": [each.text(translate) for each in [*summary(found), *left_out(known)]],
        "values": [each and [round(value, DIGITS) for value in each.values] for each in known],
        "moments": [moment_data(each, translate) for each in moments(found)],
    }


def judgements(record: Record, known: Sequence[Known]) -> list[Judgement]:
    """What the moves were like, as far as the positions before and after them are known."""
    return [
        judge(number, before.position.move(ply.move), before, after)
        for number, (ply, (before, after)) in enumerate(
            zip(record.plies, pairwise(known), strict=True), start=1
        )
        if before and after
    ]


def moments(review: Review) -> list[Judgement]:
    """The costliest mistakes, in the order of the game."""
    return sorted(review.faults[:MOST_MOMENTS], key=lambda each: each.number)


def left_out(known: Sequence[Known]) -> list[Message]:
    """What is said of positions that were left out."""
    count = sum(each is None for each in known)
    if not count:
        return []
    return [
        say(
            "Positions left out, since they are on boards of games that people are playing now: "
            "{count}.",
            count=count,
        )
    ]


def moment_data(judgement: Judgement, translate: Translate) -> dict[str, Any]:
    """A moment: what is said of it without the answer, and the answer with its line."""
    player, best = judgement.player, judgement.before.best
    assert best, "somebody was to move"
    line = Candidate.of(judgement.position, best).line[:SHOWN]
    return {
        "number": judgement.number,
        "player": player,
        "played": judgement.text,
        "said": moment(judgement).text(translate),
        "answer": answer(judgement).text(translate),
        "line": [asdict(step) for step in line],
        "value": round(judgement.before.values[player], DIGITS),
        "cost": round(judgement.cost, DIGITS),
    }
