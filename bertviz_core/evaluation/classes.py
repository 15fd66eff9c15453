"""How well does a simple classifier work on the model's features of whole texts?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.evaluation.steps import Step, nothing
from bertviz_core.results import ClassScore, Encoding, languages_of
from bertviz_core.samples.sets import LabelledText, film_reviews, spam_messages

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

DATA: dict[str, Callable[[], Sequence[LabelledText]]] = {"film_reviews": film_reviews, "spam": spam_messages}

FOLDS = 5
ALL = "all"
"""Stands for the texts of every language."""
_SEED = 0


def class_scores(engine: BertEngine, *, step: Step = nothing) -> tuple[ClassScore, ...]:
    """Classify the written data sets, each language by itself and all of them together."""
    return tuple(score for name, read in DATA.items() for score in classify(engine, name, read(), step=step))


def classify(
    engine: BertEngine, name: str, texts: Sequence[LabelledText], *, step: Step = nothing
) -> tuple[ClassScore, ...]:
    """Return the accuracies of logistic regression, `FOLDS`-fold with every label in each fold."""
    cls, mean = text_features(engine, [text.text for text in texts], step=step)
    labels = np.array([text.label for text in texts])
    languages = np.array([text.language for text in texts])
    scores = []
    for language in (*languages_of(texts), ALL):
        chosen = (languages == language) | (language == ALL)
        scores.append(
            ClassScore(
                data=name,
                language=language,
                labels=tuple(dict.fromkeys(labels[chosen].tolist())),
                texts=int(chosen.sum()),
                majority=max(Counter(labels[chosen].tolist()).values()) / int(chosen.sum()),
                cls=cross_validated_accuracy(cls[chosen], labels[chosen]),
                mean=cross_validated_accuracy(mean[chosen], labels[chosen]),
            )
        )
    return tuple(scores)


def text_features(
    engine: BertEngine, texts: Sequence[str], *, step: Step = nothing
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return features (texts, hidden) of the last layer: of the first token, and the mean of the others.

    Special tokens are left out of the mean.
    """
    cls, mean = (np.empty((len(texts), engine.info.hidden_size), dtype=np.float32) for _ in range(2))

    def take(number: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        cls[number] = states[-1, 0]
        mean[number] = states[-1][~encoding.special].mean(axis=0)
        step()

    engine.hidden_states(texts, take=take)
    return cls, mean


def cross_validated_accuracy(features: NDArray[np.float32], labels: NDArray[np.str_]) -> float:
    """Return the mean accuracy of logistic regression on standardised features (texts, hidden)."""
    # Imported here: it takes more than a second and 80 MB.
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    classifier = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=_SEED)
    return float(cross_val_score(classifier, features, labels, cv=folds).mean())
