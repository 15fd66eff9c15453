"""How one head comes from a query and a key to a weight."""

from __future__ import annotations

from typing import Any

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.errors import InputError, UnreadableModelError
from bertviz_core.results import Encoding, QueryKey


def query_key(passes: ForwardPasses, encoding: Encoding, *, layer: int, head: int) -> QueryKey:
    """Project the states that enter a layer with its own query and key matrices.

    Nothing is masked, as in a pass over one input.

    Raises:
        InputError: The model has no such layer or head.
        UnreadableModelError: The network has other layers than its config says.
    """
    info, family = passes.model.info, passes.model.family
    if layer not in range(info.layers) or head not in range(info.heads):
        raise InputError(
            "There is no such head: this model has {layers} layers of {heads} heads. Choose one of them.",
            layers=info.layers,
            heads=info.heads,
        )
    run = passes.run(encoding)
    if not passes.can_attend(run):
        raise UnreadableModelError(
            "“{model}” gives attention for {found} of {expected} layers. Choose another model.",
            model=info.id,
            found=len(run.hidden) - 1,
            expected=info.layers,
        )
    entering = run.hidden[layer]  # (tokens, hidden)
    attention: Any = passes.attention_module(layer)
    queries, keys = (
        passes.project(getattr(attention, name), entering).unflatten(-1, (info.heads, -1))[:, head]
        for name in (family.query, family.key)
    )  # (tokens, dimensions of a head) each
    scores, scale = queries @ keys.T, float(attention.scaling)
    return QueryKey(
        model=info.id,
        encoding=encoding,
        layer=layer,
        head=head,
        # Copies: a view would keep the vectors of all other heads.
        queries=queries.numpy().copy(),
        keys=keys.numpy().copy(),
        scores=scores.numpy(),
        scale=scale,
        weights=(scores * scale).softmax(dim=-1).numpy(),
    )
