"""The tours that come with the app."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import bertviz_core.samples
from bertviz_core.tours.read import read_tour
from bertviz_core.tours.tour import Tour

READY = ("bert", "banco", "heads", "prediction", "by_hand", "spam")
"""Their names in addresses, in the order in which they are offered."""

PAGES = (
    "attention",
    "masked_words",
    "next_sentence",
    "words",
    "inside",
    "pretraining",
    "history",
    "fine_tuning",
    "about",
)
"""Where they lead."""


@cache
def ready_tour(name: str) -> Tour:
    """Return one of them.

    Raises:
        KeyError: There is none of that name.
    """
    if name not in READY:
        raise KeyError(name)
    folder = Path(bertviz_core.samples.__file__).parent / "tours"
    return read_tour((folder / f"{name}.yaml").read_text(encoding="utf-8"), pages=PAGES)
