"""What every head attends to."""

from __future__ import annotations

from bertviz_core.analysis.forward import ForwardPasses
from bertviz_core.results import AttentionMaps, Encoding


def attention_maps(passes: ForwardPasses, encoding: Encoding) -> AttentionMaps:
    """Return the attention weights of all layers and heads over one input."""
    weights = passes.run(encoding, attention=True).attention
    assert weights is not None  # asked for in the line above
    return AttentionMaps(model=passes.model.info.id, encoding=encoding, weights=weights)
