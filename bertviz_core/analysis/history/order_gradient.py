"""How the last states of a model hang on the embedding of one word, measured by moving it a little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.network import Network
from bertviz_core.results import Encoding

DIRECTIONS = 16
"""In which the embedding is moved; with as many as it has numbers the norm is exact."""

_STEP = 0.01
"""Of the length of an embedding."""

_TOGETHER = 4
"""Directions of one batch, forwards and backwards."""


def word_influence(
    network: Network,
    encoding: Encoding,
    words: Sequence[Sequence[int]],
    word: int,
    *,
    directions: int = DIRECTIONS,
    seed: int = 1,
) -> NDArray[np.float32]:
    """Return the Frobenius norm of d last state / d word embeddings of one word, for every word (n,).

    The squared norm is the size of the embedding times the mean squared derivative along directions drawn
    at random, orthogonal to each other (Hutchinson's estimate). Derivatives are central differences. A
    word's state is the mean of those of its tokens.

    Args:
        network: The model's.
        encoding: The text.
        words: Tokens of each of n words.
        word: The one whose embedding is moved, all its tokens at once.
        directions: At most so many.
        seed: Of the drawing.
    """
    embeddings = _embeddings(network, encoding)  # (tokens, size)
    moved = list(words[word])
    size = len(moved) * embeddings.shape[1]
    count = min(directions, size)
    drawn = np.random.default_rng(seed).standard_normal((size, count))
    axes = np.linalg.qr(drawn)[0].T.reshape(count, len(moved), -1)
    step = _STEP * float(embeddings[moved].norm(dim=-1).mean())
    squares = np.zeros(len(words))
    for start in range(0, count, _TOGETHER):
        ways = torch.from_numpy(axes[start : start + _TOGETHER]).to(embeddings.dtype)
        both = torch.cat([ways, -ways]) * step
        inputs = embeddings.repeat(len(both), 1, 1)
        inputs[:, moved] += both
        segments = np.repeat(encoding.segment_ids[np.newaxis], len(both), axis=0)
        states = network.states_of(inputs, segments)[-1].double()
        change = (states[: len(ways)] - states[len(ways) :]) / (2 * step)  # (ways, tokens, hidden)
        for place, own in enumerate(words):
            squares[place] += float(change[:, list(own)].mean(dim=1).square().sum())
    return np.sqrt(size / count * squares).astype(np.float32)


def _embeddings(network: Network, encoding: Encoding) -> Tensor:
    def look_up(whole: Any) -> Tensor:
        found: Tensor = whole.get_input_embeddings()(torch.from_numpy(encoding.ids))
        return found

    return network.ask(look_up, values=lambda found: found).detach().clone()
