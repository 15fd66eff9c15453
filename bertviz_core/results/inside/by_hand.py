"""Every number of one layer over one input, from the states that enter it to those that leave it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearPart:
    """A matrix of a layer: what it makes of `states` is `states @ weight + bias`."""

    weight: NDArray[np.float32]  # (in, out)
    bias: NDArray[np.float32]  # (out,)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormPart:
    """A LayerNorm and what it measured: it makes `gamma * (state - mean) / deviation + beta` of a state.

    Ba, Kiros & Hinton 2016, "Layer Normalization".
    """

    mean: NDArray[np.float32]  # (n,)
    deviation: NDArray[np.float32]  # (n,), with epsilon under the root
    gamma: NDArray[np.float32]  # (hidden,)
    beta: NDArray[np.float32]  # (hidden,)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerSteps:
    """One layer over n tokens: h heads of d dimensions, states of `hidden` numbers, `wide` ones in between.

    Vaswani et al. 2017, "Attention Is All You Need", sections 3.1 to 3.3.
    """

    model: str
    encoding: Encoding
    layer: int
    """0-based."""
    activation: str
    """Its name in the config, `gelu` in BERT."""
    scale: float
    entering: NDArray[np.float32]  # (n, hidden)
    queries: NDArray[np.float32]  # (h, n, d)
    keys: NDArray[np.float32]  # (h, n, d)
    values: NDArray[np.float32]  # (h, n, d)
    scores: NDArray[np.float32]  # (h, query, key): dot products
    weights: NDArray[np.float32]  # (h, query, key): softmax of `scores * scale`
    contexts: NDArray[np.float32]  # (h, n, d): weights @ values
    joined: NDArray[np.float32]  # (n, h * d): contexts of all heads side by side
    attention: NDArray[np.float32]  # (n, hidden): what the attention part adds
    first_sum: NDArray[np.float32]  # (n, hidden): entering + attention
    between: NDArray[np.float32]  # (n, hidden): after the first LayerNorm
    wide: NDArray[np.float32]  # (n, wide): before the activation
    activated: NDArray[np.float32]  # (n, wide)
    feed_forward: NDArray[np.float32]  # (n, hidden): what the feed-forward part adds
    second_sum: NDArray[np.float32]  # (n, hidden): between + feed_forward
    leaving: NDArray[np.float32]  # (n, hidden): after the second LayerNorm
    query_matrix: LinearPart
    key_matrix: LinearPart
    value_matrix: LinearPart
    join_matrix: LinearPart
    wide_matrix: LinearPart
    narrow_matrix: LinearPart
    first_norm: NormPart
    second_norm: NormPart
