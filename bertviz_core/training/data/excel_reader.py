"""Sheets of an Excel file, opened without reading them."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
from math import isfinite
from typing import Any

from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS, BUILTIN_FORMATS_MAX_SIZE
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

_PERCENT, _ZEROS = re.compile(r"0(?:\.(0{1,9}))?%"), re.compile("0{2,20}")
_MOST_SHOWN = 1e15
"""A number has no more digits than fifteen; larger ones are read as they are."""


def opened_sheets(data: bytes) -> list[Any]:
    """Open a file; its sheets are read as their rows are asked for.

    Raises:
        Exception: Whatever a damaged file provokes.
    """
    reader = _Reader(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    reader.read()
    return list(reader.wb.worksheets)


class _Sheet(ReadOnlyWorksheet):
    def _get_size(self) -> None:
        """Look for no size: some programs write wrong ones, and of a sheet without one all is read."""

    def _get_row(self, row: list[dict[str, Any]], *places: Any, **options: Any) -> tuple[Any, ...]:
        """Return the cells of a row: percentages, and numbers led by zeros, as they are seen."""
        for cell in row:
            if cell["style_id"] and cell["data_type"] == "n" and isinstance(cell["value"], int | float):
                cell["value"] = as_shown(cell["value"], self._format(cell["style_id"]))
        cells: tuple[Any, ...] = super()._get_row(row, *places, **options)
        return cells

    def _format(self, style: int) -> str:
        """Return how a style writes numbers; nothing for one that the file does not define."""
        styles, others = self.parent._cell_styles, self.parent._number_formats
        number = styles[style].numFmtId if style < len(styles) else 0
        own = number - BUILTIN_FORMATS_MAX_SIZE
        if own < 0:
            return str(BUILTIN_FORMATS.get(number, ""))
        return str(others[own]) if own < len(others) else ""


class _Reader(ExcelReader):
    def read_worksheets(self) -> None:
        """Open the sheets of cells."""
        for sheet, relation in self.parser.find_sheets():
            if relation.target in self.valid_files and "chartsheet" not in relation.Type:
                opened = _Sheet(self.wb, sheet.name, relation.target, self.shared_strings)
                opened.sheet_state = sheet.state
                self.wb._sheets.append(opened)


def as_shown(value: float, form: str) -> str | float:
    """Write a number as a sheet shows it in a format `0%`, `0.00%` or `000`; return it for any other."""
    if not isfinite(value) or abs(value) >= _MOST_SHOWN:
        return value
    if percent := _PERCENT.fullmatch(form):
        return f"{_rounded(Decimal(str(value)) * 100, len(percent[1] or ''))}%"
    if _ZEROS.fullmatch(form):
        whole = _rounded(Decimal(str(value)), 0)
        return f"{'-' if whole < 0 else ''}{str(abs(whole)).zfill(len(form))}"
    return value


def _rounded(value: Decimal, places: int) -> Decimal:
    """Round as sheets do, halves away from zero, and never to a minus nothing."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP) + 0
