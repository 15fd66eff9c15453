"""Attention taken from each layer as it is computed.

Asking transformers for all attentions keeps every layer's until the end of the pass, beside the array
they are then copied into: at 512 tokens twice 151 MB. Here a layer is copied and let go at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

# One network serves many threads at once; each sees only its own receiver.
_receiver: ContextVar[Callable[[Tensor], None] | None] = ContextVar("attention_receiver", default=None)


def offer_attention(network: nn.Module, attention_class: str) -> None:
    """Make a network offer each layer's weights to whoever is receiving, once for its life."""
    for module in network.modules():
        if type(module).__name__ == attention_class:
            module.register_forward_hook(_offer)


def _offer(module: nn.Module, inputs: Any, output: Any) -> None:
    receiver = _receiver.get()
    if receiver is not None:
        receiver(output[1])


class AttentionReceiver:
    """Collects the layers of one pass over one input in one float32 array."""

    def __init__(self, layers: int, heads: int, tokens: int) -> None:
        """Claim room for (layers, heads, tokens, tokens)."""
        self.weights: NDArray[np.float32] = np.empty((layers, heads, tokens, tokens), dtype=np.float32)
        self.received = 0

    @contextmanager
    def receiving(self) -> Iterator[None]:
        """Take what this thread's passes offer meanwhile."""
        token = _receiver.set(self._take)
        try:
            yield
        finally:
            _receiver.reset(token)

    @property
    def complete(self) -> bool:
        """Every layer has come, and no more than that."""
        return self.received == len(self.weights)

    def _take(self, layer: Tensor) -> None:  # (1, heads, query, key)
        if self.received < len(self.weights):
            self.weights[self.received] = layer[0].numpy()
        self.received += 1
