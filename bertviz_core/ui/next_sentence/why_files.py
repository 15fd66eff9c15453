"""The attention between two sentences as files."""

from __future__ import annotations

from bertviz_core.results import AttentionBetween
from bertviz_core.ui.downloads import answer_json, csv_text

SHARES = ("cls_to_first", "cls_to_second", "cls_to_special", "first_to_second", "second_to_first")


def between_csv(between: AttentionBetween) -> str:
    """Return one line for every layer; layers are counted from 1."""
    rows = zip(*(getattr(between, name) for name in SHARES), strict=True)
    return csv_text(
        ["layer", *SHARES],
        ([layer, *(f"{share:.6f}" for share in row)] for layer, row in enumerate(rows, start=1)),
    )


def between_json(between: AttentionBetween) -> str:
    """Return the shares of all layers as one JSON document."""
    shares: dict[str, object] = {name: getattr(between, name).round(6).tolist() for name in SHARES}
    return answer_json(between.model, between.encoding, shares)
