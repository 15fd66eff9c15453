"""The parts of one layer of a network, by what they do, whatever a family calls them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor, nn

from bertviz_core.models.families import Family

_BERT = (
    *("attention.self", "attention.output.dense", "attention.output.LayerNorm"),
    *("intermediate.dense", "intermediate.intermediate_act_fn", "output.dense", "output.LayerNorm"),
)
_PARTS = {
    "distilbert": (
        *("attention", "attention.out_lin", "sa_layer_norm"),
        *("ffn.lin1", "ffn.activation", "ffn.lin2", "output_layer_norm"),
    ),
    "albert": (
        *("attention", "attention.dense", "attention.LayerNorm"),
        *("ffn", "activation", "ffn_output", "full_layer_layer_norm"),
    ),
}
"""Names within a layer, of the families that do not name them as BERT does."""


@dataclass(frozen=True, slots=True)
class LayerParts:
    """Modules of one layer, in the order of their use."""

    query: nn.Linear
    key: nn.Linear
    value: nn.Linear
    scale: float
    """What scores are multiplied by."""
    join: nn.Linear
    """Makes one vector of the heads' context vectors side by side."""
    first_norm: nn.LayerNorm
    widen: nn.Linear
    activation: Callable[[Tensor], Tensor]
    narrow: nn.Linear
    second_norm: nn.LayerNorm


def layer_parts(network: nn.Module, family: Family, *, layer: int, layers: int) -> LayerParts:
    """Return the parts of a layer; ALBERT's layers share theirs.

    Args:
        network: A network of transformers.
        family: Its family.
        layer: 0-based.
        layers: How many the network has.
    """
    found = [module for module in network.modules() if type(module).__name__ == family.layer_class]
    chosen = found[int(layer / (layers / len(found)))]
    names = _PARTS.get(family.name, _BERT)
    attention, join, first_norm, widen, activation, narrow, second_norm = (
        _part(chosen, name) for name in names
    )
    value = family.query.replace("query", "value").replace("q_", "v_")
    return LayerParts(
        query=getattr(attention, family.query),
        key=getattr(attention, family.key),
        value=getattr(attention, value),
        scale=float(attention.scaling),
        join=join,
        first_norm=first_norm,
        widen=widen,
        activation=activation,
        narrow=narrow,
        second_norm=second_norm,
    )


def _part(layer: nn.Module, name: str) -> Any:
    part: Any = layer
    for step in name.split("."):
        part = getattr(part, step)  # an activation may be a plain function
    return part
