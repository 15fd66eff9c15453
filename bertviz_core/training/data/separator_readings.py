"""What the rows of a text look like when one sign parts their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.training.data.column_words import KNOWN
from bertviz_core.training.data.heading_rows import MOST_ABOVE
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

_DECIMAL = re.compile(r"[+-]?(?:\d[\d.' ]*),\d+\s*[^\w\s,;|]{0,3}")
"""A number as it is written where commas are used for decimals, with `%` or `€` behind it."""
_MOST_WHOLE_NUMBERS = 0.5
"""Share of a column of such numbers."""
_FACE = re.compile(r"[dpoxsDPOXS03]\s*,")
"""What stands behind the `;` of a face, before a comma."""


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
    of_all: bool
    """The first row, which may hold names, has this width too."""
    decimals: bool
    """A column holds numbers whose decimals stand behind a comma, which does not part cells."""
    holding: bool
    """The labels hold another separator, as `film;theatre` does."""
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
        """Sort: names of columns first, then labels, then how even the rows are.

        Where nothing else tells two readings apart, labels that hold the other sign are more likely than
        texts that all end in a sign and one of few words, unless spaces stand behind it.
        """
        outermost = not self.in_sentences and self.holding
        return (*self.evidence, not self.in_sentences, outermost, not self.holding)

    @property
    def evidence(self) -> tuple[float, ...]:
        """Return what speaks for the reading, the strongest first."""
        even = round(self.share, 2), round(self.paired, 2)
        return (self.heading, self.decimals, self.labels, not self.in_faces, self.of_all, *even)


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
    labels, holding = _labels(even, but_first=not in_sentences, sign=sign) if width > 1 else (0, False)
    return Reading(
        sign=sign,
        quotation=quotation,
        width=width,
        share=count / max(1, len(kept)),
        paired=1 - rows.broken / max(1, len(kept)),
        heading=max(names, default=0) >= 2,
        labels=labels,
        in_sentences=in_sentences,
        in_faces=len(re.findall(rf"(?<=\s){re.escape(sign)}\S", begun)) == uses,
        of_all=bool(kept) and len(kept[0]) == width,
        decimals=sign != "," and width > 1 and any(map(_are_decimals, _columns(even))),
        holding=holding,
        row=even[-1] if even else (),
    )


def _is_known(cell: str) -> bool:
    return len(cell) <= _LONGEST_LABEL and cell.strip().lower() in KNOWN


def _columns(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the cells of each column, but those of the first row, which may be names."""
    return list(zip(*(rows[1:] if len(rows) > 3 else rows), strict=True))


def _labels(rows: Sequence[Sequence[str]], *, but_first: bool, sign: str) -> tuple[int, bool]:
    """Tell how much a column looks like labels, few short values that come again, and whether parted ones.

    Args:
        rows: All of one width.
        but_first: Every column may hold labels; else the last one only.
        sign: Parts the cells.
    """
    columns = _columns(rows)
    named = rows[0][-1].strip() not in columns[-1] and not any(
        set(SEPARATORS) & set(cell) for cell in rows[0]
    )
    likeness = [
        _label_likeness(cells, sign, named=named) for cells in (columns if but_first else columns[-1:])
    ]
    return max(likeness, key=lambda found: (found[0], not found[1]))


def _label_likeness(cells: Sequence[str], sign: str, *, named: bool) -> tuple[int, bool]:
    """Tell how much cells look like labels, and whether these hold another separator.

    Without names above, labels that all begin alike are what texts end in, with the labels behind it.
    """
    counts = Counter(cell.strip() for cell in cells)
    blank = counts.pop("", 0)
    if not counts or blank > len(cells) / 4 or any(len(label) > _LONGEST_LABEL for label in counts):
        return 0, False
    others = re.compile(f"[{''.join(other for other in SEPARATORS if other != sign)}]")
    holding = any(map(others.search, counts))
    if holding:
        parts: Counter[str] = Counter()
        for label, count in counts.items():
            parts.update({part.strip(): count for part in others.split(label)})
        faces = sign == ";" and all(map(_FACE.match, counts))
        same = not named and len({others.split(label)[0] for label in counts}) == 1 < len(counts)
        if faces or same or any("\t" in label for label in counts):
            return 0, False
        if not all(map(_is_word, parts)) or not (_are_few(counts) or _are_few(parts)):
            return 0, False
    elif not _are_few(counts):
        return 0, False
    words = sum(map(_is_word, counts))
    return (OF_WORDS if words == len(counts) > 1 else 2), holding


def _are_few(counts: Counter[str]) -> bool:
    return len(counts) <= _MOST_LABELS and counts.total() >= _ROWS_OF_ONE * len(counts)


def _is_word(label: str) -> bool:
    return any(map(str.isalnum, label))


def _are_decimals(cells: Sequence[str]) -> bool:
    numbers = [cell.strip() for cell in cells if cell.strip()]
    parted = [number for number in numbers if _DECIMAL.fullmatch(number)]
    whole = sum(number.isdecimal() for number in numbers)
    return len(parted) + whole == len(numbers) > 1 and whole <= _MOST_WHOLE_NUMBERS * len(numbers)
