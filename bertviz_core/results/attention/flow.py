"""How much of each input token is in each token after each layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding

Direction = Literal["from", "to"]
"""Where the information in a token comes from, or where the token's own goes to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenFlow:
    """What one token's information is made of, or spreads to, over some tokens of an input."""

    encoding: Encoding
    token: int
    direction: Direction
    places: NDArray[np.int64]  # (m,) positions of the tokens looked at
    rollout: NDArray[np.float32]  # (layers, m)
    attention: NDArray[np.float32]  # (layers, m): mean attention of each layer alone
    steps: NDArray[np.float32]  # (layers, m after the layer, m before it)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionRollout:
    """Attention rollout over one input of n tokens (Abnar & Zuidema 2020, section 3)."""

    model: str
    encoding: Encoding
    weights: NDArray[np.float32]  # (layers, query, key): share of input token `key` in `query` after a layer
    attention: NDArray[np.float32]  # (layers, query, key): mean over the heads of each layer alone

    def of_token(self, token: int, *, direction: Direction = "from", special: bool = True) -> TokenFlow:
        """Return the rows of one token, or its columns.

        Args:
            token: Position of the token.
            direction: `from`: rows, which add up to 1; `to`: columns, which are shares of other tokens.
            special: Keep special tokens. Left out, what remains of a row, and of the steps of a layer, is
                scaled to add up to 1; the chosen token always stays.

        Raises:
            IndexError: There is no such token.
        """
        if token not in range(len(self.encoding)):
            raise IndexError(token)
        wanted = ~self.encoding.special | special
        wanted[token] = True
        places = np.flatnonzero(wanted)
        if direction == "to":
            rollout, attention = self.weights[:, places, token], self.attention[:, places, token]
            steps = self.flow_out_of(token)
        else:
            rollout, attention = self.weights[:, token, places], self.attention[:, token, places]
            steps = self.flow_into(token)
        steps = steps[:, places[:, np.newaxis], places]
        if direction == "from" and len(places) < len(self.encoding):
            rollout, attention = _to_one(rollout, 1), _to_one(attention, 1)
            steps = _to_one(steps, (1, 2))
        return TokenFlow(
            encoding=self.encoding,
            token=token,
            direction=direction,
            places=places,
            rollout=rollout.copy(),
            attention=attention.copy(),
            steps=steps,
        )

    def flow_into(self, token: int) -> NDArray[np.float32]:
        """Return how much of what reaches a token in the last layer passes each step between two layers.

        Each layer's steps add up to 1; summed over `query`, those of the first layer are the token's
        last row of `weights`.

        Returns:
            (layers, query, key): the share that goes from `key` before the layer to `query` after it.
        """
        layers, n = self.attention.shape[:2]
        steps = np.empty_like(self.attention)
        reaching = np.zeros(n, dtype=np.float32)  # what passes each token after the layer
        reaching[token] = 1
        for layer in reversed(range(layers)):
            steps[layer] = reaching[:, np.newaxis] * with_residual(self.attention[layer])
            reaching = steps[layer].sum(axis=0)
        return steps

    def flow_out_of(self, token: int) -> NDArray[np.float32]:
        """Return by which steps between two layers the information of an input token spreads.

        Summed over `key`, the steps of a layer are the token's column of `weights`.

        Returns:
            (layers, query, key): the part of `query` after the layer that came from the token by `key`.
        """
        steps = np.empty_like(self.attention)
        holding = np.zeros(len(self.encoding), dtype=np.float32)  # the token's share before the layer
        holding[token] = 1
        for layer, attention in enumerate(self.attention):
            steps[layer] = with_residual(attention) * holding
            holding = self.weights[layer, :, token]
        return steps


def with_residual(attention: NDArray[np.float32]) -> NDArray[np.float32]:
    """Count the residual connection as half of what a token is made of; rows (…, query, key) sum to 1."""
    mixed = 0.5 * attention + 0.5 * np.eye(attention.shape[-1], dtype=np.float32)
    normalised: NDArray[np.float32] = mixed / mixed.sum(axis=-1, keepdims=True)
    return normalised


def _to_one(shares: NDArray[np.float32], axis: int | tuple[int, ...]) -> NDArray[np.float32]:
    """Scale shares to add up to 1 along some axes; where there is nothing, nothing stays."""
    scaled: NDArray[np.float32] = shares / np.maximum(shares.sum(axis=axis, keepdims=True), 1e-12)
    return scaled
