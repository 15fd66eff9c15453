"""Whether the parts of what was read from files fit together, each of them being of its kind already."""

from __future__ import annotations

from bertviz_core.results.fine_tuning.data import (
    TEST,
    TRAIN,
    LearningData,
    QuestionExample,
    TaggedExample,
    TextExample,
)
from bertviz_core.results.fine_tuning.results import LearningReport
from bertviz_core.results.fine_tuning.runs import LearningRun

_KINDS = {"sentence": TextExample, "pair": TextExample, "tagging": TaggedExample, "question": QuestionExample}


def require_same_data(data: LearningData, run: LearningRun) -> None:
    """Check examples against each other and against the run that learns from them.

    Raises:
        ValueError: They do not fit together.
    """
    parts = data.parts
    if parts.shape != (len(data.examples),) or not ((parts >= TRAIN) & (parts <= TEST)).all():
        raise ValueError("each example is in one of three parts")
    if (data.task, data.labels, data.counts) != (run.task, run.labels, run.counts):
        raise ValueError("another run's examples")
    if len(set(data.labels)) != len(data.labels):
        raise ValueError("a label twice")
    if not all(type(e) is _KINDS[data.task] and _fits(e, set(data.labels)) for e in data.examples):
        raise ValueError("an example of another task, or with another label")


def _fits(example: TextExample | TaggedExample | QuestionExample, labels: set[str]) -> bool:
    if isinstance(example, TextExample):
        return example.label in labels
    if isinstance(example, TaggedExample):
        return len(example.tokens) == len(example.tags) and set(example.tags) <= labels
    return bool(example.answers)


def require_same_report(report: LearningReport, run: LearningRun) -> None:
    """Check what a report says of each held-out example and label against the run.

    Raises:
        ValueError: They do not fit together.
    """
    held_out, classes = run.counts[TEST], len(run.labels)
    if (report.task, report.labels, len(report.predictions)) != (run.task, run.labels, held_out):
        raise ValueError("a report on other examples")
    if report.probabilities is not None and report.probabilities.shape != (held_out, classes):
        raise ValueError("a probability for each example and label")
    if report.confusion is not None and report.confusion.shape != (classes, classes):
        raise ValueError("a count for each two labels")
    if any(isinstance(said, str) == (run.task == "tagging") for said in report.predictions):
        raise ValueError("predictions of another task")
    if run.task in ("sentence", "pair") and not {*report.predictions} <= {*run.labels}:
        raise ValueError("predictions of other labels")
    if not report.methods or not all(method.scores for method in report.methods):
        raise ValueError("a score for each way")
