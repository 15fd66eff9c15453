"""The vectors of a word without its context: do its occurrences differ at all?"""

from __future__ import annotations

from collections import Counter

import numpy as np

from bertviz_core.analysis.projection import project
from bertviz_core.results import StaticForms, WordLayers


def static_forms(word: WordLayers) -> StaticForms:
    """Place each form of a word, told apart by its pieces, by its rows of the embedding table."""
    counts = Counter(word.pieces)
    forms = [pieces for pieces, _ in counts.most_common()]
    members = [[place for place, pieces in enumerate(word.pieces) if pieces == form] for form in forms]
    unit = word.static / np.maximum(
        np.linalg.norm(word.static, axis=1, keepdims=True), np.finfo(np.float32).tiny
    )
    lowest = [float((unit[places] @ unit[places[0]]).min()) for places in members]
    first = [places[0] for places in members]
    return StaticForms(
        forms=tuple(word.form(place) for place in first),
        counts=tuple(counts[form] for form in forms),
        points=project(word.static[first], "pca").points,
        cosine=min(lowest),
    )
