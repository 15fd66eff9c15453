"""The surprise of the tokens of one or two sentences as files."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from bertviz_core.results import PseudoLikelihood
from bertviz_core.ui.downloads import csv_text, json_text

_HEADINGS = (
    "sentence", "position", "token", "log_probability", "surprise_bits", "rank", "unknown",
    "best_other", "best_other_probability",
)  # fmt: skip


def surprise_csv(answers: Sequence[PseudoLikelihood]) -> str:
    """Return one line for every scored token of every sentence."""
    return csv_text(
        _HEADINGS,
        (
            [
                order,
                place,
                answer.encoding.tokens[place],
                f"{answer.log_probabilities[place]:.6f}",
                f"{-answer.log_probabilities[place] / math.log(2):.6f}",
                answer.ranks[place],
                int(answer.encoding.unknown[place]),
                expected.token if (expected := answer.expected[place]) else "",
                f"{expected.probability:.8f}" if expected else "",
            ]
            for order, answer in enumerate(answers, start=1)
            for place in np.flatnonzero(answer.scored).tolist()
        ),
    )


def surprise_json(answers: Sequence[PseudoLikelihood]) -> str:
    """Return every sentence in the form the command line prints, logarithms in nats."""
    first = answers[0]
    sentences = [
        {
            "text": answer.encoding.text,
            "total": answer.total,
            "per_token": answer.per_token,
            "perplexity": answer.perplexity,
            "tokens": answer.by_token(),
        }
        for answer in answers
    ]
    return json_text({"model": first.model, "within_words": first.within_words, "sentences": sentences})
