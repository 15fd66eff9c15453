"""The one place where a network is run: bounded, cached, without gradients."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from bertviz_core.analysis.attention_capture import AttentionReceiver, TakeLayer, offer_attention
from bertviz_core.analysis.gate import forward_slot
from bertviz_core.analysis.head_switch import HeadSwitch, head_masks, offer_switch
from bertviz_core.analysis.heap import give_back_large_arrays
from bertviz_core.analysis.network_failures import failures_told, require_layers, require_numbers
from bertviz_core.analysis.pass_cache import PassCache
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import Encoding
from bertviz_core.settings import get_settings

# A batch is bounded twice: linear layers grow with its tokens, attention with their squares.
_BATCH_TOKENS = 4096
_BATCH_PAIRS = 512 * 512
_serial_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Pass:
    """What one forward pass over one input computed; shared between questions, never changed."""

    hidden: Tensor  # (layers + 1, tokens, hidden); 0 is the input embedding
    attention: NDArray[np.float32] | None  # (layers, heads, query, key), read-only

    @property
    def nbytes(self) -> int:
        """Return the bytes held."""
        return self.hidden.nbytes + (0 if self.attention is None else self.attention.nbytes)


class ForwardPasses:
    """The forward passes of one loaded model."""

    def __init__(self, model: LoadedModel) -> None:
        """Run the network of `model`; its passes are cached under a number of their own."""
        give_back_large_arrays()
        self.model = model
        self._number = next(_serial_numbers)
        self.heads_off: tuple[tuple[int, int], ...] = ()
        self._attention = offer_attention(model.network, model.family.attention_class)
        offer_switch(model.network, model.family)

    def without(self, heads: Iterable[tuple[int, int]]) -> ForwardPasses:
        """Return the passes of the same network in which these heads (layer, head) are off as well.

        Raises:
            InputError: The model has no such head.
        """
        info, heads = self.model.info, frozenset(heads)
        if not all(layer in range(info.layers) and head in range(info.heads) for layer, head in heads):
            raise InputError(
                "There is no such head: this model has {layers} layers of {heads} heads. Choose one of them.",
                layers=info.layers,
                heads=info.heads,
            )
        others = copy(self)
        others.heads_off = tuple(sorted(heads.union(self.heads_off)))
        return others

    def run(self, encoding: Encoding, *, attention: bool = False) -> Pass:
        """Return hidden states, and on request attention, of one input.

        Raises:
            BusyError: Too many passes are running.
            UnreadableModelError: The network fails, or its numbers are none.
        """
        ids, segments = encoding.ids[np.newaxis], encoding.segment_ids[np.newaxis]
        kept = None if attention else self.kept(encoding)
        return kept or _cache().get_or_compute(
            (*self._key(encoding), attention), lambda: self._compute(ids, segments, attention)
        )

    def kept(self, encoding: Encoding) -> Pass | None:
        """Return what is kept of the pass over one input; attention comes with hidden states."""
        key = self._key(encoding)
        return _cache().find((*key, True)) or _cache().find((*key, False))

    def stream_attention(self, encoding: Encoding, take: TakeLayer) -> None:
        """Hand each layer's attention to `take` as it is computed; errors as for `run`.

        The attention is not kept, the hidden states are, where they are small enough for the cache.
        """
        ids, segments = encoding.ids[np.newaxis], encoding.segment_ids[np.newaxis]
        info = self.model.info
        size = 4 * (info.layers + 1) * len(encoding) * info.hidden_size
        keep = _cache().holds(size) and not self.kept(encoding)
        output = self._run_receiving(ids, segments, take, hidden_states=keep)
        if keep:
            _cache().keep((*self._key(encoding), False), Pass(torch.cat(output.hidden_states), None))

    def can_attend(self, kept: Pass) -> bool:
        """Tell whether there is one state for every layer; some ALBERTs have several a layer."""
        return len(kept.hidden) == self.model.info.layers + 1

    def attention_module(self, layer: int) -> nn.Module:
        """Return the module that computes a layer's attention; ALBERT's layers share theirs."""
        return self._attention[int(layer / (self.model.info.layers / len(self._attention)))]

    def attend(self, hidden: Tensor, layer: int) -> NDArray[np.float32]:
        """Return one layer's attention (heads, query, key) over states (tokens, hidden) that enter it.

        Nothing is masked, as in a pass over one input. Errors as for `run`.
        """
        with forward_slot(len(hidden) ** 2), failures_told(self.model.info), torch.inference_mode():
            weights: Tensor = self.attention_module(layer)(hidden[np.newaxis])[1]
            return require_numbers(weights, self.model.info)[0].numpy()

    def project(self, matrix: nn.Module, states: Tensor) -> Tensor:
        """Return what a linear part of the network makes of states (tokens, hidden); errors as for `run`."""
        with failures_told(self.model.info), torch.inference_mode():
            return require_numbers(matrix(states), self.model.info)

    def last_hidden(
        self,
        ids: NDArray[np.int64],
        segments: NDArray[np.int64],
        *,
        at: int,
        switch: HeadSwitch | None = None,
    ) -> Tensor:
        """Return the last layer's states (inputs, hidden) at one place of inputs of one length, uncached.

        A switch of heads serves one batch.
        """
        step = self.batch_size(ids.shape[1])
        batches = [slice(start, start + step) for start in range(0, len(ids), step)]
        # A copy, so that the states of all other places are let go.
        return torch.cat(
            [self._run(ids[b], segments[b], switch=switch).last_hidden_state[:, at].clone() for b in batches]
        )

    def batch_size(self, tokens: int) -> int:
        """Return how many inputs of one length are run at once."""
        return max(1, min(_BATCH_TOKENS // tokens, _BATCH_PAIRS // tokens**2))

    def word_probabilities(self, hidden: Tensor) -> Tensor:
        """Return probabilities (..., vocabulary) of the masked-word head for states (..., hidden)."""
        return self.probabilities(lambda network: self.model.family.mlm_logits(network, hidden))

    def probabilities(self, scores: Callable[[Any], Tensor]) -> Tensor:
        """Return the probabilities (..., choices) of a head, given the function from network to scores.

        Raises:
            UnreadableModelError: The head fails, or its numbers are none.
        """
        with failures_told(self.model.info), torch.inference_mode():
            return require_numbers(scores(self.model.network).softmax(dim=-1), self.model.info)

    def _key(self, encoding: Encoding) -> tuple[Hashable, ...]:
        return self._number, self.heads_off, encoding.ids.tobytes(), encoding.segment_ids.tobytes()

    def _compute(self, ids: NDArray[np.int64], segments: NDArray[np.int64], attention: bool) -> Pass:
        if not attention:
            return Pass(torch.cat(self._run(ids, segments, hidden_states=True).hidden_states), None)
        info, tokens = self.model.info, ids.shape[1]
        weights = np.empty((info.layers, info.heads, tokens, tokens), dtype=np.float32)
        output = self._run_receiving(ids, segments, weights.__setitem__, hidden_states=True)
        weights.setflags(write=False)
        return Pass(torch.cat(output.hidden_states), weights)

    def _run_receiving(
        self, ids: NDArray[np.int64], segments: NDArray[np.int64], take: TakeLayer, *, hidden_states: bool
    ) -> Any:
        receiver = AttentionReceiver(self.model.info.layers, take)
        with receiver.receiving():
            output = self._run(ids, segments, hidden_states=hidden_states)
        require_layers(receiver.received, self.model.info)
        return output

    def _run(
        self,
        ids: NDArray[np.int64],
        segments: NDArray[np.int64],
        *,
        hidden_states: bool = False,
        switch: HeadSwitch | None = None,
    ) -> Any:
        """Run the encoder when its turn comes, with these heads off or those of `heads_off`."""
        inputs = {"input_ids": torch.from_numpy(ids)}
        if self.model.info.has_segments:
            inputs["token_type_ids"] = torch.from_numpy(segments)
        switch = switch or HeadSwitch(head_masks(self.model.info, [self.heads_off]))
        with forward_slot(ids.size * ids.shape[1]), failures_told(self.model.info), torch.inference_mode():
            with switch.switched():
                output = self.model.network.base_model(
                    **inputs,
                    # Said aloud, because a checkpoint's config may say otherwise.
                    return_dict=True,
                    output_attentions=False,
                    output_hidden_states=hidden_states,
                )
            if switch.silences:
                require_layers(switch.layers, self.model.info)
            require_numbers(output.last_hidden_state, self.model.info)
            return output


@lru_cache(maxsize=1)
def _cache() -> PassCache[Pass]:
    """The passes of all models of this process share one bound."""
    settings = get_settings()
    return PassCache(max_bytes=settings.cache_bytes, max_entry_bytes=settings.cache_entry_bytes)
