"""The map of a word's occurrences as files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.ui.downloads import csv_text, json_text, npz_bytes

if TYPE_CHECKING:
    from bertviz_core.results import Vectors
    from bertviz_core.ui.words.question import AskedWord

_DATE = (1980, 1, 1, 0, 0, 0)  # the same vectors make the same file


def map_csv(asked: AskedWord, groups: PointGroups, points: NDArray[np.float32]) -> str:
    """Return a line for each occurrence: where it stands, its sense, and its point.

    Args:
        asked: The occurrences.
        groups: What they are coloured by.
        points: (n, dimensions), or (layers + 1, n, dimensions): a line for each layer.
    """
    axes = ["x", "y", "z"][: points.shape[-1]]
    layered = points.ndim == 3
    headings = ["sentence", "start", "end", "form", "sense", "group", "text"]
    rows = [
        [sentence, start, end, form, sense, groups.of_point(place), text]
        for place, (sentence, start, end, form, sense, text) in enumerate(_occurrences(asked))
    ]
    return csv_text(
        [*(["layer"] if layered else []), *headings, *axes],
        (
            [*([layer] if layered else []), *row, *(f"{value:.6g}" for value in point)]
            for layer, drawn in enumerate(points if layered else points[np.newaxis])
            for row, point in zip(rows, drawn.tolist(), strict=True)
        ),
    )


def map_json(asked: AskedWord, groups: PointGroups, points: NDArray[np.float32], *, method: str) -> str:
    """Return everything the view shows; `points` is [occurrence][axis], or [layer][occurrence][axis]."""
    return json_text(
        {
            "model": asked.layers.model,
            "word": asked.word,
            "method": method,
            "occurrences": [
                {"sentence": sentence, "start": start, "end": end, "sense": sense, "text": text}
                for sentence, start, end, _form, sense, text in _occurrences(asked)
            ],
            "groups": [groups.of_point(place) for place in range(len(asked.layers))],
            "points": np.round(points.astype(np.float64), 5).tolist(),
        }
    )


def vectors_npz(asked: AskedWord, vectors: Vectors) -> bytes:
    """Return the vectors, with where their words stand."""
    return npz_bytes(
        vectors=asked.layers.vectors(vectors),
        sentence_index=asked.layers.sentence_index,
        spans=asked.layers.spans,
        sentences=np.array(asked.sentences),
        senses=np.array(asked.occurrence_senses),
    )


def projector_zip(asked: AskedWord, groups: PointGroups, vectors: Vectors) -> bytes:
    """Return both files that the TensorFlow Embedding Projector reads: vectors and what they are of."""
    numbers = io.StringIO()
    np.savetxt(numbers, asked.layers.vectors(vectors), fmt="%.7g", delimiter="\t")
    lines = ["form\tsense\tgroup\tsentence"]
    for place, (_sentence, _start, _end, form, sense, text) in enumerate(_occurrences(asked)):
        lines.append("\t".join(_one_line(cell) for cell in (form, sense, groups.of_point(place), text)))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("vectors.tsv", numbers.getvalue()), ("metadata.tsv", "\n".join(lines) + "\n")):
            archive.writestr(zipfile.ZipInfo(name, _DATE), text, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def map_html(figure: go.Figure) -> str:
    """Return the picture as a page that needs nothing else, not even a network."""
    return figure.to_html(
        include_plotlyjs=True, config={"displaylogo": False, "showSendToCloud": False, "responsive": True}
    )


def _occurrences(asked: AskedWord) -> Iterator[tuple[int, int, int, str, str, str]]:
    """Return sentence number, start, end, form, sense and sentence of each occurrence."""
    layers = asked.layers
    for place, (sentence, (start, end)) in enumerate(
        zip(layers.sentence_index.tolist(), layers.spans.tolist(), strict=True)
    ):
        yield sentence, start, end, layers.form(place), asked.senses[sentence], layers.sentences[sentence]


def _one_line(text: str) -> str:
    return " ".join(text.split())
