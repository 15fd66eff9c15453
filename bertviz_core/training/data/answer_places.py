"""Where answers stand in their texts, in whichever units a file counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.errors import N_
from bertviz_core.results import Note

CHARACTERS, UTF_16, BYTES, FROM_ONE = "characters", "utf-16", "bytes", "from_one"
_UNITS = (CHARACTERS, UTF_16, BYTES, FROM_ONE)
_CLEARLY = 3
"""Times as far another occurrence has to be as the nearest one."""

_TEMPLATES = {
    UTF_16: N_(
        "This file counts the places of answers in UTF-16 units, as programs in JavaScript do: {count} of "
        "{all} answers stand where it says only if signs such as 😀 count twice."
    ),
    BYTES: N_(
        "This file counts the places of answers in bytes: {count} of {all} answers stand where it says only "
        "if letters such as “á” count for as many as they take in UTF-8."
    ),
    FROM_ONE: N_(
        "This file counts the places of answers from 1 on: {count} of {all} answers stand one letter before "
        "where it says."
    ),
}
_REMEDY = N_("If that is wrong, write answer_start in characters, counted from 0.")

Given = tuple[str, str, int]
"""Context, answer, and where it is said to stand; -1 for nowhere."""


def find_units(given: Iterable[Given]) -> tuple[str, tuple[Note, ...]]:
    """Return in which units the most answers stand where a file says: characters unless others do better."""
    hits: Counter[str] = Counter()
    only: Counter[str] = Counter()
    count = 0
    for context, answer, start in given:
        if start < 0 or is_blank(answer):
            continue
        count += 1
        there = [unit for unit in _UNITS if _said(context, answer, start, unit) is not None]
        hits.update(there)
        if CHARACTERS not in there:
            only.update(there)
    units = max(_UNITS, key=lambda unit: hits[unit])  # the first of equals
    if units == CHARACTERS:
        return units, ()
    fields = {"count": only[units], "all": count}
    note = Note(kind="places", template=_TEMPLATES[units], fields=fields, remedy=_REMEDY, doubtful=True)
    return units, (note,)


def find_place(context: str, answer: str, start: int, units: str) -> tuple[int | None, bool]:
    """Return where an answer stands, in characters, and whether that is where the file says.

    Elsewhere it is looked for: the only occurrence, or the one that is clearly the nearest.
    """
    if is_blank(answer):
        return None, True
    for unit in dict.fromkeys((units, CHARACTERS)):
        if (place := _said(context, answer, start, unit)) is not None:
            return place, True
    first = context.find(answer)
    if first < 0 or context.find(answer, first + 1) < 0:
        return (None if first < 0 else first), False
    return _nearest(context, answer, start, units), False


def _said(context: str, answer: str, start: int, unit: str) -> int | None:
    """Return the place in characters where an answer is said to stand, if it does."""
    place = _in_characters(context, start, unit)
    return place if place is not None and context.startswith(answer, place) else None


def _in_characters(context: str, start: int, unit: str) -> int | None:
    if start < 0:
        return None
    if unit == FROM_ONE:
        return start - 1 if start else None
    if unit == CHARACTERS or context.isascii():
        return start
    begins = _begins(context, unit)
    place = int(begins.searchsorted(start))
    return place if place < len(begins) and begins[place] == start else None


@lru_cache(maxsize=8)
def _begins(context: str, unit: str) -> NDArray[np.int64]:
    """Return where each character of a text begins in other units (n,)."""
    codes = np.frombuffer(context.encode("utf-32-le"), dtype=np.uint32)
    wide = (codes > 0xFFFF).astype(np.int64)
    widths = 1 + wide if unit == UTF_16 else 1 + (codes > 0x7F) + (codes > 0x7FF) + wide
    return np.cumsum(widths) - widths


def _nearest(context: str, answer: str, start: int, units: str) -> int | None:
    """Return the occurrence nearest to a place, where any other one is much farther."""
    near = _in_characters(context, start, units)
    if not near:  # 0 is what stands where nobody counted
        return None
    before, behind = context.rfind(answer, 0, near + len(answer) - 1), context.find(answer, near)
    found = sorted((abs(place - near), place) for place in _around(context, answer, before, behind))
    (distance, place), *others = found
    return place if not others or others[0][0] >= _CLEARLY * distance else None


def _around(context: str, answer: str, before: int, behind: int) -> set[int]:
    """Return the two occurrences on each side of a place, as far as there are."""
    places = {before, behind}
    if before > 0:
        places.add(context.rfind(answer, 0, before + len(answer) - 1))
    if behind >= 0:
        places.add(context.find(answer, behind + 1))
    return places - {-1}
