"""The pretraining objective: masked words plus next sentence, and a pull towards the start.

The decoder over the whole vocabulary is the dearest matrix of a small model, so only the masked
positions pass through it.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from transformers import BertForPreTraining

from bertviz_core.training.pretraining.anchors import FeatureAnchor, TokenAnchor
from bertviz_core.training.pretraining.batches import Batch, SpecialIds
from bertviz_core.training.pretraining.examples import NO_PAIR
from bertviz_core.training.pretraining.masking import IGNORED, mask_tokens
from bertviz_core.training.pretraining.teacher import PAIRS, WORDS, Teacher, mixed_loss


@dataclass(frozen=True, slots=True)
class Losses:
    """Means over a batch; scalars that carry the graph."""

    masked_words: torch.Tensor
    next_sentence: torch.Tensor
    anchor: torch.Tensor

    @property
    def total(self) -> torch.Tensor:
        """Plain sum, as in the paper."""
        return self.masked_words + self.next_sentence + self.anchor


def pretraining_losses(
    model: BertForPreTraining,
    batch: Batch,
    special: SpecialIds,
    *,
    rate: float,
    anchor: FeatureAnchor | TokenAnchor | None = None,
    teacher: Teacher | None = None,
) -> Losses:
    """Mask a batch and run both heads on it."""
    vocabulary = (special.first_ordinary, model.config.vocab_size)
    ids, labels = mask_tokens(
        batch.ids, batch.maskable, mask_id=special.mask, vocabulary=vocabulary, rate=rate
    )
    read = model.bert(
        input_ids=ids,
        token_type_ids=batch.segment_ids,
        attention_mask=batch.attention_mask.long(),
        output_hidden_states=anchor is not None,
    )
    hidden, pooled = read.last_hidden_state, read.pooler_output
    masked = labels != IGNORED
    paired = batch.is_next != NO_PAIR
    taught = teacher(ids, batch, masked) if teacher is not None else (None, None)
    words = model.cls.predictions(hidden[masked]).float()  # (masked tokens, vocabulary)
    masked_words = mixed_loss(words, labels[masked], taught[0], WORDS).mean()
    order = model.cls.seq_relationship(pooled).float()  # (batch, 2)
    each = mixed_loss(order, torch.where(paired, batch.is_next, 0), taught[1], PAIRS)
    next_sentence = (each * paired).sum() / paired.sum().clamp(min=1)
    pull = anchor(read.hidden_states, batch, masked) if anchor is not None else hidden.new_zeros(())
    return Losses(masked_words, next_sentence, pull)
