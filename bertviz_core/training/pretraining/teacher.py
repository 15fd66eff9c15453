"""Learning from a trained model's answers beside those of the text (Hinton et al. 2015).

*Distilling the Knowledge in a Neural Network*: a distribution over the vocabulary tells more about a
hidden word than the one word that stood there.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional
from transformers import BertForPreTraining

from bertviz_core.training.pretraining.batches import Batch

WORDS = 0.7  # share of the teacher in the loss of hidden words; the text's own words have the rest
PAIRS = 0.5  # the same for next sentence


class Teacher(nn.Module):
    """A trained model, frozen, of the same vocabulary."""

    def __init__(self, model: BertForPreTraining) -> None:
        super().__init__()
        self.model = model.eval().requires_grad_(False)

    @torch.no_grad()
    def forward(
        self, ids: torch.Tensor, batch: Batch, masked: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Answer what a student is asked.

        Args:
            ids: With tokens hidden, `(batch, width)`.
            batch: The rest of what both read.
            masked: Where tokens were hidden, `(batch, width)`.

        Returns:
            Probabilities of words `(masked tokens, vocabulary)` and of next / not next `(batch, 2)`.
        """
        read = self.model.bert(
            input_ids=ids, token_type_ids=batch.segment_ids, attention_mask=batch.attention_mask.long()
        )
        words = self.model.cls.predictions(read.last_hidden_state[masked])
        order = self.model.cls.seq_relationship(read.pooler_output)
        return words.float().softmax(1), order.float().softmax(1)


def mixed_loss(
    logits: torch.Tensor, labels: torch.Tensor, taught: torch.Tensor | None, share: float
) -> torch.Tensor:
    """Return each row's cross-entropy with its label, mixed with that against the teacher's probabilities.

    Args:
        logits: `(rows, choices)`.
        labels: `(rows,)`.
        taught: Like `logits`; None when nobody teaches.
        share: Of the teacher, 0 to 1.
    """
    own = functional.cross_entropy(logits, labels, reduction="none")
    if taught is None:
        return own
    return (1 - share) * own + share * functional.cross_entropy(logits, taught, reduction="none")
