"""How tokens become the vectors that enter the first layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from bertviz_core.analysis.passes.network import Network
from bertviz_core.models.families import Family
from bertviz_core.results import Encoding, InputEmbeddings


@dataclass(frozen=True, slots=True)
class _Steps:
    """What the embeddings compute in turn, each (n, e) but for what enters layer 1 (n, hidden)."""

    rows: Tensor  # (n,)
    token: Tensor
    segment: Tensor | None
    position: Tensor
    total: Tensor
    normed: Tensor
    output: Tensor


def input_embeddings(network: Network, encoding: Encoding) -> InputEmbeddings:
    """Compute the embeddings of a text with the network's own tables, and what becomes of them.

    Dropout, which only acts while a model learns, is left out.

    Raises:
        UnreadableModelError: The network has other embeddings than its family, or its numbers are none.
    """
    model = network.model
    ids = torch.from_numpy(encoding.ids)
    segments = torch.from_numpy(encoding.segment_ids)
    steps = network.ask(
        lambda whole: _steps(whole, model.family, ids, segments, model.first_position),
        values=lambda steps: steps.output,
    )
    embeddings = model.network.base_model.embeddings
    norm, total = embeddings.LayerNorm, steps.total.double()
    types = getattr(embeddings, "token_type_embeddings", None)
    return InputEmbeddings(
        model=model.info.id,
        encoding=encoding,
        position_ids=steps.rows.numpy(),
        token=steps.token.numpy(),
        segment=None if steps.segment is None else steps.segment.numpy(),
        segments=0 if types is None else types.num_embeddings,
        position=steps.position.numpy(),
        total=steps.total.numpy(),
        mean=total.mean(dim=1).float().numpy(),
        deviation=(total.var(dim=1, correction=0) + norm.eps).sqrt().float().numpy(),
        gamma=norm.weight.numpy().copy(),
        beta=norm.bias.numpy().copy(),
        normed=steps.normed.numpy(),
        output=steps.output.numpy(),
        projected=projection(model.network, model.family) is not None,
    )


def projection(network: Any, family: Family) -> Any:
    """Return the linear layer between embeddings and layer 1, None where there is none."""
    found = network.base_model
    for name in filter(None, family.input_projection.split(".")):
        found = getattr(found, name, None)
    return found if family.input_projection else None


def position_rows(embeddings: Any, family: Family, ids: Tensor, first: int | None) -> Tensor:
    """Return which rows (n,) of the position embeddings the tokens (n,) of one input get.

    Args:
        embeddings: Of transformers.
        family: Theirs.
        ids: Of the tokens.
        first: Row of the first token, where that had to be decided.
    """
    if family.position_offset and first is None:
        rows: Tensor = embeddings.create_position_ids_from_input_ids(ids[None], embeddings.padding_idx)[0]
        return rows
    return torch.arange(len(ids)) + (first or 0)


def _steps(network: Any, family: Family, ids: Tensor, segments: Tensor, first: int | None) -> _Steps:
    embeddings = network.base_model.embeddings
    rows = position_rows(embeddings, family, ids, first)
    token, position = embeddings.word_embeddings(ids), embeddings.position_embeddings(rows)
    types = getattr(embeddings, "token_type_embeddings", None)
    segment = None if types is None else types(segments)
    total = (token if segment is None else token + segment) + position  # in the order of transformers
    normed = embeddings.LayerNorm(total)
    linear = projection(network, family)
    output = normed if linear is None else linear(normed)
    return _Steps(rows, token, segment, position, total, normed, output)
