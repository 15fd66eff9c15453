"""One query and its keys as files."""

from __future__ import annotations

import csv
import io
import json

from bertviz_core.results import QueryKey


def pair_csv(answer: QueryKey, query: int, key: int) -> str:
    """Return one line for every dimension of a pair of tokens; dimensions are counted from 0."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["dimension", "query", "key", "product"])
    rows = zip(answer.queries[query], answer.keys[key], answer.products(query)[key], strict=True)
    for dimension, values in enumerate(rows):
        writer.writerow([dimension, *(f"{value:.6f}" for value in values)])
    return file.getvalue()


def pair_json(answer: QueryKey, query: int, key: int) -> str:
    """Return a query with all its keys, scores and weights; layer and head are counted from 0."""
    return json.dumps(
        {
            "model": answer.model,
            "text": answer.encoding.text,
            "pair": answer.encoding.pair,
            "tokens": answer.encoding.tokens,
            "layer": answer.layer,
            "head": answer.head,
            "query_position": query,
            "key_position": key,
            "query": answer.queries[query].tolist(),
            "keys": answer.keys.tolist(),
            "scores": answer.scores[query].tolist(),
            "scale": answer.scale,
            "weights": answer.weights[query].tolist(),
        },
        ensure_ascii=False,
    )
