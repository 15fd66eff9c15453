"""Statistics of every head, taken from one layer after the other (Clark et al. 2019, sections 3 and 4)."""

from __future__ import annotations

import unicodedata

import numpy as np
import torch
from numpy.typing import NDArray

from bertviz_core.results import Encoding, HeadStatistics

_SMALLEST = float(np.finfo(np.float32).tiny)
_CHUNK = 2**18
"""Weights whose logarithms are in memory at once."""


class HeadStatisticsCollector:
    """Computes the statistics while layers come by; hand `take` to `BertEngine.attention_layers`.

    Args:
        encoding: The input of n tokens.
        model: Id of the model.
    """

    def __init__(self, encoding: Encoding, *, model: str) -> None:
        self._encoding = encoding
        self._model = model
        # Every statistic but entropy is a weighted sum of a head's map, so one product gives them all.
        factors = _factors(encoding)
        self._names = tuple(factors)
        self._factors = np.stack([table.ravel() for table in factors.values()])  # (statistics, n * n)
        self._waiting: list[NDArray[np.float32]] = []
        self._layers = 0
        self._entropy: list[NDArray[np.float32]] = []
        self._sums: list[NDArray[np.float32]] = []

    def take(self, layer: int, weights: NDArray[np.float32]) -> None:
        """Take the weights of one layer, `(heads, query, key)`; short layers are worked on together."""
        self._layers += 1
        self._waiting.append(weights)
        if (len(self._waiting) + 1) * weights.size > _CHUNK:
            self._work()

    def _work(self) -> None:
        """Work on the maps of the layers that came last."""
        if self._waiting:
            maps = self._waiting[0] if len(self._waiting) == 1 else np.concatenate(self._waiting)
            self._entropy.append(_entropy(maps))
            self._sums.append(self._factors @ maps.reshape(len(maps), -1).T)  # (statistics, maps)
            self._waiting = []

    def result(self) -> HeadStatistics:
        """Return the statistics, after the last layer."""
        self._work()
        sums = np.concatenate(self._sums, axis=1).reshape(len(self._names), self._layers, -1)
        found = {name: sums[row].copy() for row, name in enumerate(self._names)}
        return HeadStatistics(
            model=self._model,
            encoding=self._encoding,
            entropy=np.concatenate(self._entropy).reshape(self._layers, -1),
            distance=found["distance"],
            to_cls=found["to_cls"],
            to_sep=found["to_sep"],
            to_self=found["to_self"],
            to_previous=found["to_previous"],
            to_next=found["to_next"],
            to_punctuation=found["to_punctuation"],
            across=found.get("across"),
        )


def punctuation(encoding: Encoding) -> NDArray[np.bool_]:
    """Tell which of the n tokens are typed marks and symbols with no letter or digit in them."""
    texts = encoding.text, encoding.pair or ""
    return np.array(
        [
            end > start
            and all(unicodedata.category(letter)[0] in "PS" for letter in texts[sequence][start:end])
            for sequence, (start, end) in zip(encoding.sequence_ids, encoding.spans, strict=True)
        ]
    )


def _factors(encoding: Encoding) -> dict[str, NDArray[np.float32]]:
    """Return what each statistic multiplies a map `(query, key)` with, the mean over queries included."""
    n = len(encoding)
    keys = {
        "to_cls": encoding.special & (encoding.positions == 0),
        "to_sep": encoding.special & (encoding.positions > 0),
        "to_punctuation": punctuation(encoding),
    }
    tables = {
        "distance": np.abs(np.subtract.outer(np.arange(n), np.arange(n))),
        "to_self": np.eye(n),
        "to_previous": np.eye(n, k=-1),
        "to_next": np.eye(n, k=1),
    } | {name: np.broadcast_to(chosen, (n, n)) for name, chosen in keys.items()}
    factors = {name: (table / n).astype(np.float32) for name, table in tables.items()}
    if encoding.pair is not None:
        first, second = encoding.sequence_ids == 0, encoding.sequence_ids == 1
        other = np.outer(first, second) | np.outer(second, first)
        factors["across"] = (other / (first.sum() + second.sum())).astype(np.float32)
    return factors


def _entropy(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean entropy of the rows of each map, `(heads,)` in nats; 0 ln 0 counts as 0."""
    if weights.size <= _CHUNK:  # what torch needs for a call is more than a short text takes
        logarithms = np.log(np.maximum(weights, _SMALLEST))
        return -np.einsum("hqk,hqk->hq", weights, logarithms).mean(axis=1)
    maps = torch.from_numpy(weights)
    at_once = max(1, _CHUNK // weights[0].size)
    scratch = torch.empty_like(maps[:at_once])
    found = []
    for some in maps.split(at_once):
        products = torch.clamp(some, min=_SMALLEST, out=scratch[: len(some)]).log_().mul_(some)
        found.append(products.sum(dim=2).mean(dim=1))
    return -torch.cat(found).numpy()
