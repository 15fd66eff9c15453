"""A word in its sentences, as files."""

from __future__ import annotations

from bertviz_core.results import MovedWord, WordNeighbours
from bertviz_core.ui.downloads import csv_number, csv_text, json_text, save_as, save_menu
from bertviz_core.ui.i18n import _


def offer_files(moved: MovedWord, senses: tuple[str, ...], static: WordNeighbours | None) -> None:
    """Offer the sentences, and how far each moves the word."""
    if not save_menu():
        return
    rows = [
        (
            place + 1,
            moved.sentences[place],
            senses[place],
            csv_number(float(moved.moved[moved.layer, place])),
            ", ".join(moved.near[place]) if moved.near else "",
        )
        for place in range(len(moved))
    ]
    headings = ("number", "sentence", "sense", "moved", "would_fit")
    save_as(_("Sentences as CSV"), "occurrences.csv", lambda: csv_text(headings, rows))
    document = {
        "model": moved.model,
        "word": moved.word,
        "layer": moved.layer,
        "sentences": list(moved.sentences),
        "senses": list(senses),
        "cosines": moved.cosines.round(5).tolist(),
        "moved_by_layer": moved.moved.round(5).tolist(),
        "would_fit": [list(words) for words in moved.near],
        "static_neighbours": list(static.near.words) if static else [],
    }
    save_as(_("Everything as JSON"), "occurrences.json", json_text(document))
