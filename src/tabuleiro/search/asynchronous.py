"""Searches in asyncio programs: they run in a thread, and cancelling a task stops them."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import TypeVar

from tabuleiro.core.primitives import StopFlag

GRACE = 3.0  # seconds in which a stopped search must end

Found = TypeVar("Found")


async def run_stoppable(
    work: Callable[[StopFlag], Found], abort: Callable[[], None] = lambda: None
) -> Found:
    """The result of `work`, which runs in a thread and obeys the flag. If the task is cancelled,
    the flag is set, and the task ends after the work; `abort` ends work that does not obey."""
    stop = StopFlag()
    thread = asyncio.ensure_future(asyncio.to_thread(work, stop))
    try:
        return await asyncio.shield(thread)
    except asyncio.CancelledError:
        stop.set()
        _, running = await asyncio.wait([thread], timeout=GRACE)
        if running:
            await asyncio.to_thread(abort)
            await asyncio.wait([thread], timeout=GRACE)
        if thread.done() and not thread.cancelled():
            thread.exception()  # it has been noticed
        raise


async def stream(search: Callable[[StopFlag], Iterator[Found]]) -> AsyncGenerator[Found, None]:
    """The items of an iterator that runs in a thread and obeys the flag; closing the stream, or
    cancelling its task, stops it."""
    items: asyncio.Queue[Found | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def work(stop: StopFlag) -> None:
        try:
            for item in search(stop):
                loop.call_soon_threadsafe(items.put_nowait, item)
        finally:
            loop.call_soon_threadsafe(items.put_nowait, None)

    task = asyncio.ensure_future(run_stoppable(work))
    try:
        while (item := await items.get()) is not None:
            yield item
        await task
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
