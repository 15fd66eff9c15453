"""Results as papers published them; none of them is measured here."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

TableName = Literal["glue", "squad", "swag", "ner", "pretraining", "sizes", "distilbert", "beto"]
TABLES: tuple[TableName, ...] = get_args(TableName)

_FILE = Path(__file__).parent / "published.tsv"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PublishedTable:
    """Scores in percent, perplexities as they are."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: NDArray[np.float64]  # (rows, columns); NaN where nothing was published

    def value(self, row: str, column: str) -> float:
        """Return one number."""
        return float(self.values[self.rows.index(row), self.columns.index(column)])

    def without(self, column: str) -> PublishedTable:
        """Return the table without a column; itself where there is none of this name."""
        kept = [place for place, name in enumerate(self.columns) if name != column]
        return PublishedTable(
            rows=self.rows,
            columns=tuple(self.columns[place] for place in kept),
            values=self.values[:, kept],
        )


@cache
def published_table(name: TableName) -> PublishedTable:
    """Read a table: rows and columns in the order in which they first come."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        lines = [line for line in csv.DictReader(file, delimiter="\t") if line["table"] == name]
    rows, columns = (tuple(dict.fromkeys(line[part] for line in lines)) for part in ("row", "column"))
    values = np.full((len(rows), len(columns)), np.nan)
    for line in lines:
        values[rows.index(line["row"]), columns.index(line["column"])] = float(line["value"])
    return PublishedTable(rows=rows, columns=columns, values=values)
