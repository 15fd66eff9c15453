"""Long work beside a page's script: it shows how far it is, and ends when nobody watches any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

from bertviz_core.analysis.passes.pass_cache import PassCache, Sized

Answer = TypeVar("Answer", bound=Sized)
Report = Callable[[int, int], None]
"""Called by the work with the parts done and all of them; it raises `Unwatched` to end the work."""

LOOK_AGAIN_S = 0.2

GRACE_S = 2.0
"""A click makes the page's script begin again: it watches again within this time."""


class Unwatched(Exception):
    """Nobody waits for the answer any more."""


class WatchedWork(Generic[Answer]):
    """Works out answers in threads, each once for all who ask at the same time, and keeps the last ones."""

    def __init__(self, *, workers: int, max_bytes: int) -> None:
        """Bound how many are worked out at once, and what is kept."""
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="watched")
        self._kept: PassCache[Answer] = PassCache(max_bytes=max_bytes, max_entry_bytes=max_bytes)
        self._lock = threading.Lock()
        self._running: dict[Hashable, _Run[Answer]] = {}

    def answer(self, key: Hashable, work: Callable[[Report], Answer], show: Report) -> Answer:
        """Return what `work` returns, or returned before for this key.

        Args:
            key: Names the question.
            work: Works it out, reporting how far it is.
            show: Called in the caller's thread again and again while the work goes on, with 0 of 0 parts
                until it is known how many there are; it may raise.
        """
        if (kept := self._kept.find(key)) is not None:
            return kept
        with self._lock:
            run = self._running.get(key)
            if run is None or run.given_up:
                run = self._running[key] = _Run()
                run.future = self._pool.submit(self._do, key, run, work)
            run.watchers += 1
        try:
            while not wait([run.future], timeout=LOOK_AGAIN_S).done:
                show(run.done, run.all)
            return run.future.result()
        finally:
            with self._lock:
                run.watchers -= 1
                run.left = time.monotonic()

    def kept(self, key: Hashable) -> bool:
        """Tell whether the answer is there already."""
        return self._kept.find(key) is not None

    def _do(self, key: Hashable, run: _Run[Answer], work: Callable[[Report], Answer]) -> Answer:
        def report(done: int, all_: int) -> None:
            run.done, run.all = done, all_
            with self._lock:
                if not run.watchers and time.monotonic() - run.left > GRACE_S:
                    run.given_up = True
                    raise Unwatched

        try:
            report(0, 0)
            answer = work(report)
            self._kept.keep(key, answer)
            return answer
        finally:
            with self._lock:
                if self._running.get(key) is run:
                    del self._running[key]


class _Run(Generic[Answer]):
    """How far one piece of work is, and who watches it."""

    def __init__(self) -> None:
        self.future: Future[Answer]
        self.done, self.all = 0, 0
        self.watchers = 0
        self.left = 0.0
        self.given_up = False
