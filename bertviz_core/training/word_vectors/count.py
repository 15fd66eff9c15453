"""Static vectors by counting: positive pointwise mutual information and its singular vectors.

Levy & Goldberg (2014) show that skip-gram with negative sampling factors such a matrix without writing it
down; on small corpora the counted one serves as well or better (Levy, Goldberg & Dagan, 2015).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import svds

from bertviz_core.models.static_vectors import packed
from bertviz_core.results import StaticVectors

_UNKNOWN, _END = -1, -2


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRecipe:
    """How vectors are counted."""

    dimensions: int = 100
    window: int = 5
    """Words on either side; farther ones count less, in equal steps."""
    sample: float = 1e-4
    """Words more frequent than this share are left out now and then, as by word2vec."""
    smoothing: float = 0.75
    """Power of the counts of contexts, which keeps rare ones from looking telling."""
    power: float = 0.5
    """Power of the singular values that the vectors are stretched by."""
    most_words: int = 30_000
    seed: int = 1


def count_vectors(file: Path, language: str, recipe: CountRecipe) -> StaticVectors:
    """Count which words stand together in a file of words, and return the vectors of the most frequent ones.

    Args:
        file: As `corpus.write_words` writes it.
        language: ISO 639-1 code.
        recipe: How.
    """
    counted: Counter[str] = Counter()
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            counted.update(line.split())
    words = tuple(sorted(counted, key=lambda word: (-counted[word], word))[: recipe.most_words])
    counts = np.array([counted[word] for word in words], dtype=np.int64)
    together = _together(_read(file, words), counts, recipe)
    information = _positive_information(together, recipe.smoothing)
    start = np.random.default_rng(recipe.seed).standard_normal(len(words)).astype(np.float32)
    left, lengths, _ = svds(information, k=recipe.dimensions, v0=start)
    return packed(language, words, counts, (left * lengths**recipe.power).astype(np.float32))


def _read(file: Path, words: tuple[str, ...]) -> NDArray[np.int32]:
    """Return the places of all words of the file, with a sign for others and one after each paragraph."""
    places = {word: place for place, word in enumerate(words)}
    read: list[NDArray[np.int32]] = []
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = [places.get(word, _UNKNOWN) for word in line.split()]
            read.append(np.array([*row, _END], dtype=np.int32))
    return np.concatenate(read)


def _together(text: NDArray[np.int32], counts: NDArray[np.int64], recipe: CountRecipe) -> sparse.csr_matrix:
    """Count pairs of words within the window, weighted by how near they stand (words, words)."""
    draw = np.random.default_rng(recipe.seed)
    share = counts / counts.sum()
    kept = np.minimum(1, np.sqrt(recipe.sample / share) + recipe.sample / share)
    known = text >= 0
    stays = text == _END
    stays[known] = draw.random(int(known.sum())) < kept[text[known]]
    text = text[stays]
    paragraph = np.cumsum(text == _END)
    shape = (len(counts), len(counts))
    total = sparse.csr_matrix(shape, dtype=np.float32)
    for apart in range(1, recipe.window + 1):
        first, second = text[:-apart], text[apart:]
        pairs = (first >= 0) & (second >= 0) & (paragraph[:-apart] == paragraph[apart:])
        weight = np.full(int(pairs.sum()), 1 - (apart - 1) / recipe.window, dtype=np.float32)
        found = sparse.coo_matrix((weight, (first[pairs], second[pairs])), shape=shape).tocsr()
        total = total + found + found.T
    return total


def _positive_information(together: sparse.csr_matrix, smoothing: float) -> sparse.csr_matrix:
    """Return log P(word, context) / (P(word) P(context)) where it is above 0."""
    rows = np.asarray(together.sum(axis=1)).ravel()
    smooth = rows**smoothing
    cells = together.tocoo()
    information = np.log(cells.data * smooth.sum() / (rows[cells.row] * smooth[cells.col]))
    above = information > 0
    return sparse.csr_matrix(
        (information[above].astype(np.float32), (cells.row[above], cells.col[above])), shape=cells.shape
    )
