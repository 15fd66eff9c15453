"""How heads are called on screen and in the address: counted from 1 there."""

from __future__ import annotations

from bertviz_core.ui.i18n import _

Head = tuple[int, int]
"""Layer and head, 0-based."""


def head_name(layer: int, head: int) -> str:
    """Name a head, 0-based, in words."""
    return _("Layer {layer}, head {head}", layer=layer + 1, head=head + 1)


def head_code(head: Head) -> str:
    """Write a head as `layer.head`."""
    return f"{head[0] + 1}.{head[1] + 1}"
