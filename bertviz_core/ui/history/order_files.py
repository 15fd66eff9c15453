"""How far a word reaches, as files."""

from __future__ import annotations

from bertviz_core.results import READINGS, OrderInfluence
from bertviz_core.ui.downloads import csv_number, csv_text, json_number, json_text, save_as, save_menu
from bertviz_core.ui.i18n import _


def offer_files(answer: OrderInfluence) -> None:
    """Offer the influence on every word, as measured and relative to the nearest ones."""
    if not save_menu():
        return
    save_as(_("Influence as CSV"), "order.csv", lambda: order_csv(answer))
    save_as(_("Everything as JSON"), "order.json", lambda: order_json(answer))


def order_csv(answer: OrderInfluence) -> str:
    """Write a row for each word."""
    headings = ["word", "distance", "lstm_pieces", *READINGS, *(f"{name}_relative" for name in READINGS)]
    columns = [[csv_number(value) for value in answer.values(name).tolist()] for name in READINGS]
    columns += [[csv_number(value) for value in answer.relative(name).tolist()] for name in READINGS]
    return csv_text(
        headings, zip(answer.words, answer.distances.tolist(), answer.pieces, *columns, strict=True)
    )


def order_json(answer: OrderInfluence) -> str:
    """Write all that was measured."""
    document: dict[str, object] = {
        "model": answer.model,
        "words": list(answer.words),
        "word": answer.word,
        "distances": answer.distances.tolist(),
        "lstm_pieces": list(answer.pieces),
    }
    for name in READINGS:
        document[name] = answer.values(name).tolist()
        document[f"{name}_relative"] = [json_number(value) for value in answer.relative(name).tolist()]
    document["attention_mean_by_layer"] = answer.attention_mean.tolist()
    document["attention_max_by_layer"] = answer.attention_max.tolist()
    return json_text(document)
