"""Which sign parts the cells of a text: found out, told, or named by somebody."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.training.data.quotation import find_quotation, quotation_notes
from bertviz_core.training.data.separated import USUAL, Quotation
from bertviz_core.training.data.separator_readings import OF_WORDS, SEPARATORS, Reading, read_with

_NAMED = re.compile(r"sep=(.)(?:\r\n|\r|\n)", re.IGNORECASE)
_SAID = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|", "pipe": "|"}
_SURE_TABS = 0.9
"""Share of the rows with as many tabs as the others, where labels stand behind one: texts hold none."""
_SPACED = re.compile(r'"(?:[^"\\]|\\.|"")*"(?: (?:"(?:[^"\\]|\\.|"")*"|[^\s",;]+))+')
_LINES, _LOOKED_AT = 200, 100_000
"""Lines and characters, from which it is told whether spaces part cells."""
_SHOWN_NAMES = {"\t": "TAB"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSeparator:
    """The sign, how quotation marks enclose cells, and the notes about both."""

    sign: str
    quotation: Quotation = USUAL
    notes: tuple[Note, ...] = ()


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

    Whole rows are looked at, never halves of one. Where no sign does, it is a tab, or a space where quotation
    marks stand around the texts, as R writes them.
    """
    readings = [read_with(text, sign) for sign in SEPARATORS]
    likely = sorted((reading for reading in readings if reading.likely), key=lambda r: r.rank, reverse=True)
    if not likely:
        return FoundSeparator(sign=" " if _parts_by_spaces(text) else "\t")
    best, *others = likely
    other = next((reading for reading in others if _is_likely_too(reading, best)), None)
    notes = () if other is None else (_note(best, other),)
    return FoundSeparator(
        sign=best.sign, quotation=best.quotation, notes=(*notes, *quotation_notes(best.quotation))
    )


def told_separator(text: str, sign: str) -> FoundSeparator:
    """Return a sign that somebody named, with how cells are enclosed where it parts them."""
    quotation = find_quotation(text, sign)
    return FoundSeparator(sign=sign, quotation=quotation, notes=quotation_notes(quotation))


def parts_cells(text: str, sign: str) -> bool:
    """Tell whether a sign parts most rows into cells."""
    return read_with(text, sign).width > 1


def has_evident_columns(text: str, sign: str) -> bool:
    """Tell whether a sign parts rows so that names of columns or labels come out."""
    reading = read_with(text, sign)
    labelled = reading.labels == OF_WORDS and not reading.in_sentences
    return reading.likely and (reading.heading or labelled)


def named_separator(text: str) -> tuple[str, str]:
    """Return the separator that Excel's first line `sep=;` names, if there is one, and the text behind it."""
    named = _NAMED.match(text)
    return (named[1], text[named.end() :]) if named else ("", text)


def shown_separator(sign: str) -> str:
    """Write a separator so that it can be seen."""
    return _SHOWN_NAMES.get(sign, sign)


def _is_likely_too(reading: Reading, best: Reading) -> bool:
    """Tell whether a reading says something else that is about as likely."""
    if best.sign == "\t" and best.labels and best.share > _SURE_TABS:
        return False
    strongest = operator.attrgetter("heading", "decimals", "labels", "of_all")
    if any(of < of_best for of, of_best in zip(strongest(reading), strongest(best), strict=True)):
        return False
    return reading.share > 0.9 * best.share and reading.paired > 0.9 * best.paired


def _parts_by_spaces(text: str) -> bool:
    """Tell whether each of the first lines has several cells in quotation marks with a space between them."""
    lines = [line.rstrip("\r") for line in text[:_LOOKED_AT].split("\n") if line.strip()][:_LINES]
    return len(lines) > 1 and all(map(_SPACED.fullmatch, lines[:-1]))


def _note(reading: Reading, other: Reading) -> Note:
    """Say which sign was taken, and which else it could be."""
    return Note(
        kind="separator",
        template=N_(
            "The cells of a row are parted by “{sign}”: {cells}. They could also be parted by “{other}”: "
            "{otherwise}."
        ),
        fields={
            "sign": shown_separator(reading.sign),
            "cells": _shown_row(reading.row),
            "other": shown_separator(other.sign),
            "otherwise": _shown_row(other.row),
        },
        remedy=N_("Where this is wrong, choose another separator."),
        option=f"--separator {other.sign!r}",
        doubtful=True,
    )


def _shown_row(row: Sequence[str]) -> str:
    """Write the cells of a row so that their borders are seen."""
    return " ".join(f"[{cell.strip()[:40]}]" for cell in row[:4])
