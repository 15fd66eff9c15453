"""What a network can do on rows that it does not learn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from bertviz_core.analysis.passes.fast_linear import fast_linear
from bertviz_core.results import LearningData, Task, ValidationPoint
from bertviz_core.training.answer_scores import word_f1
from bertviz_core.training.fine_tuning.answer_windows import AnswerWindow, best_span
from bertviz_core.training.fine_tuning.row_batches import RowPadder, batches_by_length
from bertviz_core.training.fine_tuning.row_maker import IGNORED, TaskRow
from bertviz_core.training.fine_tuning.task_losses import scores_of, task_loss
from bertviz_core.training.tagging_scores import entity_f1
from bertviz_core.training.task_scores import tags_name_entities

TakeScores = Callable[[int, NDArray[np.float32]], None]
"""Gets the number of a row and its scores: (labels,), (tokens, labels) or (tokens, 2)."""


def run_network(
    network: Any, rows: Sequence[TaskRow], padder: RowPadder, task: Task, take: TakeScores
) -> float:
    """Hand over the scores of each row and return the mean loss, where the rows' targets are known.

    The loss is the mean over texts, over words, or over answers, however the rows are batched.
    """
    network.eval()
    total, count = 0.0, 0
    for numbers in batches_by_length(rows):
        batch = padder([rows[number] for number in numbers])
        targets = batch.pop("labels")
        with torch.inference_mode(), fast_linear():
            scores = scores_of(network(**batch), task).float()
            asked = int((targets != IGNORED).sum())
            total += float(task_loss(scores, targets, task)) * asked if asked else 0.0
            count += asked
        for place, number in enumerate(numbers):
            own = scores[place].numpy()
            take(number, own if own.ndim == 1 else own[: len(rows[number].ids)])
    return total / count if count else float("nan")


def validate(
    network: Any,
    data: LearningData,
    rows: Sequence[TaskRow],
    windows: Sequence[AnswerWindow],
    padder: RowPadder,
) -> ValidationPoint:
    """Measure a network on the validation part.

    Args:
        network: With the task's head.
        data: Whose examples the rows were made of.
        rows: Of texts, of stretches of sentences, or of contexts cut around their answers.
        windows: All windows of the questions, in which answers are looked for; empty for other tasks.
        padder: Makes the batches.
    """
    if data.task == "question":
        loss = run_network(network, rows, padder, data.task, lambda number, scores: None)
        return ValidationPoint(loss=loss, score=_answer_score(network, data, windows, padder))
    said: dict[int, NDArray[np.int64]] = {}

    def take(number: int, scores: NDArray[np.float32]) -> None:
        said[number] = scores.argmax(axis=-1)

    loss = run_network(network, rows, padder, data.task, take)
    if data.task == "tagging":
        return ValidationPoint(loss=loss, score=_tag_score(data, rows, said))
    confusion = np.zeros((len(data.labels), len(data.labels)), dtype=np.int64)
    for number, row in enumerate(rows):
        confusion[row.target[0], said[number]] += 1
    return ValidationPoint(
        loss=loss, score=float(np.trace(confusion) / max(1, confusion.sum())), confusion=confusion
    )


def find_answers(
    network: Any,
    windows: Sequence[AnswerWindow],
    padder: RowPadder,
    *,
    step: Callable[[], None] = lambda: None,
) -> dict[int, tuple[str, float]]:
    """Return the best answer of each example and its score, over all windows of its context."""
    best: dict[int, tuple[str, float]] = {}

    def take(number: int, scores: NDArray[np.float32]) -> None:
        step()
        window = windows[number]
        if not len(window.tokens):
            return
        start, end = scores[window.tokens].T
        first, last, score = best_span(start, end)
        if score > best.get(window.row.example, ("", -np.inf))[1]:
            text = window.context[window.spans[first, 0] : window.spans[last, 1]]
            best[window.row.example] = (text, score)

    run_network(network, [window.row for window in windows], padder, "question", take)
    return best


def _answer_score(
    network: Any, data: LearningData, windows: Sequence[AnswerWindow], padder: RowPadder
) -> float:
    examples: Sequence[Any] = data.examples
    found = find_answers(network, windows, padder)
    scores = []
    for number in dict.fromkeys(window.row.example for window in windows):
        example = examples[number]
        right = [answer.text for answer in example.answers]
        scores.append(word_f1(found.get(number, ("", 0.0))[0], right, example.language))
    return float(np.mean(scores)) if scores else 0.0


def _tag_score(data: LearningData, rows: Sequence[TaskRow], said: dict[int, NDArray[np.int64]]) -> float:
    """Return the F1 of entities, or the share of right words where tags are no entities."""
    asked = [row.target != IGNORED for row in rows]
    right = [row.target[places] for row, places in zip(rows, asked, strict=True)]
    tagged = [said[number][places] for number, places in enumerate(asked)]
    if tags_name_entities(data.labels):
        as_tags = [[[data.labels[tag] for tag in tags] for tags in side] for side in (right, tagged)]
        score = entity_f1(*as_tags)
        if not np.isnan(score):
            return score
    return float(np.mean(np.concatenate(right) == np.concatenate(tagged))) if right else 0.0
