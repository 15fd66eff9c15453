"""One input without each of many heads: what lies before a head is as with it, and is not run again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.gate import forward_slot
from bertviz_core.analysis.passes.head_switch import HeadSwitch, head_masks
from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.passes.network_failures import failures_told, require_numbers
from bertviz_core.analysis.passes.plain_encoder import PlainEncoder

_TOKENS_AT_ONCE = 512  # of larger batches what is between the layers leaves the processor's cache

Heads = Sequence[tuple[int, int]]
"""0-based (layer, head)."""


@dataclass(frozen=True, slots=True)
class KnownInput:
    """One input, and what a network makes of it."""

    ids: NDArray[np.int64]  # (tokens,)
    segments: NDArray[np.int64]  # (tokens,)
    states: Tensor  # (layers + 1, tokens, hidden); 0 is the input embedding


def each_head_off(network: Network, known: KnownInput, heads: Heads, *, at: int) -> Tensor:
    """Return the last layer's states (heads, hidden) at one place, each with another head off alone.

    Heads that are off in the network stay off.

    Raises:
        InputError: The model has no such head.
        BusyError: Too many passes are running.
        UnreadableModelError: The network fails, or answers with values that are not numbers.
    """
    network.without(heads)  # raises where there is no such head
    plain = network.plain if network.model.runs_here else None
    plain = plain if plain is not None and plain.can_be_compiled else None
    order = sorted(range(len(heads)), key=lambda number: heads[number][0])
    found = torch.empty(len(heads), network.model.info.hidden_size)
    step = _batch_size(network, len(known.ids), plain)
    for start in range(0, len(order), step):
        numbers = order[start : start + step]
        batch = [heads[number] for number in numbers]
        if plain is None:
            found[numbers] = _by_modules(network, known, batch, at)
        else:
            found[numbers] = _from_their_layers(network, plain, known, batch, at)
    return found


def _batch_size(network: Network, tokens: int, plain: PlainEncoder | None) -> int:
    most = network.batch_size(tokens)
    return min(most, network.model.info.heads if plain is None else max(1, _TOKENS_AT_ONCE // tokens))


def _from_their_layers(
    network: Network, plain: PlainEncoder, known: KnownInput, heads: Heads, at: int
) -> Tensor:
    """Run each layer once, over all inputs whose head that is off lies in it or before."""
    info = network.model.info
    silent = head_masks(info, [network.heads_off])
    alone = []
    for layer in range(info.layers):
        # (heads of the layer, 1, hidden)
        masks = head_masks(info, [[head] for head in heads if head[0] == layer])
        mask = masks.get(layer, torch.ones(0, 1, info.hidden_size))
        alone.append(mask * silent[layer] if layer in silent else mask)
    with (
        forward_slot(len(heads) * len(known.ids) ** 2),
        failures_told(info),
        torch.inference_mode(),
    ):
        return require_numbers(plain.each_off(known.states, silent=silent, alone=alone, at=at), info)


def _by_modules(network: Network, known: KnownInput, heads: Heads, at: int) -> Tensor:
    """Run all layers of the whole input with each head off."""
    ids, segments = (np.tile(row, (len(heads), 1)) for row in (known.ids, known.segments))
    switch = HeadSwitch(head_masks(network.model.info, [(*network.heads_off, head) for head in heads]))
    return network.last_hidden(ids, segments, at=at, switch=switch)
