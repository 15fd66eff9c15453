"""word2vec on whole corpora, by gensim (Mikolov et al., 2013; Řehůřek & Sojka, 2010)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bertviz_core.models.static_vectors import packed
from bertviz_core.results import StaticVectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How vectors are learned."""

    skip_gram: bool = True
    """Predict the words around from the one in the middle; otherwise that one from those around (CBOW)."""
    dimensions: int = 100
    window: int = 5
    """Words on either side at most; for every word fewer are drawn."""
    epochs: int = 5
    negative: int = 10
    """Drawn words that are told apart from each right one."""
    sample: float = 1e-4
    """Words more frequent than this share are left out now and then."""
    most_words: int = 30_000
    least_count: int = 5
    seed: int = 1


def learn_vectors(file: Path, language: str, recipe: Recipe) -> StaticVectors:
    """Learn the vectors of the most frequent words of a file of words, a paragraph a line, in one thread.

    Args:
        file: As `corpus.write_words` writes it.
        language: ISO 639-1 code.
        recipe: How.
    """
    from gensim.models.word2vec import Word2Vec  # late: only those who learn need it

    model = Word2Vec(
        corpus_file=str(file),
        sg=int(recipe.skip_gram),
        vector_size=recipe.dimensions,
        window=recipe.window,
        epochs=recipe.epochs,
        negative=recipe.negative,
        sample=recipe.sample,
        max_final_vocab=recipe.most_words,
        min_count=recipe.least_count,
        workers=1,
        seed=recipe.seed,
    )
    words = tuple(model.wv.index_to_key)
    counts = np.array([model.wv.get_vecattr(word, "count") for word in words], dtype=np.int64)
    return packed(language, words, counts, np.asarray(model.wv.vectors, dtype=np.float32))
