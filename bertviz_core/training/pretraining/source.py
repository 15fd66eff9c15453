"""Epochs of planned batches, the next one drawn in another process while one is trained on."""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from bertviz_core.errors import InputError
from bertviz_core.training.pretraining.corpus import Corpus
from bertviz_core.training.pretraining.examples import draw_examples, plan_batches
from bertviz_core.training.pretraining.schedule import TrainingPlan

PlannedBatches = list[tuple[int, NDArray[np.int32]]]
"""Padded width and `(batch, 5)` examples, in the order they are trained on."""


class ExampleSource:
    """Draws epochs of early and late examples, each one ahead of its use; a context manager.

    Args:
        corpus: Sent to the drawing process once.
        plan: Says how examples are drawn and batched.
        first_epoch: Number of epochs already used, so that a resumed run goes on to new draws.
    """

    def __init__(self, corpus: Corpus, plan: TrainingPlan, *, first_epoch: int = 0) -> None:
        phases = (False, True) if plan.late_examples else (False,)
        self._epochs = dict.fromkeys(phases, first_epoch)
        self._pool = ProcessPoolExecutor(len(phases), initializer=_prepare, initargs=(corpus, plan))
        self._ahead: dict[bool, Future[PlannedBatches]] = {late: self._submit(late) for late in phases}

    def next_epoch(self, *, late: bool) -> PlannedBatches:
        """Return the next epoch of a phase and begin to draw the one after it.

        Raises:
            InputError: if the corpus does not fill a single batch.
        """
        batches = self._ahead[late].result()
        if not batches:
            raise InputError("The corpus is too small for one batch. Give more text or smaller batches.")
        self._ahead[late] = self._submit(late)
        return batches

    def _submit(self, late: bool) -> Future[PlannedBatches]:
        self._epochs[late] += 1
        return self._pool.submit(_draw, self._epochs[late], late)

    def __enter__(self) -> ExampleSource:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the drawing process."""
        self._pool.shutdown(wait=False, cancel_futures=True)


_given: tuple[Corpus, TrainingPlan]  # in a drawing process only


def _prepare(corpus: Corpus, plan: TrainingPlan) -> None:
    global _given
    _given = (corpus, plan)


def _draw(epoch: int, late: bool) -> PlannedBatches:
    corpus, plan = _given
    examples = plan.late_examples if late and plan.late_examples else plan.examples
    seed = 1_000_000 * plan.seed + 2 * epoch + late
    drawn = draw_examples(corpus, examples, seed=seed)
    return plan_batches(drawn, plan.widths, plan.tokens_per_batch, seed=seed)
