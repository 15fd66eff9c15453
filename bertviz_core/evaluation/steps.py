"""How far a measurement is, told to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

Step = Callable[[], None]
"""Called after every text."""


def nothing() -> None:
    """Tell nobody."""
