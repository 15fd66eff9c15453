"""One name for a class: labels that look the same are one, and those that are nearly the same are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bertviz_core.errors import N_
from bertviz_core.label_forms import clean_label, joined_names, near_labels
from bertviz_core.results import Note, TextExample

_NAMED = 6
_LONGEST = 40
JOIN_OPTION = "--join-classes"


def one_name_a_class(
    rows: Sequence[TextExample], *, join: bool
) -> tuple[Sequence[TextExample], tuple[Note, ...]]:
    """Return rows whose labels look different where they are, and what was decided about them.

    Args:
        rows: As they were read.
        join: Labels that differ only in case or in the writing of a number are one class too.
    """
    written = Counter(row.label for row in rows)
    clean = {label: clean_label(label) for label in written}
    counts: Counter[str] = Counter()
    for label, count in written.items():
        counts[clean[label]] += count
    names = joined_names(counts) if join else {}
    notes = []
    mended = sum(
        count for label, count in written.items() if clean[label] not in ("", " ".join(label.split()))
    )
    if mended:
        template = N_(
            "Labels that hold signs nobody sees, or letters put together of several, are read as what they "
            "look like: {count}."
        )
        notes.append(Note(kind="classes", template=template, fields={"count": mended}))
    notes += near_note(counts, joined=join)
    if any(names.get(clean[label], clean[label]) != label for label in written):
        rows = [replace(row, label=names.get(clean[row.label], clean[row.label])) for row in rows]
    return rows, tuple(notes)


def near_note(counts: Mapping[str, int], *, joined: bool) -> list[Note]:
    """Return what there is to say of classes that differ only in how they are written: one note or none."""
    groups = near_labels(counts)
    if not groups:
        return []
    told = ["“" + "”, “".join(label[:_LONGEST] for label in group) + "”" for group in groups[:_NAMED]]
    classes = "; ".join(told) + (" …" if len(groups) > _NAMED else "")
    if joined:
        return [
            Note(
                kind="classes",
                template=N_("Classes that differ only in how they are written are joined: {classes}."),
                fields={"classes": classes},
                remedy=N_("If they are different ones, switch “Join classes” off."),
            )
        ]
    return [
        Note(
            kind="classes",
            template=N_(
                "These classes differ only in how they are written, and are learned as different ones: "
                "{classes}."
            ),
            fields={"classes": classes},
            remedy=N_("If they are the same, switch “Join classes” on."),
            option=JOIN_OPTION,
            doubtful=True,
        )
    ]
