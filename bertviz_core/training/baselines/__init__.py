"""Simpler ways to learn a task: what a fine-tuned model has to be better than, on the same split."""

from __future__ import annotations

from bertviz_core.training.baselines.all_methods import baseline_scores, baselines, method_score
from bertviz_core.training.baselines.features import FeatureClassifier, learn_features
from bertviz_core.training.baselines.rows import Predicted, Step

__all__ = [
    "FeatureClassifier",
    "Predicted",
    "Step",
    "baseline_scores",
    "baselines",
    "learn_features",
    "method_score",
]
