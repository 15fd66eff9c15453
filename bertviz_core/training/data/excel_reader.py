"""Sheets of an Excel file, opened without reading them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from openpyxl.reader.excel import ExcelReader
from openpyxl.worksheet._read_only import ReadOnlyWorksheet


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


class _Reader(ExcelReader):
    def read_worksheets(self) -> None:
        """Open the sheets of cells."""
        for sheet, relation in self.parser.find_sheets():
            if relation.target in self.valid_files and "chartsheet" not in relation.Type:
                opened = _Sheet(self.wb, sheet.name, relation.target, self.shared_strings)
                opened.sheet_state = sheet.state
                self.wb._sheets.append(opened)
