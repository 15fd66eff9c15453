"""A text as it is given to a model that is being pretrained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding

Action = Literal["out", "masked", "random", "unchanged"]
"""What happened to a token: not drawn; drawn and hidden, replaced by another, or left as it was."""

Strategy = Literal["token", "whole_word", "span"]
"""What is drawn together: each token alone, the pieces of a word, or chosen words as one unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencePair:
    """Two sentences for the next-sentence task."""

    first: str
    second: str
    is_next: bool
    """The second came right after the first; otherwise it is from elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTally:
    """What became of the tokens that were drawn, over many draws."""

    draws: int
    masked: int
    random: int
    unchanged: int

    @property
    def drawn(self) -> int:
        """Tokens that were drawn, in all draws together."""
        return self.masked + self.random + self.unchanged

    def share(self, action: Action) -> float:
        """Return the share of the drawn tokens to which this happened: `masked`, `random` or `unchanged`."""
        counts = {"masked": self.masked, "random": self.random, "unchanged": self.unchanged}
        return counts[action] / self.drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedBatch:
    """One input of n tokens with some of them drawn (Devlin et al. 2019, sections 3.1 and A.1)."""

    model: str
    encoding: Encoding
    """The input before anything was hidden."""
    ids: NDArray[np.int64]  # (n,) what the model reads
    labels: NDArray[np.int64]  # (n,) the id to find again where a token was drawn, -100 elsewhere
    actions: tuple[Action, ...]
    tokens: tuple[str, ...]
    """What stands in each place now, for reading."""
    strategy: Strategy
    rate: float
    """Share of the tokens that was to be drawn; a chosen span does not follow it."""
    seed: int
    is_next: bool | None = None
    """Label of the pair; None without one."""

    @property
    def drawn(self) -> tuple[int, ...]:
        """Places of the tokens that the loss is about, in reading order."""
        return tuple(place for place, action in enumerate(self.actions) if action != "out")
