"""Vectors of positions, and a text in two orders, as files."""

from __future__ import annotations

from bertviz_core.charts.inside.positions_swap import word_label
from bertviz_core.results import PositionEmbeddings, SwappedWords
from bertviz_core.ui.downloads import answer_json, csv_text, json_text


def positions_csv(answer: PositionEmbeddings) -> str:
    """Return one line for every position, a column for every dimension; both are counted from 0."""
    size = answer.positions.shape[1]
    return csv_text(
        ["position", *map(str, range(size))],
        ([place, *(f"{value:.6f}" for value in row)] for place, row in enumerate(answer.positions)),
    )


def positions_json(formula: PositionEmbeddings, learned: PositionEmbeddings) -> str:
    """Return the vectors of both, and the cosines between positions."""
    return json_text(
        {
            name: {"positions": answer.positions.tolist(), "cosines": answer.likeness.tolist()}
            for name, answer in (("formula", formula), ("learned", learned))
        }
    )


def swap_csv(answer: SwappedWords) -> str:
    """Return one line for every word and layer; layer 0 is the input."""
    return csv_text(
        ["word", "position", "position_in_other_order", "layer", "cosine", "cosine_without_positions"],
        (
            [
                word_label(answer, word),
                answer.words[word][0],
                answer.moved[word][0],
                layer,
                f"{answer.with_positions[layer, word]:.6f}",
                f"{answer.without_positions[layer, word]:.6f}",
            ]
            for word in range(len(answer.words))
            for layer in range(len(answer.with_positions))
        ),
    )


def swap_json(answer: SwappedWords) -> str:
    """Return the text in two orders; rows of cosines are layers, the first one the input."""
    return answer_json(
        answer.model,
        answer.encoding,
        {
            "words": [word_label(answer, word) for word in range(len(answer.words))],
            "places": answer.words,
            "places_in_other_order": answer.moved,
            "swapped": [answer.first, answer.second],
            "cosines": answer.with_positions.tolist(),
            "cosines_without_positions": answer.without_positions.tolist(),
            "largest_difference_without_positions": answer.largest_difference,
        },
    )
