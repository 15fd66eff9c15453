"""How much of each input token is in each token after each layer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionRollout:
    """Attention rollout over one input of n tokens (Abnar & Zuidema 2020, section 3)."""

    model: str
    encoding: Encoding
    weights: NDArray[np.float32]  # (layers, query, key): share of input token `key` in `query` after a layer
    attention: NDArray[np.float32]  # (layers, query, key): mean over the heads of each layer alone

    def flow_into(self, token: int) -> NDArray[np.float32]:
        """Return how much of what reaches a token in the last layer passes each step between two layers.

        Each layer's steps add up to 1; summed over `query`, those of the first layer are the token's
        last row of `weights`.

        Args:
            token: Position of the token.

        Returns:
            (layers, query, key): the share that goes from `key` before the layer to `query` after it.
        """
        layers, n = self.attention.shape[:2]
        steps = np.empty_like(self.attention)
        reaching = np.zeros(n, dtype=np.float32)  # what arrives at each token after the layer
        reaching[token] = 1
        for layer in reversed(range(layers)):
            steps[layer] = reaching[:, np.newaxis] * with_residual(self.attention[layer])
            reaching = steps[layer].sum(axis=0)
        return steps


def with_residual(attention: NDArray[np.float32]) -> NDArray[np.float32]:
    """Count the residual connection as half of what a token is made of; rows (…, query, key) sum to 1."""
    mixed = 0.5 * attention + 0.5 * np.eye(attention.shape[-1], dtype=np.float32)
    normalised: NDArray[np.float32] = mixed / mixed.sum(axis=-1, keepdims=True)
    return normalised
