"""Sentences compared in pairs by the cosine of their vectors, raw or centred."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosines import order_of_alike, pair_cosines
from bertviz_core.errors import InputError
from bertviz_core.results import SentenceEmbeddings, SentenceVectors

MOST_SENTENCES = 200
_NOTHING = 1e-4
"""Of the length of the vectors: what is left of equal ones after centring is rounding."""


def compare_sentences(embeddings: SentenceEmbeddings, *, centred: bool = False) -> SentenceVectors:
    """Compare the vectors of sentences in pairs.

    The vectors of a BERT share a direction, so that the cosine of any two is high (Ethayarajh 2019); centring
    takes their mean away. Where all vectors are the same that leaves nothing: they are compared as they are.

    Args:
        embeddings: Of 2 to 200 sentences.
        centred: Subtract the mean of these vectors first.

    Raises:
        InputError: There is only one sentence, or there are too many.
    """
    count = len(embeddings.sentences)
    if not 2 <= count <= MOST_SENTENCES:
        raise InputError(
            "Sentences are compared in pairs: write 2 to {most}, one a line. These are {count}.",
            most=MOST_SENTENCES,
            count=count,
        )
    vectors = embeddings.vectors.astype(np.float64)
    around = vectors - vectors.mean(axis=0)
    differ = bool((_lengths(around) > _NOTHING * _lengths(vectors)).any())
    cosine = pair_cosines(around if centred and differ else vectors)
    np.fill_diagonal(cosine, 1)
    points, explained = _principal_plane(around if differ else np.zeros_like(around))
    return SentenceVectors(
        model=embeddings.model,
        pooling=embeddings.pooling,
        layers=embeddings.layers,
        sentences=embeddings.sentences,
        centred=centred and differ,
        cosine=cosine.astype(np.float32),
        by_likeness=_by_likeness(cosine),
        points=points.astype(np.float32),
        explained=explained,
        cut=embeddings.cut,
        unknown=embeddings.unknown,
    )


def _lengths(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths: NDArray[np.float64] = np.linalg.norm(vectors, axis=1)
    return lengths


def _by_likeness(cosine: NDArray[np.float64]) -> tuple[int, ...]:
    """Return an order in which neighbours are alike, in the direction that is nearer to the given order."""
    order: list[int] = order_of_alike(cosine).tolist()
    return tuple(order if order[0] <= order[-1] else order[::-1])


def _principal_plane(around: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return points (n, 2) and the share of the variance in them; the first sentence is positive."""
    left, spread, _ = np.linalg.svd(around, full_matrices=False)
    points = left[:, :2] * spread[:2]
    points *= np.where(points[0] < 0, -1, 1)
    variance = float((spread**2).sum())
    return points, float((spread[:2] ** 2).sum()) / variance if variance else 1.0
