"""How far a model can be trusted, as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import Reliability
from bertviz_core.samples.story_pairs import StoryPair
from bertviz_core.ui.downloads import csv_number, csv_text, json_text


def reliability_csv(result: Reliability) -> str:
    """Return one line for every bin of the curve; values of an empty bin are left out."""
    columns = (result.predicted, result.observed, result.low, result.high)
    return csv_text(
        ["from", "to", "pairs", "mean_probability", "share_that_follows", "low", "high"],
        (
            [f"{start:.1f}", f"{end:.1f}", count, *map(csv_number, values)]
            for start, end, count, *values in zip(
                result.edges, result.edges[1:], result.counts, *columns, strict=False
            )
        ),
    )


def pairs_csv(pairs: Sequence[StoryPair], is_next: NDArray[np.float32]) -> str:
    """Return one line for every pair with the model's answer."""
    return csv_text(
        ["language", "kind", "first", "second", "follows", "is_next"],
        (
            [pair.language, pair.kind, pair.first, pair.second, int(pair.follows), f"{said:.6f}"]
            for pair, said in zip(pairs, is_next, strict=True)
        ),
    )


def reliability_json(model: str, whole: Reliability, parts: Mapping[str, Reliability]) -> str:
    """Return every number of the panel; an empty bin has no values."""
    return json_text(
        {
            "model": model,
            **_numbers(whole),
            "bins": [
                {
                    "from": start,
                    "to": end,
                    "pairs": count,
                    "mean_probability": None if count == 0 else said,
                    "share_that_follows": None if count == 0 else so,
                }
                for start, end, count, said, so in zip(
                    whole.edges.round(6).tolist(),
                    whole.edges.round(6).tolist()[1:],
                    whole.counts.tolist(),
                    whole.predicted.tolist(),
                    whole.observed.tolist(),
                    strict=False,
                )
            ],
            "by_kind_and_language": {name: _numbers(part) for name, part in parts.items()},
        }
    )


def _numbers(result: Reliability) -> dict[str, object]:
    return {
        "pairs": result.pairs,
        "accuracy": result.accuracy,
        "accuracy_range": result.accuracy_range,
        "confidence": result.confidence,
        "calibration_error": result.calibration_error,
        "brier": result.brier,
    }
