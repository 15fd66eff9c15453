"""Layers built like BERT's as functions of their weights, which TorchScript compiles.

The steps and their order are those of transformers. Weights of a layer come in the order of their use.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
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


def without_lock(function: Callable[..., Any], *values: Any) -> Any:
    """Call a function of this file compiled, so that it runs without Python's lock."""
    # Optimised it would be compiled for every new length.
    with torch.jit.optimized_execution(False):
        return _compiled(function)(*values)


@cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    with warnings.catch_warnings():
        # What it recommends instead needs a C++ compiler where the app runs.
        warnings.simplefilter("ignore", DeprecationWarning)
        compiled: Callable[..., Any] = torch.jit.script(function)
    return compiled


def embed(ids: Tensor, segments: Tensor, parts: list[Tensor], eps: float) -> Tensor:
    """Return the states (inputs, tokens, width) that enter the first layer."""
    return place(embedding(ids, parts[0]), segments, parts, eps)


def place(words: Tensor, segments: Tensor, parts: list[Tensor], eps: float) -> Tensor:
    """Add segments and positions to word embeddings (inputs, tokens, width), in the order of transformers."""
    state = words + embedding(segments, parts[2])
    return layer_norm(state + parts[1][: words.shape[1]], [state.shape[-1]], parts[3], parts[4], eps)


def attend(
    asking: Tensor,
    state: Tensor,
    layer: list[Tensor],
    heads: int,
    eps: float,
    added: Tensor | None,
    silent: Tensor | None,
) -> tuple[Tensor, Tensor]:
    """Return states after the attention part, and its weights (inputs, heads, query, key).

    Args:
        asking: States (inputs, queries, width) of the places that attend, all or some of `state`.
        state: States (inputs, tokens, width) that are attended to.
        layer: Weights.
        heads: How many there are.
        eps: Of the norms.
        added: To the scores, of a shape that fits (inputs, heads, query, key).
        silent: 0 in the place of heads that are off, else 1; fits (inputs, queries, width), or makes as many
            of one input.
    """
    inputs, queries, width = asking.shape
    tokens, size = state.shape[1], width // heads
    query = linear(asking, layer[0], layer[1]).view(inputs, queries, heads, size).transpose(1, 2)
    key = linear(state, layer[2], layer[3]).view(inputs, tokens, heads, size).transpose(1, 2)
    value = linear(state, layer[4], layer[5]).view(inputs, tokens, heads, size).transpose(1, 2)
    scores = torch.matmul(query, key.transpose(2, 3)).mul_(float(size) ** -0.5)
    if added is not None:
        scores.add_(added)
    weights = torch.softmax(scores, dim=-1)
    context = torch.matmul(weights, value).transpose(1, 2).reshape(inputs, queries, width)
    if silent is not None:
        context = context * silent
    joined = linear(context, layer[6], layer[7]).add_(asking)
    return layer_norm(joined, [width], layer[8], layer[9], eps), weights


def gather(asking: Tensor, state: Tensor, layer: list[Tensor], heads: int, eps: float) -> Tensor:
    """Attend as `attend` does, by the fused attention, which gives no weights and takes gradients sooner."""
    inputs, queries, width = asking.shape
    tokens, size = state.shape[1], width // heads
    query = linear(asking, layer[0], layer[1]).view(inputs, queries, heads, size).transpose(1, 2)
    key = linear(state, layer[2], layer[3]).view(inputs, tokens, heads, size).transpose(1, 2)
    value = linear(state, layer[4], layer[5]).view(inputs, tokens, heads, size).transpose(1, 2)
    context = scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(inputs, queries, width)
    joined = linear(context, layer[6], layer[7]).add_(asking)
    return layer_norm(joined, [width], layer[8], layer[9], eps)


def widen(state: Tensor, layer: list[Tensor]) -> Tensor:
    """Return what enters the activation of the feed-forward part."""
    return linear(state, layer[10], layer[11])


