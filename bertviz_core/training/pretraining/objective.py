"""The pretraining objective: masked words plus next sentence, and a pull towards the start.

The decoder over the whole vocabulary is the dearest matrix of a small model, so only the masked
positions pass through it. The pull keeps what the starting encoder knew while masked words improve:
`FeatureAnchor` readable in whole sentences, `TokenAnchor` in every token.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional
from transformers import BertForPreTraining

from bertviz_core.training.pretraining.batches import Batch, SpecialIds
from bertviz_core.training.pretraining.masking import IGNORED, mask_tokens


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
    logits = model.cls.predictions(hidden[masked])  # (masked tokens, vocabulary)
    masked_words = functional.cross_entropy(logits, labels[masked])
    decision = model.cls.seq_relationship(pooled)  # (batch, 2)
    paired = batch.is_next != IGNORED
    each = functional.cross_entropy(decision.float(), batch.is_next, ignore_index=IGNORED, reduction="sum")
    next_sentence = each / paired.sum().clamp(min=1)
    pull = anchor(read.hidden_states, batch, masked) if anchor is not None else hidden.new_zeros(())
    return Losses(masked_words, next_sentence, pull)


class FeatureAnchor(nn.Module):
    """Predict the starting encoder's sentence features from the new encoder's, linearly.

    The starting encoder, frozen, reads the unmasked text; its mean over tokens, standardised over the
    batch, is the target. Both the new mean and the new `[CLS]` must give it through a linear map of
    their own, so that a linear classifier keeps finding what it found before. The maps are thrown
    away afterwards.
    """

    def __init__(self, start: BertForPreTraining, *, weight: float) -> None:
        super().__init__()
        size = start.config.hidden_size
        self.start = start.bert.eval().requires_grad_(False)
        self.from_mean = nn.Linear(size, size)
        self.from_cls = nn.Linear(size, size)
        self.weight = weight

    def forward(self, states: tuple[torch.Tensor, ...], batch: Batch, _: torch.Tensor) -> torch.Tensor:
        """Return the weighted mean squared error; 0 is perfect, 1 per map is knowing nothing."""
        hidden = states[-1]
        with torch.no_grad():
            known = self.start(
                input_ids=batch.ids,
                token_type_ids=torch.zeros_like(batch.ids),
                attention_mask=batch.attention_mask.long(),
                return_dict=False,
            )[0]
            target = _mean_over_tokens(known, batch.attention_mask)
            target = (target - target.mean(0)) / (target.std(0) + 1e-6)
        mean = self.from_mean(_mean_over_tokens(hidden, batch.attention_mask))
        cls = self.from_cls(hidden[:, 0])
        error = functional.mse_loss(mean.float(), target) + functional.mse_loss(cls.float(), target)
        return self.weight * error


class TokenAnchor(nn.Module):
    """Hold the states of the tokens that are not hidden where the starting encoder has them.

    The starting encoder, frozen, reads the unmasked text. What masked words and next sentence need may
    change at hidden tokens and in the pooler; how words and sentences lie to each other stays.
    """

    def __init__(self, start: BertForPreTraining, *, layers: tuple[int, ...], weight: float) -> None:
        super().__init__()
        self.start = start.bert.eval().requires_grad_(False)
        self.layers = layers
        self.weight = weight

    def forward(self, states: tuple[torch.Tensor, ...], batch: Batch, masked: torch.Tensor) -> torch.Tensor:
        """Return the weighted mean of 1 minus cosine over tokens and layers; layer 0 is the input."""
        with torch.no_grad():
            known = self.start(
                input_ids=batch.ids,
                token_type_ids=batch.segment_ids,
                attention_mask=batch.attention_mask.long(),
                output_hidden_states=True,
            ).hidden_states
        kept = batch.attention_mask & ~masked
        apart = [
            1 - functional.cosine_similarity(states[layer][kept].float(), known[layer][kept].float(), dim=1)
            for layer in self.layers
        ]
        return self.weight * torch.stack(apart).mean()


def _mean_over_tokens(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    weights = mask.unsqueeze(2).to(hidden.dtype)
    return ((hidden * weights).sum(1) / weights.sum(1)).float()
