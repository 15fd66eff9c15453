"""The cosines of a word's occurrences as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.ui.downloads import csv_text, json_text

if TYPE_CHECKING:
    from bertviz_core.results import NearestWords, Substitutes
    from bertviz_core.ui.words.neighbours_choices import NeighbourChoices
    from bertviz_core.ui.words.question import AskedWord


def cosines_csv(asked: AskedWord, drawn: NDArray[np.int64], cosines: NDArray[np.float32]) -> str:
    """Return a line for each occurrence: its sentence, sense, and the cosine to every other one."""
    word = asked.layers
    return csv_text(
        ["occurrence", "sense", "sentence", *(f"to {occurrence + 1}" for occurrence in drawn.tolist())],
        (
            [
                occurrence + 1,
                asked.occurrence_senses[occurrence],
                asked.sentences[word.sentence_index[occurrence]],
                *(f"{cosine:.6f}" for cosine in row),
            ]
            for occurrence, row in zip(drawn.tolist(), cosines.tolist(), strict=True)
        ),
    )


def neighbours_json(
    asked: AskedWord,
    chosen: NeighbourChoices,
    cosines: NDArray[np.float32],
    *,
    near: NearestWords,
    substitutes: Substitutes | None,
) -> str:
    """Return the matrix with what its rows are, and the words around the word."""
    word = asked.layers
    return json_text(
        {
            "model": word.model,
            "word": asked.word,
            "layers": chosen.vectors,
            "centred": chosen.centred,
            "occurrences": [
                {
                    "sentence": asked.sentences[word.sentence_index[occurrence]],
                    "start": int(word.spans[occurrence][0]),
                    "end": int(word.spans[occurrence][1]),
                    "sense": asked.occurrence_senses[occurrence],
                    "substitutes": _listed(substitutes.words[place], substitutes.probabilities[place])
                    if substitutes
                    else None,
                }
                for place, occurrence in enumerate(chosen.drawn.tolist())
            ],
            "cosines": [[round(cosine, 6) for cosine in row] for row in cosines.tolist()],
            "static_neighbours": _listed(near.words, near.cosines),
        }
    )


def _listed(words: Sequence[str], numbers: NDArray[np.float32]) -> list[list[str | float]]:
    return [[word, round(value, 6)] for word, value in zip(words, numbers.tolist(), strict=True)]
