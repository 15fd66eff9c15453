"""What classifiers make of a frozen model's features of words, by the layers that the features are of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Features = int | str
"""A layer, where 0 is the input embedding, or one of `COMBINATIONS`."""

WEIGHTED = {"weighted_last_4": 4, "weighted_all": None}
"""Sums with learned weights, and of how many of the last layers they are; None: of all but the input."""

COMBINATIONS = ("sum_last_4", "concat_last_4", "sum_all", "weighted_last_4", "weighted_all")

PUBLISHED_F1 = {
    "embeddings": 91.0,
    "second_to_last": 95.6,
    "last": 94.9,
    "weighted_last_4": 95.9,
    "concat_last_4": 96.1,
    "weighted_all": 95.5,
}
"""F1 in percent on the development data of CoNLL-2003 of BERT-base's features with a BiLSTM on top, as
published in Devlin et al. 2019, table 7; not measured here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureScore:
    """How well the words of held-out sentences are tagged from one kind of features."""

    features: Features
    entity_f1: NDArray[np.float64]
    """(folds,) from 0 to 1: an entity counts where its words and its class are right. NaN where a fold has
    none, and everywhere where the tags are not of entities."""
    word_f1: NDArray[np.float64]
    """(folds,): mean of the F1 of every tag, those of words outside entities too."""
    layer_weights: NDArray[np.float64] | None = None
    """(layers,): learned weights of the layers from 1 on, means over the folds; 0 where none was learned."""

    def mean(self, *, entities: bool) -> float:
        """Return the mean over the folds that have a number, NaN where none has."""
        known = self._known(entities)
        return float(known.mean()) if len(known) else np.nan

    def deviation(self, *, entities: bool) -> float:
        """Return the standard deviation over the folds, as of a sample; 0 where there is one number."""
        known = self._known(entities)
        return float(known.std(ddof=1)) if len(known) > 1 else 0.0

    def _known(self, entities: bool) -> NDArray[np.float64]:
        values = self.entity_f1 if entities else self.word_f1
        return values[~np.isnan(values)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingData:
    """The words that are tagged, as far as the model can read them."""

    sentences: int
    words: int
    unread_sentences: int
    """Left out: the model knows nothing of them, or reads them in another way than they are written."""
    unread_words: int
    """Left out: beyond the model's length, or of no token."""
    unused_sentences: int
    """Left out: there are more than one experiment takes; the others were drawn."""
    tags: tuple[tuple[str, int], ...]
    """Every tag and how many words have it, the most frequent first."""
    entities: tuple[tuple[str, int], ...]
    """Every class and how many entities are of it, the most frequent first; empty where the tags are not of
    entities."""

    @property
    def has_entities(self) -> bool:
        """Tell whether tags are of entities, which may have several words."""
        return bool(self.entities)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingExperiment:
    """The scores of all kinds of features, or of those that are finished."""

    model: str
    layers: int
    folds: int
    data: TaggingData
    scores: tuple[FeatureScore, ...]

    def score(self, features: Features) -> FeatureScore | None:
        """Return the score of a layer, of a named layer or of a combination, if it is finished."""
        named = {"embeddings": 0, "second_to_last": self.layers - 1, "last": self.layers}
        wanted = named.get(features, features) if isinstance(features, str) else features
        return next((score for score in self.scores if score.features == wanted), None)

    @property
    def best_layer(self) -> FeatureScore | None:
        """Return the best score of a single layer, if one is finished."""
        single = [score for score in self.scores if isinstance(score.features, int)]
        known = [score for score in single if not np.isnan(score.mean(entities=self.data.has_entities))]
        return max(known, key=lambda score: score.mean(entities=self.data.has_entities), default=None)
