"""What the stepper is told of a layer: of each state as many numbers as a picture holds, the rest folded."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.inside.by_hand import MOST_TOKENS
from bertviz_core.results import LayerSteps, LinearPart, ModelInfo, NormPart

SHOWN = 32
"""Numbers of a vector; what is left out of a sum of products is told as one number."""

_PLACES = 6


def layer_picture(steps: LayerSteps, *, head: int) -> dict[str, Any]:
    """Return the numbers of one head of a layer, and of the parts after its heads, as JSON holds them.

    Args:
        steps: The layer.
        head: 0-based.
    """
    heads, _, size = steps.queries.shape
    own = slice(head * size, head * size + SHOWN if size > SHOWN else (head + 1) * size)
    joined = _joined_columns(heads, size)
    hidden = slice(0, SHOWN)
    vectors = {
        "x": steps.entering[:, hidden],
        "q": steps.queries[head, :, :SHOWN],
        "k": steps.keys[head, :, :SHOWN],
        "v": steps.values[head, :, :SHOWN],
        "scores": steps.scores[head],
        "masked": steps.scores[head] * np.float32(steps.scale),
        "weights": steps.weights[head],
        "context": steps.contexts[head, :, :SHOWN],
        "joined": steps.joined[:, joined],
        "attention": steps.attention[:, hidden],
        "sum1": steps.first_sum[:, hidden],
        "between": steps.between[:, hidden],
        "wide": steps.wide[:, :SHOWN],
        "activated": steps.activated[:, :SHOWN],
        "ff": steps.feed_forward[:, hidden],
        "sum2": steps.second_sum[:, hidden],
        "leaving": steps.leaving[:, hidden],
    }
    of_states, of_head, of_wide = {"of": steps.entering.shape[1]}, {"of": size}, {"of": steps.wide.shape[1]}
    states = ("x", "attention", "sum1", "between", "ff", "sum2", "leaving")
    names = [f"{column // size + 1}·{column % size}" for column in joined]
    return {
        "arrays": {name: _written(values) for name, values in vectors.items()},
        "matrices": {
            "wq": _matrix(steps.query_matrix, hidden, own),
            "wk": _matrix(steps.key_matrix, hidden, own),
            "wv": _matrix(steps.value_matrix, hidden, own),
            "wo": _matrix(steps.join_matrix, joined, hidden),
            "w1": _matrix(steps.wide_matrix, hidden, slice(0, SHOWN)),
            "w2": _matrix(steps.narrow_matrix, slice(0, SHOWN), hidden),
        },
        "norms": [_norm(steps.first_norm), _norm(steps.second_norm)],
        "heads": [_written(weights, 4) for weights in steps.weights],
        "head": head,
        "scale": steps.scale,
        "activation": steps.activation,
        "columns": dict.fromkeys(states, of_states)
        | dict.fromkeys(("q", "k", "v", "context", "weighted", "wq", "wk", "wv"), of_head)
        | dict.fromkeys(("wide", "activated", "w1"), of_wide)
        | dict.fromkeys(("wo", "w2"), of_states)
        | {"joined": {"of": steps.joined.shape[1], "names": names, "head": [c // size for c in joined]}},
    }


def wanted_steps(info: ModelInfo, *, layer: int, head: int) -> dict[str, object]:
    """Return what the model in the browser is asked for, to be shown in the place of `layer_picture`.

    Args:
        info: The model.
        layer: 0-based.
        head: 0-based.
    """
    joined = _joined_columns(info.heads, info.hidden_size // info.heads)
    return {"layer": layer, "head": head, "shown": SHOWN, "joined": joined, "most": MOST_TOKENS}


def _joined_columns(heads: int, size: int) -> list[int]:
    """Choose numbers of every head's part: those of more heads than there is room for are left out."""
    each = max(1, min(size, SHOWN // heads))
    return [head * size + number for head in range(min(heads, SHOWN)) for number in range(each)]


def _matrix(part: LinearPart, rows: Any, columns: Any) -> dict[str, Any]:
    return {"w": _written(part.weight[rows][:, columns]), "b": _written(part.bias[columns])}


def _norm(part: NormPart) -> dict[str, Any]:
    return {
        "mean": _written(part.mean),
        "deviation": _written(part.deviation),
        "gamma": _written(part.gamma[:SHOWN]),
        "beta": _written(part.beta[:SHOWN]),
    }


def _written(values: NDArray[np.float32], places: int = _PLACES) -> Any:
    return values.astype(np.float64).round(places).tolist()
