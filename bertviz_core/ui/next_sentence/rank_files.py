"""Candidates for the next sentence, ranked, as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bertviz_core.ui.downloads import csv_text, json_text


class Ranked(NamedTuple):
    """A candidate."""

    line: int
    """Its place among the candidates that were given, from 1."""
    sentence: str
    is_next: float


def rank_csv(ranked: Sequence[Ranked]) -> str:
    """Return one line for every candidate, the most probable first."""
    return csv_text(
        ["rank", "line", "is_next", "sentence"],
        ([rank, row.line, f"{row.is_next:.8f}", row.sentence] for rank, row in enumerate(ranked, start=1)),
    )


def rank_json(model: str, first: str, ranked: Sequence[Ranked]) -> str:
    """Return the candidates, the most probable first."""
    return json_text({"model": model, "first": first, "candidates": [row._asdict() for row in ranked]})
