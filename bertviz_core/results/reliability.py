"""How far the probabilities of a model can be trusted: of "is next", or of the class that it names."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bertviz_core.results.json_forms import FloatArray, IntArray

BINS = 10
_Z = 1.959964
"""Standard errors on each side of an interval that holds 95 of 100 times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """What a model said of inputs against what is so.

    The arrays (bins,) are about inputs whose probability, of "is next" or of the class that was named, lies
    in one of equal bins; NaN where there is none.
    """

    edges: FloatArray  # (bins + 1,) from 0 to 1; the upper one belongs to a bin
    counts: IntArray
    predicted: FloatArray
    """Mean probability."""
    observed: FloatArray
    """Share of the pairs that are neighbours, or of the texts that are of the class that was named."""
    low: FloatArray
    high: FloatArray
    """Wilson's interval (1927) of that share, at 95%."""

    pairs: int
    accuracy: float
    """Share of right answers."""
    accuracy_range: tuple[float, float]
    """Its interval."""
    confidence: float
    """Mean probability of the answers given, right or wrong."""
    calibration_error: float
    """Mean distance of confidence and accuracy over ten bins of confidence (Guo et al. 2017)."""
    brier: float
    """Mean squared distance of the probability from 1 where it is so and from 0 where it is not; of several
    classes the sum over them (Brier 1950)."""


def measure_reliability(is_next: ArrayLike, follows: ArrayLike) -> Reliability:
    """Compare probabilities of "is next" (n,) with whether it is so (n,).

    Raises:
        ValueError: There is no pair, or the two differ in length.
    """
    said, so = np.asarray(is_next, dtype=np.float64), np.asarray(follows, dtype=bool)
    if said.shape != so.shape or not said.size:
        raise ValueError(f"{said.size} probabilities and {so.size} answers")
    right, confidence = (said > 0.5) == so, np.maximum(said, 1 - said)
    return _reliability((said, so), (confidence, right), brier=float(((said - so) ** 2).mean()))


def measure_confidence(probabilities: ArrayLike, right_classes: ArrayLike) -> Reliability:
    """Compare the probability of each most probable class with how often it is the right one.

    Args:
        probabilities: (n, classes).
        right_classes: The number of the right class of each (n,).

    Raises:
        ValueError: There is nothing, or the two differ in length.
    """
    said, classes = np.asarray(probabilities, dtype=np.float64), np.asarray(right_classes, dtype=np.int64)
    if said.ndim != 2 or classes.shape != said.shape[:1] or not said.size:
        raise ValueError(f"{said.shape} probabilities and {classes.shape} answers")
    confident = np.clip(said.max(axis=1), 0, 1), said.argmax(axis=1) == classes
    off = said - np.eye(said.shape[1])[classes]
    return _reliability(confident, confident, brier=float((off**2).sum(axis=1).mean()))


Said = tuple[NDArray[np.float64], NDArray[np.bool_]]
"""Probabilities (n,), and of what each is the probability: whether it is so (n,)."""


def _reliability(curve: Said, answers: Said, *, brier: float) -> Reliability:
    """Put the measures together: a curve of some probabilities, and numbers of the answers given."""
    confidence, right = answers
    counts, predicted, observed = _binned(*curve)
    low, high = wilson_interval(np.nan_to_num(observed) * counts, counts)
    sure_counts, sure, sure_right = _binned(confidence, right)
    gaps = np.abs(np.nan_to_num(sure - sure_right))
    some_low, some_high = wilson_interval(right.sum(), right.size)
    return Reliability(
        edges=_edges(),
        counts=counts,
        predicted=predicted,
        observed=observed,
        low=low,
        high=high,
        pairs=right.size,
        accuracy=float(right.mean()),
        accuracy_range=(float(some_low), float(some_high)),
        confidence=float(confidence.mean()),
        calibration_error=float((gaps * sure_counts).sum() / right.size),
        brier=brier,
    )


def wilson_interval(hits: ArrayLike, counts: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends of the 95% interval of a share, NaN where nothing was counted."""
    hits, n = np.asarray(hits, dtype=np.float64), np.asarray(counts, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = hits / n
        middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        reach = _Z / (1 + _Z**2 / n) * np.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    return np.clip(middle - reach, 0, 1), np.clip(middle + reach, 0, 1)


def _edges() -> NDArray[np.float64]:
    return np.linspace(0, 1, BINS + 1)


def _binned(
    values: NDArray[np.float64], hits: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return how many values are in each bin, their mean, and the share of hits among them."""
    places = np.searchsorted(_edges()[1:-1], values)
    counts = np.bincount(places, minlength=BINS)
    with np.errstate(invalid="ignore"):
        means = np.bincount(places, weights=values, minlength=BINS) / counts
        shares = np.bincount(places, weights=hits, minlength=BINS) / counts
    return counts, means, shares
