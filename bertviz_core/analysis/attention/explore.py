"""What every head attends to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.errors import InputError
from bertviz_core.results import AttentionMaps, Encoding


def attention_maps(passes: ForwardPasses, encoding: Encoding) -> AttentionMaps:
    """Return the attention weights of all layers and heads over one input."""
    weights = passes.run(encoding, attention=True).attention
    assert weights is not None  # asked for in the line above
    return AttentionMaps(model=passes.model.info.id, encoding=encoding, weights=weights)


def attention_layer(passes: ForwardPasses, encoding: Encoding, layer: int) -> NDArray[np.float32]:
    """Return the attention (heads, query, key) of one layer, from kept hidden states where there are any.

    The state that enters a layer is all its attention depends on, so that a text which was read once
    needs no second pass for another layer.

    Raises:
        InputError: The model has no such layer.
    """
    require_layer(passes, layer)
    kept = passes.kept(encoding)
    if kept is not None and kept.attention is not None:
        return kept.attention[layer].copy()
    if kept is not None and passes.can_attend(kept):
        return passes.attend(kept.hidden[layer], layer)
    found = {}

    def take(number: int, weights: NDArray[np.float32]) -> None:
        if number == layer:
            found[layer] = weights.copy()

    passes.stream_attention(encoding, take)
    return found[layer]


def require_layer(passes: ForwardPasses, layer: int) -> None:
    """Refuse a layer that the model does not have.

    Raises:
        InputError: It is not one of them, counted from 0.
    """
    layers = passes.model.info.layers
    if layer not in range(layers):
        raise InputError(
            "There is no such layer: this model has {layers}. Choose one of them.", layers=layers
        )
