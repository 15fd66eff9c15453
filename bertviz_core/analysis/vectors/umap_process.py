"""The app's side of the process that draws UMAP maps: started when needed, asked, stopped."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.umap_messages import Message, Task, read_message, write_message
from bertviz_core.errors import DrawingError
from bertviz_core.settings import get_settings

Arrays = Mapping[str, NDArray[Any]]
Progress = Callable[[int, int], None]
"""Called again and again with the steps done and all of them; what it raises ends the work."""

State = Literal["off", "asleep", "warming", "ready", "broken"]

AGAIN_S = 30.0
"""A process that ended before it was ready is not tried again before."""

_LOOK_S = 0.2
_PROGRAM = "bertviz_core.analysis.vectors.umap_program"
_log = logging.getLogger(__name__)


class UmapProcess:
    """At most one process, whoever asks; it ends with this one, and by itself when nobody asks for long."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: _Running | None = None
        self._broken = -AGAIN_S

    @property
    def state(self) -> State:
        """Say whether a map could be drawn now."""
        if not get_settings().umap_process:
            return "off"
        running = self._running
        if running is not None and running.alive:
            return "ready" if running.ready.is_set() else "warming"
        self._note_end(running)
        return "broken" if time.monotonic() - self._broken < AGAIN_S else "asleep"

    @property
    def pid(self) -> int | None:
        """Return the number of the process, if there is one."""
        running = self._running
        return running.process.pid if running is not None and running.alive else None

    def begin(self) -> State:
        """Start it where that makes sense, without waiting for it, and say how it is."""
        with self._lock:
            if self.state == "asleep":
                self._running = _Running()
        return self.state

    def end(self) -> None:
        """End it; the next question starts another one."""
        with self._lock:
            if self._running is not None:
                self._running.end()

    def ask(
        self, task: Task, numbers: Mapping[str, int], arrays: Arrays, progress: Progress | None = None
    ) -> NDArray[np.float32]:
        """Return the points of an answer, starting the process and waiting for it if need be.

        Raises:
            DrawingError: It is switched off, does not start, or ended in the middle of the work.
        """
        for _ in range(2):  # it may have ended, with nothing to do, just now
            state = self.begin()
            running = self._running
            if state == "off":
                raise DrawingError("UMAP is switched off in this installation. Choose PCA or t-SNE.")
            if state == "broken" or running is None:
                break
            points = running.ask(
                Message(kind=task, job=next(_jobs), numbers=numbers, arrays=arrays), progress
            )
            if points is not None:
                return points
            if running.process.returncode != 0:
                break
        raise DrawingError(
            "The process that draws UMAP maps ended unexpectedly. Try again; if this stays, the machine may "
            "have too little memory for it."
        )

    def _note_end(self, running: _Running | None) -> None:
        """Remember that one broke off while it was getting ready."""
        if running is not None and not running.ready.is_set() and not running.noted:
            running.noted = True
            failed = running.process.returncode and not running.ended
            self._broken = time.monotonic() if failed else self._broken


_jobs = count(1)


class _Running:
    """One process from its start to its end."""

    def __init__(self) -> None:
        settings = get_settings()
        root = str(Path(__file__).resolve().parents[3])
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH")))),
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "NUMBA_NUM_THREADS": "1",
            "NUMBA_THREADING_LAYER": "workqueue",  # one thread needs no library for several
            "MALLOC_ARENA_MAX": "2",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", _PROGRAM, str(settings.umap_idle_s), str(settings.umap_niceness)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        self.alive, self.noted, self.ended = True, False, False
        self.ready = threading.Event()
        self._answers: dict[int, SimpleQueue[Message | None]] = {}
        self._changing, self._writing = threading.Lock(), threading.Lock()
        threading.Thread(target=self._listen, name="umap", daemon=True).start()

    def ask(self, asked: Message, progress: Progress | None) -> NDArray[np.float32] | None:
        """Return the points; None when the process ended before."""
        answers: SimpleQueue[Message | None] = SimpleQueue()
        with self._changing:
            if not self.alive:
                return None
            self._answers[asked.job] = answers
        try:
            self._write(asked)
            return self._await(answers, progress)
        except BaseException:
            self._write(Message(kind="stop", job=asked.job))
            raise
        finally:
            with self._changing:
                self._answers.pop(asked.job, None)

    def end(self) -> None:
        """Kill it and wait until it has gone."""
        self.ended = True
        self.process.kill()
        self.process.wait()

    def _await(
        self, answers: SimpleQueue[Message | None], progress: Progress | None
    ) -> NDArray[np.float32] | None:
        done, total = 0, 1
        while True:
            try:
                told = answers.get(timeout=_LOOK_S)
            except Empty:
                pass
            else:
                if told is None:
                    return None
                if told.kind == "done":
                    return np.array(told.arrays["points"], dtype=np.float32)
                if told.kind != "progress":
                    raise DrawingError("UMAP finds no map of these vectors. Choose PCA or t-SNE.")
                done, total = told.numbers["done"], told.numbers["total"]
            if progress:
                progress(done, total)

    def _write(self, message: Message) -> None:
        pipe = self.process.stdin
        with self._writing, suppress(OSError, ValueError):  # who listens notes the end
            if pipe is not None:
                write_message(pipe, message)

    def _listen(self) -> None:
        """Hand answers to whoever asked, until the process ends."""
        pipe = self.process.stdout
        try:
            while pipe is not None and (told := read_message(pipe)) is not None:
                if told.kind == "ready":
                    self.ready.set()
                    continue
                with self._changing:
                    waiting = self._answers.get(told.job)
                if waiting is not None:
                    waiting.put(told)
        except ValueError:
            _log.exception("The process that draws UMAP maps said something that is no answer")
            self.process.kill()
        status = self.process.wait()
        with self._changing:
            self.alive = False
            waiting_ones = [*self._answers.values()]
        if status and not self.ended:
            _log.warning("The process that draws UMAP maps ended with %s", status)
        for answers in waiting_ones:
            answers.put(None)
        with suppress(OSError):  # what was on its way has nowhere to go
            if self.process.stdin is not None:
                self.process.stdin.close()


umap_process = UmapProcess()
"""That of this process."""
