"""The answers for blanks as files."""

from __future__ import annotations

from bertviz_core.results import MaskedWords
from bertviz_core.ui.downloads import csv_text, json_text


def masked_words_csv(result: MaskedWords) -> str:
    """Return one line for every prediction of every blank."""
    return csv_text(
        ["blank", "token_position", "rank", "token", "probability"],
        (
            [number, mask.index, p.rank, p.token, f"{p.probability:.8f}"]
            for number, mask in enumerate(result.masks, start=1)
            for p in mask.predictions
        ),
    )


def masked_words_json(result: MaskedWords) -> str:
    """Return the predictions in the form the command line prints."""
    masks = [
        {
            "index": mask.index,
            "predictions": [{"token": p.token, "probability": p.probability} for p in mask.predictions],
        }
        for mask in result.masks
    ]
    return json_text({"model": result.model, "text": result.text, "masks": masks})
