"""What both classifiers of messages say, as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import BALANCES, Balance, BalanceTest, OutcomeCounts
from bertviz_core.ui.downloads import csv_number, csv_text, json_number, json_text, save_as, save_menu
from bertviz_core.ui.i18n import _

_SCORES = ("precision", "recall", "f1")


def counts_document(test: BalanceTest, *, draw: int) -> dict[str, Any]:
    """Return every answer of a draw with its message."""
    return {
        "model": test.model,
        "draw": draw + 1,
        "learned_from": dict(zip(BALANCES, test.learned, strict=True)),
        "messages": [
            {
                "text": test.texts[place],
                "spam": bool(test.spam[draw, row]),
                **{
                    f"p_{balance}": round(float(test.probabilities[draw, number, row]), 5)
                    for number, balance in enumerate(BALANCES)
                },
            }
            for row, place in enumerate(test.tested[draw].tolist())
        ],
    }


def offer_counts(document: dict[str, Any], counts: Mapping[str, OutcomeCounts]) -> None:
    """Offer the four counts of each classifier, and its answers."""
    if not save_menu():
        return
    rows = [
        (name, one.found, one.missed, one.alarms, one.passed, csv_number(one.accuracy), csv_number(one.f1))
        for name, one in counts.items()
    ]
    headings = ("learned_from", "found", "missed", "false_alarms", "passed", "accuracy", "f1")
    save_as(_("Counts as CSV"), "spam_classes.csv", lambda: csv_text(headings, rows))
    save_as(_("All answers as JSON"), "spam_classes.json", json_text(document))


def curves_document(
    test: BalanceTest, balance: Balance, thresholds: NDArray[np.float64], scores: NDArray[np.float64]
) -> dict[str, Any]:
    """Return the curves."""
    return {
        "model": test.model,
        "learned_from": test.learned[BALANCES.index(balance)],
        "thresholds": thresholds.round(2).tolist(),
        **{
            name: [json_number(round(one, 5)) for one in line.tolist()]
            for name, line in zip(_SCORES, scores, strict=True)
        },
    }


def offer_curves(
    document: dict[str, Any], thresholds: NDArray[np.float64], scores: NDArray[np.float64]
) -> None:
    """Offer the three curves."""
    if not save_menu():
        return
    rows = [
        (csv_number(threshold), *map(csv_number, own))
        for threshold, own in zip(thresholds.tolist(), scores.T.tolist(), strict=True)
    ]
    save_as(_("Curves as CSV"), "spam_thresholds.csv", lambda: csv_text(("threshold", *_SCORES), rows))
    save_as(_("Curves as JSON"), "spam_thresholds.json", json_text(document))
