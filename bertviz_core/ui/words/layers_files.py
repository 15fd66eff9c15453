"""How well each layer tells the senses apart, as files."""

from __future__ import annotations

from bertviz_core.results import LayerScores
from bertviz_core.ui.downloads import csv_number, csv_text, json_number, json_text
from bertviz_core.ui.words.clusters import Clustering


def layer_scores_csv(scores: LayerScores) -> str:
    """Return one line for every kind of vectors; a measure that is not defined is empty."""
    return csv_text(
        ["vectors", *scores.measures],
        (
            [kind, *map(csv_number, column)]
            for kind, column in zip(scores.vectors, scores.values.T.tolist(), strict=True)
        ),
    )


def layer_scores_json(scores: LayerScores, clustering: Clustering) -> str:
    """Return everything the view shows, and how the clusters were found."""
    rows = [
        dict(zip(scores.measures, map(json_number, column), strict=True))
        for column in scores.values.T.tolist()
    ]
    return json_text(
        {
            "model": scores.model,
            "word": scores.word,
            "senses": dict(zip(scores.senses, scores.counts, strict=True)),
            "occurrences": scores.occurrences,
            "measured": scores.measured,
            "different_sentences": scores.sentences,
            "without_sense": scores.left_out,
            "clustering": {"method": clustering.method, "count": clustering.count},
            "majority": scores.majority[1] if scores.labelled else None,
            "scores": [{"vectors": kind, **row} for kind, row in zip(scores.vectors, rows, strict=True)],
            "weights": scores.weights.tolist(),
            "folds": scores.folds,
        }
    )
