"""The forward passes of a model over its inputs, each computed once and kept for the next question."""

from __future__ import annotations

import itertools
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.attention_capture import TakeLayer
from bertviz_core.analysis.heap import give_back_large_arrays
from bertviz_core.analysis.network import Network
from bertviz_core.analysis.pass_cache import PassCache
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import Encoding
from bertviz_core.settings import get_settings

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


class ForwardPasses(Network):
    """A network whose passes over single inputs are kept, in one bounded cache for all models."""

    def __init__(self, model: LoadedModel) -> None:
        """Keep the passes of `model` under a number of their own."""
        super().__init__(model)
        give_back_large_arrays()
        self._number = next(_serial_numbers)

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


@lru_cache(maxsize=1)
def _cache() -> PassCache[Pass]:
    """The passes of all models of this process share one bound."""
    settings = get_settings()
    return PassCache(max_bytes=settings.cache_bytes, max_entry_bytes=settings.cache_entry_bytes)
