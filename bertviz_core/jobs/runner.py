"""A small queue of long work in this process: one piece at a time, told how far it is, to be stopped."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, TypeVar

from bertviz_core.errors import BertScopeError, BusyError
from bertviz_core.jobs.program_fault import as_sentence

Result = TypeVar("Result")

Tell = Callable[[float, Result | None], None]
"""Called by the work with the share done and what is finished; it raises `Stopped` to end the work."""

MOST_WAITING = 4
SEEN_S = 5.0
"""Who has not asked for longer does not wait any more: a page that shows a job asks every second."""
UNSEEN_S = 120.0
"""Work for who watches ends when nobody asked for so long; browsers let a hidden page ask once a minute."""

NICENESS = 5
Phase = Literal["waiting", "running", "done", "stopped", "failed"]


class Stopped(Exception):
    """Somebody stopped the work, and nobody else waits for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[Result]):
    """A job as it stands at one moment."""

    phase: Phase
    share: float = 0.0
    """From 0 to 1."""
    result: Result | None = None
    """All of it when the job is done, before that what is finished."""
    error: BertScopeError | None = None
    """Why it failed, fit to show a person."""
    ahead: int = 0
    """Jobs that come before this one."""

    @property
    def open(self) -> bool:
        """Tell whether it still waits or runs."""
        return self.phase in ("waiting", "running")


@dataclass(slots=True)
class _Entry(Generic[Result]):
    work: Callable[[Tell[Result]], Result] | None
    job: Job[Result]
    seen: dict[str, float] = field(default_factory=dict)  # when each visitor asked last
    stopped: bool = False

    def is_seen(self, within: float, *, but: str | None = None) -> bool:
        """Tell whether anybody, or anybody but one, asked within so many seconds."""
        now = time.monotonic()
        return any(now - seen < within for visitor, seen in self.seen.items() if visitor != but)


class JobRunner(Generic[Result]):
    """Runs jobs in one thread, in the order they came, and keeps the last ones; from any thread.

    Visitors who ask for the same share one job.
    """

    def __init__(
        self, *, most_kept: int, most_waiting: int = MOST_WAITING, while_watched: bool = False
    ) -> None:
        """Set how long jobs are kept; the thread begins with the first one.

        Args:
            most_kept: Ended jobs.
            most_waiting: Jobs in the queue: the shorter they are, the more may wait.
            while_watched: A job ends when nobody looks at it for `UNSEEN_S`, or when the only one who does
                starts another.
        """
        self._most_kept = most_kept
        self._most_waiting = most_waiting
        self._while_watched = while_watched
        self._entries: OrderedDict[Hashable, _Entry[Result]] = OrderedDict()
        self._waiting: deque[Hashable] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def start(self, key: Hashable, work: Callable[[Tell[Result]], Result], *, visitor: str) -> None:
        """Put work at the end of the queue, unless the same is under way or done.

        Args:
            key: Names what is worked out.
            work: Does it, calling what it is given again and again.
            visitor: Who asks.

        Raises:
            BusyError: Too many jobs wait already.
        """
        with self._changed:
            self._end_unseen()
            held = self._held_by(visitor, but=key)
            entry = self._entries.get(key)
            if entry and not entry.stopped and (entry.job.open or entry.job.phase == "done"):
                self._see(entry, visitor)
                if entry.job.open:
                    self._leave(held, visitor)
                return
            if sum(held.get(waiting, True) for waiting in self._waiting) >= self._most_waiting:
                raise BusyError(
                    "Others wait for long work too, and the queue is full. Try again in some minutes."
                )
            self._leave(held, visitor)
            self._forget_oldest()
            self._entries[key] = _Entry(work, Job(phase="waiting"), {visitor: time.monotonic()})
            self._entries.move_to_end(key)
            self._waiting.append(key)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run_all, name="jobs", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def look(self, key: Hashable, *, visitor: str) -> Job[Result] | None:
        """Return how a job stands, None where there is none; the visitor waits for it from now on."""
        with self._changed:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._see(entry, visitor)
            if entry.job.phase == "waiting" and key in self._waiting:
                running = any(other.job.phase == "running" for other in self._entries.values())
                return replace(entry.job, ahead=self._waiting.index(key) + running)
            return entry.job

    def stop(self, key: Hashable, *, visitor: str) -> bool:
        """End a job, and return False where somebody else waits for it, so that it goes on."""
        with self._changed:
            entry = self._entries.get(key)
            if entry is None or not entry.job.open:
                return True
            entry.seen.pop(visitor, None)
            if entry.is_seen(SEEN_S):
                return False
            self._end([key])
            return True

    def _held_by(self, visitor: str, *, but: Hashable) -> dict[Hashable, bool]:
        """Return the jobs that a visitor leaves with another one, and whether others watch them too."""
        return {
            key: entry.is_seen(UNSEEN_S, but=visitor)
            for key, entry in self._entries.items()
            if self._while_watched and key != but and entry.job.open and visitor in entry.seen
        }

    def _leave(self, held: dict[Hashable, bool], visitor: str) -> None:
        for key in held:
            del self._entries[key].seen[visitor]
        self._end([key for key, watched in held.items() if not watched])

    def _end_unseen(self) -> None:
        """End what waits for nobody."""
        self._end([key for key in self._waiting if self._is_unseen(self._entries[key])])

    def _is_unseen(self, entry: _Entry[Result]) -> bool:
        return self._while_watched and not entry.is_seen(UNSEEN_S)

    def _end(self, keys: Iterable[Hashable]) -> None:
        """End open jobs: waiting ones now, a running one when it tells of itself next."""
        for key in keys:
            entry = self._entries[key]
            entry.stopped = True
            if entry.job.phase == "waiting":
                self._waiting.remove(key)
                entry.work = None
            entry.job = replace(entry.job, phase="stopped")

    def _see(self, entry: _Entry[Result], visitor: str) -> None:
        if entry.job.open:  # nobody waits for one that has ended
            entry.seen[visitor] = time.monotonic()

    def _run_all(self) -> None:
        if sys.platform == "linux":  # there a thread has a niceness of its own; pages come first
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                self._end_unseen()
                if not self._waiting:
                    continue
                entry = self._entries[self._waiting.popleft()]
                entry.job = replace(entry.job, phase="running")
            self._run(entry)
            with self._changed:
                entry.work = None  # with whatever it holds
                entry.seen.clear()
                self._forget_oldest()

    def _forget_oldest(self) -> None:
        ended = [key for key, entry in self._entries.items() if not entry.job.open]
        for key in ended[: -self._most_kept]:
            del self._entries[key]

    def _run(self, entry: _Entry[Result]) -> None:
        def tell(share: float, finished: Result | None) -> None:
            with self._changed:
                if entry.job.open and self._is_unseen(entry):
                    entry.stopped, entry.job = True, replace(entry.job, phase="stopped")
                if entry.stopped:
                    raise Stopped
                entry.job = replace(entry.job, share=share, result=finished)

        assert entry.work
        try:
            result = entry.work(tell)
            ended = Job(phase="done", share=1.0, result=result)
        except Stopped:
            return
        except BertScopeError as error:
            ended = replace(entry.job, phase="failed", error=error)
        except Exception as fault:
            ended = replace(entry.job, phase="failed", error=as_sentence(fault))
        with self._changed:
            if not entry.stopped:
                entry.job = ended
