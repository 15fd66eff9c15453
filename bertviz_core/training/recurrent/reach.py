"""How far words reach on average, over held-out sentences: in both LSTMs and in a model beside them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import OrderInfluence, Reading

FAR = 16
"""Words on either side; a sentence has as many on both."""

_READINGS: dict[str, Reading] = {"lstm": "rightwards", "lstm_back": "leftwards", "model": "gradient"}


def mean_reach(engine: BertEngine, lines: Iterable[str], *, most: int) -> dict[str, object]:
    """Return the medians of the influence of a word in the middle, 1, 2 … 16 words away, neighbour = 1.

    Args:
        engine: The model beside the LSTMs.
        lines: Held-out paragraphs; the first 33 words of those that have as many are asked about.
        most: Sentences to measure.
    """
    found: dict[str, list[NDArray[np.float32]]] = {name: [] for name in _READINGS}
    count = 0
    for line in lines:
        words = line.split()
        if len(words) < 2 * FAR + 1:
            continue
        try:
            answer = engine.order_influence(" ".join(words[: 2 * FAR + 1]), FAR)
        except InputError:
            continue
        if len(answer) < 2 * FAR + 1:
            continue
        for name, reading in _READINGS.items():
            found[name].append(_away(answer, reading))
        count += 1
        if count == most:
            break
    medians = {name: _rounded(np.median(rows, axis=0)) for name, rows in found.items() if rows}
    return {"sentences": count, **medians}


def _rounded(values: NDArray[np.float32]) -> list[float]:
    return [round(value, 4) for value in values.tolist()]


def _away(answer: OrderInfluence, reading: Reading) -> NDArray[np.float32]:
    """Return the influence by distance (16,); of a model that reads both sides the mean of both."""
    relative = answer.relative(reading)
    sides = np.stack([relative[answer.word + 1 :], relative[answer.word - 1 :: -1]])  # (2, 16)
    return np.asarray(np.nanmean(sides, axis=0), dtype=np.float32)
