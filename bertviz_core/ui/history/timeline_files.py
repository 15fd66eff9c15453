"""The line of time as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from bertviz_core.samples.history.models import PublishedModel
from bertviz_core.ui.downloads import csv_text, json_text, save_as, save_menu
from bertviz_core.ui.history.timeline_news import news
from bertviz_core.ui.i18n import _


def offer_files(models: Sequence[PublishedModel]) -> None:
    """Offer all models with what was new in them."""
    if not save_menu():
        return
    rows = [asdict(model) | {"new": news(model.name)} for model in models]
    save_as(
        _("Models as CSV"),
        "timeline.csv",
        lambda: csv_text(tuple(rows[0]), [["" if v is None else v for v in row.values()] for row in rows]),
    )
    save_as(_("Models as JSON"), "timeline.json", json_text({"models": rows}))
