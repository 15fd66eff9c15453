"""Which sign parts the cells of a text: found out, told, or named by somebody."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.training.data.heading_rows import MOST_ABOVE
from bertviz_core.training.data.headings import KNOWN
from bertviz_core.training.data.quotation import find_quotation, quotation_notes
from bertviz_core.training.data.separated import USUAL, Quotation, Rows

SEPARATORS = "\t;,|"

_LOOKED_AT, _LOOKED_AT_CHARACTERS = 200, 500_000
"""Rows, and characters in them, from which the separator is found out."""
_PASSED = 5_000
"""Rows, empty ones too, that are passed at most."""

_LEAST_SHARE = 0.6
"""Of rows that have the same number of cells."""

_MOST_LABELS, _ROWS_OF_ONE, _LONGEST_LABEL = 20, 2, 60
"""Different ones, rows that have the same one on average, characters."""

_OF_WORDS = 3
"""How much a column of different words looks like labels."""

_NAMED = re.compile(r"sep=(.)(?:\r\n|\r|\n)", re.IGNORECASE)
_SAID = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|", "pipe": "|"}
_SHOWN_NAMES = {"\t": "TAB"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSeparator:
    """The sign, how quotation marks enclose cells, and the notes about both."""

    sign: str
    quotation: Quotation = USUAL
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """What the first rows look like when one sign parts them."""

    sign: str
    quotation: Quotation
    width: int
    share: float
    """Of the rows that have this width."""
    paired: float
    """Share of the rows whose quotation marks pair."""
    heading: bool
    """The first row holds names of columns that are known."""
    labels: int
    """3: a column of labels; 2: one of the same label everywhere, or of signs; 0: none."""
    in_sentences: bool
    """A space always stands behind the sign, as behind a comma in a sentence."""
    in_faces: bool
    """A space always stands before the sign and none behind it, as in `;)`."""
    row: Sequence[str]
    """One that shows how it reads."""

    @property
    def likely(self) -> bool:
        """Tell whether the text may have been written so."""
        if self.width < 2 or self.share <= _LEAST_SHARE:
            return False
        return self.heading or self.labels > 0 or not self.in_sentences

    @property
    def rank(self) -> tuple[float, ...]:
        """Sort: names of columns first, then labels, then how even the rows are."""
        return (self.heading, self.labels, not self.in_faces, round(self.share, 2), round(self.paired, 2))


def checked_separator(written: str) -> str:
    """Return the sign that somebody named: itself, or `tab`, `comma`, `semicolon`, `bar`.

    Raises:
        InputError: It is no single sign, or one that cannot part cells.
    """
    sign = _SAID.get(written.strip().lower(), written)
    if len(sign) != 1 or sign in '"\r\n' or sign.isalnum():
        raise InputError(
            "“{written}” cannot part cells. Name one sign: tab, a comma, a semicolon, a bar or another one.",
            written=written[:40],
        )
    return sign


def find_separator(text: str) -> FoundSeparator:
    """Return the sign that parts most rows into the same number of cells, best with one for labels.

    Whole rows are looked at, never halves of one. Where no sign does, it is a tab.
    """
    readings = [_reading(text, sign) for sign in SEPARATORS]
    likely = sorted((reading for reading in readings if reading.likely), key=lambda r: r.rank, reverse=True)
    if not likely:
        return FoundSeparator(sign="\t")
    best, *others = likely
    other = next((reading for reading in others if _is_likely_too(reading, best)), None)
    evident = best.sign == "," and not others
    notes = () if evident else (_note(best, other),)
    return FoundSeparator(
        sign=best.sign, quotation=best.quotation, notes=(*notes, *quotation_notes(best.quotation))
    )


def told_separator(text: str, sign: str) -> FoundSeparator:
    """Return a sign that somebody named, with how cells are enclosed where it parts them."""
    quotation = find_quotation(text, sign)
    return FoundSeparator(sign=sign, quotation=quotation, notes=quotation_notes(quotation))


def parts_cells(text: str, sign: str) -> bool:
    """Tell whether a sign parts most rows into cells."""
    return _reading(text, sign).width > 1


def has_evident_columns(text: str, sign: str) -> bool:
    """Tell whether a sign parts rows so that names of columns or labels come out."""
    reading = _reading(text, sign)
    labelled = reading.labels == _OF_WORDS and not reading.in_sentences
    return reading.likely and (reading.heading or labelled)


def named_separator(text: str) -> tuple[str, str]:
    """Return the separator that Excel's first line `sep=;` names, if there is one, and the text behind it."""
    named = _NAMED.match(text)
    return (named[1], text[named.end() :]) if named else ("", text)


