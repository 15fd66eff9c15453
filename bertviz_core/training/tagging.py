"""Which layers make good features? A classifier of words on each choice of them, on held-out sentences.

The experiment of Devlin et al. 2019, section 5.3 (table 7), with a linear classifier instead of a BiLSTM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import (
    WEIGHTED,
    Features,
    FeatureScore,
    TaggingExperiment,
    combine_layers,
)
from bertviz_core.results.words.tagging import COMBINATIONS
from bertviz_core.samples.tagging import TaggedSentence
from bertviz_core.training.tagging_features import TaggedWords, tagged_words
from bertviz_core.training.tagging_scores import entity_f1
from bertviz_core.training.weighted_layers import WeightedLayers

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

FOLDS = 5
C = 0.1
"""Inverse strength of the penalty, the same for all features."""

_MOST_STEPS, _TOLERANCE = 200, 1e-3
_READING = 10
_COSTS: dict[Features, int] = {"concat_last_4": 4, "weighted_last_4": 20, "weighted_all": 40}
"""About how long what takes, where the features of one layer take 1."""

_SEED = 0

Tell = Callable[[float, TaggingExperiment | None], None]
"""Called with the share that is done and what is finished; what it raises ends the work."""

Fold = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""Which words are learned from, and which are tagged."""


def compare_features(
    engine: BertEngine, sentences: Sequence[TaggedSentence], *, tell: Tell | None = None
) -> TaggingExperiment:
    """Tag the words of held-out sentences from every choice of layers.

    Args:
        engine: The model, which stays as it is.
        sentences: Those of one fold are tagged by what was learned from the others.
        tell: Told after every fold.

    Raises:
        InputError: There are too few sentences that the model can read, or one tag only.
    """
    from threadpoolctl import threadpool_limits

    tell = tell or (lambda share, finished: None)
    features = feature_choices(engine.info.layers)
    costs = np.cumsum([_READING, *(_COSTS.get(choice, 1) for choice in features)])
    before = (costs / costs[-1]).tolist()  # share of the work that is done when each kind of features begins

    # Others are answered meanwhile: the work keeps to one core, in this thread.
    with threadpool_limits(limits=1):
        words = tagged_words(
            engine, sentences, progress=lambda done, total: tell(done / total * before[0], None)
        )
        experiment = TaggingExperiment(
            model=engine.info.id, layers=engine.info.layers, folds=FOLDS, data=words.data, scores=()
        )
        folds = split_by_sentence(words.sentence_index)
        for choice, begin, end in zip(features, before, before[1:], strict=False):
            told = _after_fold(tell, experiment, begin=begin, end=end)
            score = _score(words, choice, folds, told)
            experiment = replace(experiment, scores=(*experiment.scores, score))
    return experiment


def feature_choices(layers: int) -> tuple[Features, ...]:
    """Return all features of a model in the order in which they are tried: what takes long comes last."""
    return (*range(layers + 1), *COMBINATIONS)


def split_by_sentence(sentence_index: NDArray[np.int64]) -> list[Fold]:
    """Part words into `FOLDS` folds so that the words of a sentence stay together."""
    order = np.random.default_rng(_SEED).permutation(sentence_index.max() + 1)
    held_out = [np.isin(sentence_index, order[fold::FOLDS]) for fold in range(FOLDS)]
    return [(~tagged, tagged) for tagged in held_out]


def _after_fold(
    tell: Tell, finished: TaggingExperiment, *, begin: float, end: float
) -> Callable[[int], None]:
    """Return what is called with the number of finished folds of features that take from `begin` to `end`."""
    return lambda done: tell(begin + done / FOLDS * (end - begin), finished)


def _score(
    words: TaggedWords, choice: Features, folds: Sequence[Fold], tell: Callable[[int], None]
) -> FeatureScore:
    from sklearn.metrics import f1_score

    predict = _weighted if choice in WEIGHTED else _on_combined
    of_entities, of_words, weights = [], [], []
    for number, (said, shares) in enumerate(predict(words, choice, folds)):
        tagged = folds[number][1]
        right = words.tags[tagged]
        of_words.append(f1_score(right, said, average="macro", zero_division=0))
        of_entities.append(
            entity_f1(*(_by_sentence(words, tagged, tags) for tags in (right, said)))
            if words.data.has_entities
            else np.nan
        )
        if shares is not None:
            weights.append(shares)
        tell(number + 1)
    return FeatureScore(
        features=choice,
        entity_f1=np.array(of_entities),
        word_f1=np.array(of_words),
        layer_weights=np.mean(weights, axis=0) if weights else None,
    )


Answers = Iterator[tuple[NDArray[np.str_], NDArray[np.float64] | None]]
"""For each fold the tags of its words and the weights of the layers that were learned."""


def _on_combined(words: TaggedWords, choice: Features, folds: Sequence[Fold]) -> Answers:
    """Tag by logistic regression on standardised features."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    features = combine_layers(words.states, choice)  # type: ignore[arg-type]
    for learned, tagged in folds:
        if len(set(words.tags[learned])) == 1:  # nothing to tell apart
            yield np.full(tagged.sum(), words.tags[learned][0]), None
            continue
        classifier = make_pipeline(
            StandardScaler(), LogisticRegression(C=C, max_iter=_MOST_STEPS, tol=_TOLERANCE)
        )
        classifier.fit(features[learned], words.tags[learned])
        yield classifier.predict(features[tagged]), None


def _weighted(words: TaggedWords, choice: Features, folds: Sequence[Fold]) -> Answers:
    """Tag by a classifier on a weighted sum of layers, whose weights it learns."""
    above = words.states[1:]
    count = WEIGHTED[str(choice)] or len(above)
    layers = above[-count:]
    for learned, tagged in folds:
        classifier = WeightedLayers(c=C).fit(layers[:, learned], words.tags[learned])
        shares = np.zeros(len(above))
        shares[-len(layers) :] = classifier.weights
        yield classifier.predict(layers[:, tagged]), shares


def _by_sentence(words: TaggedWords, chosen: NDArray[np.bool_], tags: NDArray[np.str_]) -> list[list[str]]:
    borders = np.flatnonzero(np.diff(words.sentence_index[chosen])) + 1
    return [part.tolist() for part in np.split(tags, borders)]
