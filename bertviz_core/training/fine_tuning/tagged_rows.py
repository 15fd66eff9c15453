"""Sentences of tagged words as inputs of a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import TaggedExample
from bertviz_core.training.fine_tuning.row_maker import IGNORED, RowMaker, TaskRow
from bertviz_core.training.tagging_features import first_pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedRow:
    """A stretch of a sentence that fits, and where its words are."""

    row: TaskRow
    words: NDArray[np.int64]  # (m,) numbers of the words within the sentence
    pieces: NDArray[np.int64]  # (m,) the first token of each


def tagged_rows(
    maker: RowMaker, number: int, example: TaggedExample, labels: Sequence[str]
) -> list[TaggedRow]:
    """Return the rows of a sentence: one, or several where it is too long.

    The first piece of each word carries its tag (Devlin et al. 2019, section 5.3). Words of which the
    tokenizer keeps nothing are in no row.
    """
    places = {label: place for place, label in enumerate(labels)}
    words = ["".join(maker.clean(token).split()) for token in example.tokens]
    rows: list[TaggedRow] = []
    begin = 0
    while begin < len(words):
        text = " ".join(words[begin:])
        encoding = maker.read(text)
        found = first_pieces(encoding, words[begin:]) if text.startswith(encoding.text) else []
        if not found:
            break
        numbers, pieces = np.array(found, dtype=np.int64).T
        target = np.full(len(encoding), IGNORED)
        target[pieces] = [places.get(example.tags[begin + word], IGNORED) for word in numbers]
        row = TaskRow(example=number, ids=encoding.ids, segment_ids=encoding.segment_ids, target=target)
        rows.append(TaggedRow(row=row, words=numbers + begin, pieces=pieces))
        if not encoding.truncated and encoding.text == text:
            break
        begin += int(numbers[-1]) + 1
    return rows
