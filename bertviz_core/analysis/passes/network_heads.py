"""What stands on the encoder of a network, and its parts alone: computed on one thread, failures told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.gate import intra_op_threads
from bertviz_core.analysis.passes.model_runner import ModelRunner, model_runner
from bertviz_core.analysis.passes.network_failures import failures_told, require_numbers
from bertviz_core.models.loading import LoadedModel

Answer = TypeVar("Answer")

_SCORES = 1_000_000  # of the vocabulary at once: 4 MB


class NetworkHeads:
    """The heads of one loaded model; whatever is asked raises `UnreadableModelError` where it fails."""

    def __init__(self, model: LoadedModel) -> None:
        """Take a model."""
        self.local, self.runner = model_runner(model)
        self.model = model
        if not model.runs_here:
            local = self.local
            # Whatever reads the network has it listened to from then on.
            self.model = replace(model, read_network=lambda: local.network)

    def project(self, matrix: Callable[[Tensor], Tensor], states: Tensor) -> Tensor:
        """Return what a part of the network makes of states (tokens, hidden)."""
        with self._head():
            return require_numbers(matrix(states), self.model.info)

    def ask(self, question: Callable[[Any], Answer], *, values: Callable[[Answer], Tensor]) -> Answer:
        """Return what a function computes with a part of the network alone.

        Args:
            question: Gets transformers' network.
            values: Those of the answer that have to be numbers.
        """
        with self._head():
            answer = question(self.model.network)
            require_numbers(values(answer), self.model.info)
            return answer

    def word_probabilities(self, hidden: Tensor) -> Tensor:
        """Return probabilities (..., vocabulary) of the masked-word head for states (..., hidden)."""
        return self.probabilities(lambda runner: runner.word_scores(hidden))

    def word_probability(self, hidden: Tensor, token_id: int) -> Tensor:
        """Return the probability (places,) of one entry of the vocabulary for states (places, hidden)."""
        step = max(1, _SCORES // self.model.info.vocab_size)
        found = []
        with self._head():
            for states in hidden.split(step):
                scores = self.runner.word_scores(states)
                scores -= scores.amax(dim=-1, keepdim=True)  # in its place: a new array would cost more
                chosen = scores[:, token_id].exp()
                found.append(chosen / scores.exp_().sum(dim=-1))
            return require_numbers(torch.cat(found), self.model.info)

    def word_log_probabilities(self, hidden: Tensor) -> Tensor:
        """Return their logarithms in double precision, which stay numbers where a probability is almost 0."""
        with self._head():
            scores = self.runner.word_scores(hidden)
            return require_numbers(scores.double().log_softmax(dim=-1), self.model.info)

    def word_scores(self, hidden: Tensor) -> Tensor:
        """Return the scores (..., vocabulary) of the masked-word head for states (..., hidden)."""
        with self._head():
            return require_numbers(self.runner.word_scores(hidden), self.model.info)

    def pair_scores(self, states: Tensor) -> Tensor:
        """Return the scores (inputs, 2) of "is next" and "is not" for states (inputs, hidden) of [CLS]."""
        with self._head():
            return require_numbers(self.runner.pair_scores(states), self.model.info)

    def word_embeddings(self, ids: NDArray[np.int64]) -> Tensor:
        """Return the rows (tokens, size) of the input embeddings of ids (tokens,)."""
        with self._head():
            return self.runner.word_embeddings(torch.from_numpy(ids))

    def probabilities(self, scores: Callable[[ModelRunner], Tensor]) -> Tensor:
        """Return the probabilities (..., choices) of a head, given the function that asks for its scores."""
        with self._head():
            return require_numbers(scores(self.runner).softmax(dim=-1), self.model.info)

    def head_scores(self, scores: Callable[[Tensor], Tensor], states: Tensor) -> Tensor:
        """Return what a head makes of states, in double precision and before any softmax."""
        with self._head():
            return require_numbers(scores(states).double(), self.model.info)

    def log_probabilities(self, scores: Callable[[ModelRunner], Tensor]) -> Tensor:
        """Return the logarithms of the probabilities of a head, for answers that are all but impossible."""
        with self._head():
            return require_numbers(scores(self.runner).log_softmax(dim=-1), self.model.info)

    @contextmanager
    def _head(self) -> Iterator[None]:
        """Compute with what stands on the encoder, on one thread: more would only be in others' way."""
        with failures_told(self.model.info), torch.inference_mode(), intra_op_threads(1):
            yield
