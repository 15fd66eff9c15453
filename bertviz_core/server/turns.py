"""Script runs begin in turn: a few share the processor, the others wait without taking part in it.

A hundred runs that share Python's lock all end late, and the event loop, which has to send what they say,
waits behind each of them. Runs that take their turns end one after the other, each as early as it can.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 3
"""One computes outside of Python's lock while another one draws; a third is ready to go on."""

YOUNG_S = 0.3
"""A run that lasts longer waits for its model, or computes outside of Python's lock: it counts no more."""


ASIDE = 8
"""So many at most let others run while they wait for forward passes, and so many must wait for a turn.

A batch of four costs half of what its inputs cost alone. With a queue that shortens everybody's wait (400
visitors: a third of the processor time of passes); without one, going on at once is sooner.
"""


class Turns:
    """Lets runs begin, first come, first served, while fewer than `at_once` young ones are under way."""

    def __init__(self, at_once: int = AT_ONCE, young_s: float = YOUNG_S, aside: int = ASIDE) -> None:
        """Begin with no run."""
        self._at_once, self._young_s, self._most_aside = at_once, young_s, aside
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._begun: dict[threading.Event, float] = {}
        self._aside = 0
        self._mine = threading.local()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and hold it while the run is young: what takes long stands in nobody's way."""
        mine = self._mine.turn = threading.Event()
        with self._lock:
            self._waiting.append(mine)
            self._admit()
        self._await(mine)
        try:
            yield
        finally:
            self._mine.turn = None
            with self._lock:
                self._begun.pop(mine, None)
                self._admit()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let another run have the turn of this thread's meanwhile, which goes on before those that come."""
        mine: threading.Event | None = getattr(self._mine, "turn", None)
        with self._lock:
            room = self._aside < self._most_aside <= len(self._waiting)
            if mine not in self._begun or not room:
                mine = None
            else:
                del self._begun[mine]
                mine.clear()
                self._aside += 1
                self._admit()
        try:
            yield
        finally:
            if mine is not None:
                with self._lock:
                    self._aside -= 1
                    self._waiting.appendleft(mine)
                    self._admit()
                self._await(mine)

    def _await(self, mine: threading.Event) -> None:
        while not mine.wait(self._young_s):
            with self._lock:
                self._admit()

    def _admit(self) -> None:
        now = time.monotonic()
        self._begun = {run: began for run, began in self._begun.items() if now - began < self._young_s}
        while self._waiting and len(self._begun) < self._at_once:
            first = self._waiting.popleft()
            self._begun[first] = now
            first.set()


turns = Turns()
"""Those of this process."""
