"""The weights of a small recurrent language model that reads in both directions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LstmWeights:
    """One LSTM of s state numbers over embeddings of e numbers; gates stand in the order i, f, g, o."""

    of_input: NDArray[np.float32]  # (4 s, e)
    of_state: NDArray[np.float32]  # (4 s, s)
    bias: NDArray[np.float32]  # (4 s,)
    projection: NDArray[np.float32]  # (e, s)
    """From the state to the space of the embeddings, which are the output weights too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecurrentWeights:
    """Two LSTMs, one a direction, which share the embeddings of v pieces, as ELMo's do."""

    pieces: tuple[str, ...]
    """`##` before those that go on with a word; the first is for what is none of them."""
    embeddings: NDArray[np.float32]  # (v, e)
    output_bias: NDArray[np.float32]  # (v,)
    rightwards: LstmWeights
    """Reads from left to right."""
    leftwards: LstmWeights

    @property
    def parameters(self) -> int:
        """Count the numbers that were learned."""
        own = [self.rightwards, self.leftwards]
        sizes = [one.of_input.size + one.of_state.size + one.bias.size + one.projection.size for one in own]
        return self.embeddings.size + self.output_bias.size + sum(sizes)
