"""A short text from which word vectors are learned while one watches, and how the learning goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Architecture = Literal["skip_gram", "cbow"]
ARCHITECTURES: tuple[Architecture, ...] = get_args(Architecture)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonText:
    """A text as word2vec reads it: sentences of words of a vocabulary of v words."""

    vocabulary: tuple[str, ...]
    """The most frequent word first."""
    counts: tuple[int, ...]
    """Of each word of the vocabulary."""
    sentences: tuple[tuple[int, ...], ...]
    """Places in the vocabulary."""
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Words that were written to be alike, by the name of their group; a text of one's own has none."""

    @property
    def words(self) -> int:
        """Count the words of the text, each as often as it stands there."""
        return sum(self.counts)

    def spelled(self, sentence: int) -> list[str]:
        """Return the words of a sentence."""
        return [self.vocabulary[place] for place in self.sentences[sentence]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordWindow:
    """One step over the text: the word in the middle and those around it, as places in their sentence."""

    sentence: int
    target: int
    context: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSettings:
    """How vectors are learned while one watches."""

    architecture: Architecture = "skip_gram"
    window: int = 5
    epochs: int = 300
    dimensions: int = 30
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LiveVectors:
    """The learning so far, seen at s moments, the first before anything was learned."""

    settings: LiveSettings
    vocabulary: tuple[str, ...]
    shown: tuple[int, ...]
    """Places in the vocabulary of the n words that are drawn."""
    epochs: NDArray[np.int64]  # (s,)
    """Epochs done at each moment."""
    losses: NDArray[np.float32]  # (s,)
    """Mean loss of a fixed sample of steps with five drawn words each, in nats."""
    points: NDArray[np.float32]  # (s, n, 2)
    """The drawn words by PCA of their directions, each moment turned onto the one before."""
    vectors: NDArray[np.float32]  # (v, dimensions)
    """Of all words, at the last moment."""

    def __len__(self) -> int:
        """Number of moments."""
        return len(self.epochs)
