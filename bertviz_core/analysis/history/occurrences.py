"""How far sentences move the vector of a word (Peters et al., 2018; Ethayarajh, 2019)."""

from __future__ import annotations

from math import nan

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosines import pair_cosines, unit_vectors
from bertviz_core.analysis.vectors.principal_components import principal_components
from bertviz_core.errors import InputError
from bertviz_core.results import MovedWord, Substitutes, WordLayers


def moved_word(found: WordLayers, substitutes: Substitutes | None, *, layer: int) -> MovedWord:
    """Return where the occurrences of a word lie at a layer, and how far each is from their mean at all.

    Args:
        found: The word in its sentences.
        substitutes: What fits into its places, one for each occurrence.
        layer: 0 is the input embedding.

    Raises:
        InputError: The model has no such layer.
    """
    if not 0 <= layer < len(found.states):
        raise InputError(
            "There is no layer {layer}: choose 0 to {last}.", layer=layer, last=len(found.states) - 1
        )
    states = found.states.astype(np.float32)  # (layers + 1, n, hidden)
    plane = principal_components(states[layer], 2, 0)
    first, second, *_ = (*(plane.variance or ()), 0.0, 0.0)
    return MovedWord(
        model=found.model,
        word=found.word,
        layer=layer,
        sentences=tuple(found.sentence(number) for number in range(len(found))),
        points=plane.points,
        variance=(float(first), float(second)),
        cosines=pair_cosines(states[layer]),
        moved=np.stack([_from_mean(one) for one in states]),
        near=substitutes.words if substitutes else (),
        probabilities=substitutes.probabilities if substitutes else (),
    )


def sense_cosines(moved: MovedWord, senses: tuple[str, ...]) -> tuple[float, float]:
    """Return the mean cosine of two occurrences of one sense, and of two senses; NaN where there are none."""
    pairs = np.triu_indices(len(moved), k=1)
    cosines, names = moved.cosines[pairs], np.array(senses)
    same = names[pairs[0]] == names[pairs[1]]
    return _mean(cosines[same]), _mean(cosines[~same])


def nearest_alike(moved: MovedWord, senses: tuple[str, ...]) -> int:
    """Count the occurrences whose nearest other one, by cosine, has the same sense."""
    cosines = moved.cosines.copy()
    np.fill_diagonal(cosines, -2)
    return sum(senses[place] == senses[near] for place, near in enumerate(cosines.argmax(axis=1).tolist()))


def _mean(values: NDArray[np.float32]) -> float:
    return float(values.mean()) if len(values) else nan


def _from_mean(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far each vector is from the mean direction of all: 1 − cosine."""
    unit = unit_vectors(vectors)
    middle = unit.mean(axis=0)
    return np.asarray(1 - unit @ (middle / max(float(np.linalg.norm(middle)), 1e-9)), dtype=np.float32)
