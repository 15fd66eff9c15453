"""Data sets of the Hugging Face Hub by name, as tables: their rows only, never code of theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.data.text_table import TextTable

MOST_CHARACTERS = 20_000_000
"""As many as a file may have: some sets hold whole books."""

_TIMEOUT = 10  # seconds

_LOOKED_AT = 20  # rows
_PLAIN = (str, int, float, Decimal, date, time, timedelta)  # of which `bool` and `datetime` are kinds
Rows = tuple[tuple[str, ...], ...]

_NAME = re.compile(r"(?!.*(\.\.|--))\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)


def hub_table(name: str, *, configuration: str = "", split: str = "train") -> TextTable:
    """Read the first rows of one split of a data set.

    Only columns of texts, numbers, truth values and classes are kept, the last ones as the names of their
    numbers. Pictures and sounds are never decoded.

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
    rows, columns, more = _first_rows(name, configuration or None, split)
    if not rows:
        raise InputError("There are no rows in “{name}”.", name=name)
    if not columns:
        raise InputError(
            "There is no column of texts, numbers or classes in “{name}”. Take another data set.", name=name
        )
    return TextTable(columns=columns, rows=rows, has_header=True, more=more)


def _first_rows(name: str, configuration: str | None, split: str) -> tuple[Rows, tuple[str, ...], bool]:
    """Return rows as texts, the names of their columns, and whether there are more rows."""
    import datasets  # half a second, and hardly anybody asks
    from huggingface_hub import HfApi

    datasets.disable_progress_bars()
    try:
        HfApi().dataset_info(name, timeout=_TIMEOUT)  # `datasets` tries half a minute without a network
        stream = datasets.load_dataset(name, configuration, split=split, streaming=True)
        features = _plain(stream.features or _guessed_features(stream))
        if features and stream.info.builder_name == "parquet":  # it fetches and keeps whole blocks of rows
            stream = datasets.load_dataset(
                name, configuration, split=split, streaming=True, columns=list(features)
            )
        # What is not asked for is not decoded: a picture of some kilobytes may have a hundred megabytes.
        rows, more = _some(stream.select_columns(list(features)), features)
    except Exception as error:  # the library raises whatever the network or the set provokes
        raise InputError(
            "The data set “{name}” cannot be read from the Hub: there is none of this name, its split "
            "“{split}” is missing, or the network is away. Check the name, or bring a file.",
            name=name,
            split=split,
        ) from error
    return rows, tuple(features), more


def _plain(features: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns whose cells are texts, numbers, truth values or classes, as many as are read."""
    from datasets import ClassLabel, Value

    plain = {
        column: feature
        for column, feature in features.items()
        if isinstance(feature, ClassLabel) or (isinstance(feature, Value) and "binary" not in feature.dtype)
    }
    return dict(islice(plain.items(), MOST_COLUMNS))


def _guessed_features(stream: Any) -> dict[str, Any]:
    """Return columns by what the first rows hold, where a set does not say what is in it."""
    from datasets import Value

    found: dict[str, Any] = {}
    for row in stream.take(_LOOKED_AT):
        found |= {column: Value("string") for column, cell in row.items() if isinstance(cell, _PLAIN)}
    return found


def _some(stream: Iterable[dict[str, Any]], features: Mapping[str, Any]) -> tuple[Rows, bool]:
    """Return as many rows as a set may have, and whether there are more."""
    most, left = get_settings().max_rows, MOST_CHARACTERS
    rows: list[tuple[str, ...]] = []
    for row in stream:
        cells = tuple(_cell(row.get(column), feature) for column, feature in features.items())
        left -= sum(map(len, cells))
        if len(rows) == most or left < 0:
            return tuple(rows), True
        rows.append(cells)
    return tuple(rows), False


def _cell(value: object, feature: Any) -> str:
    """Write a cell as text; the number of a class as its name."""
    if not isinstance(value, _PLAIN):
        return ""
    if isinstance(value, int) and hasattr(feature, "int2str"):
        return str(feature.int2str(value)) if value >= 0 else ""
    return value if isinstance(value, str) else str(value)
