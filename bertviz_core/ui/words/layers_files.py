"""How well each layer tells the senses apart, as files."""

from __future__ import annotations

from math import isnan

from bertviz_core.results import LayerScores
from bertviz_core.ui.downloads import csv_text, json_text


def layer_scores_csv(scores: LayerScores) -> str:
    """Return one line for every kind of vectors; a measure that is not defined is empty."""
    return csv_text(
        ["vectors", *scores.measures],
        (
            [kind, *("" if isnan(value) else f"{value:.6f}" for value in column)]
            for kind, column in zip(scores.vectors, scores.values.T.tolist(), strict=True)
        ),
    )


def layer_scores_json(scores: LayerScores, clusters: str) -> str:
    """Return everything the view shows.

    Args:
        scores: What was measured.
        clusters: How they were found, as the address says it.
    """
    rows = [
        {
            measure: None if isnan(value) else value
            for measure, value in zip(scores.measures, column, strict=True)
        }
        for column in scores.values.T.tolist()
    ]
    return json_text(
        {
            "model": scores.model,
            "word": scores.word,
            "senses": dict(zip(scores.senses, scores.counts, strict=True)),
            "occurrences": scores.measured,
            "without_sense": scores.left_out,
            "clusters": clusters,
            "majority": scores.majority[1] if scores.labelled else None,
            "scores": [{"vectors": kind, **row} for kind, row in zip(scores.vectors, rows, strict=True)],
            "weights": scores.weights.tolist(),
            "folds": scores.folds,
        }
    )
