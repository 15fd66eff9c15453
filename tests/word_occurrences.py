"""Occurrences of a word with vectors drawn by lot, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bertviz_core.results import WordLayers


def occurrences_of(word: str, sentences: Sequence[str], *, layers: int = 3, hidden: int = 8) -> WordLayers:
    """Find the word once in each sentence, as it is written; states of two sentences differ."""
    random = np.random.default_rng(len(sentences))
    n = len(sentences)
    starts = [sentence.index(word) for sentence in sentences]
    return WordLayers(
        model="m",
        word=word,
        sentences=tuple(sentences),
        sentence_index=np.arange(n),
        spans=np.array([(start, start + len(word)) for start in starts]),
        pieces=((word,),) * n,
        states=random.normal(size=(layers + 1, n, hidden)).astype(np.float32),
        static=np.repeat(random.normal(size=(1, hidden)), n, axis=0).astype(np.float32),
        without=(),
        cut=(),
    )
