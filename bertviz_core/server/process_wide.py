"""What a process has once for all visitors, out of reach of any of them.

Caches of Streamlit's are not: a message that every browser may send empties them. With a queue of work in one
its jobs would go, and the bound on how many run at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import update_wrapper
from typing import Generic, TypeVar

Made = TypeVar("Made")


class ProcessWide(Generic[Made]):
    """Calls a function once for its arguments, however many threads ask, and keeps what it returned."""

    def __init__(self, make: Callable[..., Made]) -> None:
        self._make = make
        self._made: dict[tuple[Hashable, ...], Made] = {}
        self._lock = threading.Lock()
        update_wrapper(self, make)

    def __call__(self, *arguments: Hashable) -> Made:
        """Return what is kept for these arguments, of which there must be few."""
        with self._lock:
            if arguments not in self._made:
                self._made[arguments] = self._make(*arguments)
            return self._made[arguments]

    def clear(self) -> None:
        """Begin anew, as tests do."""
        with self._lock:
            self._made.clear()


def process_wide(make: Callable[..., Made]) -> ProcessWide[Made]:
    """Keep what a function makes for as long as the process lives: queues, limits, measurements."""
    return ProcessWide(make)
