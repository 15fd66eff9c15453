"""What a fine-tuned model answers, as files."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import AnsweredQuestion, TaggedText, TextClasses
from bertviz_core.results.json_forms import to_json
from bertviz_core.ui.downloads import answer_json, csv_number, csv_text, json_text


def classes_csv(answer: TextClasses) -> str:
    """Return one line for every class, the most probable first."""
    rows = ([label, csv_number(probability)] for label, probability in answer.ranked())
    return csv_text(["class", "probability"], rows)


def classes_json(answer: TextClasses) -> str:
    """Return the text with the probability of every class."""
    probabilities = dict(zip(answer.labels, answer.probabilities.tolist(), strict=True))
    return answer_json(answer.model, answer.encoding, {"label": answer.label, "probabilities": probabilities})


def predictions_csv(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    labels: Sequence[str],
    probabilities: NDArray[np.float32],
) -> str:
    """Return the rows of a file with the class of each, and the probability of every class.

    Args:
        columns: Names of the cells of a row.
        rows: As they were given.
        labels: The classes.
        probabilities: (rows, classes); NaN for a row that could not be read, which has no class.
    """
    headings = [*columns, "predicted", *(f"p({label})" for label in labels)]
    lines = (
        [
            *row,
            "" if np.isnan(own).any() else labels[int(own.argmax())],
            *(csv_number(float(value)) for value in own),
        ]
        for row, own in zip(rows, probabilities, strict=True)
    )
    return csv_text(headings, lines)


def tags_csv(answer: TaggedText) -> str:
    """Return one line for every word."""
    best = answer.probabilities.max(axis=1).tolist()
    rows = zip(answer.words, answer.tags, best, answer.spans.tolist(), strict=True)
    return csv_text(
        ["word", "tag", "probability", "start", "end"],
        ([word, tag, csv_number(p), *span] for word, tag, p, span in rows),
    )


def tags_json(answer: TaggedText) -> str:
    """Return the words with their tags, and the entities with their places in the text."""
    words = [
        {"word": word, "tag": tag, "probabilities": dict(zip(answer.labels, row, strict=True))}
        for word, tag, row in zip(answer.words, answer.tags, answer.probabilities.tolist(), strict=True)
    ]
    entities = [to_json(entity) for entity in answer.entities]
    return answer_json(answer.model, answer.encoding, {"words": words, "entities": entities})


def answers_csv(answer: AnsweredQuestion) -> str:
    """Return one line for every answer, the most probable first."""
    rows = ([a.text, a.start, a.end, csv_number(a.probability)] for a in answer.answers)
    return csv_text(["answer", "start", "end", "probability"], rows)


def answers_json(answer: AnsweredQuestion) -> str:
    """Return question, context and answers."""
    return json_text(to_json(answer))
