"""The published tables that are shown, and what is said of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from bertviz_core.results import PUBLISHED_F1
from bertviz_core.samples.history.published import PublishedTable, published_table
from bertviz_core.ui.history.timeline_try import Trial
from bertviz_core.ui.i18n import _, number

Shown = Literal["glue", "squad", "swag", "ner", "layers", "pretraining", "sizes", "distilbert", "beto"]
SHOWN: tuple[Shown, ...] = get_args(Shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A table in words."""

    name: str
    source: str
    axis: str
    said: str
    """What it shows, in one sentence."""
    here: str
    """What of the bundled model stands beside it, or why nothing does."""
    trial: Trial | None = None
    """Where the task can be measured here, if nothing is kept."""


def shown_table(shown: Shown) -> PublishedTable:
    """Return a table; that of the layers is the one of the layer experiment."""
    if shown != "layers":
        return published_table(shown)
    names = {
        "embeddings": _("input embedding"),
        "second_to_last": _("second to last"),
        "last": _("last"),
        "weighted_last_4": _("last 4: weighted"),
        "concat_last_4": _("last 4: side by side"),
        "weighted_all": _("all: weighted"),
    }
    return PublishedTable(
        rows=tuple(names[str(features)] for features in PUBLISHED_F1),
        columns=(_("F1, dev"),),
        values=np.array([[value] for value in PUBLISHED_F1.values()]),
    )


def written(shown: Shown, row: str, column: str) -> str:
    """Return a number of a table as the visitor's language writes it."""
    return number(shown_table(shown).value(row, column), places=1)
