"""The names of classes in a config: believed where each class has one, and replaced by numbers where not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bertviz_core.errors import N_
from bertviz_core.label_forms import clean_label
from bertviz_core.models.weight_files import weight_shapes
from bertviz_core.results import Note

_LAST_LAYERS = ("classifier.out_proj.weight", "classifier.weight")
_NAMED_FIELDS = ("id2label", "label2id", "num_labels")

_REMEDY = N_(
    'Write into id2label of its config.json one name for each number, from "0" to "{last}", no two the same.'
)
_NUMBERS = N_(
    "The config.json does not name the {rows} classes that this model tells apart ({named}), so they are "
    "shown as numbers."
)
_AGAINST = N_(
    "id2label and label2id in the config.json are against each other: “{name}” is {here} in one and "
    "{there} in the other. id2label is followed."
)


def with_sound_names(config: dict[str, Any], folder: Path) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """Return a config in which every class of the head has a name, and what was decided.

    Names are believed where their numbers are 0 to k - 1, they are distinct to the eye, and the head has k
    rows. They are shown without signs that nobody sees.

    Args:
        config: Content of `config.json`.
        folder: Of the checkpoint, whose weights say how many classes there are.
    """
    rows, names = head_rows(folder), config.get("id2label")
    if names is None and isinstance(back := config.get("label2id"), dict):
        names = {str(number): name for name, number in back.items()}
        names = names if rows is not None and len(names) == len(back) and _fit(names, rows) else None
    if rows is None:  # nothing tells classes apart: names that cannot be read must not stop the rest
        readable = names is None or (isinstance(names, dict) and _fit(names, len(names)))
        return (config if readable else _without_names(config)), ()
    if rows == 1 and not (isinstance(names, dict) and _fit(names, 1)):  # a number, or one of several choices
        return _without_names(config) | {"num_labels": 1}, ()
    if names is None and config.get("num_labels", 2) == rows:
        return config, ()
    if isinstance(names, dict) and _fit(names, rows):
        seen = {number: clean_label(str(name)) for number, name in names.items()}
        back = {name: int(number) for number, name in seen.items()}
        named = {"num_labels": rows, "id2label": seen, "label2id": back}
        return config | named, _contradiction(config, names)
    numbers = {str(number): str(number) for number in range(rows)}
    sound = _without_names(config) | {"id2label": numbers, "label2id": {n: int(n) for n in numbers}}
    note = Note(
        kind="classes",
        template=_NUMBERS,
        fields={"rows": rows, "named": _shown(names), "last": rows - 1},
        remedy=_REMEDY,
        doubtful=True,
    )
    return sound, (note,)


def head_rows(folder: Path) -> int | None:
    """Return how many classes the weights of a head tell apart; None where there is no such head."""
    shapes = weight_shapes(folder, _LAST_LAYERS)
    found = next((shapes[name] for name in _LAST_LAYERS if name in shapes), None)
    return found[0] if found else None


def _without_names(config: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in config.items() if name not in _NAMED_FIELDS}


def _fit(names: dict[str, Any], rows: int) -> bool:
    written = [clean_label(str(name)) for name in names.values()]
    plain = all(isinstance(name, str | int | float) for name in names.values())
    return plain and set(names) == set(map(str, range(rows))) and len(set(written)) == rows and all(written)


def _contradiction(config: dict[str, Any], names: dict[str, Any]) -> tuple[Note, ...]:
    """Say where a name has another number in `label2id`; one that is not there says nothing."""
    back = config.get("label2id")
    if not isinstance(back, dict):
        return ()
    for number, name in names.items():
        there = back.get(str(name), number)
        if str(there) != number:
            fields = {"name": str(name), "here": number, "there": str(there)[:20], "last": len(names) - 1}
            return (Note(kind="classes", template=_AGAINST, fields=fields, remedy=_REMEDY, doubtful=True),)
    return ()


def _shown(names: object) -> str:
    """Return what id2label holds, as people find it there."""
    if not isinstance(names, dict):
        return "id2label: –" if names is None else f"id2label: {str(names)[:60]}"
    pairs = [f"{number}: {name}" for number, name in list(names.items())[:4]]
    return ("id2label: " + ", ".join(pairs))[:100] + "…" * (len(names) > 4)
