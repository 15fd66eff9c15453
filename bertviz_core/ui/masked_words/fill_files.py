"""The answers for blanks as files."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bertviz_core.results import MaskedWord, MaskedWords
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


def checked_words_csv(scores: MaskedWords) -> str:
    """Return one line for every word that was scored, or could not be, in every blank."""
    headings = ["blank", "token_position", "word", "probability", "rank", "pieces", "piece_probabilities"]
    rows: list[list[object]] = []
    for number, mask in enumerate(scores.masks, start=1):
        for word in mask.candidates:
            values = " ".join(f"{value:.6g}" for value in word.piece_probabilities)
            pieces = " ".join(word.pieces)
            rows.append(
                [number, mask.index, word.word, f"{word.probability:.6g}", word.rank or "", pieces, values]
            )
        rows += [[number, mask.index, word.word, "", "", "", ""] for word in mask.unscored]
    return csv_text(headings, rows)


def masked_words_json(result: MaskedWords, scores: MaskedWords | None = None) -> str:
    """Return the predictions, and the scores of given words, in the form the command line prints."""
    masks: list[dict[str, Any]] = [
        {
            "index": mask.index,
            "predictions": [{"token": p.token, "probability": p.probability} for p in mask.predictions],
        }
        for mask in result.masks
    ]
    for mask, scored in zip(masks, scores.masks if scores else (), strict=False):
        mask |= _scores(scored)
    notes = [note.document() for note in result.notes]
    return json_text({"model": result.model, "text": result.text, "masks": masks, "notes": notes})


def _scores(scored: MaskedWord) -> dict[str, Any]:
    """Return the words that were scored, and with their reasons those that could not be."""
    return {
        "candidates": [asdict(word) for word in scored.candidates],
        "unscored": [{"word": word.word, "reason": str(word)} for word in scored.unscored],
    }
