"""Writes down how a run goes, for everybody who looks at it, and hears of it when it is to end."""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Event

from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.results import LearningPoint, RunStatus, Stage

BETWEEN_S = 0.5
"""Nobody looks at the status more often."""


class Interrupted(Exception):
    """The worker has to end; the run waits again and goes on later."""


class RunGone(Exception):
    """Somebody deleted the run, or another machine took it over."""


class RunWatch:
    """The worker's side of a run that is under way."""

    def __init__(self, folder: RunFolder, ending: Event) -> None:
        """Go on from the status in the folder.

        Args:
            folder: Of the run, locked by this process.
            ending: Set when the worker has to end.
        """
        self._folder = folder
        self._ending = ending
        self.status = replace(folder.status(), phase="running", ahead=0)
        self._best: tuple[float, float] | None = None
        self._written = 0.0
        self.reached = self.status.step
        """The furthest step that is known of."""
        for point in folder.history():
            self.reached = max(self.reached, point.step)
            self._compare(point)

    def stage(self, stage: Stage) -> None:
        """Say what is being done from now on."""
        self._check()
        self.status = replace(self.status, stage=stage, seconds_left=None)
        self._write(self.status)

    def point(self, point: LearningPoint) -> None:
        """Keep what is known after a step."""
        self._check()
        self._compare(point)
        self._folder.add_point(point)

    def progress(self, step: int, steps: int, seconds: float, seconds_left: float | None) -> None:
        """Say how far it is; not every time it is called."""
        self.status = replace(self.status, step=step, steps=steps, seconds=seconds, seconds_left=seconds_left)
        if step == steps or time.monotonic() - self._written > BETWEEN_S:
            self._check()
            self._write(self.status)

    def should_stop(self) -> bool:
        """Tell whether somebody wants the run to end with the best so far.

        Raises:
            Interrupted: The worker ends.
            RunGone: The run is not this worker's any more.
        """
        self._check()
        if self._ending.is_set():
            raise Interrupted
        return self._folder.stop_requested

    def go_on(self) -> None:
        """Let work that nobody can stop, but for the worker's end, go on."""
        self.should_stop()

    def _compare(self, point: LearningPoint) -> None:
        """Keep in mind the best step so far: of equal scores, by the lower loss."""
        if point.validation:
            reached = (point.validation.score, -point.validation.loss)
            if self._best is None or reached > self._best:
                self._best = reached
                self.status = replace(self.status, best_step=point.step)

    def _check(self) -> None:
        if not self._folder.is_there() or self._folder.lock.lost:
            raise RunGone

    def _write(self, status: RunStatus) -> None:
        self._folder.write_status(status)
        self._written = time.monotonic()
