"""What an Excel file would need to be read, counted before anything of it is kept."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO
from xml.parsers import expat

from bertviz_core.errors import InputError
from bertviz_core.training.data.merged_cells import MOST_MERGES, Merge, column_of, merge_of
from bertviz_core.training.data.separated import MOST_COLUMNS

MOST_UNPACKED_BYTES, MOST_XML_BYTES = 64_000_000, 40_000_000
MOST_WORK, LEAST_WORK_FOR_ROWS = 480_000, 50_000
"""Elements, some counted several times (`_WORK`): openpyxl reads about 110,000 of them in a second."""

MOST_OF_A_ROW = 60_000
"""Elements: Excel's widest row has 16,384 cells of at most three."""

_WORK = {"row": 2, "c": 2, "is": 5, "si": 4}
_PIECE, _MOST_OF_A_TEXT = 1 << 16, 80
"""Bytes that are unpacked at once, and how many such pieces one text may take."""

_EACH = 1_000
"""Work after which it is noted how far a sheet is."""

_MERGE = re.compile(rb"<(?:\w+:)?mergeCell\s+ref=[\"']([A-Z0-9:]{5,21})[\"']")
_LONGEST_MERGE = 100
"""Bytes."""


@dataclass(slots=True)
class Part:
    """A part of the file."""

    work: int = 0
    unsaved: dict[int, list[int]] = field(default_factory=dict)
    """Formulas whose values were not saved: columns, counted from 0, of each row, counted from 1."""
    rows: list[tuple[int, int]] = field(default_factory=list)
    """Of a sheet: numbers of rows, and the work up to each."""
    hidden: int = 0
    """Rows of a sheet that are not seen."""
    merges: list[Merge] = field(default_factory=list)
    whole: bool = True
    """All of it was looked through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedThrough:
    """What is in a file."""

    last_rows: dict[str, int]
    """The last row of each sheet for which there is time, where it has more."""
    parts: dict[str, Part]


def look_through(data: bytes) -> LookedThrough:
    """Look through all parts, as far as they are XML.

    50 KB can hold a row of 12 million cells, or a million rows of one.

    Raises:
        InputError: The file would fill the memory, take long to read, or holds definitions of entities.
    """
    parts: dict[str, Part] = {}
    read = 0
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED_BYTES:
            raise too_large()
        for entry in archive.infolist():
            looker = _Looker()
            read += looker.look(archive, entry)
            if read > MOST_XML_BYTES:
                raise too_large()
            parts[entry.filename] = looker.part
    others = sum(part.work for part in parts.values() if not part.rows)
    if others > MOST_WORK:
        raise too_large()
    left = max(MOST_WORK - others, LEAST_WORK_FOR_ROWS)
    last_rows = {}
    for name, part in parts.items():
        if part.rows:
            if part.work > left or not part.whole:
                last_rows[name] = max((row for row, work in part.rows if work <= left), default=0)
            left = max(0, left - part.work)
    return LookedThrough(
        last_rows=last_rows,
        parts=parts,
    )


class _Looker:
    """Counts what stands in one part."""

    def __init__(self) -> None:
        self.part = Part()
        self._row = self._column = self._in_row = self._quiet = 0
        self._noted = -_EACH
        self._formula = self._value = self._is_text = False
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler, self._parser.EndElementHandler = self._started, self._ended
        self._parser.StartDoctypeDeclHandler = _refuse

    def look(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> int:
        """Read one part, as far as there is time for it; return the bytes that were XML."""
        read = 0
        with archive.open(entry) as file:
            try:
                while piece := file.read(_PIECE):
                    self._quiet += 1
                    if self._quiet > _MOST_OF_A_TEXT:
                        raise too_large()
                    self._parser.Parse(piece)
                    read += len(piece)
                    if self.part.work > MOST_WORK:
                        if not self.part.rows:
                            raise too_large()
                        self.part.whole = False
                        self._look_for_merges(file)
                        break
            except expat.ExpatError:
                pass  # a picture, or damaged: the library reads no further either
        return read

    def _look_for_merges(self, file: IO[bytes]) -> None:
        """Find what stands behind the rows, where nothing else is looked at any more."""
        rest = b""
        while len(self.part.merges) < MOST_MERGES and (piece := file.read(_PIECE)):
            found = _MERGE.findall(rest + piece)
            rest = b"" if found else piece[-_LONGEST_MERGE:]
            for reference in found:
                self._merged(reference.decode())

    def _merged(self, reference: str) -> None:
        merge = merge_of(reference)
        if merge and len(self.part.merges) < MOST_MERGES:
            self.part.merges.append(merge)

    def _started(self, name: str, attributes: dict[str, str]) -> None:
        self._quiet = 0
        self._in_row += 1
        self.part.work += _WORK.get(name, 1)
        if self._in_row > MOST_OF_A_ROW:
            raise too_large()
        if name == "c":
            self._formula = self._value = False
            self._is_text = attributes.get("t") == "str"
            self._column = column_of(attributes.get("r", "")) if "r" in attributes else self._column + 1
        elif name == "f":
            self._formula = True
        elif name == "v" and self._formula:
            self._value = self._is_text  # which may be empty
            self._parser.CharacterDataHandler = self._said
        elif name == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() and len(number) < 8 else self._row + 1
            self._column = -1
            self.part.hidden += attributes.get("hidden", "0") in ("1", "true")
        elif name == "mergeCell" or name.endswith(":mergeCell"):
            self._merged(attributes.get("ref", ""))

    def _said(self, _text: str) -> None:
        self._value = True

    def _ended(self, name: str) -> None:
        self._quiet = 0
        if name == "c" and self._formula:
            if not self._value and self._column < MOST_COLUMNS:
                self.part.unsaved.setdefault(self._row, []).append(self._column)
            self._formula = False
            self._parser.CharacterDataHandler = None
        elif name == "row" or name.endswith((":row", ":si")) or name == "si":  # the library forgets it then
            self._in_row = 0
            if name == "row" and self.part.work >= self._noted + _EACH:
                self._noted = self.part.work
                self.part.rows.append((self._row, self.part.work))


def _refuse(*_anything: object) -> None:
    raise InputError("This Excel file cannot be read. Save it again, or as CSV.")


def too_large() -> InputError:
    """Return what is raised where there is no room or no time for a file."""
    return InputError("This Excel file is too large once it is unpacked. Save it as CSV.")
