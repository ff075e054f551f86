"""Replaces threads by calls: Python in a browser has none, nor processes."""

import concurrent.futures
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, TypeVar

Result = TypeVar("Result")
MISSING: Mapping[str, tuple[str, ...]] = {
    "_multiprocessing": (),
    "_posixshmem": ("shm_unlink",),
    "concurrent.interpreters": ("ExecutionFailed", "create"),
}
"""Modules for processes and interpreters that are imported, but not used, and the names that are
imported."""


class InPlaceExecutor(Executor):
    """Does everything that is submitted at once."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Takes what a pool of threads takes."""

    def submit(self, work: Callable[..., Result], /, *given: Any, **named: Any) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            future.set_result(work(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future


async def run_in_place(work: Callable[..., Result], *given: Any, **named: Any) -> Result:
    """Instead of `anyio.to_thread.run_sync`, whose other arguments are about threads."""
    return work(*given)


def install() -> None:
    """Replaces the threads of the standard library. Call it before other imports."""
    for name, parts in MISSING.items():
        sys.modules[name] = module = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None)
        vars(module).update(dict.fromkeys(parts))
    threading.get_native_id = threading.get_ident
    vars(concurrent.futures).update(ThreadPoolExecutor=InPlaceExecutor)


def install_in_anyio() -> None:
    """Replaces the threads of anyio, which only the app uses."""
    import anyio.to_thread

    vars(anyio.to_thread).update(run_sync=run_in_place)
