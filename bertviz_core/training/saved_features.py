"""Logistic regression on a frozen model, kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from bertviz_core.errors import ModelNotFoundError
from bertviz_core.models.damaged_files import damage_told
from bertviz_core.models.own_files import FEATURES_FILE, OWN_FILE
from bertviz_core.results import LearningData, Task, TextExample
from bertviz_core.training.baselines.features import FeatureClassifier
from bertviz_core.training.baselines.text_vectors import text_vectors
from bertviz_core.training.fine_tuning.run_checkpoint import writing
from bertviz_core.training.fine_tuning.saved_model import read_facts

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

_ARRAYS = ("mean", "scale", "coefficients", "intercept")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedFeatures:
    """A classifier, and what it belongs to."""

    base: str
    """Id of the frozen model on whose vectors it works."""
    task: Task
    labels: tuple[str, ...]
    classifier: FeatureClassifier

    def probabilities(self, engine: BertEngine, examples: Sequence[TextExample]) -> NDArray[np.float64]:
        """Return (n, labels) for texts or pairs; their labels are not looked at.

        Args:
            engine: The frozen model.
            examples: All texts, or all pairs, as the task is.
        """
        vectors = text_vectors(engine, examples).of_kind(self.classifier.kind, np.arange(len(examples)))
        return self.classifier.probabilities(vectors)


def has_features(folder: Path) -> bool:
    """Tell whether a folder holds such a classifier."""
    return (folder / FEATURES_FILE).is_file()


def save_features(folder: Path, classifier: FeatureClassifier, data: LearningData, *, base: str) -> None:
    """Write the classifier as safetensors, and `bert_scope.json` beside it.

    Raises:
        StorageError: The disk is full.
    """
    facts = {
        "task": data.task,
        "labels": list(data.labels),
        "base": base,
        "features": {
            "kind": classifier.kind,
            "c": classifier.c,
            "cross_validated": classifier.cross_validated,
        },
        "data": data.name,
        "fingerprint": data.fingerprint,
        "counts": list(data.counts),
    }
    with writing(folder / FEATURES_FILE) as path:
        arrays = {name: np.ascontiguousarray(getattr(classifier, name)) for name in _ARRAYS}
        save_file(arrays, path)
    with writing(folder / OWN_FILE) as path:
        path.write_text(json.dumps(facts, ensure_ascii=False, indent=1), encoding="utf-8")


def load_features(folder: Path) -> SavedFeatures:
    """Read a classifier that `save_features` wrote.

    Raises:
        ModelNotFoundError: There is none.
        UnreadableModelError: Its files are damaged or do not fit together.
    """
    if not has_features(folder):
        raise ModelNotFoundError("“{model}” holds no classifier. Check the name.", model=folder.name)
    with damage_told(folder.name):
        facts, arrays = read_facts(folder), load_file(folder / FEATURES_FILE)
        chosen = facts["features"]
        classifier = FeatureClassifier(
            kind=str(chosen["kind"]),
            c=float(chosen["c"]),
            cross_validated=float(chosen["cross_validated"]),
            **{name: arrays[name] for name in _ARRAYS},
        )
        saved = SavedFeatures(
            base=str(facts["base"]),
            task="pair" if facts["task"] == "pair" else "sentence",
            labels=tuple(map(str, facts["labels"])),
            classifier=classifier,
        )
        fits = classifier.coefficients.shape == (len(saved.labels), len(classifier.mean))
        if not fits or classifier.intercept.shape != (len(saved.labels),):
            raise ValueError("shapes")
    return saved
