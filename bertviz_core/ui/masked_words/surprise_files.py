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
    """Return one line for every token of every sentence; those of unknown words have no score."""
    return csv_text(
        _HEADINGS,
        (
            [order, place, answer.encoding.tokens[place], *_scores(answer, place)]
            for order, answer in enumerate(answers, start=1)
            for place in np.flatnonzero(answer.scored | answer.encoding.in_unknown_words).tolist()
        ),
    )


def _scores(answer: PseudoLikelihood, place: int) -> list[object]:
    """Return what is known of a token; nothing of one in a word that the vocabulary does not know."""
    if not answer.scored[place]:
        return ["", "", "", 1, "", ""]
    expected = answer.expected[place]
    return [
        f"{answer.log_probabilities[place]:.6f}",
        f"{-answer.log_probabilities[place] / math.log(2):.6f}",
        answer.ranks[place],
        0,
        expected.token if expected else "",
        f"{expected.probability:.8f}" if expected else "",
    ]


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
            "unscored": answer.unscored(),
            "notes": [note.document() for note in answer.notes],
        }
        for answer in answers
    ]
    return json_text({"model": first.model, "within_words": first.within_words, "sentences": sentences})
