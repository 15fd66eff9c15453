"""JSON in which texts stand under the names of their classes, or classes beside texts as names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.settings import get_settings
from bertviz_core.training.data.column_words import KNOWN, TEXT_NAMES

TEXT, LABEL = "text", "label"
_COLUMNS = KNOWN | {"question", "context", "answer", "answers", "words", "tokens"}
_PARTS = frozenset("train training test testing validation valid val dev eval".split())
"""Of a set, each with rows of its own."""

_LEAST_TEXTS = 10
_MOST_CLASSES, _REPEATED = 20, 2
"""Of texts beside which their classes stand, and how often each class stands there on average."""


class ClassRow(dict[str, Any]):
    """A text with its class, one of which was the name of the other."""


def rows_of_classes(document: dict[str, Any]) -> list[ClassRow] | None:
    """Return a row for each text of `{"pos": [text…], "neg": [text…]}` or `{text: "pos", …}`.

    Nothing is returned of other documents, columns of a table among them: those have a name of a column, or
    as many cells each, one of them with few and repeated values.
    """
    if len(document) == 1 and isinstance(only := next(iter(document.values())), dict):
        return rows_of_classes(only)
    values = list(document.values())
    if len(document) > 1 and all(isinstance(value, list) and value for value in values):
        return _of_lists(document)
    if len(document) >= _LEAST_TEXTS and all(isinstance(value, (str, int)) for value in values):
        repeated = _REPEATED * len(set(map(str, values))) <= len(values)
        if repeated and len(set(map(str, values))) <= _MOST_CLASSES:
            return [ClassRow({TEXT: text, LABEL: label}) for text, label in islice(document.items(), _most())]
    return None


def classes_note() -> Note:
    """Say how such a document is read."""
    return Note(
        kind="form",
        template=N_("Texts that stand under the name of a class, or beside it, have it as their label."),
        remedy=N_("If the names are those of columns, save the table as CSV."),
    )


def _most() -> int:
    """Return how many rows are worth making: one more than are used."""
    return get_settings().max_rows + 1


def _of_lists(document: dict[str, list[Any]]) -> list[ClassRow] | None:
    if any(name.lower() in _COLUMNS | _PARTS for name in document):
        return None
    items = [item for value in document.values() for item in value]
    if all(isinstance(item, str) for item in items):
        if len(set(map(len, document.values()))) == 1 and any(map(_are_labels, document.values())):
            return None
        return [ClassRow({TEXT: text, LABEL: name}) for name, text in _as_many_as_are_used(document)]
    if all(isinstance(item, dict) and _is_text_alone(item) for item in items):
        return [ClassRow({**item, LABEL: name}) for name, item in _as_many_as_are_used(document)]
    return None


def _as_many_as_are_used(lists: dict[str, list[Any]]) -> Iterator[tuple[str, Any]]:
    """Yield each name with what stands under it, of each name as many where there are too many."""
    share = most = _most()
    if sum(map(len, lists.values())) > most:
        share = most // len(lists) + 1
    return ((name, item) for name, items in lists.items() for item in items[:share])


def _are_labels(cells: list[str]) -> bool:
    different = len(set(cells))
    return different <= _MOST_CLASSES and _REPEATED * different <= len(cells)


def _is_text_alone(item: dict[str, Any]) -> bool:
    """Tell whether an object has a text, and no class of its own."""
    names = {name.lower() for name in item}
    return not TEXT_NAMES.isdisjoint(names) and names & KNOWN <= TEXT_NAMES | {"id", "index", "language"}
