"""What a fine-tuned model can do on the held-out examples, beside simpler ways to learn the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import TEST, Comparison, LearningData, LearningReport
from bertviz_core.results.reliability import measure_confidence
from bertviz_core.training.baselines import Predicted, method_score
from bertviz_core.training.scores import chance_of_difference, difference
from bertviz_core.training.task_scores import class_reports, confusion, tallies

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How long a model learned."""

    epochs: float
    steps: int
    best_step: int
    seconds: float


def report_on(
    data: LearningData,
    tuned: Predicted,
    others: Sequence[Predicted],
    *,
    effort: Effort,
    probabilities: NDArray[np.float32] | None = None,
) -> LearningReport:
    """Return the report on predictions that are there already.

    Args:
        data: With its split.
        tuned: What the fine-tuned model said of the held-out examples.
        others: What simpler ways said of them.
        effort: How long the model learned.
        probabilities: (held-out texts, labels), what the model gave to each class.
    """
    texts = data.task in ("sentence", "pair")
    reliability = None
    if probabilities is not None and texts:
        reliability = measure_confidence(probabilities, data.label_ids[data.parts == TEST])
    return LearningReport(
        task=data.task,
        labels=data.labels,
        methods=tuple(method_score(data, predicted) for predicted in (*others, tuned)),
        per_class=class_reports(data, tuned.said),
        confusion=confusion(data, tuned.said) if texts else None,
        probabilities=probabilities,
        predictions=tuned.said,
        reliability=reliability,
        epochs_done=effort.epochs,
        steps_done=effort.steps,
        best_step=effort.best_step,
        training_seconds=effort.seconds,
        comparisons=tuple(_compare(data, tuned, other) for other in others),
    )


def _compare(data: LearningData, tuned: Predicted, other: Predicted) -> Comparison:
    """Compare two ways by the main score."""
    one, two = (next(iter(tallies(data, predicted.said).values())) for predicted in (tuned, other))
    return Comparison(
        method=other.method, difference=difference(one, two), p_value=chance_of_difference(one, two)
    )
