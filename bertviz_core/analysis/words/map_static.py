"""The vectors of a word without its context: do its occurrences differ at all?"""

from __future__ import annotations

from collections import Counter

from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.analysis.vectors.projection import project
from bertviz_core.results import StaticForms, WordLayers


def static_forms(word: WordLayers) -> StaticForms:
    """Place each form of a word, told apart by its pieces, by its rows of the embedding table."""
    counts = Counter(word.pieces)
    forms = [pieces for pieces, _ in counts.most_common()]
    members = [[place for place, pieces in enumerate(word.pieces) if pieces == form] for form in forms]
    unit = unit_vectors(word.static)
    lowest = [float((unit[places] @ unit[places[0]]).min()) for places in members]
    first = [places[0] for places in members]
    return StaticForms(
        forms=tuple(word.form(place) for place in first),
        counts=tuple(counts[form] for form in forms),
        points=project(word.static[first], "pca").points,
        cosine=min(lowest),
    )
