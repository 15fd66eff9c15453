"""The one place where a network is run: bounded, cached, without gradients."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.attention_capture import AttentionReceiver, offer_attention
from bertviz_core.analysis.gate import forward_slot
from bertviz_core.analysis.pass_cache import PassCache
from bertviz_core.errors import UnreadableModelError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import Encoding
from bertviz_core.settings import get_settings

_BATCH_TOKENS = 4096
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
        self.model = model
        self._number = next(_serial_numbers)
        offer_attention(model.network, model.family.attention_class)

    def run(self, encoding: Encoding, *, attention: bool = False) -> Pass:
        """Return hidden states, and on request attention, of one input.

        Raises:
            BusyError: Too many passes are running.
        """
        ids, segments = encoding.ids[np.newaxis], encoding.segment_ids[np.newaxis]
        key = (self._number, ids.tobytes(), segments.tobytes())
        kept = None if attention else _cache().find((*key, True))  # attention comes with hidden states
        return kept or _cache().get_or_compute(
            (*key, attention), lambda: self._compute(ids, segments, attention)
        )

    def last_hidden(self, ids: NDArray[np.int64], segments: NDArray[np.int64]) -> Tensor:
        """Return the last layer's states (inputs, tokens, hidden) of inputs of one length, uncached."""
        step = max(1, _BATCH_TOKENS // ids.shape[1])
        parts = []
        for start in range(0, len(ids), step):
            rows = slice(start, start + step)
            with forward_slot(), torch.inference_mode():
                parts.append(self._network(ids[rows], segments[rows]).last_hidden_state)
        return torch.cat(parts)

    def word_probabilities(self, hidden: Tensor) -> Tensor:
        """Return probabilities (..., vocabulary) of the masked-word head for states (..., hidden)."""
        with torch.inference_mode():
            return self.model.family.mlm_logits(self.model.network, hidden).softmax(dim=-1)

    def _network(self, ids: NDArray[np.int64], segments: NDArray[np.int64], **options: bool) -> Any:
        inputs = {"input_ids": torch.from_numpy(ids)}
        if self.model.info.has_segments:
            inputs["token_type_ids"] = torch.from_numpy(segments)
        return self.model.network.base_model(**inputs, **options)

    def _compute(self, ids: NDArray[np.int64], segments: NDArray[np.int64], attention: bool) -> Pass:
        with forward_slot(), torch.inference_mode():
            if not attention:
                output = self._network(ids, segments, output_hidden_states=True)
                return Pass(torch.cat(output.hidden_states), None)
            info = self.model.info
            receiver = AttentionReceiver(info.layers, info.heads, ids.shape[1])
            with receiver.receiving():
                output = self._network(ids, segments, output_hidden_states=True)
        if not receiver.complete:
            raise UnreadableModelError(
                "“{model}” gives attention for {found} of {expected} layers. Choose another model.",
                model=info.id,
                found=receiver.received,
                expected=info.layers,
            )
        receiver.weights.setflags(write=False)
        return Pass(torch.cat(output.hidden_states), receiver.weights)


@lru_cache(maxsize=1)
def _cache() -> PassCache[Pass]:
    """The passes of all models of this process share one bound."""
    settings = get_settings()
    return PassCache(max_bytes=settings.cache_bytes, max_entry_bytes=settings.cache_entry_bytes)
