"""Tables of Excel files (.xlsx): the first sheet with rows that is seen, every cell as text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time
from itertools import chain
from math import isfinite
from typing import Any

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.training.data.excel_parts import Part, look_through, too_large
from bertviz_core.training.data.merged_cells import MergedCells
from bertviz_core.training.data.office_files import require_workbook
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.data.unsaved_formulas import UNSAVED

_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
"""What breaks a line within a cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcelSheet:
    """The first sheet with something in it, hidden ones last."""

    rows: Iterator[list[str]]
    """Read as they are asked for; formulas as the values that were saved with them, or `UNSAVED`."""
    more: bool = False
    """There are more rows than can be read in a few seconds."""
    merged: MergedCells = field(default_factory=lambda: MergedCells((), 0))
    """Tells, when the rows were read, which merged cells were filled."""
    notes: tuple[Note, ...] = ()


def excel_sheet(data: bytes) -> ExcelSheet:
    """Open a file.

    Raises:
        InputError: It cannot be read, is too large once it is unpacked, or has no values beside its formulas.
    """
    from bertviz_core.training.data.excel_reader import opened_sheets

    require_workbook(data)
    with _readable():
        looked = look_through(data)
        sheets = opened_sheets(data)
        for sheet in sorted(sheets, key=_is_hidden):
            name = str(getattr(sheet, "_worksheet_path", "")).lstrip("/")
            part = looked.parts.get(name, Part())
            last = looked.last_rows.get(name)
            cells = sheet.iter_rows(max_col=MOST_COLUMNS, max_row=last, values_only=True)
            merged = MergedCells(part.merges, MOST_COLUMNS)
            told = (_texts(row, part.unsaved.get(number, ())) for number, row in enumerate(cells, start=1))
            rows = merged.filled(told)
            first = next((row for row in rows if row), None)
            if first is not None:
                return ExcelSheet(
                    rows=_told(chain([first], rows)),
                    more=last is not None,
                    merged=merged,
                    notes=_notes(sheet, sheets, part.hidden),
                )
            if last is not None:
                raise too_large()
    return ExcelSheet(rows=iter(()))


def _is_hidden(sheet: Any) -> bool:
    return sheet.sheet_state != "visible"


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # the library raises whatever a damaged file provokes
        raise InputError("This Excel file cannot be read. Save it again, or as CSV.") from error


def _told(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    with _readable():
        yield from rows


def _notes(sheet: Any, sheets: Sequence[Any], hidden_rows: int) -> tuple[Note, ...]:
    """Say which sheet is read, where there are several, and what is hidden in it."""
    notes = []
    fields = {"name": sheet.title, "count": len(sheets), "hidden": sum(map(_is_hidden, sheets))}
    if len(sheets) > 1 or fields["hidden"]:
        template = N_("The rows are those of the sheet “{name}”; the file has {count} sheets.")
        if _is_hidden(sheet):
            template = N_("The rows are those of the sheet “{name}”, which is hidden: no other one has any.")
        elif fields["hidden"]:
            template = N_(
                "The rows are those of the sheet “{name}”; the file has {count} sheets, hidden ones "
                "among them: {hidden}."
            )
        remedy = N_("To read another one, put it first, or save it alone.")
        notes.append(Note(kind="sheet", template=template, fields=fields, remedy=remedy))
    if hidden_rows:
        notes.append(
            Note(
                kind="hidden",
                template=N_("Rows of the sheet that are hidden, or filtered out, and are read too: {count}."),
                fields={"count": hidden_rows},
                remedy=N_("If they do not belong to the data, delete them and save the file again."),
            )
        )
    return tuple(notes)


def cut_note(rows: int) -> Note:
    """Say that a sheet has more rows than there is time for, and how many are read."""
    return Note(
        kind="cut",
        template=N_("The sheet is too large to be read to its end here: the first {rows} rows are read."),
        fields={"rows": rows},
        remedy=N_("Save it as CSV, of which more rows are read, or leave out columns that are not needed."),
    )


def _texts(row: tuple[object, ...], unsaved: Collection[int]) -> list[str]:
    """Return the cells of a row up to the last one that is filled."""
    if not unsaved and row.count(None) == len(row):  # a million of them can stand between two rows
        return []
    texts = [_excel_cell(cell) for cell in row]
    for column in unsaved:
        texts.extend([""] * (column + 1 - len(texts)))
        texts[column] = texts[column] or UNSAVED
    while texts and not texts[-1].strip():
        texts.pop()
    return texts


def _excel_cell(value: object) -> str:
    """Write a cell as it is seen: numbers to 15 digits, a day without an hour, `_x000D_` as a line break."""
    if value is None:
        return ""
    if isinstance(value, float) and isfinite(value):
        value = float(f"{value:.15g}")
        return str(int(value) if value.is_integer() else value)
    if isinstance(value, datetime) and value.time() == time():
        return str(value.date())
    return _unescaped(value) if isinstance(value, str) else str(value)


def _unescaped(text: str) -> str:
    """Read `_x000B_` and the like as the signs that they stand for, the halves of a sign as one."""
    if "_x" in text and _ESCAPED.search(text):
        written = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
        whole = written.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        text = _NO_TEXT.sub("", _BREAKS.sub("\n", whole))
    return text.replace("\r\n", "\n").replace("\r", "\n")
