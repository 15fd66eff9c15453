"""How many forward passes this process runs at once, weighed by their length, and with how many threads."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import torch

from bertviz_core.analysis.passes.asker import require_asker
from bertviz_core.analysis.passes.observed import tell, timed
from bertviz_core.errors import BusyError
from bertviz_core.settings import get_settings

# Memory and time of attention grow with the square of the length: up to 256 tokens take one place,
# 512 take four, which is every place of a small server.
PAIRS_A_PLACE = 256 * 256

# PyTorch's own choice, which `OMP_NUM_THREADS` bounds; read before anything here changes it.
_ALL_THREADS = torch.get_num_threads()


@contextmanager
def forward_slot(token_pairs: int = 1) -> Iterator[None]:
    """Hold as many of the process's places as a forward pass of this size takes.

    Inside, this thread computes with all cores if nobody else holds or waits for a place, else with one:
    threads of several passes that outnumber the cores wait for each other.

    Args:
        token_pairs: Inputs times the square of their tokens.

    Raises:
        BusyError: The places did not come free within the settings' longest wait.
        MovedOnError: Whoever asked wants something else by now.
    """
    places = open_places()
    wanted = places.wanted(token_pairs)
    tell("asked")
    with timed("wait"):
        taken = places.take(wanted, timeout=get_settings().max_wait_s)
    if not taken:
        raise BusyError(BUSY)
    try:
        require_asker()
        with intra_op_threads(places.threads(wanted)), timed("pass"):
            yield
    finally:
        places.give_back(wanted)


BUSY = "Many people are asking at once. Try again in a moment."


@contextmanager
def intra_op_threads(count: int = 1) -> Iterator[None]:
    """Let this thread compute with so many; other threads of the process keep theirs."""
    before = torch.get_num_threads()
    if before == count:
        yield
        return
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


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

    @property
    def busy(self) -> bool:
        """Tell whether anybody computes, or waits for it."""
        with self._changed:
            return self._free < self.total or bool(self._waiting)

    def wanted(self, token_pairs: int) -> int:
        """Return how many places a pass over so many pairs of tokens takes."""
        return min(self.total, -(-token_pairs // PAIRS_A_PLACE))

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

    def threads(self, taken: int) -> int:
        """Return with how many threads somebody computes who holds so many places."""
        if (fixed := get_settings().torch_threads) is not None:
            return fixed
        with self._changed:
            alone = taken + self._free == self.total and not self._waiting
        return _ALL_THREADS if alone or taken == self.total else 1


@lru_cache(maxsize=1)
def open_places() -> Places:
    """Return the places of this process."""
    return Places(get_settings().concurrent_passes)
