"""The forward passes of a model over its inputs, each computed once and kept for the next question."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.attention_capture import TakeLayer
from bertviz_core.analysis.passes.gate import open_places
from bertviz_core.analysis.passes.heap import give_back_large_arrays
from bertviz_core.analysis.passes.network import Network, stacked
from bertviz_core.analysis.passes.observed import tell
from bertviz_core.analysis.passes.padding import padded
from bertviz_core.analysis.passes.pass_cache import PassCache
from bertviz_core.analysis.passes.pass_queue import LONGEST_TOGETHER, PassQueue, Question
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
            BusyError: Too many passes are running and waiting.
            MovedOnError: Whoever asked wants something else by now.
            UnreadableModelError: The network fails, or its numbers are none.
        """
        return self.run_ids(encoding.ids, encoding.segment_ids, attention=attention)

    def run_ids(
        self, ids: NDArray[np.int64], segments: NDArray[np.int64], *, attention: bool = False
    ) -> Pass:
        """Return the same of one input given as ids and segments (tokens,); errors as for `run`."""
        key = (*self._key(ids, segments), attention)
        kept = _cache().find(key) if attention else self._kept(ids, segments)
        if kept:
            tell("kept")
        return kept or _queue().ask(
            Question(
                key=key,
                together=(self._number, self.heads_off),
                ids=ids,
                segments=segments,
                attention=attention,
                run=self._answer,
            )
        )

    def kept(self, encoding: Encoding) -> Pass | None:
        """Return what is kept of the pass over one input; attention comes with hidden states."""
        return self._kept(encoding.ids, encoding.segment_ids)

    def _kept(self, ids: NDArray[np.int64], segments: NDArray[np.int64]) -> Pass | None:
        key = self._key(ids, segments)
        return _cache().find((*key, True)) or _cache().find((*key, False))

    def stream_attention(self, encoding: Encoding, take: TakeLayer) -> None:
        """Hand each layer's attention to `take`, of a long input as it is computed; errors as for `run`.

        The attention of a long input is not kept; its hidden states are, where the cache has room for them.
        """
        if len(encoding) <= LONGEST_TOGETHER:
            attention = self.run(encoding, attention=True).attention
            assert attention is not None  # asked for in the line above
            for layer, weights in enumerate(attention):
                take(layer, weights)
            return
        ids, segments = encoding.ids[np.newaxis], encoding.segment_ids[np.newaxis]
        info = self.model.info
        size = 4 * (info.layers + 1) * len(encoding) * info.hidden_size
        keep = _cache().holds(size) and not self.kept(encoding)
        output = self._receiving(
            lambda layer, weights: take(layer, weights[0]),
            lambda: self._run(ids, segments, hidden_states=keep),
        )
        if keep:
            key = (*self._key(encoding.ids, encoding.segment_ids), False)
            _cache().keep(key, Pass(stacked(output.hidden_states)[:, 0], None))

    def can_attend(self, kept: Pass) -> bool:
        """Tell whether there is one state for every layer; some ALBERTs have several a layer."""
        return len(kept.hidden) == self.model.info.layers + 1

    def _key(self, ids: NDArray[np.int64], segments: NDArray[np.int64]) -> tuple[Hashable, ...]:
        return self._number, self.heads_off, ids.tobytes(), segments.tobytes()

    def _answer(self, questions: Sequence[Question[Pass]]) -> list[Pass]:
        """Run inputs through this network in one batch, the shorter ones padded, and keep each one's pass."""
        rows = [(question.ids, question.segments) for question in questions]
        ids, segments, mask = padded(rows, self.model.config.pad_token_id or 0)
        attention = [self._empty_weights(question) for question in questions]

        def take(layer: int, weights: NDArray[np.float32]) -> None:
            for row, kept in zip(weights, attention, strict=True):
                if kept is not None:
                    kept[layer] = row[:, : kept.shape[2], : kept.shape[3]]

        def compute() -> Any:
            return self._compute(ids, segments, hidden_states=True, mask=mask)

        wanted = any(question.attention for question in questions)
        states = stacked((self._receiving(take, compute) if wanted else compute()).hidden_states)
        passes = []
        for row, (question, weights) in enumerate(zip(questions, attention, strict=True)):
            if weights is not None:
                weights.setflags(write=False)
            # A copy of its own lets the others of the batch go.
            hidden = states[:, row, : len(question.ids)].clone()
            passes.append(Pass(hidden, weights))
            _cache().keep(question.key, passes[-1])
        return passes

    def _empty_weights(self, question: Question[Pass]) -> NDArray[np.float32] | None:
        if not question.attention:
            return None
        info, tokens = self.model.info, len(question.ids)
        return np.empty((info.layers, info.heads, tokens, tokens), dtype=np.float32)


def waiting_passes() -> int:
    """Return how many inputs of this process wait for their batch."""
    return _queue().waiting


@lru_cache(maxsize=1)
def _cache() -> PassCache[Pass]:
    """The passes of all models of this process share one bound."""
    settings = get_settings()
    return PassCache(max_bytes=settings.cache_bytes, max_entry_bytes=settings.cache_entry_bytes)


@lru_cache(maxsize=1)
def _queue() -> PassQueue[Pass]:
    """Questions about all models of this process wait in one queue."""
    return PassQueue(open_places())
