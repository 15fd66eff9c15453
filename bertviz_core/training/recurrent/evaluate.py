"""What the recurrent model learned: its perplexity on held-out text beside that of a unigram model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.lstm_states import lstm_states
from bertviz_core.results import LstmWeights, RecurrentWeights
from bertviz_core.training.recurrent.corpus import PieceText, stretches


@dataclass(frozen=True, slots=True, kw_only=True)
class RecurrentScores:
    """Perplexities a piece on the same held-out pieces; lower is better."""

    pieces: int
    """Predicted in each direction."""
    unigram: float
    """Of a model that knows only how frequent every piece is, in the training text of this language."""
    rightwards: float
    leftwards: float


def evaluate_recurrent(
    weights: RecurrentWeights, counts: NDArray[np.int64], text: PieceText, *, length: int, most: int
) -> RecurrentScores:
    """Measure both directions and the unigram model on stretches of a held-out text.

    Args:
        weights: The model.
        counts: How often each piece stands in the training text.
        text: Held out.
        length: Pieces of a stretch, which is read from a state of zeros.
        most: Stretches, evenly spread over the text.
    """
    starts = stretches(text, length)
    chosen = starts[np.unique(np.linspace(0, len(starts) - 1, most).astype(int))]
    shares = np.log((counts + 1) / (counts + 1).sum())
    losses: dict[str, list[float]] = {"unigram": [], "rightwards": [], "leftwards": []}
    for start in chosen.tolist():
        ids = text.ids[start : start + length]
        losses["unigram"].append(float(-shares[ids[1:]].mean()))
        losses["rightwards"].append(_loss(weights, weights.rightwards, ids))
        losses["leftwards"].append(_loss(weights, weights.leftwards, ids[::-1]))
    return RecurrentScores(
        pieces=len(chosen) * (length - 1),
        **{name: float(np.exp(np.mean(own))) for name, own in losses.items()},
    )


def _loss(weights: RecurrentWeights, lstm: LstmWeights, ids: NDArray[np.int32]) -> float:
    """Return the mean loss in nats of all pieces but the first."""
    states = lstm_states(lstm, weights.embeddings[ids[:-1]])
    logits = states @ lstm.projection.T @ weights.embeddings.T + weights.output_bias
    logits -= logits.max(axis=1, keepdims=True)
    right = logits[np.arange(len(ids) - 1), ids[1:]]
    return float((np.log(np.exp(logits).sum(axis=1)) - right).mean())
