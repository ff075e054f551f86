"""Game reviews as server-sent events: every position is analysed, then each move is judged.

The positions of a game are analysed one after the other. Together they count as one analysis of the
viewer, with the same limits. A position that may not be analysed now is left out, and with it the
moves before and after it.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool

from tabuleiro.analysis import Analysis, Judgement, make_search, summarise
from tabuleiro.analysis.review import Review, default_limit, judge
from tabuleiro.analysis.wording import SHOWN, Names, answer_text, moment_text, review_summary
from tabuleiro.core.message import Message, say
from tabuleiro.language import Translate
from tabuleiro.records import Record
from tabuleiro.records.ply import move_numbers
from tabuleiro.web.board import hints_to
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.state import to_json
from tabuleiro.web.http.session import RequestContext
from tabuleiro.web.live.analyses import DIGITS, AnalysisListener, AnalysisQuery, AnalysisStreams
from tabuleiro.web.live.streams import KEEP_ALIVE, sse_event
from tabuleiro.web.workers.tasks import line_moves, shown_line

SECONDS = 2.0  # at most, for each position
MOST_MOMENTS = 10  # the costliest ones are shown
PROGRESS, REVIEW = "progress", "review"

KnownAnalysis = Analysis | None
"""The analysis of a position; None if it was left out."""


def review_stream(
    analysing: AnalysisStreams, record: Record, viewer: RequestContext, names: Names = ()
) -> AsyncIterator[str]:
    """The events for a viewer, as text: the progress, then the review with the players' names."""
    positions = record.positions()
    limit = default_limit(make_search(record.start, megabytes=1))
    seconds = min(SECONDS, analysing.settings.analysis_seconds)

    async def reviewed(listener: AnalysisListener) -> AsyncGenerator[str]:
        known: list[KnownAnalysis] = []
        judged: list[Judgement] = []
        for position in positions:
            query = AnalysisQuery(position, 1, seconds, limit.nodes)
            yield sse_event(PROGRESS, to_json({"done": len(known), "all": len(positions)}))
            last: KnownAnalysis = None
            try:
                async with aclosing(analysing.results(query, listener)) as results:
                    async for result in results:
                        last = result.analysis if result else None
                        yield KEEP_ALIVE
            except NotAllowedError:
                last = None
            if listener.replaced:
                return
            known.append(last)
            # each move by itself: in a browser there are no threads, and other requests wait
            judged += await run_in_threadpool(judge_last, record, known)
        found = summarise(record, judged)
        data = await run_in_threadpool(review_data, found, known, viewer.translate, names)
        yield sse_event(REVIEW, to_json(data))

    return analysing.events(reviewed, viewer)


# --- as data -------------------------------------------------------------------------------


def review_data(
    found: Review, known: Sequence[KnownAnalysis], translate: Translate, names: Names = ()
) -> dict[str, Any]:
    """A review: a summary, the expected scores in every position (None where it was left out), and
    the moments to look at again, in the order of the game."""
    moments = sorted(found.faults[:MOST_MOMENTS], key=lambda each: each.number)  # the costliest
    players = [position.player for position in found.record.positions()[:-1]]
    in_rounds = [0, *move_numbers(players)]
    turning = found.turning and replace(found.turning, number=in_rounds[found.turning.number])
    summary = [*review_summary(replace(found, turning=turning), names), *left_out(known)]
    return {
        "summary": [each.text(translate) for each in summary],
        "values": [each and [round(value, DIGITS) for value in each.values] for each in known],
        "moments": [
            moment_data(each, in_rounds[each.number], translate, names) for each in moments
        ],
    }


def judge_last(record: Record, known: Sequence[KnownAnalysis]) -> list[Judgement]:
    """The judgement of the move between the last two positions, if both are known."""
    before, after = (None, *known)[-2:]
    if not (before and after):
        return []
    number = len(known) - 1
    return [judge(number, before.position.move(record.plies[number - 1].move), before, after)]


def left_out(known: Sequence[KnownAnalysis]) -> list[Message]:
    """A message about positions that were left out, if any."""
    count = sum(each is None for each in known)
    if not count:
        return []
    return [
        say(
            "Positions that were skipped because people are playing them right now: {count}.",
            count=count,
        )
    ]


def moment_data(
    judgement: Judgement, number: int, translate: Translate, names: Names
) -> dict[str, Any]:
    """A moment: the text without the answer, and the answer with its line, which call the move by
    the `number` of its round; what the search expected after the move that was played."""
    shown = replace(judgement, number=number)
    player, best = judgement.player, judgement.before.best
    assert best, "somebody was to move"
    return {
        "number": judgement.number,
        "player": player,
        "played": judgement.text,
        "said": moment_text(shown, names).text(translate),
        "answer": answer_text(shown, names, most=1).text(translate),
        "line": line_moves(judgement.position, best.line[:SHOWN]),
        "hints": hints_to(judgement.position, best.move),
        "expected": {
            "said": judgement.expectation.said.text(translate),
            "line": shown_line(judgement.expectation.line),
        },
        "value": round(judgement.before.values[player], DIGITS),
        "cost": round(judgement.cost, DIGITS),
    }
