"""A few steps of pretraining on one input, taken by a copy of the model (Devlin et al. 2019, A.2)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from bertviz_core.analysis.answers.masked_words import ranked
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.gate import forward_slot
from bertviz_core.analysis.passes.head_switch import HeadSwitch, head_masks
from bertviz_core.analysis.passes.heap import give_back_freed
from bertviz_core.analysis.passes.network_failures import failures_told
from bertviz_core.analysis.pretraining.loss import asks_pair, pair_label, pair_scores
from bertviz_core.analysis.pretraining.step_copy import learning_copy, learning_parts, stepping_in_backward
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import BusyError, InputError, TextTooLongError
from bertviz_core.results import Candidate, MaskedBatch, MaskedWord, PretrainingSteps
from bertviz_core.settings import get_settings

MOST_TOKENS, MOST_STEPS = 128, 20
LEAST_RATE, MOST_RATE = 1e-6, 1e-2
SHOWN_WORDS = 10

OnStep = Callable[[int, float], None]
"""Called with the number of steps taken and the total loss before the last of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """How many steps are taken, and how large they are.

    Raises:
        InputError: A setting is out of bounds.
    """

    steps: int
    learning_rate: float

    def __post_init__(self) -> None:
        """Check both settings."""
        if not 1 <= self.steps <= MOST_STEPS:
            raise InputError("The number of steps must be between 1 and {most}.", most=MOST_STEPS)
        if not LEAST_RATE <= self.learning_rate <= MOST_RATE:
            raise InputError(
                "The learning rate must be between {least} and {most}.", least=LEAST_RATE, most=MOST_RATE
            )


_one_at_a_time = threading.Lock()
_PASSES_A_STEP = 3
"""Going back costs twice as much as going forward."""


def take_steps(
    passes: ForwardPasses,
    reader: TextReader,
    batch: MaskedBatch,
    schedule: Schedule,
    *,
    on_step: OnStep | None = None,
) -> PretrainingSteps:
    """Take AdamW steps on the batch with a copy of the model, without dropout, and compare the answers.

    Raises:
        InputError: The model is too large, or the loss grows beyond all numbers.
        TextTooLongError: The input has more than `MOST_TOKENS` tokens.
        BusyError: Somebody else's steps, or other questions, took too long.
    """
    if len(batch.encoding) > MOST_TOKENS:
        raise TextTooLongError(
            "Steps are taken on texts of up to {limit} tokens only; this one has {count}. Shorten it.",
            limit=MOST_TOKENS,
            count=len(batch.encoding),
        )
    parts = learning_parts(passes, max_bytes=get_settings().max_training_bytes)
    with _alone():
        give_back_freed()  # tens of megabytes after a busy hour, of which the copy takes the place
        learner = _Learner(passes, batch, learning_copy(passes.model.network, parts.names))
        losses = []
        with stepping_in_backward(learner.network, learning_rate=schedule.learning_rate):
            for number in range(schedule.steps):
                losses.append(learner.step(reader, first=number == 0))
                _require_number(losses[-1].total, number)
                if on_step:
                    on_step(number + 1, losses[-1].total)
        losses.append(learner.look(reader))
        _require_number(losses[-1].total, schedule.steps)
        del learner
    give_back_freed()
    pair = [loss.next_sentence for loss in losses if loss.next_sentence is not None]
    return PretrainingSteps(
        model=batch.model,
        batch=batch,
        learning_rate=schedule.learning_rate,
        masked_words=np.array([loss.masked_words for loss in losses]),
        next_sentence=np.array(pair) if pair else None,
        before=losses[0].answers,
        after=losses[-1].answers,
        trained_layers=parts.layers,
        trained_parameters=parts.parameters,
    )


@dataclass(frozen=True, slots=True)
class _Looked:
    """Losses of one pass, and its answers where they were asked for."""

    masked_words: float
    next_sentence: float | None
    answers: tuple[MaskedWord, ...] = ()

    @property
    def total(self) -> float:
        return self.masked_words + (self.next_sentence or 0.0)


class _Learner:
    """The copy and the one input that it learns."""

    def __init__(self, passes: ForwardPasses, batch: MaskedBatch, network: Any) -> None:
        self.network = network
        self._passes = passes
        self._batch = batch
        self._places = list(batch.drawn)
        self._labels = torch.from_numpy(batch.labels)[self._places]
        self._inputs = {"input_ids": torch.from_numpy(batch.ids[np.newaxis])}
        if passes.model.info.has_segments:
            self._inputs["token_type_ids"] = torch.from_numpy(batch.encoding.segment_ids[np.newaxis])

    def step(self, reader: TextReader, *, first: bool) -> _Looked:
        """Take a step; return the losses before it, and before the first one the answers."""
        with self._turn(), torch.enable_grad():
            masked_words, next_sentence, logits = self._pass()
            (masked_words if next_sentence is None else masked_words + next_sentence).backward()
            return self._looked(masked_words, next_sentence, logits.detach(), reader if first else None)

    def look(self, reader: TextReader) -> _Looked:
        """Return losses and answers after the last step."""
        with self._turn(), torch.no_grad():
            return self._looked(*self._pass(), reader)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for a place among all questions, so that others are served between two steps."""
        size = _PASSES_A_STEP * self._batch.ids.size**2
        with forward_slot(size), failures_told(self._passes.model.info):
            yield

    def _pass(self) -> tuple[Tensor, Tensor | None, Tensor]:
        """Return both losses and the scores of the drawn tokens (drawn, vocabulary)."""
        switch = HeadSwitch(head_masks(self._passes.model.info, [self._passes.heads_off]))
        with switch.switched():
            states = self.network.base_model(
                **self._inputs, return_dict=True, output_attentions=False, output_hidden_states=False
            ).last_hidden_state
        logits = self._passes.model.family.mlm_logits(self.network, states[0, self._places])
        next_sentence = None
        if asks_pair(self._passes, self._batch):
            label = torch.tensor([pair_label(self._batch)])
            next_sentence = functional.cross_entropy(pair_scores(self.network, states), label)
        return functional.cross_entropy(logits, self._labels), next_sentence, logits

    def _looked(
        self, masked_words: Tensor, next_sentence: Tensor | None, logits: Tensor, reader: TextReader | None
    ) -> _Looked:
        answers = () if reader is None else tuple(self._answers(logits, reader))
        return _Looked(
            float(masked_words.detach()),
            None if next_sentence is None else float(next_sentence.detach()),
            answers,
        )

    def _answers(self, logits: Tensor, reader: TextReader) -> Iterator[MaskedWord]:
        rows = zip(self._places, self._labels.tolist(), logits, strict=True)
        for place, label, row in rows:
            probabilities = row.softmax(dim=-1)
            right = Candidate(
                word=reader.readable(label),
                pieces=(reader.vocabulary_piece(label),),
                probability=float(probabilities[label]),
                rank=int((probabilities > probabilities[label]).sum()) + 1,
            )
            best = ranked(probabilities, min(SHOWN_WORDS, len(probabilities)), reader)
            yield MaskedWord(index=place, predictions=best, candidates=(right,))


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the place of the one run of this process."""
    if not _one_at_a_time.acquire(timeout=get_settings().max_wait_s):
        raise BusyError("Somebody else is taking steps just now. Try again in a moment.")
    try:
        yield
    finally:
        _one_at_a_time.release()


def _require_number(loss: float, steps: int) -> None:
    if not np.isfinite(loss):
        raise InputError(
            "After {steps} steps the loss is no number any more: the learning rate is too high. "
            "Choose a lower one.",
            steps=steps,
        )
