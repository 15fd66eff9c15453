"""Pulls that keep what a starting encoder knew while masked words improve.

`FeatureAnchor` keeps it readable in whole sentences, `TokenAnchor` holds every token in its place.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional
from transformers import BertForPreTraining

from bertviz_core.training.pretraining.batches import Batch


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
    """Hold tokens that are not hidden, and their mean in each input, where a known encoder has them.

    The known encoder, frozen, reads the unmasked text. All its states share a large common direction
    that says nothing about the words, so directions are compared as seen from the mean of its tokens.
    `[CLS]` is free, for the next sentence; so are hidden tokens, for the masked words.
    """

    def __init__(self, known: BertForPreTraining, *, layers: tuple[int, ...], weight: float) -> None:
        super().__init__()
        self.known = known.bert.eval().requires_grad_(False)
        self.layers = layers
        self.weight = weight

    def forward(self, states: tuple[torch.Tensor, ...], batch: Batch, masked: torch.Tensor) -> torch.Tensor:
        """Return the weighted mean over layers of 1 minus cosine, of tokens and of their means, summed.

        Args:
            states: Of every layer, `(batch, width, hidden size)`; number 0 is the input.
            batch: What was read.
            masked: Where tokens were hidden, `(batch, width)`.
        """
        with torch.no_grad():
            known = self.known(
                input_ids=batch.ids,
                token_type_ids=batch.segment_ids,
                attention_mask=batch.attention_mask.long(),
                output_hidden_states=True,
            ).hidden_states
        kept = batch.attention_mask & ~masked
        kept[:, 0] = False
        pulls = []
        for layer in self.layers:
            middle = known[layer][kept].float().mean(0)
            new, old = states[layer].float() - middle, known[layer].float() - middle
            pulls += [_apart(new[kept], old[kept])]
            pulls += [_apart(_mean_over_tokens(new, kept), _mean_over_tokens(old, kept))]
        return self.weight * torch.stack(pulls).sum() / len(self.layers)


def _apart(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    return (1 - functional.cosine_similarity(one, other, dim=1)).mean()


def _mean_over_tokens(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    weights = mask.unsqueeze(2).to(hidden.dtype)
    return ((hidden * weights).sum(1) / weights.sum(1).clamp(min=1)).float()
