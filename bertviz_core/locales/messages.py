"""The messages that stand in the source: what every catalogue must translate."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bertviz_core import errors

MARKERS = {"_", "N_"}
"""Names of functions whose first argument is a message."""

_ERRORS = {
    name
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, errors.BertScopeError)
}


def source_messages(root: Path) -> dict[str, list[str]]:
    """Find every message of the app and its engine.

    Args:
        root: The folder that holds `app.py`, `app_pages/` and `bertviz_core/`.

    Returns:
        The files each message stands in, by message, in order of appearance.
    """
    files = [root / "app.py", *sorted((root / "app_pages").rglob("*.py"))]
    files += sorted((root / "bertviz_core").rglob("*.py"))
    found: dict[str, list[str]] = {}
    for file in files:
        name = file.relative_to(root).as_posix()
        for message in _messages(ast.parse(file.read_text(encoding="utf-8"))):
            places = found.setdefault(message, [])
            if name not in places:
                places.append(name)
    return found


def _messages(tree: ast.AST) -> Iterator[str]:
    """Yield the messages of one module: marked ones and the templates of its errors."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0]
        if name in MARKERS | _ERRORS and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value
