"""The messages that stand in the source: what every catalogue must translate."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

MARKERS = {"_", "N_"}
"""Names of functions whose first argument is a message."""


def source_messages(root: Path) -> dict[str, list[str]]:
    """Find every message of the app and its engine.

    Args:
        root: The folder that holds `pages/` and `bertviz_core/`.

    Returns:
        The files each message stands in, by message, in order of appearance.
    """
    errors = ast.parse((root / "bertviz_core" / "errors.py").read_text(encoding="utf-8"))
    markers = MARKERS | {node.name for node in errors.body if isinstance(node, ast.ClassDef)}
    files = sorted((root / "pages").rglob("*.py"))
    files += sorted((root / "bertviz_core").rglob("*.py"))
    found: dict[str, list[str]] = {}
    for file in files:
        name = file.relative_to(root).as_posix()
        for message in _messages(ast.parse(file.read_text(encoding="utf-8")), markers):
            places = found.setdefault(message, [])
            if name not in places:
                places.append(name)
    return found


def _messages(tree: ast.AST, markers: set[str]) -> Iterator[str]:
    """Yield the first argument of every call of a marker: a message, or the template of an error."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0]
        if name in markers and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value