def narrow(wide: Tensor, state: Tensor, layer: list[Tensor], eps: float) -> Tensor:
    """Return states after the feed-forward part, given what left its activation."""
    narrowed = linear(wide, layer[12], layer[13]).add_(state)
    return layer_norm(narrowed, [state.shape[-1]], layer[14], layer[15], eps)


def _activate(wide: Tensor, rectified: bool) -> Tensor:
    """Return the same array: a new one of its size costs as much as what is computed."""
    activated: Tensor = torch.relu_(wide) if rectified else torch.ops.aten.gelu_(wide)
    return activated


def all_layers(
    state: Tensor,
    layers: list[list[Tensor]],
    heads: int,
    eps: float,
    added: Tensor | None,
    rectified: bool,
    silent: dict[int, Tensor],
    states_wanted: bool,
    weights_wanted: bool,
) -> tuple[Tensor, Tensor]:
    """Return states (layers + 1, inputs, tokens, width) and weights (layers, inputs, heads, query, key).

    Of unwanted states only the last is returned, as one layer, and of unwanted weights nothing: all of a
    batch together are many times what a layer needs.
    """
    inputs, tokens, width = state.shape
    states = state.new_empty([len(layers) + 1 if states_wanted else 1, inputs, tokens, width])
    attention = state.new_empty([len(layers) if weights_wanted else 0, inputs, heads, tokens, tokens])
    if states_wanted:
        states[0].copy_(state)
    for number, layer in enumerate(layers):
        state, weights = attend(state, state, layer, heads, eps, added, silent.get(number))
        state = narrow(_activate(widen(state, layer), rectified), state, layer, eps)
        if states_wanted:
            states[number + 1].copy_(state)
        if weights_wanted:
            attention[number].copy_(weights)
    if not states_wanted:
        states[0].copy_(state)
    return states, attention


def last_of(
    state: Tensor, at: int, layers: list[list[Tensor]], heads: int, eps: float, rectified: bool
) -> Tensor:
    """Return the last state (inputs, 1, width) of one place, through which gradients find back."""
    for number, layer in enumerate(layers):
        asking = state if number + 1 < len(layers) else state[:, at : at + 1]
        state = gather(asking, state, layer, heads, eps)
        wide = widen(state, layer)
        state = narrow(relu(wide) if rectified else gelu(wide), state, layer, eps)
    return state


def each_off(
    kept: Tensor,
    layers: list[list[Tensor]],
    heads: int,
    eps: float,
    rectified: bool,
    silent: dict[int, Tensor],
    alone: list[Tensor],
    at: int,
) -> Tensor:
    """Return the last states (variants, width) at one place of one input, one more head off in each.

    A variant enters at its layer: what lies before is as it was kept. Of the last layer only that place
    is computed.

    Args:
        kept: The input's states (layers, tokens, width) that enter each layer.
        layers: Weights of each.
        heads: How many a layer has.
        eps: Of the norms.
        rectified: Whether the activation is ReLU rather than GELU.
        silent: By layer, what silences (1, 1, width) the heads that are off in all variants.
        alone: For each layer what silences (variants, 1, width) the heads of those that enter there.
        at: The place.
    """
    state = kept[:0]  # (variants, tokens, width)
    for number, layer in enumerate(layers):
        if len(state) + len(alone[number]) == 0:
            continue
        entering = kept[number : number + 1]
        asking, asking_too = state, entering
        if number == len(layers) - 1:
            asking, asking_too = state[:, at : at + 1], entering[:, at : at + 1]
        before = attend(asking, state, layer, heads, eps, None, silent.get(number))[0]
        new = attend(asking_too, entering, layer, heads, eps, None, alone[number])[0]
        state = torch.cat([before, new])
        state = narrow(_activate(widen(state, layer), rectified), state, layer, eps)
    return state[:, 0]
