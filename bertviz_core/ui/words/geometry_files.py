"""How alike the vectors of a word and of random words are, as files."""

from __future__ import annotations

from bertviz_core.results import WordGeometry
from bertviz_core.ui.downloads import csv_number, csv_text, json_number, json_text


def geometry_csv(geometry: WordGeometry) -> str:
    """Return one line for every layer, 0 being the input embedding; what has no pair is empty."""
    lines, adjusted = geometry.lines(), geometry.lines(adjusted=True)
    columns = {str(name): values for name, values in lines.items()}
    columns |= {f"{name}_minus_anisotropy": values for name, values in adjusted.items()}
    return csv_text(
        ["layer", *columns],
        (
            [layer, *map(csv_number, row)]
            for layer, row in enumerate(zip(*(v.tolist() for v in columns.values()), strict=True))
        ),
    )


def geometry_json(geometry: WordGeometry) -> str:
    """Return everything the view shows; arrays go over the layers, 0 being the input embedding."""
    return json_text(
        {
            "model": geometry.model,
            "word": geometry.word,
            "occurrences": geometry.occurrences,
            "different_sentences": geometry.sentences,
            "random_words": geometry.random_words,
            "centred": geometry.centred,
        }
        | {name: list(map(json_number, values.tolist())) for name, values in geometry.lines().items()}
    )
