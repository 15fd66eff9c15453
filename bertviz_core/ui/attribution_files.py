"""What each token adds to an answer, as files."""

from __future__ import annotations

from bertviz_core.results import Attribution
from bertviz_core.ui.downloads import answer_json, csv_text


def attribution_csv(attribution: Attribution) -> str:
    """Return one line for every token; texts are counted from 0, special tokens are of text -1."""
    encoding = attribution.encoding
    rows = zip(encoding.tokens, encoding.sequence_ids.tolist(), attribution.scores, strict=True)
    return csv_text(
        ["position", "token", "text", "score"],
        ([place, token, text, f"{score:.8f}"] for place, (token, text, score) in enumerate(rows)),
    )


def attribution_json(attribution: Attribution) -> str:
    """Return everything that is explained; `answer` is empty where it is "is next"."""
    return answer_json(
        attribution.model,
        attribution.encoding,
        {
            "index": attribution.index,
            "answer": attribution.answer,
            "unit": "log_probability_nats" if attribution.answer else "log_odds",
            "value": attribution.value,
            "baseline": attribution.baseline,
            "probability": attribution.probability,
            "baseline_probability": attribution.baseline_probability,
            "completeness_error": attribution.error,
            "steps": attribution.steps,
            "scores": attribution.scores.tolist(),
            "notes": [note.document() for note in attribution.notes],
        },
    )
