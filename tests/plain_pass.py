"""A pass through a checkpoint as plain transformers make it, for tests of what the engine makes of one."""

from __future__ import annotations

import numpy as np
import torch

from bertviz_core.engine import BertEngine


def plain_states(engine: BertEngine, text: str, pair: str | None = None) -> np.ndarray:
    """Run one text, or a pair, through the checkpoint itself: (layers + 1, tokens, hidden)."""
    encoding = engine.encode(text, pair)
    inputs = {"input_ids": torch.from_numpy(encoding.ids)[None]}
    if engine.info.has_segments:
        inputs["token_type_ids"] = torch.from_numpy(encoding.segment_ids)[None]
    with torch.inference_mode():
        output = engine._passes.model.network.base_model(**inputs, output_hidden_states=True)
    return torch.cat(output.hidden_states).numpy()
