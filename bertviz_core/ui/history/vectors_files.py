"""The nearest words, as files."""

from __future__ import annotations

from bertviz_core.results import NearWords
from bertviz_core.ui.downloads import csv_number, csv_text


def near_csv(near: NearWords) -> str:
    """Write the nearest words as a table."""
    rows = zip(near.words, map(csv_number, near.cosines.tolist()), near.counts.tolist(), strict=True)
    return csv_text(("word", "cosine", "count"), rows)


def near_document(near: NearWords) -> list[dict[str, object]]:
    """Return the nearest words as JSON holds them."""
    return [
        {"word": word, "cosine": round(float(cosine), 6), "count": int(count)}
        for word, cosine, count in zip(near.words, near.cosines, near.counts, strict=True)
    ]
