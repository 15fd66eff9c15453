"""What the labels of a stranger's model must be, to be shown and told apart."""

from __future__ import annotations

from collections.abc import Collection

from bertviz_core.errors import InputError
from bertviz_core.label_forms import clean_label

LEAST_LABELS, MOST_LABELS = 2, 200
LONGEST_LABEL = 100  # characters
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d\u00a0"))
"""Not to be seen by themselves, but written within words and emoji."""


def check_labels(labels: Collection[object], *, model: str) -> None:
    """Check the labels of a model that gives one of several classes.

    Raises:
        InputError: There are too few or too many, or one is no name, or two are the same.
    """
    if not LEAST_LABELS <= len(labels) <= MOST_LABELS:
        raise InputError(
            "The config.json of “{model}” names {count} labels in id2label; from {least} to {most} are read "
            "here.",
            model=model,
            count=len(labels),
            least=LEAST_LABELS,
            most=MOST_LABELS,
        )
    seen: set[str] = set()
    for number, label in enumerate(labels, 1):
        if not isinstance(label, str) or not _is_name(label):
            raise InputError(
                "Label {number} of “{model}” is no name of 1 to {most} characters that can be seen. Write "
                "another one in id2label of its config.json.",
                number=number,
                model=model,
                most=LONGEST_LABEL,
            )
        name = clean_label(label)
        if name in seen:
            raise InputError(
                "Two labels of “{model}” are the same: “{label}”. Write different ones in id2label of its "
                "config.json.",
                model=model,
                label=name,
            )
        seen.add(name)


def _is_name(label: str) -> bool:
    seen = label.translate(_JOINERS).strip()
    return bool(clean_label(label)) and seen.isprintable() and len(label) <= LONGEST_LABEL
