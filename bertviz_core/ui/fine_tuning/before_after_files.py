"""What fine-tuning changed, as files; layers and heads are counted from 0 there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import (
    WEIGHT_PARTS,
    AttentionChange,
    Encoding,
    LabelledPlace,
    StateChange,
    WeightChange,
)
from bertviz_core.ui.downloads import csv_number, csv_text, json_number, json_text

Weights = tuple[NDArray[np.float32], NDArray[np.float32]]


def attention_change_csv(change: AttentionChange) -> str:
    """Return one line a head."""
    return csv_text(
        ["layer", "head", "divergence_bits"],
        ([layer, head, csv_number(value)] for (layer, head), value in np.ndenumerate(change.divergence)),
    )


def head_before_after_csv(encoding: Encoding, weights: Weights) -> str:
    """Return one line for every pair of tokens of one head."""
    labels, (before, after) = encoding.labels, weights
    return csv_text(
        ["query", "query_token", "key", "key_token", "before", "after", "change"],
        (
            [query, labels[query], key, labels[key], *map(csv_number, (old, new, new - old))]
            for query, rows in enumerate(zip(before.tolist(), after.tolist(), strict=True))
            for key, (old, new) in enumerate(zip(*rows, strict=True))
        ),
    )


def attention_change_json(
    change: AttentionChange, encoding: Encoding, head: tuple[int, int], weights: Weights
) -> str:
    """Return the change of all heads, and the attention of one on a text."""
    layer, number = head
    return json_text(
        {
            "before": change.before,
            "after": change.after,
            "texts": change.texts,
            "divergence_bits": change.divergence.tolist(),
            "shown": {
                "text": encoding.text,
                "pair": encoding.pair,
                "tokens": encoding.tokens,
                "layer": layer,
                "head": number,
                "attention_before": weights[0].tolist(),
                "attention_after": weights[1].tolist(),
            },
        }
    )


def state_points_csv(change: StateChange, points: Weights, *, layer: int) -> str:
    """Return one line for every point of both maps."""
    return csv_text(
        ["text", "pair", "word", "class", "layer", "x_before", "y_before", "x_after", "y_after"],
        (
            [
                place.text,
                place.pair or "",
                _word(place),
                place.label,
                layer,
                *map(csv_number, (*before.tolist(), *after.tolist())),
            ]
            for place, before, after in zip(change.places, *points, strict=True)
        ),
    )


def state_change_csv(change: StateChange) -> str:
    """Return one line a layer, 0 for the input embedding."""
    return csv_text(
        ["layer", "cosine", "silhouette_before", "silhouette_after"],
        (
            [layer, *map(csv_number, values)]
            for layer, values in enumerate(zip(change.cosine, *change.silhouette, strict=True))
        ),
    )


def state_change_json(change: StateChange) -> str:
    """Return every number but the vectors."""
    return json_text({"before": change.before, "after": change.after, **_states(change)})


def weight_change_csv(change: WeightChange) -> str:
    """Return one line a layer, those below and above them under their own names; shares, not percent."""
    rows = zip(_row_names(change), change.parts, change.whole, strict=True)
    empty = [""] * len(WEIGHT_PARTS)
    return csv_text(
        ["layer", *WEIGHT_PARTS, "whole"],
        [
            *([name, *map(csv_number, parts), csv_number(whole)] for name, parts, whole in rows),
            *([part, *empty, csv_number(value)] for part, value in change.outside.items()),
        ],
    )


def weight_change_json(change: WeightChange, states: StateChange | None) -> str:
    """Return every number of the weights, and of what came of them where there are texts."""
    return json_text(
        {
            "before": change.before,
            "after": change.after,
            "layers": change.layers,
            "shared_weights": change.shared,
            "parts": {
                part: list(map(json_number, column.tolist()))
                for part, column in zip(WEIGHT_PARTS, change.parts.T, strict=True)
            },
            "whole": list(map(json_number, change.whole.tolist())),
            "outside": {part: json_number(value) for part, value in change.outside.items()},
            "states": None if states is None else _states(states),
        }
    )


def _states(change: StateChange) -> dict[str, Any]:
    before, after = (list(map(json_number, side.tolist())) for side in change.silhouette)
    return {
        "vectors": len(change.places),
        "cosine": list(map(json_number, change.cosine.tolist())),
        "silhouette_before": before,
        "silhouette_after": after,
    }


def _word(place: LabelledPlace) -> str:
    return "" if place.word is None else place.text[slice(*place.word)]


def _row_names(change: WeightChange) -> list[str]:
    return ["all"] if change.shared else list(map(str, range(len(change.whole))))
