r"""Rows of databases: a backslash before line ends and separators, `\n` in two signs, `\N` for nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.training.data.separated import Quotation, Rows

_PARTING = ("\\\r\n", "\\\r", "\\\n", "\\\t", "\\,", "\\;", "\\|")
_LINE_END = re.compile(r"\\[\r\n]")
_ESCAPE = re.compile(r"\\(\r\n|.)", re.DOTALL)
_KNOWN = frozenset("\\nrtb0NZ'\"\r\n")
"""What MySQL writes behind a backslash, besides separators."""

_OTHER_USE = re.compile(r"[A-Za-z]:\\(?!\\)|[${]")
"""Of backslashes: paths of Windows, and formulas."""

_LEAST_BREAKS = 3
"""Written as `\\n`, where nothing else tells that a database wrote the file."""

_LOOKED_AT = 400_000
"""Characters."""

_LINE, _SIGN, _BACKSLASH, _TAB = "\x01", "\x02", "\x03", "\x04"
"""Stand for signs that were escaped until the rows are parted; no text that is read holds them."""


class EscapedRows(Rows):
    """Rows in which backslashes say what databases mean by them."""

    def __init__(self, text: str, separator: str, quotation: Quotation, *, all_signs: bool) -> None:
        super().__init__(_protected(text, separator) if all_signs else text, separator, quotation)
        self._signs = str.maketrans({_LINE: "\n", _SIGN: separator, _BACKSLASH: "\\", _TAB: "\t"})

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the cells of each row, empty ones where a database says that there is nothing."""
        for row in super().__iter__():
            yield ["" if cell.strip() == "\\N" else cell.translate(self._signs) for cell in row]


def without_escaped(text: str) -> str:
    """Leave out line ends and separators that a backslash stands before, to find out what parts the cells."""
    if "\\" not in text:
        return text
    text = text.replace("\\\\", _BACKSLASH * 2)
    for escaped in _PARTING:
        text = text.replace(escaped, " ")
    return text.replace(_BACKSLASH, "\\")


def escaped_rows(text: str, separator: str, quotation: Quotation) -> tuple[Rows, tuple[Note, ...]]:
    r"""Return the rows of a text, and what was decided about its backslashes.

    They are read as signs of the text unless all stand before what a database escapes, and line ends among
    these leave the rows uneven, or `\N` stands alone in cells, or `\n` in several.
    """
    usual = Rows(text, separator, quotation)
    if "\\" not in text:
        return usual, ()
    begun = text[:_LOOKED_AT]
    sign = re.escape(separator)
    nothing = re.search(rf'(?:^|{sign}|")\\N(?={sign}|"|[\r\n]|\Z)', text, re.MULTILINE)
    signs = Counter(found[1][:1] for found in _ESCAPE.finditer(begun))
    all_signs = set(signs) <= _KNOWN | {separator, quotation.mark} and not _OTHER_USE.search(
        "\n".join(line for line in begun.split("\n") if "\\" in line)
    )
    lines = _LINE_END.search(begun) is not None
    evident = nothing is not None or signs["n"] >= _LEAST_BREAKS
    if all_signs and signs[separator] and not lines:  # a cell may end in a backslash
        escaped, as_written = (
            _uneven(written, separator, quotation)[1] for written in (_protected(begun, separator), begun)
        )
        evident = escaped < as_written or (evident and escaped == as_written)
    if lines:
        evident = all_signs and _are_joined(begun, separator, quotation)
    if not (all_signs and evident):
        return (
            (EscapedRows(text, separator, quotation, all_signs=False), (_NOTHING,))
            if nothing
            else (usual, ())
        )
    return EscapedRows(text, separator, quotation, all_signs=True), (_NOTE,)


def _protected(text: str, separator: str) -> str:
    """Put signs for what is escaped, but quotation marks, which tell where cells end."""

    def sign(found: re.Match[str]) -> str:
        escaped = found[1]
        if escaped[:1] in "\r\n" or escaped in "nr":
            return "" if escaped == "r" and text.startswith("\\n", found.end()) else _LINE
        if escaped == separator:
            return _SIGN
        return {"\\": _BACKSLASH, "t": _TAB, "'": "'", "0": "", "Z": "", "b": ""}.get(escaped, found[0])

    return _ESCAPE.sub(sign, text)


def _are_joined(text: str, separator: str, quotation: Quotation) -> bool:
    """Tell whether the rows are evener where lines go on behind a backslash, or are joined by their marks."""
    (rows, uneven), (of_lines, uneven_lines) = (
        _uneven(written, separator, quotation) for written in (_protected(text, separator), text)
    )
    return uneven < uneven_lines or (uneven == uneven_lines and rows == of_lines)


def _uneven(text: str, separator: str, quotation: Quotation) -> tuple[int, int]:
    widths = Counter(len(row) for row in Rows(text, separator, quotation) if any(map(str.strip, row)))
    return widths.total(), widths.total() - max(widths.values(), default=0)


_NOTHING = Note(
    kind="missing",
    template=N_("Cells of “\\N”, with which databases say that there is nothing, are taken as empty."),
)
_NOTE = Note(
    kind="escapes",
    template=N_(
        "Backslashes are read as databases write them: before the end of a line or n they break a line "
        "within a cell, and “\\N” stands for nothing."
    ),
    remedy=N_("If they belong to the texts, put two of them for each."),
)
