"""The process that draws UMAP maps: `python -m bertviz_core.analysis.vectors.umap_program IDLE_S NICENESS`.

umap-learn compiles for seconds in every process, holds Python's lock while it works and ends the process in
which two threads use it; here it does so by itself. Questions come in on standard input, answers leave on
standard output.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
import warnings
from collections import deque
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, BinaryIO, NoReturn

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.umap_fits import FEW, FITS
from bertviz_core.analysis.vectors.umap_messages import Message, Task, read_message, write_message

_TELL_S = 0.1
_FEW_VECTORS = np.random.default_rng(0).normal(size=(20, 8)).astype(np.float32)


class Stopped(Exception):
    """Nobody wants the answer any more."""


class _Job:
    """A question that is being worked on, and how far it is."""

    def __init__(self, asked: Message) -> None:
        self.asked = asked
        self.told = 0.0
        # Each layer of an aligned map is first laid out alone, then all of them together.
        self.layers = len(asked.arrays["states"]) if asked.kind == "aligned" else 1
        self.loops = 2 * self.layers if asked.kind == "aligned" else 1
        self.before = 0

    @property
    def small(self) -> bool:
        """Tell whether it may be done between two steps of a long one."""
        return self.asked.kind != "aligned" and len(self.asked.arrays["vectors"]) <= FEW


class Program:
    """Answers questions in the order they come; small ones between two steps of a long one."""

    def __init__(self, given: BinaryIO, told: BinaryIO) -> None:
        """Join both pipes."""
        self._given, self._told = given, told
        self._waiting: deque[_Job] = deque()
        self._came = threading.Condition()
        self._stopped: set[int] = set()
        self._under_way: list[_Job] = []

    def listen(self) -> None:
        """Take questions until the app ends, and end with it."""
        try:
            while (asked := read_message(self._given)) is not None:
                with self._came:
                    if asked.kind == "stop":
                        self._stopped.add(asked.job)
                    else:
                        self._waiting.append(_Job(asked))
                    self._came.notify()
        finally:
            os._exit(0)

    def work(self, idle_s: float) -> None:
        """Answer until nobody has asked for so long."""
        while (job := self._next(idle_s)) is not None:
            self._do(job)

    def steps(self, steps: range, **_options: Any) -> Iterator[int]:
        """Count the steps of a layout; umap-learn asks tqdm to, and offers no other place to look in."""
        if not self._under_way:
            yield from steps
            return
        job = self._under_way[-1]
        weight = job.layers if job.loops - job.before == job.layers and job.layers > 1 else 1
        for step in steps:
            if job.asked.job in self._stopped:
                raise Stopped
            if not job.small and (between := self._next_small()) is not None:
                self._do(between)
            if time.monotonic() - job.told > _TELL_S:
                job.told = time.monotonic()
                done = job.before * len(steps) + weight * step
                self._tell(job, "progress", done=done, total=job.loops * len(steps))
            yield step
        job.before += weight

    def _next(self, idle_s: float) -> _Job | None:
        with self._came:
            self._came.wait_for(lambda: self._waiting, timeout=idle_s)
            return self._waiting.popleft() if self._waiting else None

    def _next_small(self) -> _Job | None:
        with self._came:
            for job in self._waiting:
                if job.small:
                    self._waiting.remove(job)
                    return job
        return None

    def _do(self, job: _Job) -> None:
        self._under_way.append(job)
        try:
            if job.asked.job in self._stopped:
                raise Stopped
            points = FITS[job.asked.kind](job.asked)
            answer = Message(kind="done", job=job.asked.job, arrays={"points": points.astype(np.float32)})
        except Stopped:
            answer = Message(kind="stopped", job=job.asked.job)
        except Exception:
            traceback.print_exc()
            answer = Message(kind="failed", job=job.asked.job)
        finally:
            self._under_way.pop()
        self._stopped.discard(job.asked.job)
        write_message(self._told, answer)

    def _tell(self, job: _Job, kind: Any, **numbers: int) -> None:
        write_message(self._told, Message(kind=kind, job=job.asked.job, numbers=numbers))


def main(idle_s: float, niceness: int) -> None:
    """Get ready, say so, and work."""
    given, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    os.nice(niceness)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the copy that rehearses
    warnings.simplefilter("ignore")
    program = Program(given, told)
    threading.Thread(target=program.listen, name="listen", daemon=True).start()
    _prepare(program)
    write_message(told, Message(kind="ready"))
    if not os.fork():
        _rehearse(given, told)
    program.work(idle_s)
    os._exit(0)  # the thread that listens would have to be waited for


def _prepare(program: Program) -> None:
    """Import umap-learn and compile what every map needs, or load what an earlier process compiled."""
    import numba

    numba.njit = partial(numba.njit, cache=True)  # type: ignore[assignment]
    sys.modules["pandas"] = None  # type: ignore[assignment]  # which scikit-learn would import for nothing
    import umap.layouts

    del sys.modules["pandas"]
    umap.layouts.tqdm = program.steps
    # An aligned map would make its loop anew each time and keep the old one.
    numba.njit = lru_cache(numba.njit)  # type: ignore[assignment]
    FITS["fit"](_question("fit", vectors=_FEW_VECTORS))


def _rehearse(given: BinaryIO, told: BinaryIO) -> NoReturn:
    """Compile what rarer questions need in a copy of the process, which finds it on the disk then."""
    try:
        for pipe in (0, given.fileno(), told.fileno()):
            os.close(pipe)  # the app hears at once that the other process has ended
        senses = np.arange(len(_FEW_VECTORS), dtype=np.int32) % 2
        for asked in (
            _question("place", vectors=_FEW_VECTORS, new=_FEW_VECTORS[:1] + 1),
            _question("fit", vectors=_FEW_VECTORS, senses=senses),
            _question("aligned", states=np.stack([_FEW_VECTORS, _FEW_VECTORS])),
        ):
            FITS[asked.kind](asked)
    finally:
        os._exit(0)


def _question(task: Task, **arrays: NDArray[Any]) -> Message:
    return Message(kind=task, numbers={"dimensions": 2, "seed": 0}, arrays=arrays)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
