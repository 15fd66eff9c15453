"""The lectures' recipe: vectors of a model that stays frozen, and logistic regression on them.

Which vectors, and how strongly the regression is held back, is chosen by cross-validation on the examples
that it learns from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import TEST, LearningData
from bertviz_core.training.baselines.classifier import Choice, choose, drawn_rows, fitted
from bertviz_core.training.baselines.rows import Clock, Predicted, Step, nothing
from bertviz_core.training.baselines.text_vectors import text_vectors

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

STRENGTHS = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1)
_NEVER = -1e4  # log odds of a class that was not among what is learned from


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureClassifier:
    """Logistic regression on vectors of one kind, as plain arrays."""

    kind: str
    c: float
    cross_validated: float
    mean: NDArray[np.float64]  # (dimension,)
    scale: NDArray[np.float64]  # (dimension,)
    coefficients: NDArray[np.float64]  # (labels, dimension); 0 for labels that were not learned
    intercept: NDArray[np.float64]  # (labels,)

    def probabilities(self, vectors: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return (n, labels) for vectors (n, dimension) of this kind."""
        scores = (vectors - self.mean) / self.scale @ self.coefficients.T + self.intercept
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)


def features(engine: BertEngine, data: LearningData, *, step: Step = nothing) -> Predicted:
    """Classify the held-out texts by what the frozen model makes of them."""
    clock = Clock()
    classifier, unseen = _learn(engine, data, step)
    said = classifier.probabilities(unseen).argmax(axis=1)
    return Predicted(
        method="features",
        said=tuple(data.labels[number] for number in said.tolist()),
        seconds=clock.seconds,
        chosen=f"{classifier.kind}, C = {classifier.c:g}",
        cross_validated=classifier.cross_validated,
    )


def learn_features(engine: BertEngine, data: LearningData, *, step: Step = nothing) -> FeatureClassifier:
    """Return what logistic regression learns from all examples but the held-out ones."""
    return _learn(engine, data, step)[0]


def _learn(
    engine: BertEngine, data: LearningData, step: Step
) -> tuple[FeatureClassifier, NDArray[np.float32]]:
    """Return the classifier, and the vectors of the held-out texts."""
    held = data.parts == TEST
    known = data.label_ids[~held]
    vectors = text_vectors(engine, data.examples, step=step)  # type: ignore[arg-type]
    learned = np.flatnonzero(~held)
    some = drawn_rows(known)
    kinds = {kind: vectors.of_kind(kind, learned[some]) for kind in vectors.kinds}
    groups = data.group_ids[learned[some]]
    choice = choose(kinds, known[some], STRENGTHS, standardise=True, groups=groups)
    pipeline = fitted(vectors.of_kind(choice.features, learned), known, choice.c, standardise=True)
    classifier = _as_arrays(pipeline, choice, len(data.labels))
    return classifier, vectors.of_kind(choice.features, np.flatnonzero(held))


def _as_arrays(pipeline: Any, choice: Choice, labels: int) -> FeatureClassifier:
    """Take the numbers out of a fitted pipeline; what it does not know of is never said."""
    dimension = pipeline.n_features_in_
    mean, scale = np.zeros(dimension), np.ones(dimension)
    coefficients, intercept = np.zeros((labels, dimension)), np.full(labels, _NEVER)
    intercept[pipeline.classes_] = 0
    if len(pipeline.classes_) > 1:
        scaler, regression = (step for _, step in pipeline.steps)
        mean, scale = scaler.mean_, scaler.scale_
        # Of two classes scikit-learn keeps the second one alone: its log odds against the first.
        known = pipeline.classes_[-len(regression.coef_) :]
        coefficients[known], intercept[known] = regression.coef_, regression.intercept_
    return FeatureClassifier(
        kind=choice.features,
        c=choice.c,
        cross_validated=choice.accuracy,
        mean=mean,
        scale=scale,
        coefficients=coefficients,
        intercept=intercept,
    )
