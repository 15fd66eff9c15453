"""How far fine-tuning moved the weights, part by part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from torch import Tensor, nn

from bertviz_core.analysis.fine_tuning.before_after_shape import require_same_shape
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import (
    OUTSIDE_PARTS,
    WEIGHT_PARTS,
    OutsidePart,
    WeightChange,
    WeightPart,
)

_MODULES: dict[WeightPart, tuple[str, ...]] = {
    "query": ("attention.self.query", "attention.q_lin", "attention.query"),
    "key": ("attention.self.key", "attention.k_lin", "attention.key"),
    "value": ("attention.self.value", "attention.v_lin", "attention.value"),
    "attention_output": ("attention.output.dense", "attention.out_lin", "attention.dense"),
    "attention_norm": ("attention.output.LayerNorm", "sa_layer_norm", "attention.LayerNorm"),
    "feed_forward_in": ("intermediate.dense", "ffn.lin1", "ffn"),
    "feed_forward_out": ("output.dense", "ffn.lin2", "ffn_output"),
    "feed_forward_norm": ("output.LayerNorm", "output_layer_norm", "full_layer_layer_norm"),
}
"""Within a layer: of BERT, RoBERTa and ELECTRA, of DistilBERT, of ALBERT."""

_OUTSIDE: dict[OutsidePart, tuple[str, ...]] = {
    "words": ("embeddings.word_embeddings",),
    "positions": ("embeddings.position_embeddings",),
    "segments": ("embeddings.token_type_embeddings",),
    "embedding_norm": ("embeddings.LayerNorm",),
    "projection": ("embeddings_project", "encoder.embedding_hidden_mapping_in"),
    "pooler": ("pooler",),
}
"""Within the encoder."""

_AT_ONCE = 2**17  # weights, in double precision 1 MB

Squares = tuple[float, float]
"""Sum of squares of what moved, and of what there was before."""


def weight_change(before: LoadedModel, after: LoadedModel) -> WeightChange:
    """Return the relative change of every part of a network.

    Fine-tuned models are kept in half precision: where all numbers of a weight are such, the one before is
    rounded in the same way, so that what did not learn has not moved.

    Raises:
        InputError: One model did not come from the other.
    """
    require_same_shape(before.info, after.info)
    rows = [
        {part: _squares(_modules(pair, _MODULES[part])) for part in WEIGHT_PARTS}
        for pair in zip(_layers(before), _layers(after), strict=True)
    ]
    encoders = before.network.base_model, after.network.base_model
    outside = {part: _modules(encoders, _OUTSIDE[part]) for part in OUTSIDE_PARTS}
    return WeightChange(
        before=before.info.id,
        after=after.info.id,
        layers=before.info.layers,
        parts=np.array([[_relative([row[part]]) for part in WEIGHT_PARTS] for row in rows]),
        whole=np.array([_relative(row.values()) for row in rows]),
        outside={part: _relative([_squares(pair)]) for part, pair in outside.items() if pair is not None},
    )


def _layers(model: LoadedModel) -> list[nn.Module]:
    """Return the modules of the layers, each once where layers share their weights."""
    modules = model.network.base_model.modules()
    return [module for module in modules if type(module).__name__ == model.family.layer_class]


def _modules(pair: tuple[Any, Any], names: tuple[str, ...]) -> tuple[nn.Module, nn.Module] | None:
    """Return the first of some submodules that both have."""
    for name in names:
        found = [_submodule(module, name) for module in pair]
        if found[0] is not None and found[1] is not None:
            return found[0], found[1]
    return None


def _submodule(module: nn.Module, name: str) -> nn.Module | None:
    """Return a submodule by its dotted name, None where there is none with weights of its own."""
    for part in name.split("."):
        inner = getattr(module, part, None)
        if not isinstance(inner, nn.Module):
            return None
        module = inner
    return module


def _squares(pair: tuple[nn.Module, nn.Module] | None) -> Squares:
    """Sum up all weights of a module."""
    if pair is None:
        return float("nan"), float("nan")
    moved = size = 0.0
    for one, other in zip(pair[0].parameters(), pair[1].parameters(), strict=True):
        if one.shape != other.shape:
            raise InputError("The weights of these two models do not fit together. Choose another one.")
        half = all(bool((some == some.half().float()).all()) for some in _pieces(other))
        for old, new in zip(_pieces(one), _pieces(other), strict=True):
            old, new = (old.half() if half else old).double(), new.double()
            moved += float((new - old).square_().sum())
            size += float(old.square_().sum())
    return moved, size


def _pieces(weights: Tensor) -> tuple[Tensor, ...]:
    """Cut weights into pieces of which copies are small."""
    return weights.detach().reshape(-1).split(_AT_ONCE)


def _relative(squares: Iterable[Squares]) -> float:
    """Return the relative change of several weights together; 0 where nothing was and nothing came."""
    moved, size = np.array(list(squares)).sum(axis=0).tolist()
    if moved == 0:
        return 0.0
    return float(np.sqrt(moved / size)) if size > 0 else float("nan")
