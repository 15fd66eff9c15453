"""How a model learns, told on standard error; Ctrl+C ends it with the best so far."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bertviz_core.cli.output import print_notice
from bertviz_core.results import LearnedModel, LearningPoint


class ToldLearning:
    """Tells on standard error how it goes."""

    def __init__(self) -> None:
        self.interrupted = False
        self._shows_steps = sys.stderr.isatty()

    def point(self, point: LearningPoint) -> None:
        """Print a line after each validation."""
        if point.validation is None:
            return
        _end_step_line()
        print_notice(
            f"epoch {point.epoch:.1f}, step {point.step}, {point.seconds:.0f} s: validation loss "
            f"{point.validation.loss:.3f}, score {point.validation.score:.3f}"
        )

    def progress(self, step: int, steps: int, seconds: float, seconds_left: float | None) -> None:
        """Show the step on a terminal."""
        if self._shows_steps:
            left = f", {seconds_left:.0f} s left " if seconds_left is not None else ""
            print(f"\rstep {step} of {steps}{left}", end="", file=sys.stderr, flush=True)

    def should_stop(self) -> bool:
        """Tell whether Ctrl+C was pressed."""
        return self.interrupted


@contextmanager
def stopped_by_interrupt() -> Iterator[ToldLearning]:
    """Let the first Ctrl+C end the learning after its step, and the next one end the program."""
    told = ToldLearning()

    def interrupt(*_: object) -> None:
        told.interrupted = True
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, interrupt)
    except ValueError:  # not the main thread, where signals go
        yield told
        return
    try:
        yield told
    finally:
        signal.signal(signal.SIGINT, before)


def _end_step_line() -> None:
    """Take the line of steps away, which has no end; without a terminal there is none."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def tell_end(learned: LearnedModel) -> None:
    """Say on standard error how the learning ended."""
    _end_step_line()
    ended = "Stopped" if learned.stopped else "Done"
    print_notice(
        f"{ended} after {learned.steps} steps and {learned.seconds:.0f} s; kept are the weights of step "
        f"{learned.best_step}."
    )
