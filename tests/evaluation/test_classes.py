"""Features of whole texts and what a classifier makes of them."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

from bertviz_core.engine import BertEngine
from bertviz_core.evaluation.classes import classify, cross_validated_accuracy, text_features
from bertviz_core.samples.sets import LabelledText

WORDS = ("banco", "plaza", "queso", "river", "sol", "milk")


def texts(language: str) -> list[LabelledText]:
    """Write texts whose class is told by one word."""
    return [
        LabelledText(language=language, label=label, text=f"{word} {sign} {word}")
        for word in WORDS
        for label, sign in (("good", "rua"), ("bad", "birds"))
    ]


def test_features_are_those_of_single_passes(engine: BertEngine) -> None:
    written = [text.text for text in texts("es")]
    cls, mean = text_features(engine, written)
    for number, text in enumerate(written):
        encoding = engine.encode(text)
        last = engine._passes.run(encoding).hidden[-1].numpy()
        np.testing.assert_allclose(cls[number], last[0], atol=1e-4)
        ordinary = [place for place in range(len(encoding)) if not encoding.special[place]]
        np.testing.assert_allclose(mean[number], last[ordinary].mean(axis=0), atol=1e-4)


def test_accuracy_is_that_of_folds_scored_one_by_one() -> None:
    rng = np.random.default_rng(1)
    labels = np.array(["a", "b"] * 15)
    features = rng.normal(size=(30, 6)).astype(np.float32) + (labels == "b")[:, None]
    right = []
    for learn, held in StratifiedKFold(5, shuffle=True, random_state=0).split(features, labels):
        scale = StandardScaler().fit(features[learn])
        learner = LogisticRegression(max_iter=2000).fit(scale.transform(features[learn]), labels[learn])
        right.append(np.mean(learner.predict(scale.transform(features[held])) == labels[held]))
    assert cross_validated_accuracy(features, labels) == pytest.approx(np.mean(right))


def test_each_language_and_all_together_are_scored(mini: BertEngine) -> None:
    steps: list[None] = []
    written = texts("es") + texts("en")
    scores = classify(mini, "signs", written, step=lambda: steps.append(None))
    assert len(steps) == len(written)
    assert [(s.data, s.language, s.texts, s.majority) for s in scores] == [
        ("signs", "es", 12, 0.5),
        ("signs", "en", 12, 0.5),
        ("signs", "all", 24, 0.5),
    ]
    assert scores[-1].labels == ("good", "bad")
    cls, mean = text_features(mini, [text.text for text in written])
    labels = np.array([text.label for text in written])
    for score, chosen in zip(scores, (slice(0, 12), slice(12, 24), slice(None)), strict=True):
        assert score.cls == cross_validated_accuracy(cls[chosen], labels[chosen])
        assert score.mean == cross_validated_accuracy(mean[chosen], labels[chosen])
