"""One head under a mask as files."""

from __future__ import annotations

from bertviz_core.results import MaskedAttention
from bertviz_core.ui.downloads import answer_json, csv_text


def masks_csv(answer: MaskedAttention) -> str:
    """Return one line for every pair of tokens; positions are counted from 0."""
    labels = answer.encoding.labels
    return csv_text(
        ["query", "key", "query_token", "key_token", "allowed", "score", "weight"],
        (
            [
                query,
                key,
                labels[query],
                labels[key],
                int(answer.allowed[query, key]),
                f"{answer.scores[query, key]:.6f}",
                f"{answer.weights[query, key]:.6f}",
            ]
            for query in range(len(labels))
            for key in range(len(labels))
        ),
    )


def masks_json(answer: MaskedAttention) -> str:
    """Return mask, scores and weights (query, key); layer and head are counted from 1."""
    return answer_json(
        answer.model,
        answer.encoding,
        {
            "layer": answer.layer + 1,
            "head": answer.head + 1,
            "mask": answer.mask,
            "allowed": answer.allowed.tolist(),
            "scores_before_mask": answer.scores.tolist(),
            "weights": answer.weights.tolist(),
        },
    )
