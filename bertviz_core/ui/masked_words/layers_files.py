"""How an answer forms, as files."""

from __future__ import annotations

from bertviz_core.results import AnswerByLayer
from bertviz_core.ui.downloads import answer_json, csv_text


def answer_layers_csv(answer: AnswerByLayer) -> str:
    """Return one line for every layer and word; layer 0 is the input embedding."""
    return csv_text(
        ["layer", "word", "probability", "rank", "first_word_of_layer"],
        (
            [layer, word.token, f"{probability:.8f}", rank, answer.first[layer].token]
            for layer, (row, ranks) in enumerate(
                zip(answer.probabilities.tolist(), answer.ranks.tolist(), strict=True)
            )
            for word, probability, rank in zip(answer.words, row, ranks, strict=True)
        ),
    )


def answer_layers_json(answer: AnswerByLayer) -> str:
    """Return everything the view shows; arrays are [layer][word], layer 0 is the input embedding."""
    return answer_json(
        answer.model,
        answer.encoding,
        {
            "index": answer.index,
            "words": [word.token for word in answer.words],
            "hidden_word": None if answer.hidden is None else answer.words[answer.hidden].token,
            "probabilities": answer.probabilities.round(8).tolist(),
            "ranks": answer.ranks.tolist(),
            "first": [{"token": word.token, "probability": word.probability} for word in answer.first],
            "notes": [note.document() for note in answer.notes],
        },
    )
