"""How one head comes from a query and a key to a weight."""

from __future__ import annotations

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.one_head import head_vectors, require_head
from bertviz_core.results import Encoding, QueryKey


def query_key(passes: ForwardPasses, encoding: Encoding, *, layer: int, head: int) -> QueryKey:
    """Project the states that enter a layer with its own query and key matrices.

    Nothing is masked, as in a pass over one input.

    Raises:
        InputError: The model has no such layer or head.
        UnreadableModelError: The network has other layers than its config says.
    """
    require_head(passes.model.info, layer, head)
    vectors = head_vectors(passes, passes.run(encoding).hidden, layer=layer, head=head)
    scores = vectors.queries @ vectors.keys.T
    return QueryKey(
        model=passes.model.info.id,
        encoding=encoding,
        layer=layer,
        head=head,
        # Copies: a view would keep the vectors of all other heads.
        queries=vectors.queries.numpy().copy(),
        keys=vectors.keys.numpy().copy(),
        scores=scores.numpy(),
        scale=vectors.scale,
        weights=(scores * vectors.scale).softmax(dim=-1).numpy(),
    )
