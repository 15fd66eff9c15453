"""One vector for each occurrence of a word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.words.word_layers import Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class WordEmbeddings:
    """The n occurrences of a word, in the order of the sentences and of the places in them."""

    model: str
    word: str
    layers: Vectors
    sentences: tuple[str, ...]
    """All that were given, as they were read: composed letters (NFC)."""
    vectors: NDArray[np.float32]  # (n, dimension)
    sentence_index: NDArray[np.int64]  # (n,)
    spans: NDArray[np.int64]  # (n, 2) character offsets into the sentence
