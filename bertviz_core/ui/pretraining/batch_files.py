"""A batch as files."""

from __future__ import annotations

from bertviz_core.results import MaskedBatch
from bertviz_core.ui.downloads import answer_json, csv_text


def batch_csv(batch: MaskedBatch) -> str:
    """Return one line for every token; a label of -100 is ignored by the loss."""
    encoding = batch.encoding
    rows = zip(
        encoding.segment_ids.tolist(),
        encoding.tokens,
        batch.actions,
        batch.tokens,
        batch.ids.tolist(),
        batch.labels.tolist(),
        strict=True,
    )
    return csv_text(
        ["position", "segment", "token", "action", "read_as", "id", "label"],
        ([place, *row] for place, row in enumerate(rows)),
    )


def batch_json(batch: MaskedBatch) -> str:
    """Return the batch as one JSON document."""
    return answer_json(batch.model, batch.encoding, batch_fields(batch))


def batch_fields(batch: MaskedBatch) -> dict[str, object]:
    """Return what makes the batch up, for the documents of all views."""
    return {
        "strategy": batch.strategy,
        "rate": None if batch.strategy == "span" else batch.rate,
        "seed": batch.seed,
        "segment_ids": batch.encoding.segment_ids.tolist(),
        "actions": batch.actions,
        "read_as": batch.tokens,
        "ids": batch.ids.tolist(),
        "labels": batch.labels.tolist(),
        "is_next": batch.is_next,
    }
