"""Data sets of the Hugging Face Hub by name, as tables: their rows only, never code of theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings
from bertviz_core.training.data.excel import MOST_COLUMNS
from bertviz_core.training.data.tables import TextTable

MOST_CHARACTERS = 20_000_000
"""As many as a file may have: some sets hold whole books."""

_TIMEOUT = 10  # seconds

_NAME = re.compile(r"(?!.*(\.\.|--))\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)


def hub_table(name: str, *, configuration: str = "", split: str = "train") -> TextTable:
    """Read the first rows of one split of a data set.

    Classes that are numbers with names are read as their names.

    Args:
        name: `owner/name` or `name`.
        configuration: Where a set has several.
        split: `train`, `validation` or `test`.

    Raises:
        InputError: It is not allowed here, there is no such set, or it cannot be reached or read.
    """
    if not get_settings().allow_hub:
        raise InputError(
            "Data sets of the Hub are not read on this installation. Bring a file, or take a sample."
        )
    # The library would read a folder of that name.
    if len(name) > 96 or not _NAME.fullmatch(name) or Path(name).exists():
        raise InputError("“{name}” is no name of a data set. It has the form owner/name.", name=name)
    rows, features, more = _first_rows(name, configuration or None, split)
    columns = list(features)[:MOST_COLUMNS]
    if not rows or not columns:
        raise InputError("There are no rows in “{name}”.", name=name)
    return TextTable(
        columns=tuple(columns),
        rows=tuple(tuple(_cell(row.get(column), features[column]) for column in columns) for row in rows),
        has_header=True,
        more=more,
    )


def _first_rows(name: str, configuration: str | None, split: str) -> tuple[list[dict[str, Any]], Any, bool]:
    """Return rows, what is known of the columns, and whether there are more rows."""
    import datasets  # half a second, and hardly anybody asks
    from huggingface_hub import HfApi

    datasets.disable_progress_bars()
    try:
        HfApi().dataset_info(name, timeout=_TIMEOUT)  # `datasets` tries half a minute without a network
        stream = datasets.load_dataset(name, configuration, split=split, streaming=True)
        rows, more = _some(stream)
        features = stream.features or dict.fromkeys(rows[0] if rows else ())
    except Exception as error:  # the library raises whatever the network or the set provokes
        raise InputError(
            "The data set “{name}” cannot be read from the Hub: there is none of this name, its split "
            "“{split}” is missing, or the network is away. Check the name, or bring a file.",
            name=name,
            split=split,
        ) from error
    return rows, features, more


def _some(stream: Iterable[dict[str, Any]]) -> tuple[list[dict[str, Any]], bool]:
    """Return as many rows as a set may have, and whether there are more."""
    most, left = get_settings().max_rows, MOST_CHARACTERS
    rows: list[dict[str, Any]] = []
    for row in stream:
        left -= sum(len(cell) for cell in row.values() if isinstance(cell, (str, bytes)))
        if len(rows) == most or left < 0:
            return rows, True
        rows.append(row)
    return rows, False


def _cell(value: object, feature: Any) -> str:
    """Write a cell as text; the number of a class as its name."""
    if value is None:
        return ""
    if isinstance(value, int) and hasattr(feature, "int2str"):
        return str(feature.int2str(value)) if value >= 0 else ""
    return value if isinstance(value, str) else str(value)
