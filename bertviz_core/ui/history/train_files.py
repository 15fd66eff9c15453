"""What was learned, as files."""

from __future__ import annotations

from dataclasses import asdict

from bertviz_core.results import LiveVectors
from bertviz_core.ui.downloads import csv_number, csv_text, json_text, save_as, save_menu
from bertviz_core.ui.i18n import _


def offer_files(live: LiveVectors) -> None:
    """Offer the vectors and the moments of a learning."""
    if save_menu():
        save_as(_("Vectors as CSV"), "word2vec_vectors.csv", lambda: vectors_csv(live))
        save_as(_("Loss as CSV"), "word2vec_loss.csv", lambda: loss_csv(live))
        save_as(_("Everything as JSON"), "word2vec.json", lambda: everything_json(live))


def vectors_csv(live: LiveVectors) -> str:
    """Write a row for each word."""
    headings = ("word", *(f"d{number}" for number in range(live.vectors.shape[1])))
    rows = zip(live.vocabulary, live.vectors.tolist(), strict=True)
    return csv_text(headings, ([word, *map(csv_number, values)] for word, values in rows))


def loss_csv(live: LiveVectors) -> str:
    """Write a row for each moment."""
    rows = zip(live.epochs.tolist(), map(csv_number, live.losses.tolist()), strict=True)
    return csv_text(("epoch", "loss_nats"), rows)


def everything_json(live: LiveVectors) -> str:
    """Write settings, loss, map and vectors."""
    return json_text(
        {
            "settings": asdict(live.settings),
            "epochs": live.epochs.tolist(),
            "loss_nats": live.losses.round(6).tolist(),
            "shown": [live.vocabulary[place] for place in live.shown],
            "points": live.points.round(4).tolist(),
            "vectors": dict(zip(live.vocabulary, live.vectors.round(5).tolist(), strict=True)),
        }
    )
