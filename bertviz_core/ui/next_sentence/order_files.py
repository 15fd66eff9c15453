"""The order of a paragraph as files."""

from __future__ import annotations

import numpy as np

from bertviz_core.results import SentenceOrder
from bertviz_core.ui.downloads import csv_text, json_text


def sentence_order_csv(order: SentenceOrder) -> str:
    """Return one line for every ordered pair; sentences are counted from 1, as written."""
    matrix = order.matrix
    return csv_text(
        ["first", "second", "is_next", "log_is_next", "first_sentence", "second_sentence"],
        (
            [
                one + 1,
                other + 1,
                f"{matrix[one, other]:.8f}",
                f"{order.log_probability[one, other]:.8g}",
                order.sentences[one],
                order.sentences[other],
            ]
            for one, other in np.ndindex(matrix.shape)
            if one != other
        ),
    )


def sentence_order_json(order: SentenceOrder) -> str:
    """Return the matrix, null on the diagonal, and the recovered order; sentences are counted from 0."""
    rows = [
        [None if one == other else value for other, value in enumerate(row)]
        for one, row in enumerate(order.log_probability.tolist())
    ]
    return json_text(
        {
            "model": order.model,
            "sentences": order.sentences,
            "log_is_next": rows,
            "recovered": order.recovered,
            "score": order.score,
            "given_score": order.given_score,
            "kendall_tau": order.kendall_tau,
            "neighbours_right": order.neighbours_right,
        }
    )
