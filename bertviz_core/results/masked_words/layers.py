"""How the answer for a blank forms from layer to layer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.answers.masked_words import Prediction
from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerByLayer:
    """What the masked-word head reads from a blank's state after every layer; 0 is the input embedding.

    The head was trained on the last layer alone: an earlier row says what this head finds there, not all
    that the layer knows.
    """

    model: str
    encoding: Encoding
    index: int
    """Place of the blank among the tokens, 0-based."""
    words: tuple[Prediction, ...]
    """The words that are followed, with their probability and rank after the last layer."""
    probabilities: NDArray[np.float32]  # (layers + 1, words)
    ranks: NDArray[np.int64]  # (layers + 1, words), 1 is the first of the whole vocabulary
    first: tuple[Prediction, ...]
    """The most probable word after each layer, layers + 1 of them."""
    hidden: int | None = None
    """Which of `words` stood in the blank, if it is one of them."""
    notes: tuple[Note, ...] = ()
    """What was decided while the text was read."""
