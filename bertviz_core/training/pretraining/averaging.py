"""Averaging a trained encoder with the one it started from: some of what training unlearned comes back."""

from __future__ import annotations

import torch
from transformers import BertForPreTraining

from bertviz_core.errors import InputError

_AVERAGED = ("bert.embeddings.", "bert.encoder.")


def average_with_start(
    trained: BertForPreTraining, start: BertForPreTraining, *, share: float, heads: bool = False
) -> None:
    """Move the trained encoder a share of the way back, in place; pooler and heads stay as trained.

    Wortsman et al. 2022, *Robust fine-tuning of zero-shot models*: two encoders of which one was trained
    from the other can be averaged weight by weight. The heads fit the average badly until they are trained
    on a little.

    Args:
        trained: Changed.
        start: Of the same shapes.
        share: 0 leaves the trained weights, 1 takes those of the start.
        heads: Average pooler and heads too, where those of the start are trained as well.

    Raises:
        InputError: if the share is not between 0 and 1, or the shapes differ.
    """
    if not 0 <= share <= 1:
        raise InputError("The share of the start is a number between 0 and 1.")
    known = start.state_dict()
    # Every parameter once: the decoder's weight is that of the embeddings.
    own = {name: value for name, value in trained.named_parameters() if heads or name.startswith(_AVERAGED)}
    if any(name not in known or known[name].shape != value.shape for name, value in own.items()):
        raise InputError("Only models of the same size and vocabulary can be averaged.")
    with torch.no_grad():
        for name, value in own.items():
            value.lerp_(known[name].to(value.dtype), share)
