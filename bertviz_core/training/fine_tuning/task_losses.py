"""How wrong a network is, and what its scores say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertviz_core.results import TRAIN, LearningData, Task
from bertviz_core.training.fine_tuning.row_maker import IGNORED


def scores_of(outputs: Any, task: Task) -> Tensor:
    """Return the scores of a batch: (rows, labels), (rows, tokens, labels) or (rows, tokens, 2)."""
    if task == "question":
        return torch.stack([outputs.start_logits, outputs.end_logits], dim=-1)
    logits: Tensor = outputs.logits
    return logits


def task_loss(scores: Tensor, targets: Tensor, task: Task, weights: Tensor | None = None) -> Tensor:
    """Return the mean cross entropy of a batch, that of beginnings and ends for answers.

    Args:
        scores: As `scores_of` returns them.
        targets: (rows, 1), (rows, tokens) or (rows, 2), as `RowPadder` makes them.
        task: Which task.
        weights: (labels,) of the classes.
    """
    if task == "question":
        return cross_entropy(scores, targets)
    flat = scores.reshape(-1, scores.shape[-1])
    return cross_entropy(flat, targets.reshape(-1), weight=weights, ignore_index=IGNORED)


def labels_of(examples: Iterable[Any]) -> list[str]:
    """Return the label of each text, or the tags of all words."""
    return [tag for example in examples for tag in getattr(example, "tags", None) or (example.label,)]


def balanced_weights(data: LearningData) -> NDArray[np.float32]:
    """Return weights (labels,) under which each class counts the same among the rows to learn from."""
    said = labels_of(data.part(TRAIN))
    counts = np.array([said.count(label) for label in data.labels], dtype=np.float64)
    return (len(said) / len(counts) / np.maximum(counts, 1)).astype(np.float32)
