"""How alike a word's vectors are over its contexts: self-similarity, and what its senses have to do with it.

Ethayarajh 2019, "How Contextual are Contextualized Word Representations? Comparing the Geometry of BERT,
ELMo, and GPT-2 Embeddings", sections 3.3 and 3.4.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.errors import InputError
from bertviz_core.label_forms import clean_label
from bertviz_core.results import RandomWords, WordGeometry, WordLayers


def word_geometry(
    found: WordLayers, random: RandomWords, *, senses: Sequence[str] = (), centred: bool = False
) -> WordGeometry:
    """Compare the occurrences of a word with each other after every layer, and random words.

    Args:
        found: The occurrences.
        random: Words of the same model.
        senses: Of each occurrence, empty where none is known; they are compared where there are two.
        centred: Take away the mean of the random words first.

    Raises:
        InputError: The word stands only once, or there is not a sense for every occurrence.
    """
    if len(found) < 2:
        raise InputError(
            "“{word}” stands only once: likeness needs two sentences with it. Add another.", word=found.word
        )
    senses = [*map(clean_label, senses)]
    if senses and len(senses) != len(found):
        raise InputError(
            "There are {senses} senses for {occurrences} occurrences: give one for each.",
            senses=len(senses),
            occurrences=len(found),
        )
    labelled = len(set(senses) - {""}) > 1
    means = random.means if centred else np.zeros((len(found.states), 1), dtype=np.float32)
    rows = [
        _mean_cosines(unit_vectors(states - mean), senses if labelled else ())
        for states, mean in zip(found.states, means, strict=True)
    ]
    every, same, different = np.array(rows).T
    return WordGeometry(
        model=found.model,
        word=found.word,
        occurrences=len(found),
        sentences=found.different_sentences,
        random_words=len(random),
        centred=centred,
        anisotropy=random.anisotropy[int(centred)],
        self_similarity=every,
        same_sense=same if labelled else None,
        different_senses=different if labelled else None,
        in_sentence=random.in_sentence[int(centred)],
    )


def _mean_cosines(units: NDArray[np.float32], senses: Sequence[str]) -> tuple[float, float, float]:
    """Return the mean cosine of two of all vectors, of two in one sense, and of two in different senses.

    A sum over pairs is the squared length of the vectors' sum without the n squares of the vectors
    themselves, so that no matrix of n x n numbers is needed.
    """
    every = _pair_sum(units)
    known = np.array([bool(sense) for sense in senses], dtype=np.bool_)
    if not known.any():
        return _mean(*every), np.nan, np.nan
    names = np.array(senses)
    groups = [_pair_sum(units[names == name]) for name in sorted(set(senses) - {""})]
    same = sum(total for total, _ in groups), sum(pairs for _, pairs in groups)
    labelled = _pair_sum(units[known])
    return _mean(*every), _mean(*same), _mean(labelled[0] - same[0], labelled[1] - same[1])


def _pair_sum(units: NDArray[np.float32]) -> tuple[float, int]:
    """Return the sum of the cosines of all ordered pairs, and their number."""
    total = units.sum(axis=0, dtype=np.float64)
    own = float(np.square(units, dtype=np.float64).sum())  # 1 each, 0 for a vector without a direction
    return float(total @ total) - own, len(units) * (len(units) - 1)


def _mean(total: float, pairs: int) -> float:
    return total / pairs if pairs else float("nan")
