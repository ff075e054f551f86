"""A cache of limited size that drops the least recently used values."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """Values by key, `most` in all. A value counts 1 or its `size`. All threads may use it."""

    def __init__(self, most: int, size: Callable[[Value], int] = lambda value: 1) -> None:
        self.most = most
        self._size = size
        self._total = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """The value of a key, or None. This counts as a use."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Stores a value, unless it alone is larger than the cache."""
        self.update(key, lambda known: value)

    def update(self, key: Key, change: Callable[[Value | None], Value]) -> Value:
        """Replaces a value (None if there is none) by what `change` makes of it, atomically."""
        with self._lock:
            value = change(self._values.get(key))
            self._remove(key)
            if self._size(value) <= self.most:
                self._values[key] = value
                self._total += self._size(value)
            self._shrink_to(self.most)
            return value

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, made if it is missing. Other threads do not wait for `make`."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        self.put(key, value)
        return value

    def make_room(self) -> bool:
        """Drops a value if there is no room for one more of size 1; whether it did."""
        with self._lock:
            return self._shrink_to(self.most - 1)

    def remove(self, key: Key) -> None:
        """Drops the value of a key, if there is one."""
        with self._lock:
            self._remove(key)

    def clear(self) -> None:
        """Drops all values."""
        with self._lock:
            self._values.clear()
            self._total = 0

    def _remove(self, key: Key) -> None:
        if key in self._values:
            self._total -= self._size(self._values.pop(key))

    def _shrink_to(self, most: int) -> bool:
        before = len(self._values)
        while self._total > most:
            self._remove(next(iter(self._values)))
        return len(self._values) < before
