"""The process that works on runs, one after the other."""

from __future__ import annotations

import gc
import logging
import os
import signal
import time
from logging.handlers import RotatingFileHandler
from pathlib import Path
from threading import Event

from huey.api import Task

from bertviz_core.errors import BertScopeError, BusyError
from bertviz_core.jobs.lesson import Lesson
from bertviz_core.jobs.one_run import work_on
from bertviz_core.jobs.process_lock import PATIENCE_S
from bertviz_core.jobs.queue import LearningQueue, open_queue
from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.jobs.start_worker import started_well, worker_lock
from bertviz_core.program_log import keep_no_texts
from bertviz_core.settings import get_settings

LOOK_S = 0.3
TAKE_UP_S = 10.0
UNREACHED_S = 3.0
_LOG_BYTES = 500_000
_log = logging.getLogger(__name__)


class Worker:
    """Takes runs out of the queue, and those that the queue has lost or a dead worker left."""

    def __init__(self, store: RunStore, lesson: Lesson, *, idle_exit_s: float | None = None) -> None:
        """Join the queue.

        Args:
            store: Where the runs are.
            lesson: How a run is worked on.
            idle_exit_s: End when there was nothing to do for so long; never when left out.
        """
        self.ending = Event()
        self._store = store
        self._lesson = lesson
        self._idle_exit_s = idle_exit_s
        self._queue: LearningQueue | None = None
        self._looked = -TAKE_UP_S
        self._lock = worker_lock()
        self._announced = False

    def announce(self, patience_s: float = PATIENCE_S) -> bool:
        """Be the worker that the app finds alive; return False while that is another one."""
        self._announced = self._announced or self._lock.acquire(patience_s)
        return self._announced

    def withdraw(self) -> None:
        """Let the app find no worker, or another one."""
        if self._announced:
            self._lock.release()
        self._announced = False

    def run(self) -> None:
        """Work until told to end, or idle for too long."""
        busy = time.monotonic()
        while not self.ending.is_set():
            if self._take_up():
                busy = time.monotonic()
            if self._next():
                busy = time.monotonic()
            elif self._idle_exit_s is not None and time.monotonic() - busy >= self._idle_exit_s:
                return
            else:
                self.ending.wait(LOOK_S)

    def something_waits(self) -> bool:
        """Tell whether there is a run that nobody works on."""
        return bool(self._left_alone())

    def _next(self) -> bool:
        """Work on the next run of the queue; return False where there is none."""
        task = self._take()
        if task is None or self._queue is None:
            return False
        try:
            self._queue.execute(task)
        except Exception:  # the run is found again where it lies
            _log.exception("A message could not be worked on")
        gc.collect()
        return True

    def _take(self) -> Task | None:
        try:
            self._queue = self._queue or open_queue(self._work)
            return self._queue.take()
        except BusyError as error:
            _log.warning("%s", error)
            self.ending.wait(UNREACHED_S)
        except Exception:  # whatever somebody else has put there
            _log.warning("Something in the queue was no message of ours")
        return None

    def _work(self, run_id: str) -> None:
        try:
            folder = self._store.folder(run_id)
        except BertScopeError:
            _log.warning("A message named a run that cannot be")
            return
        work_on(folder, self._lesson, self.ending)

    def _left_alone(self) -> list[str]:
        """Return the open runs that nobody works on, in the order they came."""
        runs = [run.id for run in self._store.open_runs()]
        return [run_id for run_id in runs if not self._store.folder(run_id).lock.is_held()]

    def _take_up(self) -> bool:
        """Put runs into the queue that should be there; return whether some wait. Looks every few seconds."""
        if time.monotonic() - self._looked < TAKE_UP_S:
            return False
        self._looked = time.monotonic()
        self.announce(patience_s=0.0)  # the other one may have ended
        self._store.sweep()
        left_alone = self._left_alone()
        try:
            self._queue = self._queue or open_queue(self._work)
            queued = self._queue.waiting() if left_alone else set()
            for run_id in left_alone:
                if run_id not in queued:
                    self._queue.put(run_id)
        except BusyError as error:
            _log.warning("%s", error)
        return bool(left_alone)


def serve(lesson: Lesson, *, idle_exit_s: float | None = None, unless_running: bool = False) -> None:
    """Be the worker of this installation until told to end.

    Args:
        lesson: How a run is worked on.
        idle_exit_s: End when there was nothing to do for so long; never when left out.
        unless_running: End at once if there is a worker already.
    """
    folder = get_settings().data_folder
    folder.mkdir(parents=True, exist_ok=True)
    worker = Worker(run_store(), lesson, idle_exit_s=idle_exit_s)
    if not worker.announce() and unless_running:
        return
    started_well()
    _keep_log(folder / "worker.log")
    if hasattr(os, "nice"):
        os.nice(get_settings().worker_niceness)  # pages come first
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: worker.ending.set())
    _log.info("The worker is ready (process %s)", os.getpid())
    while True:
        worker.run()
        worker.withdraw()
        # The app may have found this worker alive just before, with a new run.
        if worker.ending.is_set() or not worker.something_waits() or not worker.announce():
            break
    _log.info("The worker ends")


def _keep_log(path: Path) -> None:
    handlers = (RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=1), logging.StreamHandler())
    logging.basicConfig(level=logging.INFO, handlers=handlers)
    keep_no_texts(get_settings().log)
    logging.getLogger("huey").setLevel(logging.WARNING)
