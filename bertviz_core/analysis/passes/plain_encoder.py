"""The layers of BERT and those built like it, computed with the weights alone.

Short inputs keep the processor busy with the modules around the weights for as long as with the weights, and
Python's lock with them, for which other visitors wait. The steps and their order are those of transformers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import torch
from torch import Tensor, nn
from torch.nn.functional import layer_norm, linear

from bertviz_core.models.families import Family

_BUILT_ALIKE = ("bert", "roberta", "xlm-roberta", "electra")
"""Families whose layers have the same parts under the same names."""

Activation = Callable[[Tensor], Tensor]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layer:
    query: nn.Linear
    key: nn.Linear
    value: nn.Linear
    joined: nn.Linear
    after_attention: nn.LayerNorm
    wide: nn.Linear
    activation: Activation
    narrow: nn.Linear
    after_feed_forward: nn.LayerNorm

    @classmethod
    def of(cls, layer: Any) -> Self:
        return cls(
            query=layer.attention.self.query,
            key=layer.attention.self.key,
            value=layer.attention.self.value,
            joined=layer.attention.output.dense,
            after_attention=layer.attention.output.LayerNorm,
            wide=layer.intermediate.dense,
            activation=layer.intermediate.intermediate_act_fn,
            narrow=layer.output.dense,
            after_feed_forward=layer.output.LayerNorm,
        )


@dataclass(frozen=True, slots=True)
class Encoded:
    """What transformers' own encoder returns under these names."""

    last_hidden_state: Tensor  # (inputs, tokens, hidden)
    hidden_states: tuple[Tensor, ...] | None
    """Of the input and of all layers, each (inputs, tokens, hidden), where they are wanted."""


def plain_encoder(network: Any, family: Family) -> PlainEncoder | None:
    """Return the encoder of a network, None where its layers are built in another way."""
    return PlainEncoder(network.base_model) if family.name in _BUILT_ALIKE else None


class PlainEncoder:
    """An encoder whose weights are those of a network of transformers."""

    def __init__(self, encoder: Any) -> None:
        """Take a base model."""
        self._embeddings = encoder.embeddings
        self._project = getattr(encoder, "embeddings_project", None)
        self._layers = tuple(map(_Layer.of, encoder.encoder.layer))
        self._heads = encoder.config.num_attention_heads

    def __call__(
        self,
        ids: Tensor,
        segments: Tensor | None,
        *,
        mask: Tensor | None = None,
        hidden_states: bool = False,
        take: Callable[[Tensor], None] | None = None,
    ) -> Encoded:
        """Run a batch of inputs.

        Args:
            ids: Of tokens, (inputs, tokens).
            segments: Of the same shape, for a model that knows them.
            mask: 1 for tokens and 0 for padding, of the same shape, or what is added to the scores
                (inputs, 1, query, key).
            hidden_states: Keep the states of every layer.
            take: Gets the weights (inputs, heads, query, key) of each layer in turn.
        """
        state = self._embeddings(input_ids=ids, token_type_ids=segments)
        state = state if self._project is None else self._project(state)
        added = _added(mask, state.dtype) if mask is not None and mask.dim() == 2 else mask
        states = [state] if hidden_states else []
        for layer in self._layers:
            state, weights = self._through(layer, state, added)
            if hidden_states:
                states.append(state)
            if take is not None:
                take(weights)
        return Encoded(state, tuple(states) if hidden_states else None)

    def _through(self, layer: _Layer, state: Tensor, added: Tensor | None) -> tuple[Tensor, Tensor]:
        inputs, tokens, width = state.shape
        heads = inputs, tokens, self._heads, -1
        query = _linear(layer.query, state).view(heads).transpose(1, 2)
        key = _linear(layer.key, state).view(heads).transpose(1, 2)
        value = _linear(layer.value, state).view(heads).transpose(1, 2)
        weights = torch.matmul(query, key.transpose(2, 3)).mul_(query.shape[-1] ** -0.5)
        if added is not None:
            weights.add_(added)
        torch.softmax(weights, dim=-1, out=weights)
        context = torch.matmul(weights, value).transpose(1, 2).reshape(inputs, tokens, width)
        state = _norm(layer.after_attention, _linear(layer.joined, context).add_(state))
        narrow = _linear(layer.narrow, layer.activation(_linear(layer.wide, state)))
        return _norm(layer.after_feed_forward, narrow.add_(state)), weights


def _added(mask: Tensor, dtype: torch.dtype) -> Tensor:
    """Return what is added to scores (inputs, 1, 1, key): 0 for tokens, the least number for padding."""
    lowest = torch.finfo(dtype).min
    return torch.where(mask.bool(), 0.0, lowest).to(dtype)[:, None, None, :]


def _linear(part: nn.Linear, values: Tensor) -> Tensor:
    return linear(values, part.weight, part.bias)


def _norm(part: nn.LayerNorm, values: Tensor) -> Tensor:
    return layer_norm(values, part.normalized_shape, part.weight, part.bias, part.eps)
