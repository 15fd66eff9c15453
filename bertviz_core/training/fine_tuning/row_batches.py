"""Rows of like length side by side, in an order that seed and epoch alone decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import Sampler

from bertviz_core.training.fine_tuning.row_maker import IGNORED, TaskRow

_BATCHES_SORTED_TOGETHER = 8
_TOKENS_WITHOUT_GRADIENT = 2_048


class SeededBatches(Sampler[list[int]]):
    """Draws the batches of an epoch; a run that was interrupted draws the same ones again.

    Rows are shuffled, then sorted by length within stretches of a few batches, so that little is padded.
    """

    def __init__(self, lengths: Sequence[int], *, batch_size: int, seed: int) -> None:
        """Take the length of each row."""
        self._lengths = np.array(lengths)
        self._batch_size = batch_size
        self._seed = seed
        self.epoch = 0

    def __len__(self) -> int:
        """Return the batches of an epoch."""
        return -(-len(self._lengths) // self._batch_size)

    def __iter__(self) -> Iterator[list[int]]:
        """Yield the rows of each batch."""
        rng = np.random.default_rng((self._seed, self.epoch))
        order = rng.permutation(len(self._lengths))
        stretch = self._batch_size * _BATCHES_SORTED_TOGETHER
        batches = []
        for begin in range(0, len(order), stretch):
            rows = order[begin : begin + stretch]
            rows = rows[np.argsort(self._lengths[rows], kind="stable")]
            batches += [rows[at : at + self._batch_size] for at in range(0, len(rows), self._batch_size)]
        for number in rng.permutation(len(batches)):
            yield batches[number].tolist()


@dataclass(frozen=True, slots=True)
class RowPadder:
    """Makes the tensors of a batch: `input_ids`, `attention_mask`, `labels` and, where known, segments."""

    pad_id: int
    has_segments: bool
    by_token: bool
    """Each token has a target, as words have."""

    def __call__(self, rows: Sequence[TaskRow]) -> dict[str, Tensor]:
        """Return tensors (rows, tokens of the longest); `labels` (rows, 1), (rows, tokens) or (rows, 2)."""
        length = max(len(row.ids) for row in rows)
        ids = np.full((len(rows), length), self.pad_id, dtype=np.int64)
        segments, mask = np.zeros_like(ids), np.zeros_like(ids)
        width = length if self.by_token else len(rows[0].target)
        targets = np.full((len(rows), width), IGNORED, dtype=np.int64)
        for place, row in enumerate(rows):
            ids[place, : len(row.ids)] = row.ids
            segments[place, : len(row.ids)] = row.segment_ids
            mask[place, : len(row.ids)] = 1
            targets[place, : len(row.target)] = row.target
        batch = {"input_ids": ids, "attention_mask": mask, "labels": targets}
        if self.has_segments:
            batch["token_type_ids"] = segments
        return {name: torch.from_numpy(array) for name, array in batch.items()}


def batches_by_length(rows: Sequence[TaskRow]) -> Iterator[list[int]]:
    """Yield the numbers of rows that are run together without gradients: short ones first."""
    order = sorted(range(len(rows)), key=lambda number: len(rows[number].ids))
    batch: list[int] = []
    for number in order:
        if batch and (len(batch) + 1) * len(rows[number].ids) > _TOKENS_WITHOUT_GRADIENT:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch
