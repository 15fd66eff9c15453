"""The layers of BERT and those built like it, computed with the weights alone.

The modules of transformers around the weights of a short input take as long as the weights, and each of their
steps takes Python's lock anew: while other threads run Python, every step waits for them up to its switch
interval, a pass of 40 ms for a second and more. Here all layers of a short input are one compiled function
which runs without the lock. The steps and their order are those of transformers.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import (
    embedding,
    gelu,
    layer_norm,
    linear,
    relu,
    scaled_dot_product_attention,
)

from bertviz_core.analysis.passes.fast_linear import is_linear_replaced
from bertviz_core.models.families import Family

_BUILT_ALIKE = ("bert", "roberta", "xlm-roberta", "electra")
"""Families whose layers have the same parts under the same names."""

_EMBEDDINGS = "word_embeddings", "position_embeddings", "token_type_embeddings", "LayerNorm"

_LAYER = (
    *("attention.self.query", "attention.self.key", "attention.self.value"),
    *("attention.output.dense", "attention.output.LayerNorm"),
    *("intermediate.dense", "output.dense", "output.LayerNorm"),
)
"""Of a layer, each with its bias, in the order of their use."""

_MOST_AT_ONCE = 4_000_000
"""Attention weights of all layers together that are held before they are handed on; 16 MB."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """What transformers' own encoder returns under these names."""

    last_hidden_state: Tensor  # (inputs, tokens, hidden)
    hidden_states: Tensor | tuple[Tensor, ...] | None
    """Of the input and of all layers, each (inputs, tokens, hidden), where they are wanted."""


def plain_encoder(network: Any, family: Family) -> PlainEncoder | None:
    """Return the encoder of a network, None where its layers are built in another way."""
    if family.name not in _BUILT_ALIKE:
        return None
    return PlainEncoder(network.base_model, counts_padding=family.position_offset)


class PlainEncoder:
    """An encoder whose weights are those of a network of transformers."""

    def __init__(self, encoder: Any, *, counts_padding: bool) -> None:
        """Take a base model; the positions of some depend on which tokens are padding."""
        self._embeddings = encoder.embeddings
        self._input = None if counts_padding else _of(encoder.embeddings, _EMBEDDINGS)
        self._project = getattr(encoder, "embeddings_project", None)
        self._layers = [_of(layer, _LAYER) for layer in encoder.encoder.layer]
        self._activation = encoder.encoder.layer[0].intermediate.intermediate_act_fn
        self._named = encoder.config.hidden_act
        self._heads = int(encoder.config.num_attention_heads)
        self._eps = float(encoder.embeddings.LayerNorm.eps)

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
        state = self._embed(ids, segments)
        added = _added(mask, state.dtype) if mask is not None and mask.dim() == 2 else mask
        held = len(self._layers) * self._heads * ids.numel() * ids.shape[1]
        if self._named in ("gelu", "relu") and held <= _MOST_AT_ONCE and not is_linear_replaced():
            states, attention = _without_lock(
                _all_layers, state, self._layers, self._heads, self._eps, added, self._named == "relu"
            )
            if take is not None:
                for weights in attention:
                    take(weights)
            return Encoded(states[-1], states if hidden_states else None)
        kept = [state]
        for layer in self._layers:
            state, attention = _attend(state, layer, self._heads, self._eps, added)
            state = _narrow(self._activation(_widen(state, layer)), state, layer, self._eps)
            if hidden_states:
                kept.append(state)
            if take is not None:
                take(attention)
        return Encoded(state, tuple(kept) if hidden_states else None)

    def last_state(self, words: Tensor, segments: Tensor | None, *, at: int) -> Tensor:
        """Return the last state of one place (inputs, 1, hidden), through which gradients find back.

        Args:
            words: Embeddings of tokens, (inputs, tokens, size).
            segments: Of tokens, for a model that knows them.
            at: The place.
        """
        if self._input is None or segments is None:
            state = self._embeddings(inputs_embeds=words, token_type_ids=segments)
        else:
            state = _without_lock(_place, words, segments, self._input, self._eps)
        state = state if self._project is None else self._project(state)
        if self._named in ("gelu", "relu"):
            rectified = self._named == "relu"
            last: Tensor = _without_lock(_last_of, state, at, self._layers, self._heads, self._eps, rectified)
            return last
        for number, layer in enumerate(self._layers, start=1):
            asking = state if number < len(self._layers) else state[:, at : at + 1]
            state = _gather(asking, state, layer, self._heads, self._eps)
            state = _narrow(self._activation(_widen(state, layer)), state, layer, self._eps)
        return state

    def _embed(self, ids: Tensor, segments: Tensor | None) -> Tensor:
        if self._input is None or segments is None:
            state = self._embeddings(input_ids=ids, token_type_ids=segments)
        else:
            state = _without_lock(_embed, ids, segments, self._input, self._eps)
        return state if self._project is None else self._project(state)


def _of(module: Any, names: Sequence[str]) -> list[Tensor]:
    parts = map(module.get_submodule, names)
    return [values.detach() for part in parts for values in part.parameters()]


def _added(mask: Tensor, dtype: torch.dtype) -> Tensor:
    """Return what is added to scores (inputs, 1, 1, key): 0 for tokens, the least number for padding."""
    lowest = torch.finfo(dtype).min
    return torch.where(mask.bool(), 0.0, lowest).to(dtype)[:, None, None, :]


def _attend(
    state: Tensor, layer: list[Tensor], heads: int, eps: float, added: Tensor | None
) -> tuple[Tensor, Tensor]:
    inputs, tokens, width = state.shape
    query = linear(state, layer[0], layer[1]).view(inputs, tokens, heads, -1).transpose(1, 2)
    key = linear(state, layer[2], layer[3]).view(inputs, tokens, heads, -1).transpose(1, 2)
    value = linear(state, layer[4], layer[5]).view(inputs, tokens, heads, -1).transpose(1, 2)
    scores = torch.matmul(query, key.transpose(2, 3)).mul_(float(query.shape[-1]) ** -0.5)
    if added is not None:
        scores.add_(added)
    weights = torch.softmax(scores, dim=-1)
    context = torch.matmul(weights, value).transpose(1, 2).reshape(inputs, tokens, width)
    joined = linear(context, layer[6], layer[7]).add_(state)
    return layer_norm(joined, [width], layer[8], layer[9], eps), weights


def _widen(state: Tensor, layer: list[Tensor]) -> Tensor:
    return linear(state, layer[10], layer[11])


def _narrow(wide: Tensor, state: Tensor, layer: list[Tensor], eps: float) -> Tensor:
    narrow = linear(wide, layer[12], layer[13]).add_(state)
    return layer_norm(narrow, [state.shape[-1]], layer[14], layer[15], eps)


def _embed(ids: Tensor, segments: Tensor, parts: list[Tensor], eps: float) -> Tensor:
    return _place(embedding(ids, parts[0]), segments, parts, eps)


def _place(words: Tensor, segments: Tensor, parts: list[Tensor], eps: float) -> Tensor:
    """Add segments and positions to word embeddings, in the order of transformers."""
    state = words + embedding(segments, parts[2])
    return layer_norm(state + parts[1][: words.shape[1]], [state.shape[-1]], parts[3], parts[4], eps)


def _all_layers(
    state: Tensor, layers: list[list[Tensor]], heads: int, eps: float, added: Tensor | None, rectified: bool
) -> tuple[Tensor, Tensor]:
    states, attention = [state], [state][:0]
    for layer in layers:
        state, weights = _attend(state, layer, heads, eps, added)
        wide = _widen(state, layer)
        state = _narrow(relu(wide) if rectified else gelu(wide), state, layer, eps)
        states.append(state)
        attention.append(weights)
    return torch.stack(states), torch.stack(attention)


def _last_of(
    state: Tensor, at: int, layers: list[list[Tensor]], heads: int, eps: float, rectified: bool
) -> Tensor:
    for number, layer in enumerate(layers):
        asking = state if number + 1 < len(layers) else state[:, at : at + 1]
        state = _gather(asking, state, layer, heads, eps)
        wide = _widen(state, layer)
        state = _narrow(relu(wide) if rectified else gelu(wide), state, layer, eps)
    return state


def _gather(asking: Tensor, state: Tensor, layer: list[Tensor], heads: int, eps: float) -> Tensor:
    """Attend as `_attend` does, from some of the tokens and without weights to look at."""
    inputs, tokens, width = asking.shape
    query = linear(asking, layer[0], layer[1]).view(inputs, tokens, heads, -1).transpose(1, 2)
    key = linear(state, layer[2], layer[3]).view(inputs, state.shape[1], heads, -1).transpose(1, 2)
    value = linear(state, layer[4], layer[5]).view(inputs, state.shape[1], heads, -1).transpose(1, 2)
    context = scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(inputs, tokens, width)
    joined = linear(context, layer[6], layer[7]).add_(asking)
    return layer_norm(joined, [width], layer[8], layer[9], eps)


def _without_lock(function: Callable[..., Any], *values: Any) -> Any:
    """Call a compiled function; optimised it would be compiled for every new length."""
    with torch.jit.optimized_execution(False):
        return _compiled(function)(*values)


@cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    with warnings.catch_warnings():
        # What it recommends instead needs a C++ compiler where the app runs.
        warnings.simplefilter("ignore", DeprecationWarning)
        compiled: Callable[..., Any] = torch.jit.script(function)
    return compiled
