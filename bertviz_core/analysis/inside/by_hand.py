"""One layer computed step by step with its own weights, so that every number on the way can be shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.layer_parts import layer_parts
from bertviz_core.analysis.passes.network_failures import require_layers
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import Encoding, LayerSteps, LinearPart, NormPart

MOST_TOKENS = 48


def layer_steps(passes: ForwardPasses, encoding: Encoding, *, layer: int) -> LayerSteps:
    """Compute a layer from the states that enter it.

    Nothing is masked, as in a pass over one input, and all heads are on.

    Raises:
        InputError: The model has no such layer.
        TextTooLongError: The text has more than 48 tokens.
        UnreadableModelError: The network has other layers than its config says.
    """
    info = passes.model.info
    if layer not in range(info.layers):
        raise InputError(
            "There is no such layer: this model has {layers}. Choose one of them.", layers=info.layers
        )
    if len(encoding) > MOST_TOKENS:
        raise TextTooLongError(
            "This text has {tokens} tokens; what can be followed by hand has at most {most}. Shorten it.",
            tokens=len(encoding),
            most=MOST_TOKENS,
        )
    run = passes.run(encoding)
    require_layers(len(run.hidden) - 1, info)
    parts = layer_parts(passes.model.network, passes.model.family, layer=layer, layers=info.layers)
    entering = run.hidden[layer]
    queries, keys, values = (
        passes.project(part, entering).unflatten(-1, (info.heads, -1)).transpose(0, 1)
        for part in (parts.query, parts.key, parts.value)
    )
    scores = queries @ keys.transpose(1, 2)
    weights = (scores * parts.scale).softmax(dim=-1)
    contexts = weights @ values
    joined = contexts.transpose(0, 1).flatten(1)
    attention = passes.project(parts.join, joined)
    first_sum = entering + attention
    between = passes.project(parts.first_norm, first_sum)
    wide = passes.project(parts.widen, between)
    activated = passes.project(parts.activation, wide.clone())  # some work in their place
    feed_forward = passes.project(parts.narrow, activated)
    second_sum = between + feed_forward
    config: Any = passes.model.config
    steps = {
        "entering": entering,
        "queries": queries,
        "keys": keys,
        "values": values,
        "scores": scores,
        "weights": weights,
        "contexts": contexts,
        "joined": joined,
        "attention": attention,
        "first_sum": first_sum,
        "between": between,
        "wide": wide,
        "activated": activated,
        "feed_forward": feed_forward,
        "second_sum": second_sum,
        "leaving": passes.project(parts.second_norm, second_sum),
    }
    return LayerSteps(
        model=info.id,
        encoding=encoding,
        layer=layer,
        activation=str(getattr(config, "hidden_act", getattr(config, "activation", ""))),
        scale=parts.scale,
        query_matrix=_linear(parts.query),
        key_matrix=_linear(parts.key),
        value_matrix=_linear(parts.value),
        join_matrix=_linear(parts.join),
        wide_matrix=_linear(parts.widen),
        narrow_matrix=_linear(parts.narrow),
        first_norm=_norm(parts.first_norm, first_sum),
        second_norm=_norm(parts.second_norm, second_sum),
        # Copies: a view would keep the states of all other layers.
        **{name: values.numpy().copy() for name, values in steps.items()},
    )


def _linear(part: nn.Linear) -> LinearPart:
    return LinearPart(weight=part.weight.detach().T.numpy().copy(), bias=part.bias.detach().numpy().copy())


def _norm(part: nn.LayerNorm, states: Tensor) -> NormPart:
    variance, mean = torch.var_mean(states, dim=-1, correction=0)
    return NormPart(
        mean=mean.numpy(),
        deviation=np.sqrt(variance.numpy() + np.float32(part.eps)),
        gamma=part.weight.detach().numpy().copy(),
        beta=part.bias.detach().numpy().copy(),
    )
