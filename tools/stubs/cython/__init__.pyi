"""The part of Cython's shadow module that the compiled modules use, for the type checker."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

compiled: bool
nogil: AbstractContextManager[None]
gil: AbstractContextManager[None]
ulonglong: type[int]

def locals(**types: Any) -> Callable[[F], F]: ...  # noqa: A001 - Cython's own name
def cast(kind: type[T], value: object) -> T: ...
def sizeof(kind: type) -> int: ...
def final(method: F) -> F: ...
