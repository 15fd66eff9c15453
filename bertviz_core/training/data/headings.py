"""What the columns of a table are for, judged by their names and by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from bertviz_core.errors import N_
from bertviz_core.results import Note, Task
from bertviz_core.training.data.column_words import KNOWN, LABELS, SECONDS, TEXTS
from bertviz_core.training.data.prepare import MOST_CLASSES

_REPEATED = re.compile(r"( \(\d+\))+$")
"""What `column_names` puts behind a name that stands twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which columns of a table hold what, by their places."""

    text: int
    label: int
    pair: int | None = None


def is_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row holds names: known ones, or a label that no other row has."""
    first, others = rows[0], rows[1:]
    names = [cell.strip() for cell in first if cell.strip()]
    if not others:
        return False
    for place, cell in enumerate(first):
        if cell.strip().lower() in KNOWN and all(row[place] != cell for row in others):
            return True
    if len(set(names)) < len(names):
        return False
    for place, cell in enumerate(first):
        values = {row[place] for row in others}
        if len(values) <= MOST_CLASSES and len(others) >= 3 * len(values) and len(first) > 1:
            return cell not in values and not _is_number(cell)
    return False


def guess_columns(names: Sequence[str], rows: Sequence[Sequence[str]], task: Task) -> Columns:
    """Return the columns that most likely hold texts and labels.

    Args:
        names: Of the columns, at least two.
        rows: All of one width.
        task: `sentence` or `pair`.
    """
    places = range(len(names))
    lowered = [name.lower() for name in names]
    different = [len({row[place] for row in rows}) for place in places]
    length = [fmean(len(row[place]) for row in rows) if rows else 0.0 for place in places]

    def named(words: Sequence[str], without: Sequence[int]) -> int | None:
        found = [p for p in places if lowered[p] in words and p not in without]
        best = min(found, key=lambda place: words.index(lowered[place]), default=None)
        if best is None:
            return None
        # A second one of this name holds the texts where the first one holds their numbers.
        again = [p for p in places if _REPEATED.sub("", lowered[p]) == lowered[best] and p not in without]
        return best if words is LABELS or task == "pair" else max(again, key=lambda place: length[place])

    label = named(LABELS, ())
    if label is None:
        repeated = [p for p in places if different[p] <= min(MOST_CLASSES, len(rows) / 2)]
        classes = [p for p in repeated if different[p] > 1] or repeated or list(places)
        label = min(classes, key=lambda place: (different[place], length[place], -place))
    others = sorted((p for p in places if p != label), key=lambda place: -length[place])
    text = named(TEXTS, (label,))
    if task == "pair":
        second = named(SECONDS, (label,) if text is None else (label, text))
        left = [p for p in others if p not in (text, second)]
        if text is None or second is None:
            longest = sorted(left[: 2 - (text is not None) - (second is not None)])
            text = text if text is not None else longest.pop(0) if longest else others[0]
            second = second if second is not None else longest.pop(0) if longest else None
        return Columns(text=text, label=label, pair=second)
    return Columns(text=text if text is not None else others[0] if others else label, label=label)


def column_note(name: str) -> Note:
    """Say which column of a table its sentences are taken from."""
    return Note(
        kind="columns",
        template=N_("The sentences are those of the column “{text}”."),
        fields={"text": name},
        option="--text-column NAME",
    )


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
