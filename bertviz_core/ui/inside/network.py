"""The whole network: every part of the model with its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Draw it."""
