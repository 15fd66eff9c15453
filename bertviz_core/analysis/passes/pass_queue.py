"""Passes over single inputs that wait for a place, run together when one comes free.

The rules are those of servers of embeddings: nothing waits while a place is free; when one comes free, what
waits and fits is taken as one padded batch; equal questions are computed once; what nobody waits for any
more is dropped; a long input runs alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as WaitedLongEnough
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.passes.asker import StillWaits, current_asker, moved_on, standing_aside
from bertviz_core.analysis.passes.gate import BUSY, PAIRS_A_PLACE, Places, intra_op_threads
from bertviz_core.analysis.passes.observed import tell, timed
from bertviz_core.errors import BusyError
from bertviz_core.settings import get_settings

LONGEST_TOGETHER = 128
"""Tokens; longer inputs keep a core busy alone, and their attention would be large in memory together."""

_PADDING = 2
"""No input shares a batch with one that is more than so many times as long."""

Answer = TypeVar("Answer")


@dataclass(slots=True, eq=False)
class Question(Generic[Answer]):
    """One input that is to be run through one network."""

    key: Hashable
    """What equal questions have in common."""
    together: Hashable
    """What questions have in common that one batch can answer."""
    ids: NDArray[np.int64]  # (tokens,)
    segments: NDArray[np.int64]  # (tokens,)
    run: Callable[[Sequence[Question[Answer]]], Sequence[Answer]]
    """Answers questions of one network in one pass, in their order."""
    attention: bool = False
    """Weights are wanted beside hidden states."""
    answer: Future[Answer] = field(default_factory=Future)
    askers: list[StillWaits] = field(default_factory=list)
    since: float = field(default_factory=time.perf_counter)

    def fits(self, others: Sequence[Question[Answer]]) -> bool:
        """Tell whether this question can be run with others, padded to the longest."""
        lengths = [len(other.ids) for other in (self, *others)]
        longest, padded = max(lengths), max(lengths) * len(lengths)
        return (
            self.together == others[0].together
            and longest <= min(LONGEST_TOGETHER, _PADDING * min(lengths))
            and padded <= get_settings().batch_tokens
            and padded * longest <= PAIRS_A_PLACE
        )


class PassQueue(Generic[Answer]):
    """Questions in the order they came, answered by a few threads of its own."""

    def __init__(self, places: Places) -> None:
        """Answer as many batches at once as there are places for short passes."""
        self._places = places
        self._changed = threading.Condition()
        self._waiting: list[Question[Answer]] = []
        self._open: dict[Hashable, Question[Answer]] = {}  # waiting or running
        self._choosing = threading.Lock()
        self._idle = 0
        self._threads = 0

    @property
    def waiting(self) -> int:
        """Return how many questions wait for their batch."""
        return len(self._waiting)

    def ask(self, question: Question[Answer]) -> Answer:
        """Wait for the answer to a question, or to an equal one that is waiting or running.

        Raises:
            BusyError: Too many wait, or this one has waited for too long.
            MovedOnError: Nobody waited any more when its turn came.
        """
        asker, settings = current_asker(), get_settings()
        tell("asked")
        with self._changed:
            found = self._open.get(question.key)
            if found is None:
                if len(self._waiting) >= settings.max_waiting_passes:
                    raise BusyError(BUSY)
                found = self._open[question.key] = question
                self._waiting.append(question)
                self._serve()
            found.askers.append(asker)
        try:
            with standing_aside():
                return found.answer.result(timeout=settings.max_wait_s)
        except WaitedLongEnough:
            if found.answer.done():  # an answer may be such an error itself
                raise
        if self._withdraw(found, asker):
            raise BusyError(BUSY)
        return found.answer.result()

    def _serve(self) -> None:
        """Wake a thread that has nothing to do, or begin one."""
        if self._idle:
            self._changed.notify()
        elif self._threads < self._places.total:
            self._threads += 1
            threading.Thread(target=self._work, name=f"passes-{self._threads}", daemon=True).start()

    def _withdraw(self, question: Question[Answer], asker: StillWaits) -> bool:
        """Let one asker go; return False where the question is being answered already."""
        with self._changed:
            if question not in self._waiting:
                return False
            question.askers.remove(asker)
            if not question.askers:
                self._waiting.remove(question)
                del self._open[question.key]
            return True

    def _work(self) -> None:
        while True:
            # One thread at a time waits for a place: what comes meanwhile joins its batch.
            with self._choosing:
                with self._changed:
                    self._idle += 1
                    self._changed.wait_for(lambda: self._waiting)
                    self._idle -= 1
                    size = len(self._waiting[0].ids) ** 2
                taken = self._places.wanted(size)
                if not self._places.take(taken, timeout=get_settings().max_wait_s):
                    continue
                try:
                    batch = self._next_batch(taken)
                except BaseException as error:  # an asker may answer anything; nobody else is to suffer
                    self._places.give_back(taken)
                    self._refuse_first(error)
                    continue
            try:
                with intra_op_threads(self._places.threads(taken)):
                    tell("batch", len(batch))
                    self._answer(batch)
            finally:
                self._places.give_back(taken)

    def _refuse_first(self, error: BaseException) -> None:
        with self._changed:
            if self._waiting:
                question = self._waiting.pop(0)
                del self._open[question.key]
                question.answer.set_exception(error)

    def _next_batch(self, taken: int) -> list[Question[Answer]]:
        """Take the first question that is waited for and fits into so many places, with others like it."""
        batch: list[Question[Answer]] = []
        dropped: list[Question[Answer]] = []
        with self._changed:
            for question in self._waiting.copy():
                if not any(still_waits() for still_waits in question.askers):
                    dropped.append(question)
                elif not batch and self._places.wanted(len(question.ids) ** 2) > taken:
                    break
                elif not batch or question.fits(batch):
                    batch.append(question)
            for question in (*batch, *dropped):
                self._waiting.remove(question)
                tell("wait", time.perf_counter() - question.since)
            for question in dropped:
                del self._open[question.key]
                question.answer.set_exception(moved_on())
        return batch

    def _answer(self, batch: Sequence[Question[Answer]]) -> None:
        """Answer a batch; where it fails each question is run again, so that it fails for itself."""
        if not batch:
            return
        try:
            with timed("pass"):
                answers = batch[0].run(batch)
        except BaseException as error:  # whatever it is, somebody waits to be told
            if len(batch) > 1:
                for question in batch:
                    self._answer([question])
                return
            self._close(batch)
            batch[0].answer.set_exception(error)
            return
        self._close(batch)
        for question, answer in zip(batch, answers, strict=True):
            question.answer.set_result(answer)

    def _close(self, questions: Sequence[Question[Answer]]) -> None:
        """Let equal questions that come from now on be new ones."""
        with self._changed:
            for question in questions:
                del self._open[question.key]
