"""Attention taken from each layer as it is computed.

Asking transformers for all attentions keeps every layer's until the end of the pass: at 512 tokens
151 MB, and as much again where they are then copied to. Here a layer is handed on and let go at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

TakeLayer = Callable[[int, NDArray[np.float32]], None]
"""Takes a 0-based layer number and its weights (heads, query, key)."""

TakeLayers = Callable[[int, NDArray[np.float32]], None]
"""Takes a 0-based layer number and its weights in a batch (inputs, heads, query, key)."""

# One network serves many threads at once; each sees only its own receiver.
_receiver: ContextVar[Callable[[Tensor], None] | None] = ContextVar("attention_receiver", default=None)


def offer_attention(network: nn.Module, attention_class: str) -> tuple[nn.Module, ...]:
    """Make a network offer each layer's weights to whoever is receiving, once for its life.

    Returns:
        The modules that compute attention, each once, in the order of the layers that begin to use them.
    """
    modules = tuple(module for module in network.modules() if type(module).__name__ == attention_class)
    for module in modules:
        module.register_forward_hook(_offer)
    return modules


def attention_receiver() -> Callable[[Tensor], None] | None:
    """Return what takes the weights (inputs, heads, query, key) of this thread's pass, layer by layer."""
    return _receiver.get()


def _offer(module: nn.Module, inputs: Any, output: Any) -> None:
    receiver = _receiver.get()
    if receiver is not None:
        receiver(output[1])


class AttentionReceiver:
    """Hands on the layers of one pass."""

    def __init__(self, layers: int, take: TakeLayers) -> None:
        """Expect so many layers and hand each to `take`."""
        self.layers = layers
        self.received = 0
        self._hand_on = take
        self._failure: Exception | None = None

    @contextmanager
    def receiving(self) -> Iterator[None]:
        """Take what this thread's passes offer meanwhile.

        What `take` raises ends the pass and comes out as it is: it says nothing about the model.
        """
        token = _receiver.set(self._take)
        try:
            yield
        finally:
            _receiver.reset(token)
            if self._failure is not None:
                raise self._failure

    def _take(self, layer: Tensor) -> None:  # (inputs, heads, query, key)
        if self.received < self.layers:
            try:
                self._hand_on(self.received, layer.numpy())
            except Exception as error:
                self._failure = error
                raise
        self.received += 1
