"""How many forward passes this process runs at once, weighed by their length."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from bertviz_core.errors import BusyError
from bertviz_core.settings import get_settings

# Memory and time of attention grow with the square of the length: up to 256 tokens take one place,
# 512 take four, which is every place of a small server.
_PAIRS_A_PLACE = 256 * 256


@contextmanager
def forward_slot(token_pairs: int = 1) -> Iterator[None]:
    """Hold as many of the process's places as a forward pass of this size takes.

    Args:
        token_pairs: Inputs times the square of their tokens.

    Raises:
        BusyError: The places did not come free within the settings' longest wait.
    """
    places = _places()
    wanted = min(places.total, -(-token_pairs // _PAIRS_A_PLACE))
    if not places.take(wanted, timeout=get_settings().max_wait_s):
        raise BusyError("Many people are asking at once. Try again in a moment.")
    try:
        yield
    finally:
        places.give_back(wanted)


class Places:
    """A semaphore of which several places can be taken at once, first come, first served.

    The order keeps a stream of small passes from holding up a large one for ever.
    """

    def __init__(self, total: int) -> None:
        """Begin with all places free."""
        self.total = total
        self._free = total
        self._waiting: deque[object] = deque()
        self._changed = threading.Condition()

    def take(self, wanted: int, *, timeout: float) -> bool:
        """Take places, or return False where they did not come free within `timeout` seconds."""
        turn = object()
        with self._changed:
            self._waiting.append(turn)
            try:
                served = self._changed.wait_for(
                    lambda: self._waiting[0] is turn and self._free >= wanted, timeout
                )
                self._free -= wanted if served else 0
                return served
            finally:
                self._waiting.remove(turn)
                self._changed.notify_all()

    def give_back(self, taken: int) -> None:
        """Free places that were taken."""
        with self._changed:
            self._free += taken
            self._changed.notify_all()


@lru_cache(maxsize=1)
def _places() -> Places:
    return Places(get_settings().concurrent_passes)
