"""To be drawn."""

from __future__ import annotations


def draw() -> None:
    """Draw nothing yet."""
