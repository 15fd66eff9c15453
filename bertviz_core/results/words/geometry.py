"""How alike the vectors of a word are over its contexts, beside how alike those of any words are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Likeness = Literal["anisotropy", "self_similarity", "same_sense", "different_senses", "in_sentence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGeometry:
    """Mean cosines after each layer, 0 being the input embedding (Ethayarajh 2019).

    All of shape (layers + 1,); NaN where there is no pair to compare.
    """

    model: str
    word: str
    occurrences: int
    random_words: int
    """How many were drawn."""
    centred: bool
    """The mean of the random words after the same layer was taken away from every vector."""
    anisotropy: NDArray[np.float64]
    """Two random words of different sentences."""
    self_similarity: NDArray[np.float64]
    """Two occurrences of the word."""
    same_sense: NDArray[np.float64] | None
    """Two occurrences in the same given sense; None where fewer than two senses are given."""
    different_senses: NDArray[np.float64] | None
    """Two occurrences in different senses."""
    sentences: int = 0
    """Different sentences with the word: on so many the likeness rests."""
    in_sentence: NDArray[np.float64]
    """A word and the mean of the words of its sentence, over sentences of the random words."""

    def lines(self, *, adjusted: bool = False) -> dict[Likeness, NDArray[np.float64]]:
        """Return every measure that there is, by name.

        Args:
            adjusted: Take the anisotropy of the same layer away from each, as in section 3.4 of the paper.
        """
        named: dict[Likeness, NDArray[np.float64] | None] = {
            "self_similarity": self.self_similarity,
            "same_sense": self.same_sense,
            "different_senses": self.different_senses,
            "in_sentence": self.in_sentence,
            "anisotropy": self.anisotropy,
        }
        floor = self.anisotropy if adjusted else np.zeros_like(self.anisotropy)
        return {
            name: values - floor
            for name, values in named.items()
            if values is not None and not np.isnan(values).all()
        }
