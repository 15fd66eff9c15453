"""A data set that is ready to be learned from, with what was noticed while it was prepared."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.fine_tuning.data import LearningData
from bertviz_core.results.texts.note import Note

Rows = tuple[int, ...]
"""Numbers of rows as a person counts them: the first one under the heading is 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataNotes:
    """What a person should know of the set; rows that are left out are named, never dropped in silence."""

    rows: int
    """All that were read."""
    blank: Rows = ()
    """Left out: no text, no label or no question can be seen in them."""
    duplicates: Rows = ()
    """Left out: the same as an earlier one."""
    contradictions: Rows = ()
    """The same text as an earlier one with another label; kept, in the same part."""
    mended: Rows = ()
    """Answers whose place in the text was wrong and could be found."""
    unanswerable: Rows = ()
    """Left out: questions whose answer does not stand in the text."""
    missing_classes: tuple[tuple[str, int], ...] = ()
    """Classes, and parts in which no example of them is."""
    shared: int = 0
    """Texts, those that are alike counted once, that stand in more than one part all the same."""
    cut: int = 0
    """Rows behind the most that are read."""
    more: bool = False
    """There were more rows than those, how many is not known."""
    empty: int = 0
    """Rows of a file left out before they were counted, since nothing was in them."""
    ragged: int = 0
    """Rows of a file with more or fewer cells than the others, made even."""
    damaged: int = 0
    """Signs of a file that could not be read."""
    written: bool = False
    """A set written for this project, to teach with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedData:
    """A set and its notes."""

    data: LearningData
    notes: DataNotes
    decisions: tuple[Note, ...] = ()
    """What was decided while it was read and parted, and how to decide otherwise."""
