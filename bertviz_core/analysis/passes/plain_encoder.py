"""The layers of BERT and those built like it, computed with the weights alone.

The modules of transformers around the weights of a short input take as long as the weights, and each of their
steps takes Python's lock anew: while other threads run Python, every step waits for them up to its switch
interval, a pass of 40 ms for a second and more. Here all layers of a short input are one compiled function
which runs without the lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from bertviz_core.analysis.passes.fast_linear import is_linear_replaced
from bertviz_core.analysis.passes.plain_layers import (
    all_layers,
    attend,
    each_off,
    embed,
    gather,
    last_of,
    narrow,
    place,
    widen,
    without_lock,
)
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
    """An encoder whose weights are those of a network of transformers.

    Heads are silenced by factors of their layer's joined context vectors (inputs, tokens, hidden).
    """

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
        silent: Mapping[int, Tensor],
        hidden_states: bool = False,
        take: Callable[[Tensor], None] | None = None,
    ) -> Encoded:
        """Run a batch of inputs.

        Args:
            ids: Of tokens, (inputs, tokens).
            segments: Of the same shape, for a model that knows them.
            mask: 1 for tokens and 0 for padding, of the same shape, or what is added to the scores
                (inputs, 1, query, key).
            silent: For each layer with heads that are off what silences them (1 or inputs, 1, hidden).
            hidden_states: Keep the states of every layer.
            take: Gets the weights (inputs, heads, query, key) of each layer in turn.
        """
        state = self._embed(ids, segments)
        added = _added(mask, state.dtype) if mask is not None and mask.dim() == 2 else mask
        held = len(self._layers) * self._heads * ids.numel() * ids.shape[1]
        if self.can_be_compiled and held <= _MOST_AT_ONCE and not is_linear_replaced():
            states, attention = without_lock(
                all_layers,
                *(state, self._layers, self._heads, self._eps),
                *(added, self._named == "relu", dict(silent), hidden_states, take is not None),
            )
            if take is not None:
                for weights in attention:
                    take(weights)
            return Encoded(states[-1], states if hidden_states else None)
        kept = [state]
        for number, layer in enumerate(self._layers):
            state, attention = attend(state, state, layer, self._heads, self._eps, added, silent.get(number))
            state = narrow(self._activation(widen(state, layer)), state, layer, self._eps)
            if hidden_states:
                kept.append(state)
            if take is not None:
                take(attention)
        return Encoded(state, tuple(kept) if hidden_states else None)

    @property
    def can_be_compiled(self) -> bool:
        """Tell whether the activation is one that compiled functions know."""
        return self._named in ("gelu", "relu")

    def each_off(
        self, kept: Tensor, *, silent: Mapping[int, Tensor], alone: Sequence[Tensor], at: int
    ) -> Tensor:
        """Return the last states (variants, hidden) at one place of one input, one more head off in each.

        Args:
            kept: States (layers + 1, tokens, hidden) of the same input.
            silent: As for a batch of inputs: the heads that are off in all variants.
            alone: For each layer what silences (variants, 1, hidden) its heads that are off in a variant.
            at: The place.
        """
        variants: Tensor = without_lock(
            each_off,
            *(kept[:-1], self._layers, self._heads, self._eps),
            *(self._named == "relu", dict(silent), list(alone), at),
        )
        return variants

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
            state = without_lock(place, words, segments, self._input, self._eps)
        state = state if self._project is None else self._project(state)
        if self.can_be_compiled:
            rectified = self._named == "relu"
            last: Tensor = without_lock(last_of, state, at, self._layers, self._heads, self._eps, rectified)
            return last
        for number, layer in enumerate(self._layers, start=1):
            asking = state if number < len(self._layers) else state[:, at : at + 1]
            state = gather(asking, state, layer, self._heads, self._eps)
            state = narrow(self._activation(widen(state, layer)), state, layer, self._eps)
        return state

    def _embed(self, ids: Tensor, segments: Tensor | None) -> Tensor:
        if self._input is None or segments is None:
            state = self._embeddings(input_ids=ids, token_type_ids=segments)
        else:
            state = without_lock(embed, ids, segments, self._input, self._eps)
        return state if self._project is None else self._project(state)


def _of(module: Any, names: Sequence[str]) -> list[Tensor]:
    parts = map(module.get_submodule, names)
    return [values.detach() for part in parts for values in part.parameters()]


def _added(mask: Tensor, dtype: torch.dtype) -> Tensor:
    """Return what is added to scores (inputs, 1, 1, key): 0 for tokens, the least number for padding."""
    lowest = torch.finfo(dtype).min
    return torch.where(mask.bool(), 0.0, lowest).to(dtype)[:, None, None, :]
