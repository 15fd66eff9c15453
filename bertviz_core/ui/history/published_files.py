"""A published table and what was measured beside it, as files."""

from __future__ import annotations

from bertviz_core.samples.history.published import PublishedTable
from bertviz_core.ui.downloads import csv_text, json_number, json_text, save_as, save_menu
from bertviz_core.ui.history.published_measured import Measured
from bertviz_core.ui.history.published_tables import About, Shown
from bertviz_core.ui.i18n import _


def offer_files(shown: Shown, told: About, table: PublishedTable, own: Measured | None) -> None:
    """Offer the published numbers with their source, and those measured here."""
    if not save_menu():
        return
    rows = [
        (row, column, value, told.source)
        for row, values in zip(table.rows, table.values.tolist(), strict=True)
        for column, value in zip(table.columns, values, strict=True)
        if value == value
    ]
    save_as(
        _("Published numbers as CSV"),
        f"published_{shown}.csv",
        lambda: csv_text(("row", "column", "value", "source"), rows),
    )
    measured = [] if own is None else zip(own.rows, own.values.tolist(), own.published, strict=True)
    document: dict[str, object] = {
        "source": told.source,
        "published_not_measured_here": [
            {"row": row, "column": column, "value": value} for row, column, value, _source in rows
        ],
        "measured_here": [
            {"row": row, "value": json_number(round(value, 4))}
            for row, value, published in measured
            if not published
        ],
    }
    save_as(_("Everything as JSON"), f"published_{shown}.json", json_text(document))
