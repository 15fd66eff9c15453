"""Where the information in a token comes from, over all layers together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.results import AttentionRollout, Encoding
from bertviz_core.results.attention.flow import with_residual


def attention_rollout(passes: ForwardPasses, encoding: Encoding) -> AttentionRollout:
    """Multiply the layers' mean attention, residual connections included, as the layers are computed.

    Abnar & Zuidema (2020), "Quantifying Attention Flow in Transformers": with A the mean over a layer's
    heads and A' = 0.5 A + 0.5 I, the rollout of a layer is its A' times the rollout of the layer below.
    """
    layers, n = passes.model.info.layers, len(encoding)
    weights, attention = (np.empty((layers, n, n), dtype=np.float32) for _ in range(2))

    def take(layer: int, heads: NDArray[np.float32]) -> None:  # (heads, query, key)
        heads.mean(axis=0, out=attention[layer])
        mixed = with_residual(attention[layer])
        weights[layer] = mixed @ weights[layer - 1] if layer else mixed

    passes.stream_attention(encoding, take)
    return AttentionRollout(
        model=passes.model.info.id, encoding=encoding, weights=weights, attention=attention
    )
