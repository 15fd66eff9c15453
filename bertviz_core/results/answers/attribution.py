"""How much each token of an input adds to one answer."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Integrated gradients of one answer over the word embeddings (Sundararajan et al. 2017).

    The path begins where every ordinary token is the mask token. Special tokens stay as they are, so that
    they, and blanks, have a score of 0.
    """

    model: str
    encoding: Encoding
    index: int
    """Place of the blank among the tokens; 0, where the answer is read, for a next sentence."""
    answer: str
    """The word that is explained; empty for a next sentence or a class."""
    scores: NDArray[np.float64]  # (n,) in the unit of `value`
    value: float
    """What is explained: a word's log probability in nats, or the log odds of "is next" or of a class."""
    baseline: float
    """The same where the path begins."""
    steps: int
    """Points of the path that the scores come from."""
    label: str = ""
    """The class that is explained by its log odds against all others; `answer` is empty then."""
    notes: tuple[Note, ...] = ()
    """What was decided while the text was read."""

    @property
    def probability(self) -> float:
        """Probability of the answer."""
        return self._probability(self.value)

    @property
    def baseline_probability(self) -> float:
        """Probability of the answer where the path begins."""
        return self._probability(self.baseline)

    @property
    def error(self) -> float:
        """By how much the scores miss the difference that they should add up to (completeness)."""
        return abs(float(self.scores.sum()) - (self.value - self.baseline))

    def _probability(self, value: float) -> float:
        # Both forms stay finite: e ** value of a log probability, and of log odds with the smaller exponent.
        if self.answer:
            return math.exp(min(value, 0.0))
        return 1 / (1 + math.exp(-value)) if value > 0 else math.exp(value) / (1 + math.exp(value))
