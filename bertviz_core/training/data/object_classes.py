"""Which class an object names, as Label Studio, doccano, Prodigy and spaCy write it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bertviz_core.training.data.json_rows import json_cell

_HOLDING = frozenset("label labels class category choice choices rating name value taxonomy".split())
"""Names under which an object holds a class, where it has one of them only."""

_PLACES = frozenset("start end start_offset end_offset startoffset endoffset begin offset span".split())
_DEEPEST = 6


def classes_of(value: Any, depth: int = _DEEPEST) -> tuple[str, ...] | None:
    """Return the classes that a value names; nothing (None) where it is not clear what it holds."""
    if value is None:
        return ()
    if not depth:
        return None
    if isinstance(value, (str, int, float)):
        return (json_cell(value),)
    if isinstance(value, list):
        if any(isinstance(item, list) and len(item) != 1 for item in value):
            return None  # places, or paths through a tree of classes
        return _joined(classes_of(item, depth - 1) for item in value)
    if has_places(value):
        return None
    if isinstance(value.get("result"), list):  # of Label Studio
        return () if value.get("was_cancelled") else _of_results(value["result"])
    held = [name for name in value if name.lower() in _HOLDING and value[name] is not None]
    if len(held) == 1:
        return classes_of(value[held[0]], depth - 1)
    if len(value) > 1 and not held and all(_is_share(share) for share in value.values()):
        true = [name for name, share in value.items() if share == 1]
        return tuple(true) if all(share in (0, 1) for share in value.values()) else None
    return None


def _of_results(results: Sequence[Any]) -> tuple[str, ...] | None:
    """Return the classes among the results of one person, where they are answers to one question."""
    answers = [
        (result.get("from_name"), result["value"])
        for result in results
        if isinstance(result, dict) and isinstance(result.get("value"), dict)
    ]
    asked = [(name, value) for name, value in answers if _HOLDING & set(value) and not has_places(value)]
    if not answers:
        return ()
    if len({name for name, _ in asked}) != 1:
        return None
    return _joined(classes_of(value) for _, value in asked)


def _joined(found: Iterable[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    joined = list[str]()
    for classes in found:
        if classes is None:
            return None
        joined += classes
    return tuple(joined)


def _is_share(value: object) -> bool:
    return isinstance(value, (bool, int, float)) and 0 <= value <= 1


def has_places(value: Any, depth: int = 4) -> bool:
    """Tell whether an object or list holds places in a text, as those of names do."""
    if isinstance(value, dict):
        return any(name.lower() in _PLACES for name in value) or (
            depth > 0 and any(has_places(part, depth - 1) for part in value.values())
        )
    if not isinstance(value, list) or not depth:
        return False
    triple = (
        len(value) == 3 and all(isinstance(part, int) for part in value[:2]) and isinstance(value[2], str)
    )
    return triple or any(has_places(part, depth - 1) for part in value)