def shown_separator(sign: str) -> str:
    """Write a separator so that it can be seen."""
    return _SHOWN_NAMES.get(sign, sign)


def _reading(text: str, sign: str) -> _Reading:
    """Read the first rows as if the sign parted them."""
    quotation = find_quotation(text, sign)
    rows, kept = Rows(text, sign, quotation), []
    for passed, row in enumerate(rows):
        if any(cell.strip() for cell in row):
            kept.append(row)
        if len(kept) == _LOOKED_AT or passed == _PASSED or rows.passed > _LOOKED_AT_CHARACTERS:
            break
    widths = Counter(map(len, kept))
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    even = [row for row in kept if len(row) == width]
    begun = text[: min(max(rows.passed, 1), _LOOKED_AT_CHARACTERS)]
    uses = max(1, begun.count(sign))
    in_sentences = not quotation.spaced and begun.count(f"{sign} ") == uses
    names = [sum(map(_is_known, row)) for row in kept[:MOST_ABOVE] if len(row) == width]
    return _Reading(
        sign=sign,
        quotation=quotation,
        width=width,
        share=count / max(1, len(kept)),
        paired=1 - rows.broken / max(1, len(kept)),
        heading=max(names, default=0) >= 2,
        labels=_labels(even, but_first=not in_sentences, sign=sign) if width > 1 else 0,
        in_sentences=in_sentences,
        in_faces=len(re.findall(rf"(?<=\s){re.escape(sign)}\S", begun)) == uses,
        row=even[-1] if even else (),
    )


def _is_known(cell: str) -> bool:
    return len(cell) <= _LONGEST_LABEL and cell.strip().lower() in KNOWN


def _labels(rows: Sequence[Sequence[str]], *, but_first: bool, sign: str) -> int:
    """Tell how much a column looks like labels: few short values that come again, none of them parted itself.

    Args:
        rows: All of one width.
        but_first: Every column may hold labels; else the last one only.
        sign: Parts the cells.
    """
    columns = list(zip(*(rows[1:] if len(rows) > 3 else rows), strict=True))
    return max(map(lambda cells: _label_likeness(cells, sign), columns if but_first else columns[-1:]))


def _label_likeness(cells: Sequence[str], sign: str) -> int:
    counts = Counter(cell.strip() for cell in cells)
    blank = counts.pop("", 0)
    if not counts or blank > len(cells) / 4:
        return 0
    if len(counts) > _MOST_LABELS or counts.total() < _ROWS_OF_ONE * len(counts):
        return 0
    others = set(SEPARATORS) - {sign}
    if any(len(label) > _LONGEST_LABEL or others & set(label) for label in counts):
        return 0
    words = sum(any(map(str.isalnum, label)) for label in counts)
    return _OF_WORDS if words == len(counts) > 1 else 2


def _is_likely_too(reading: _Reading, best: _Reading) -> bool:
    """Tell whether a reading says something else that is about as likely."""
    if reading.heading < best.heading or reading.labels < best.labels:
        return False
    return reading.share > 0.9 * best.share and reading.paired > 0.9 * best.paired


def _note(reading: _Reading, other: _Reading | None) -> Note:
    """Say which sign was taken, and which else it could be."""
    fields: dict[str, object] = {"sign": shown_separator(reading.sign)}
    template = N_("The cells of a row are parted by “{sign}”.")
    if other is not None:
        fields |= {
            "cells": _shown_row(reading.row),
            "other": shown_separator(other.sign),
            "otherwise": _shown_row(other.row),
        }
        template = N_(
            "The cells of a row are parted by “{sign}”: {cells}. They could also be parted by “{other}”: "
            "{otherwise}."
        )
    return Note(
        kind="separator",
        template=template,
        fields=fields,
        remedy=N_("Where this is wrong, choose another separator."),
        option=f"--separator {'SIGN' if other is None else repr(other.sign)}",
        doubtful=other is not None,
    )


def _shown_row(row: Sequence[str]) -> str:
    """Write the cells of a row so that their borders are seen."""
    return " ".join(f"[{cell.strip()[:40]}]" for cell in row[:4])
