"""What the attention and the feed-forward part of each layer add to the state, taken as it is computed.

In all families here the state is added to what a part makes of it, and the sum goes through a LayerNorm
(post-LayerNorm, Vaswani et al. 2017, "Attention Is All You Need"). So the LayerNorm is where both the sum and
the new state can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

import torch
from torch import Tensor, nn

from bertviz_core.models.families import Family

# One network serves many threads at once; each sees only its own receiver.
_receiver: ContextVar[SublayerReceiver | None] = ContextVar("sublayer_receiver", default=None)


@dataclass(frozen=True, slots=True)
class Sublayers:
    """What goes into and comes out of the two LayerNorms of each layer: 0 attention, 1 feed-forward."""

    added: Tensor  # (layers, 2, places, hidden) the state with what the part adds to it
    after: Tensor  # (layers, 2, places, hidden) the same after the LayerNorm


def offer_sublayers(network: nn.Module, family: Family) -> None:
    """Make a network offer both parts of each layer to whoever is receiving, once for its life."""
    for module in network.modules():
        if type(module).__name__ == family.layer_class:
            for part, norm in enumerate(family.norms):
                module.get_submodule(norm).register_forward_hook(partial(_offer, part))


def sublayers_wanted() -> bool:
    """Tell whether somebody takes what this thread's pass offers."""
    return _receiver.get() is not None


def _offer(part: int, module: nn.Module, inputs: tuple[Any, ...], output: Tensor) -> None:
    receiver = _receiver.get()
    if receiver is not None:
        receiver.take(part, inputs[0], output)


class SublayerReceiver:
    """Collects the parts of one pass over one input, in the order in which they are run."""

    def __init__(self, at: Tensor) -> None:
        """Keep these places (places,), in rising order, of each part."""
        self._at = at
        self._steps: list[tuple[int, Tensor, Tensor]] = []
        self._tokens = 0  # of the part that is running: some checkpoints run it a few tokens at a time

    def take(self, part: int, added: Tensor, after: Tensor) -> None:
        """Take what goes into and comes out of a LayerNorm (1, tokens, hidden)."""
        if not self._steps or self._steps[-1][0] != part:
            self._tokens = 0
        own = self._at[(self._at >= self._tokens) & (self._at < self._tokens + added.shape[1])] - self._tokens
        self._tokens += added.shape[1]
        self._steps.append((part, added[0, own], after[0, own]))

    def parts(self) -> Sublayers:
        """Return what was taken, layer by layer."""
        whole = [list(steps) for _, steps in groupby(self._steps, key=lambda step: step[0])]
        added = torch.stack([torch.cat([added for _, added, _ in steps]) for steps in whole])
        after = torch.stack([torch.cat([after for *_, after in steps]) for steps in whole])
        return Sublayers(added.unflatten(0, (-1, 2)), after.unflatten(0, (-1, 2)))


@contextmanager
def receiving_sublayers(at: Tensor) -> Iterator[SublayerReceiver]:
    """Take what this thread's pass offers meanwhile, at these places (places,) in rising order."""
    receiver = SublayerReceiver(at)
    token = _receiver.set(receiver)
    try:
        yield receiver
    finally:
        _receiver.reset(token)
