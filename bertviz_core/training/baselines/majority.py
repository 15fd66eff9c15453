"""What is reached by always giving the most frequent answer."""

from __future__ import annotations

from collections import Counter

from bertviz_core.results import TEST, LearningData
from bertviz_core.training.baselines.rows import Clock, Predicted, learned_from
from bertviz_core.training.task_scores import Predictions


def majority(data: LearningData) -> Predicted:
    """Give every held-out text the most frequent class, or every word the most frequent tag."""
    clock, tagging, held = Clock(), data.task == "tagging", data.part(TEST)
    counts = Counter(
        label for example in learned_from(data) for label in (example.tags if tagging else (example.label,))
    )
    # Of equally frequent ones the first in the order of the labels.
    answer = max(data.labels, key=lambda label: counts[label])
    said: Predictions = tuple((answer,) * len(e.tags) for e in held) if tagging else (answer,) * len(held)
    return Predicted(method="majority", said=said, seconds=clock.seconds)
