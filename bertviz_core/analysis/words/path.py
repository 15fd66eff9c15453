"""How one token moves through the layers: what attention adds, what the feed-forward part adds.

The state of a token as a stream that every part reads and writes: Elhage et al. 2021, "A Mathematical
Framework for Transformer Circuits"; for BERT, whose LayerNorms stand in the stream: Kobayashi et al. 2021,
"Incorporating Residual and Normalization Layers into Analysis of Masked Language Models".
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bertviz_core.analysis.passes.network import Network
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, TokenPath


def token_path(network: Network, encoding: Encoding, places: Iterable[int]) -> TokenPath:
    """Follow tokens of one input; of several the mean is followed.

    Raises:
        InputError: There is no such token, or none is named.
    """
    at = tuple(sorted(set(places)))
    if not at or not all(place in range(len(encoding)) for place in at):
        raise InputError(
            "There is no such token: this text has {count} of them. Choose one.", count=len(encoding)
        )
    start, parts = network.sublayers(encoding.ids, encoding.segment_ids, at=np.array(at))
    added, after = (vectors.mean(dim=2).numpy() for vectors in (parts.added, parts.after))
    states = np.concatenate([start.mean(dim=0, keepdim=True).numpy(), after[:, 1]])  # (layers + 1, hidden)
    between = after[:, 0]
    return TokenPath(
        model=network.model.info.id,
        encoding=encoding,
        places=at,
        states=states,
        between=between.copy(),
        attention=added[:, 0] - states[:-1],
        feed_forward=added[:, 1] - between,
    )
