"""Heads switched off in one pass of a network that other threads use whole meanwhile.

A head that is off hands on zeros in the place of its context vectors, as the mask of Michel et al.
2019, "Are Sixteen Heads Really Better than One?". What joins the heads, its bias too, stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import torch
from torch import Tensor, nn

from bertviz_core.models.families import Family
from bertviz_core.results import ModelInfo

# Each thread sees only the switch of its own pass.
_switch: ContextVar[HeadSwitch | None] = ContextVar("head_switch", default=None)


def offer_switch(network: nn.Module, family: Family) -> None:
    """Let passes of a network switch heads off, once for its life."""
    for module in network.modules():
        if type(module).__name__ == family.joining_class:
            getattr(module, family.joining_layer).register_forward_pre_hook(_silence)


def head_masks(info: ModelInfo, off: Sequence[Iterable[tuple[int, int]]]) -> dict[int, Tensor]:
    """Return a mask (inputs, 1, hidden) for each layer with heads that are off.

    Args:
        info: The model.
        off: For each input the heads (layer, head) in whose place it gets zeros; one for all inputs.
    """
    masks: dict[int, Tensor] = {}
    size = info.hidden_size // info.heads
    for row, heads in enumerate(off):
        for layer, head in heads:
            mask = masks.setdefault(layer, torch.ones(len(off), 1, info.hidden_size))
            mask[row, :, head * size : (head + 1) * size] = 0
    return masks


def silenced_heads(info: ModelInfo, masks: Mapping[int, Tensor]) -> tuple[tuple[int, int], ...]:
    """Return the heads (layer, head) that masks (1, 1, hidden) of layers silence whole."""
    return tuple(
        (layer, head)
        for layer, mask in sorted(masks.items())
        for head, values in enumerate(mask.view(info.heads, -1))
        if not values.any()
    )


class HeadSwitch:
    """Switches heads off in one pass, whose layers it counts: ALBERT runs one module for all of them."""

    def __init__(self, masks: Mapping[int, Tensor]) -> None:
        """Take, for each layer with heads to silence, a mask that fits (inputs, tokens, hidden)."""
        self.layers = 0
        self.masks = masks

    @property
    def silences(self) -> bool:
        """Tell whether any head is off."""
        return bool(self.masks)

    @contextmanager
    def switched(self) -> Iterator[None]:
        """Silence heads in the pass that this thread runs meanwhile."""
        token = _switch.set(self)
        try:
            yield
        finally:
            _switch.reset(token)

    def silence(self, context: Tensor) -> Tensor:
        """Return the joined context vectors (inputs, tokens, hidden) of the next layer, masked."""
        mask = self.masks.get(self.layers)
        self.layers += 1
        return context if mask is None else context * mask


def _silence(module: nn.Module, inputs: tuple[Any, ...]) -> Tensor | None:
    switch = _switch.get()
    return None if switch is None else switch.silence(inputs[0])
