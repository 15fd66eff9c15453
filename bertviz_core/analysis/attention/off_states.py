"""How far hidden states move when heads are switched off."""

from __future__ import annotations

import numpy as np
import torch

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.results import Encoding, HiddenChange


def hidden_change(whole: ForwardPasses, without: ForwardPasses, encoding: Encoding) -> HiddenChange:
    """Compare the hidden states of one input between a whole network and the one without heads."""
    cosine_distance, relative_norm = [], []
    for before, after in zip(whole.run(encoding).hidden, without.run(encoding).hidden, strict=True):
        before, after = before.double(), after.double()  # (tokens, hidden)
        norm = before.norm(dim=-1, keepdim=True)
        # Half the squared distance of unit vectors: 1 - cosine, and exactly 0 for equal ones.
        turn = before / norm - after / after.norm(dim=-1, keepdim=True)
        cosine_distance.append(turn.square().sum(dim=-1) / 2)
        relative_norm.append((after - before).norm(dim=-1) / norm[:, 0])
    return HiddenChange(
        model=whole.model.info.id,
        encoding=encoding,
        heads_off=without.heads_off,
        cosine_distance=torch.stack(cosine_distance).numpy().astype(np.float32),
        relative_norm=torch.stack(relative_norm).numpy().astype(np.float32),
    )
