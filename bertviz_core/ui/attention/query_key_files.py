"""One query and its keys as files."""

from __future__ import annotations

from bertviz_core.results import QueryKey
from bertviz_core.ui.downloads import answer_json, csv_text


def pair_csv(answer: QueryKey, query: int, key: int) -> str:
    """Return one line for every dimension of a pair of tokens; dimensions are counted from 0."""
    rows = zip(answer.queries[query], answer.keys[key], answer.products(query)[key], strict=True)
    return csv_text(
        ["dimension", "query", "key", "product"],
        ([dimension, *(f"{value:.6f}" for value in values)] for dimension, values in enumerate(rows)),
    )


def pair_json(answer: QueryKey, query: int, key: int) -> str:
    """Return a query with all its keys, scores and weights; layer and head are counted from 1."""
    return answer_json(
        answer.model,
        answer.encoding,
        {
            "layer": answer.layer + 1,
            "head": answer.head + 1,
            "query_position": query,
            "key_position": key,
            "query": answer.queries[query].tolist(),
            "keys": answer.keys.tolist(),
            "scores": answer.scores[query].tolist(),
            "scale": answer.scale,
            "weights": answer.weights[query].tolist(),
        },
    )
