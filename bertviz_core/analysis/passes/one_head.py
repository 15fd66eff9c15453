"""Queries and keys of one head, made of the states that enter its layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import Tensor

from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.passes.network_failures import require_layers
from bertviz_core.errors import InputError
from bertviz_core.results import ModelInfo


@dataclass(frozen=True, slots=True)
class HeadVectors:
    """What one head compares: d dimensions a token."""

    queries: Tensor  # (tokens, d)
    keys: Tensor  # (tokens, d)
    scale: float
    """By which the products are multiplied: 1 / √d."""


def require_head(info: ModelInfo, layer: int, head: int) -> None:
    """Refuse a 0-based layer and head that are not there.

    Raises:
        InputError: The model has no such layer or head.
    """
    if layer not in range(info.layers) or head not in range(info.heads):
        raise InputError(
            "There is no such head: this model has {layers} layers of {heads} heads. Choose one of them.",
            layers=info.layers,
            heads=info.heads,
        )


def head_vectors(network: Network, states: Tensor, *, layer: int, head: int) -> HeadVectors:
    """Project the states that enter a layer with its own query and key matrices.

    Args:
        network: Whose head it is.
        states: States (layers + 1, tokens, hidden) of one input.
        layer: 0-based.
        head: 0-based.

    Raises:
        UnreadableModelError: The network has other layers than its config says.
    """
    info, family = network.model.info, network.model.family
    require_layers(len(states) - 1, info)
    attention: Any = network.attention_module(layer)
    queries, keys = (
        network.project(getattr(attention, name), states[layer]).unflatten(-1, (info.heads, -1))[:, head]
        for name in (family.query, family.key)
    )
    return HeadVectors(queries, keys, float(attention.scaling))
