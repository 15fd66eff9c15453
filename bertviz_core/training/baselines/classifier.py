"""Logistic regression whose strength is chosen by cross-validation on the examples it learns from."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_CHOOSING = 2_000
"""So many rows, drawn with every class, are enough to choose by; all are learned from."""
FOLDS = 5
_MOST_STEPS, _TOLERANCE = 300, 1e-3
_SEED = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """Which features and strength held-out parts of the learned examples speak for."""

    features: str
    c: float
    accuracy: float
    """Mean over the held-out parts; NaN where there were too few rows to hold any out."""


def choose(
    features: dict[str, Any],
    classes: NDArray[np.int64],
    strengths: Sequence[float],
    *,
    standardise: bool,
    groups: NDArray[np.int64] | None = None,
) -> Choice:
    """Return the features and the inverse strength with the best cross-validated accuracy.

    Args:
        features: Several kinds (rows, dimension), dense or sparse.
        classes: (rows,); those of `drawn_rows` are enough.
        strengths: What may be chosen.
        standardise: Dense features are brought to mean 0 and deviation 1.
        groups: (rows,); those of one are held out together, since they would give each other away.
    """
    parts = _parts(classes, groups)
    tried = [(kind, c) for kind in features for c in strengths]
    if not parts:
        return Choice(*tried[len(strengths) // 2], accuracy=np.nan)

    def accuracy(kind: str, c: float) -> float:
        own = features[kind]
        of_parts = []
        for learned, held in parts:
            said = fitted(own[learned], classes[learned], c, standardise=standardise).predict(own[held])
            of_parts.append((said == classes[held]).mean())
        return float(np.mean(of_parts))

    best, (kind, c) = max(((accuracy(*one), one) for one in tried), key=lambda found: found[0])
    return Choice(kind, c, best)


def fitted(features: Any, classes: NDArray[np.int64], c: float, *, standardise: bool) -> Any:
    """Return a fitted pipeline of scikit-learn; one class alone is always said."""
    from sklearn.dummy import DummyClassifier
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    if len(np.unique(classes)) < 2:
        return DummyClassifier(strategy="most_frequent").fit(features, classes)
    regression = LogisticRegression(C=c, max_iter=_MOST_STEPS, tol=_TOLERANCE)
    pipeline = make_pipeline(StandardScaler(), regression) if standardise else make_pipeline(regression)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # near enough after so many steps
        return pipeline.fit(features, classes)


def _parts(
    classes: NDArray[np.int64], groups: NDArray[np.int64] | None
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return which rows are learned from and which are held out in turn; nothing where there are too few."""
    from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

    counts = np.unique(classes, return_counts=True)[1]
    own = len(classes) if groups is None else len(np.unique(groups))
    folds = min(FOLDS, int(counts.min()), own)
    if folds < 2 or len(counts) < 2:
        return []
    options: dict[str, Any] = {"n_splits": folds, "shuffle": True, "random_state": _SEED}
    if own == len(classes):
        return list(StratifiedKFold(**options).split(classes, classes))
    return list(StratifiedGroupKFold(**options).split(classes, classes, groups))


def drawn_rows(classes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of at most `MOST_CHOOSING` rows, of every class its share but at least `FOLDS`."""
    if len(classes) <= MOST_CHOOSING:
        return np.arange(len(classes))
    random, kept = np.random.default_rng(_SEED), []
    for one in np.unique(classes):
        own = random.permutation(np.flatnonzero(classes == one))
        kept.append(own[: max(FOLDS, round(MOST_CHOOSING * len(own) / len(classes)))])
    return np.sort(np.concatenate(kept))
