"""Every number of a layer as files."""

from __future__ import annotations

from typing import Any

import numpy as np

from bertviz_core.analysis.inside.by_hand_toy import toy_steps
from bertviz_core.results import LayerSteps
from bertviz_core.ui.downloads import answer_json, csv_number, csv_text, json_text, npz_bytes

STATES = (
    *("entering", "joined", "attention", "first_sum", "between"),
    *("wide", "activated", "feed_forward", "second_sum", "leaving"),
)
"""Of every token, in the order of the steps."""

OF_HEADS = ("queries", "keys", "values", "scores", "weights", "contexts")


def head_csv(steps: LayerSteps, head: int) -> str:
    """Return a line for every query and key of one head: score, scaled score, weight."""
    labels = steps.encoding.labels
    return csv_text(
        ["query_position", "query", "key_position", "key", "score", "scaled", "weight"],
        (
            [
                *(query, labels[query], key, labels[key]),
                *map(csv_number, (score, score * steps.scale, float(steps.weights[head, query, key]))),
            ]
            for query, row in enumerate(steps.scores[head].tolist())
            for key, score in enumerate(row)
        ),
    )


def steps_npz(steps: LayerSteps) -> bytes:
    """Return the arrays of all steps and heads under the names of the engine's answer."""
    return npz_bytes(**{name: getattr(steps, name) for name in STATES + OF_HEADS})


def head_json(steps: LayerSteps, head: int) -> str:
    """Return one head and the states of the layer, layers and heads from 1 as on the page."""
    numbers = {name: getattr(steps, name) for name in STATES}
    numbers |= {name: getattr(steps, name)[head] for name in OF_HEADS}
    about = {"layer": steps.layer + 1, "head": head + 1, "scale": steps.scale, "activation": steps.activation}
    written = {name: np.round(values.astype(np.float64), 6).tolist() for name, values in numbers.items()}
    return answer_json(steps.model, steps.encoding, about | written)


def toy_csv(toy: dict[str, Any]) -> str:
    """Return a line for every row of every step of the small vectors, the numbers side by side."""
    steps = toy_steps(toy["matrices"], causal=toy["causal"])
    widest = max(rows.shape[1] for rows in steps.values())
    return csv_text(
        ["step", "vector", *(str(place) for place in range(widest))],
        (
            [name, f"x{number + 1}", *(_toy_number(value) for value in row)]
            for name, rows in steps.items()
            for number, row in enumerate(rows.tolist())
        ),
    )


def toy_json(toy: dict[str, Any]) -> str:
    """Return the small vectors, their matrices and all steps; null for minus infinity."""
    steps = toy_steps(toy["matrices"], causal=toy["causal"])
    written = {
        name: [[value if np.isfinite(value) else None for value in row] for row in rows.tolist()]
        for name, rows in steps.items()
    }
    return json_text({"matrices": toy["matrices"], "causal": toy["causal"], "steps": written})


def _toy_number(value: float) -> str:
    return csv_number(value) if np.isfinite(value) else "-inf"
