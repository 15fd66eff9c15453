"""The models of the line of time, as their authors published them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

ModelKind = Literal["static", "recurrent", "both", "decoder", "encoder"]
MODEL_KINDS: tuple[ModelKind, ...] = get_args(ModelKind)
"""Vectors, LSTMs, encoder with decoder, decoder, encoder."""

_FILE = Path(__file__).parent / "models.tsv"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedModel:
    """A model, when it was first described, and its size."""

    name: str
    year: int
    month: int
    kind: ModelKind
    millions: float | None
    """Parameters of the usual or the smallest one; None where the paper does not say."""
    most_millions: float | None
    """Those of the largest one of the same paper, where there is another."""
    size_source: str
    """Where the number stands, if not in the paper; empty otherwise."""
    source: str
    address: str
    """Of the paper."""


@cache
def published_models() -> tuple[PublishedModel, ...]:
    """Read the models in the order of their time."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        return tuple(_model(row) for row in csv.DictReader(file, delimiter="\t"))


def _model(row: dict[str, str]) -> PublishedModel:
    (kind,) = (one for one in MODEL_KINDS if one == row["kind"])
    return PublishedModel(
        name=row["name"],
        year=int(row["year"]),
        month=int(row["month"]),
        kind=kind,
        millions=float(row["millions"]) if row["millions"] else None,
        most_millions=float(row["most_millions"]) if row["most_millions"] else None,
        size_source=row["size_source"],
        source=row["source"],
        address=row["address"],
    )
