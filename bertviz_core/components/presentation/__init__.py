"""A key that leaves chart and answer alone on the page, larger: for those in the last row."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from bertviz_core.components.unseen import unseen_component


@cache
def _mount() -> Any:
    here = Path(__file__).parent
    style = (here / "presentation.css").read_text(encoding="utf-8")
    return unseen_component(here / "presentation.js", {"PRESENTATION_STYLE": style})


def offer_presentation(hint: str, *, key: str) -> None:
    """Let the key V hide what surrounds the answer, and V or Escape bring it back; the server is not asked.

    Args:
        hint: How to come back, shown meanwhile.
        key: Key of the element in the session.
    """
    _mount()(data={"hint": hint}, key=key)
