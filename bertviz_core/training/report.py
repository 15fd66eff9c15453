"""What a fine-tuned model can do on the held-out examples, beside simpler ways to learn the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import METHODS, TEST, Comparison, LearnedModel, LearningData, LearningReport
from bertviz_core.results.reliability import measure_confidence
from bertviz_core.training.baselines import Predicted, Step, baselines, method_score
from bertviz_core.training.differences import lead
from bertviz_core.training.fine_tuning import predict
from bertviz_core.training.fine_tuning.saved_model import read_facts
from bertviz_core.training.task_scores import class_reports, confusion, tallies

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine


def learning_report(
    engine: BertEngine,
    data: LearningData,
    model_folder: Path,
    learned: LearnedModel,
    *,
    step: Step | None = None,
    enough: Callable[[], bool] | None = None,
) -> LearningReport:
    """Ask a saved fine-tuned model about the held-out examples, and let simpler ways learn them too.

    Args:
        engine: The pretrained model, which stays as it is.
        data: What was learned from, with its split.
        model_folder: As `fine_tune` leaves it.
        learned: How it learned.
        step: Called after every input that a model read; what it raises ends the work.
        enough: Once it says so, simpler ways that are not done are left out.

    Raises:
        UnreadableModelError: The folder is damaged.
    """
    found = predict(model_folder, data.part(TEST), data, step=step)
    tuned = Predicted(method=_method(model_folder), said=found.said, seconds=learned.seconds)
    others = baselines(engine, data, step=step, enough=enough)
    return report_on(data, tuned, others, learned=learned, probabilities=found.probabilities)


def report_on(
    data: LearningData,
    tuned: Predicted,
    others: Sequence[Predicted],
    *,
    learned: LearnedModel,
    probabilities: NDArray[np.float32] | None = None,
) -> LearningReport:
    """Return the report on predictions that are there already.

    Args:
        data: With its split.
        tuned: What the fine-tuned model said of the held-out examples.
        others: What simpler ways said of them.
        learned: How the model learned.
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
        epochs_done=learned.epochs,
        steps_done=learned.steps,
        best_step=learned.best_step,
        training_seconds=learned.seconds,
        comparisons=tuple(compare(data, tuned, other) for other in others),
    )


def compare(data: LearningData, tuned: Predicted, other: Predicted) -> Comparison:
    """Compare two ways by the main score."""
    one, two = (next(iter(tallies(data, predicted.said).values())) for predicted in (tuned, other))
    found = lead(one, two)
    return Comparison(
        method=other.method,
        difference=found.difference,
        p_value=found.p_value,
        better=found.better,
        worse=found.worse,
    )


def _method(model_folder: Path) -> str:
    """Return how a saved model learned: what its folder tells, else with all weights."""
    settings = read_facts(model_folder).get("settings")
    method = settings.get("method") if isinstance(settings, dict) else None
    return method if method in METHODS else "full"
