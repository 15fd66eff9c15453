"""The vectors of whole sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.passes.many_texts import stream_states
from bertviz_core.analysis.passes.network import Network
from bertviz_core.results import Encoding, Layers, Pooling, SentenceEmbeddings, combine_layers


def sentence_embeddings(
    network: Network, encodings: Sequence[Encoding], *, pooling: Pooling, layers: Layers
) -> SentenceEmbeddings:
    """Return one vector for each sentence: of its first token, or the mean of those that are not special."""
    vectors: dict[int, NDArray[np.float32]] = {}

    def take(number: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        tokens = combine_layers(states, layers)  # (tokens, dimension)
        vectors[number] = tokens[0].copy() if pooling == "cls" else tokens[~encoding.special].mean(axis=0)

    stream_states(network, encodings, take)
    return SentenceEmbeddings(
        model=network.model.info.id,
        pooling=pooling,
        layers=layers,
        sentences=tuple(encoding.text for encoding in encodings),
        vectors=np.stack([vectors[number] for number in range(len(encodings))]),
        cut=tuple(number for number, encoding in enumerate(encodings) if encoding.truncated),
        unknown=tuple(number for number, encoding in enumerate(encodings) if encoding.unknown.any()),
    )
