"""The examples of one part of the data as rows to learn from or to watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bertviz_core.results import LearningData, TextExample
from bertviz_core.training.fine_tuning.answer_windows import training_window
from bertviz_core.training.fine_tuning.row_maker import RowMaker, TaskRow
from bertviz_core.training.fine_tuning.tagged_rows import tagged_rows


def training_rows(maker: RowMaker, data: LearningData, part: int, *, seed: int) -> list[TaskRow]:
    """Return rows with what is right.

    Args:
        maker: Reads as the model does.
        data: Its examples.
        part: `TRAIN`, `VALIDATION` or `TEST`.
        seed: Draws where long contexts are cut around their answers.
    """
    numbers = np.flatnonzero(data.parts == part).tolist()
    examples: Sequence[Any] = data.examples
    if data.task == "question":
        windows = (training_window(maker, n, examples[n], seed=seed) for n in numbers)
        return [window for window in windows if window is not None]
    if data.task == "tagging":
        return [found.row for n in numbers for found in tagged_rows(maker, n, examples[n], data.labels)]
    places = {label: place for place, label in enumerate(data.labels)}
    return [text_row(maker, n, examples[n], places[examples[n].label]) for n in numbers]


def text_row(maker: RowMaker, number: int, example: TextExample, label: int) -> TaskRow:
    """Return the row of a text or a pair."""
    encoding = maker.read(example.text, example.pair)
    target = np.array([label], dtype=np.int64)
    return TaskRow(example=number, ids=encoding.ids, segment_ids=encoding.segment_ids, target=target)
