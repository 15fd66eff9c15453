"""What the rows of a text look like when one sign parts their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.training.data.heading_rows import MOST_ABOVE
from bertviz_core.training.data.headings import KNOWN
from bertviz_core.training.data.quotation import find_quotation
from bertviz_core.training.data.separated import Quotation, Rows

SEPARATORS = "\t;,|"

_LOOKED_AT, _LOOKED_AT_CHARACTERS = 200, 500_000
"""Rows, and characters in them, from which the separator is found out."""
_PASSED = 5_000
"""Rows, empty ones too, that are passed at most."""

_LEAST_SHARE = 0.6
"""Of rows that have the same number of cells."""

_MOST_LABELS, _ROWS_OF_ONE, _LONGEST_LABEL = 20, 2, 60
"""Different ones, rows that have the same one on average, characters."""

OF_WORDS = 3
"""How much a column of different words looks like labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
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


def read_with(text: str, sign: str) -> Reading:
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
    return Reading(
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
    return OF_WORDS if words == len(counts) > 1 else 2
